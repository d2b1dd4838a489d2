package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/precision/rounds"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// TestPeers runs every program over a set, one at a time, and records what each said; make peers runs it. PEERS_SET names
// the set's folder, PEERS_ROUND its round, PEERS_TOOLS the folder in which the peers are installed, and VSIX_AUDIT one in
// which vsix-audit is built, if there is one.
func TestPeers(t *testing.T) {
	set, round, tools := os.Getenv("PEERS_SET"), os.Getenv("PEERS_ROUND"), os.Getenv("PEERS_TOOLS")
	if set == "" || round == "" || tools == "" {
		t.Skip("make peers: a set that PEERS_SET names, and its round PEERS_ROUND")
	}
	f, err := os.Open(filepath.Join(set, "truth.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	truths, err := rounds.ReadTruth(f)
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t, tools)
	file := filepath.Join("testdata", round+".jsonl")
	head := r.head(t, round)
	done := map[string]bool{}
	if f, err := os.Open(file); err == nil {
		before, records, err := Read(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(before.Versions, head.Versions) {
			t.Fatalf("%s is of other versions, %v and not %v: remove it to begin anew", file, before.Versions, head.Versions)
		}
		for _, record := range records {
			done[record.ID] = true
		}
	} else {
		add(t, file, head)
	}
	for _, truth := range inTurns(truths) {
		if done[truth.ID] {
			continue
		}
		record := r.record(t, set, truth)
		add(t, file, record)
		t.Logf("%s: %s, review %v", record.ID, record.Category, record.Review)
	}
}

// inTurns takes one of each label after the other, updates last: a run that is broken off has seen as many of each.
func inTurns(truths []rounds.Truth) []rounds.Truth {
	type place struct {
		update bool
		nth    int
	}
	seen := map[string]int{}
	at := map[string]place{}
	for _, t := range truths {
		label := t.Label
		if label == rounds.Obfuscated {
			label = rounds.Malicious
		}
		at[t.ID] = place{t.IsUpdate(), seen[label]}
		seen[label]++
	}
	out := slices.Clone(truths)
	slices.SortStableFunc(out, func(a, b rounds.Truth) int {
		switch x, y := at[a.ID], at[b.ID]; {
		case x.update != y.update && y.update:
			return -1
		case x.update != y.update:
			return 1
		default:
			return x.nth - y.nth
		}
	})
	return out
}

// add writes a line to the records as soon as it is known: a run goes on where one before broke off.
func add(t *testing.T, file string, value any) {
	t.Helper()
	line, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}

// runner holds what the programs are run with.
type runner struct {
	program, node, tools string
	env                  []string
	notRun               map[string]string
}

func newRunner(t *testing.T, tools string) *runner {
	t.Helper()
	r := &runner{program: filepath.Join(t.TempDir(), "ringfence"), tools: tools, notRun: map[string]string{}}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", r.program, "../../../cmd/ringfence").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var err error
	if r.node, err = npm.Node(t.Context(), "24"); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("VSIX_AUDIT") == "" {
		r.notRun["vsix-audit"] = "VSIX_AUDIT names no folder with its repository"
	}
	// vsix-audit starts YARA-X's command by its name.
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec %q %q \"$@\"\n", r.node, filepath.Join(tools, "yr.mjs"))
	if err := os.WriteFile(filepath.Join(bin, "yr"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	r.env = append(os.Environ(), "YR="+bin)
	return r
}

func (r *runner) head(t *testing.T, round string) Head {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "rev-parse", "--short=8", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	h := Head{Round: round, At: strings.TrimSpace(string(out)), NotRun: r.notRun, Versions: map[string]string{}}
	h.Versions[Ringfence] = h.At
	for name, folder := range map[string]string{
		"js-x-ray":               filepath.Join(r.tools, "node_modules", "@nodesecure", "js-x-ray"),
		"eslint-plugin-security": filepath.Join(r.tools, "node_modules", "eslint-plugin-security"),
		"vsix-audit":             os.Getenv("VSIX_AUDIT"),
	} {
		if _, ok := r.notRun[name]; ok {
			continue
		}
		var described struct{ Version string }
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil {
			err = json.Unmarshal(text, &described)
		}
		if err != nil {
			t.Fatal(err)
		}
		h.Versions[name] = described.Version
	}
	return h
}

func (r *runner) record(t *testing.T, set string, truth rounds.Truth) Record {
	t.Helper()
	dir, base := rounds.Folder(set, truth), rounds.Base(set, truth)
	harm := HarmOf(dir, truth)
	record := Record{ID: truth.ID, Label: truth.Label, Form: truth.Form, By: map[string]Said{}}
	for _, tool := range Tools() {
		if _, ok := r.notRun[tool.Name]; ok {
			continue
		}
		run := r.peer(tool.Name)
		if tool.Name == Ringfence {
			run = func(ctx context.Context, dir string) (said, error) { return r.ringfence(ctx, dir, "") }
		}
		var old said
		if base != "" {
			var err error
			if old, err = run(t.Context(), base); err != nil {
				t.Fatalf("%s of the old form of %s: %v", tool.Name, truth.ID, err)
			}
			if tool.Name == Ringfence {
				run = func(ctx context.Context, dir string) (said, error) { return r.ringfence(ctx, dir, base) }
			}
		}
		got, err := run(t.Context(), dir)
		if err != nil {
			t.Fatalf("%s of %s: %v", tool.Name, truth.ID, err)
		}
		if tool.Name == Ringfence {
			record.Category, record.Review = got.category, got.review
		}
		record.By[tool.Name] = Counted(got.findings, old.findings, harm, got.cpu, got.unread)
	}
	return record
}

// said is what a program printed of a folder.
type said struct {
	findings []Finding
	unread   int
	cpu      float64
	category string
	review   bool
}

func (r *runner) ringfence(ctx context.Context, dir, base string) (said, error) {
	args := []string{"scan", dir, "-f", "json"}
	if base != "" {
		args = append(args, "--base", base)
	}
	text, cpu, err := output(exec.CommandContext(ctx, r.program, args...))
	var report struct {
		Verdict struct {
			Category    string `json:"category"`
			NeedsReview bool   `json:"needsReview"`
		} `json:"verdict"`
		Findings []struct {
			Check, Severity, Message string
			Where                    Place
			Flow                     []struct{ Where Place }
		} `json:"findings"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return said{}, err
	}
	// It ends with an error for a verdict that stops; what it printed says which.
	_ = err
	out := said{cpu: cpu, category: report.Verdict.Category, review: report.Verdict.NeedsReview}
	for _, f := range report.Findings {
		places := []Place{f.Where}
		for _, step := range f.Flow {
			places = append(places, step.Where)
		}
		out.findings = append(out.findings, Finding{Rule: f.Check, Severity: f.Severity, Text: f.Message, Places: places})
	}
	return out, nil
}

// peer runs a peer's script of the folder runner.
func (r *runner) peer(name string) func(context.Context, string) (said, error) {
	script := map[string]string{"eslint-plugin-security": "eslint"}[name]
	if script == "" {
		script = name
	}
	return func(ctx context.Context, dir string) (said, error) {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return said{}, err
		}
		cmd := exec.CommandContext(ctx, r.node, filepath.Join(r.tools, script+".mjs"), abs)
		cmd.Env = r.env
		text, cpu, err := output(cmd)
		if err != nil {
			return said{}, err
		}
		var printed struct {
			Findings []struct {
				Rule, Severity, Text, File string
				Line, Column               int
			}
			Unread []struct{ File, Why string }
		}
		if err := json.Unmarshal(text, &printed); err != nil {
			return said{}, err
		}
		out := said{cpu: cpu}
		files := map[string]bool{}
		for _, u := range printed.Unread {
			files[u.File] = true
		}
		out.unread = len(files)
		for _, f := range printed.Findings {
			place := Place{File: filepath.ToSlash(f.File), Line: f.Line, Column: f.Column}
			out.findings = append(out.findings, Finding{Rule: f.Rule, Severity: f.Severity, Text: f.Text, Places: []Place{place}})
		}
		return out, nil
	}
}

// output is what a command prints, with its CPU seconds and those of the processes that it started.
func output(cmd *exec.Cmd) ([]byte, float64, error) {
	var errors bytes.Buffer
	cmd.Stderr = &errors
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errors.String())
	}
	if cmd.ProcessState == nil {
		return nil, 0, err
	}
	return text, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), err
}
