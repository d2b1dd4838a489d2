// Package peers measures what other programs say of a set of extensions beside ringfence: each reads the same shipped
// files, one program at a time, and what it says is counted in the same way. A peer has no verdict; its findings are
// counted at several thresholds, and at the one that parts the set best. What was counted is recorded, so that the page
// is made again without the extensions, which are not part of the repository.
package peers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/precision/rounds"
)

// Ringfence is the name under which ringfence's own findings are counted, beside the peers'.
const Ringfence = "ringfence"

// Tool is a program, with its severities from the lowest to the highest.
type Tool struct {
	Name       string
	Severities []string
}

// Tools are all that are run, in the order of the page.
func Tools() []Tool {
	return []Tool{
		{Ringfence, []string{"none", "low", "medium", "high", "critical"}},
		{"js-x-ray", []string{"Information", "Warning", "Critical"}},
		{"eslint-plugin-security", []string{"warn"}},
		{"vsix-audit", []string{"low", "medium", "high", "critical"}},
	}
}

// Place is where something is said to be.
type Place struct {
	File         string `json:"file"`
	Line, Column int
}

// Finding is one of a program. Places are where it is and, where a program shows a flow, its steps.
type Finding struct {
	Rule, Severity, Text string
	Places               []Place
}

// Said is what a program said of an extension, counted.
type Said struct {
	// CPU are the seconds of user and system time, the program's start included.
	CPU float64 `json:"cpu"`
	// Severities are how many findings have each severity, Rules how many are of each rule.
	Severities map[string]int `json:"severities,omitempty"`
	Rules      map[string]int `json:"rules,omitempty"`
	// File counts by severity those in the file of the harm, Line those near its line or that name what it hides.
	File map[string]int `json:"file,omitempty"`
	Line map[string]int `json:"line,omitempty"`
	// New counts by severity, of an update, the findings beyond what the same rule says of the old form.
	New map[string]int `json:"new,omitempty"`
	// Unread are the files that the program could not read.
	Unread int `json:"unread,omitempty"`
}

// Record is an extension of a set, and what each program said of it.
type Record struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Form  string `json:"form"`
	// Category and Review are ringfence's verdict.
	Category string          `json:"category"`
	Review   bool            `json:"review,omitempty"`
	By       map[string]Said `json:"by"`
}

// Head opens the records of a set: its round, ringfence's commit, the versions of the programs, and which did not run.
type Head struct {
	Round    string            `json:"round"`
	At       string            `json:"at"`
	Versions map[string]string `json:"versions"`
	NotRun   map[string]string `json:"notRun,omitempty"`
}

// Harm is where an extension does what it does: the file that ships, what it holds, and the text of the line.
type Harm struct{ File, Content, Sign, Label string }

// HarmOf finds it. A text that is hidden has no line; its file is known when it ships under its own name, or when one
// script ships alone.
func HarmOf(dir string, t rounds.Truth) Harm {
	file, content := rounds.Shipped(dir, t)
	if file == "" && t.Sign != "-" {
		file = onlyFile(dir, t.Source)
	}
	return Harm{File: file, Content: content, Sign: t.Sign, Label: t.Label}
}

func onlyFile(dir, source string) string {
	var scripts []string
	named := ""
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		rel, relErr := filepath.Rel(dir, file)
		if err != nil || relErr != nil || d.IsDir() {
			return err
		}
		rel = filepath.ToSlash(rel)
		if slices.Contains([]string{".js", ".cjs", ".mjs"}, filepath.Ext(rel)) {
			scripts = append(scripts, rel)
		}
		if strings.HasSuffix(source, "/"+rel) {
			named = rel
		}
		return nil
	})
	switch {
	case err != nil:
		return ""
	case named == "" && len(scripts) == 1:
		return scripts[0]
	}
	return named
}

// Counted counts what a program said of an extension, and of an update beside what it said of the old form.
func Counted(found, old []Finding, h Harm, cpu float64, unread int) Said {
	out := Said{
		CPU: cpu, Unread: unread, Severities: map[string]int{}, Rules: map[string]int{},
		File: map[string]int{}, Line: map[string]int{}, New: map[string]int{},
	}
	before := map[string]int{}
	for _, f := range old {
		before[f.Rule]++
	}
	for _, f := range found {
		out.Severities[f.Severity]++
		out.Rules[f.Rule]++
		if out.Rules[f.Rule] > before[f.Rule] {
			out.New[f.Severity]++
		}
		inFile := h.File != "" && slices.ContainsFunc(f.Places, func(p Place) bool { return p.File == h.File })
		near := inFile && h.Content != "" && slices.ContainsFunc(f.Places, func(p Place) bool {
			return p.File == h.File && p.Line > 0 && rounds.IsNear(h.Content, h.Sign, p.Line, p.Column)
		})
		hidden := (h.Content == "" || h.Label == rounds.Obfuscated) && rounds.Quotes(f.Text, h.Sign)
		if inFile {
			out.File[f.Severity]++
		}
		if near || hidden {
			out.Line[f.Severity]++
		}
	}
	return out
}

// Read reads the records of a set.
func Read(r io.Reader) (Head, []Record, error) {
	var head Head
	var out []Record
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var into any = &head
		if n > 1 {
			out = append(out, Record{})
			into = &out[len(out)-1]
		}
		if err := json.Unmarshal(lines.Bytes(), into); err != nil {
			return Head{}, nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return head, out, lines.Err()
}
