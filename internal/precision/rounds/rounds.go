// Package rounds measures a blind round: extensions that somebody wrote who had not read the checks, malicious and
// benign ones and updates of both kinds, each scanned once. What was said of each is recorded before anybody reads
// why, so that the page is made again without the extensions, which are not part of the repository.
package rounds

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Labels of truth.tsv.
const (
	Malicious  = "malicious"
	Obfuscated = "obfuscated-malicious"
	Benign     = "benign"
	Turned     = "turned"
	Honest     = "honest"
)

// Truth is a line of truth.tsv: what an extension of the set does, and where.
type Truth struct {
	ID, Label, Form, Behaviour string
	// Source is the file that does it, from the set's folder, and Sign a string of the line.
	Source, Sign string
}

// ReadTruth reads truth.tsv: a head, then a line for each extension. It says which line it cannot read.
func ReadTruth(r io.Reader) ([]Truth, error) {
	var out []Truth
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		f := strings.Split(lines.Text(), "\t")
		if len(f) < 6 {
			return nil, fmt.Errorf("truth.tsv:%d has %d fields and not 6 or more", n, len(f))
		}
		if n == 1 {
			continue
		}
		t := Truth{ID: f[0], Label: f[1], Form: f[2], Behaviour: f[3], Source: f[4], Sign: f[5]}
		if !slices.Contains([]string{Malicious, Obfuscated, Benign, Turned, Honest}, t.Label) {
			return nil, fmt.Errorf("truth.tsv:%d has the label %q, which is none", n, t.Label)
		}
		out = append(out, t)
	}
	return out, lines.Err()
}

// Said is what ringfence said of an extension.
type Said struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Form     string `json:"form"`
	Does     string `json:"does"`
	Category string `json:"category"`
	Review   bool   `json:"review,omitempty"`
	// Named are the checks with a finding of high or above at the place, Elsewhere those with one at another.
	Named     []string `json:"named,omitempty"`
	Elsewhere []string `json:"elsewhere,omitempty"`
	// Quoted are those whose message quotes the sign, where it is hidden in what ships, or stands in the list of texts
	// of an obfuscator: there it has no place where anything is done. The rounds before the sixth did not record it, and
	// the sixth only where the sign is in no file.
	Quoted []string `json:"quoted,omitempty"`
	// Mapped are those with a finding where the obfuscator's own source map says that the line of the sign went. The
	// rounds before the sixteenth did not record it, and not every obfuscator has a map.
	Mapped []string `json:"mapped,omitempty"`
}

// Stopped holds for what is rejected or for review.
func (s Said) Stopped() bool { return s.Category == "reject" || s.Review }

// report is what is read of a report in JSON.
type report struct {
	Verdict struct {
		Category    string `json:"category"`
		NeedsReview bool   `json:"needsReview"`
	} `json:"verdict"`
	Findings []struct {
		Check    string `json:"check"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		Where    where  `json:"where"`
		Flow     []struct {
			Where where `json:"where"`
		} `json:"flow"`
	} `json:"findings"`
}

type where struct {
	File         string `json:"file"`
	Line, Column int
}

// A finding is at the place when it, or a step of its flow, lies so near to the sign: lines, and on one line columns.
const (
	nearLines   = 60
	nearColumns = 3000
	// shortest is the length of a sign, in bytes, that no message has by chance.
	shortest = 6
)

// Judge reads the report of an extension, the file of the set that does it where that ships, "" otherwise, and where
// the obfuscator's map says that it went; nil without a map.
func Judge(t Truth, text []byte, shipped, content string, mapped []Mapped) (Said, error) {
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		return Said{}, fmt.Errorf("the report of %s: %w", t.ID, err)
	}
	out := Said{ID: t.ID, Label: t.Label, Form: t.Form, Does: t.Behaviour, Category: r.Verdict.Category, Review: r.Verdict.NeedsReview}
	places := signs(content, t.Sign)
	for _, f := range r.Findings {
		if f.Severity != "high" && f.Severity != "critical" {
			continue
		}
		at := []where{f.Where}
		for _, step := range f.Flow {
			at = append(at, step.Where)
		}
		if slices.ContainsFunc(at, func(w where) bool { return w.File == shipped && isNear(w, places) }) {
			out.Named = append(out.Named, f.Check)
		} else {
			out.Elsewhere = append(out.Elsewhere, f.Check)
		}
		if slices.ContainsFunc(at, func(w where) bool {
			return slices.ContainsFunc(mapped, func(m Mapped) bool { return w.File == m.File && isNear(w, m.places()) })
		}) {
			out.Mapped = append(out.Mapped, f.Check)
		}
		if (content == "" || t.Label == Obfuscated) && Quotes(f.Message, t.Sign) {
			out.Quoted = append(out.Quoted, f.Check)
		}
	}
	for _, l := range []*[]string{&out.Named, &out.Elsewhere, &out.Quoted, &out.Mapped} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	return out, nil
}

// Quotes reports whether a message names the sign, or the host of a sign that is an address.
func Quotes(message, sign string) bool {
	if _, rest, ok := strings.Cut(sign, "://"); ok {
		sign, _, _ = strings.Cut(rest, "/")
		sign, _, _ = strings.Cut(sign, ":")
	}
	return len(sign) >= shortest && strings.Contains(message, sign)
}

// IsNear reports whether a line and column lie as near to the sign in a file as a finding at the place does.
func IsNear(content, sign string, line, column int) bool {
	return isNear(where{Line: line, Column: column}, signs(content, sign))
}

// signs are the places of a text in a file.
func signs(content, sign string) []where {
	var out []where
	for from := 0; sign != ""; {
		i := strings.Index(content[from:], sign)
		if i < 0 {
			break
		}
		at := from + i
		line := strings.Count(content[:at], "\n") + 1
		out = append(out, where{Line: line, Column: at - strings.LastIndexByte(content[:at], '\n')})
		from = at + len(sign)
	}
	return out
}

func isNear(w where, places []where) bool {
	return slices.ContainsFunc(places, func(p where) bool {
		lines, columns := w.Line-p.Line, w.Column-p.Column
		if lines == 0 {
			return max(columns, -columns) <= nearColumns
		}
		return max(lines, -lines) <= nearLines
	})
}

// Folder is the extension of a set, or what an update makes of it.
func Folder(set string, t Truth) string {
	dir := filepath.Join(set, filepath.FromSlash(t.ID))
	if t.IsUpdate() {
		dir = filepath.Join(dir, "new")
	}
	return inside(dir)
}

// Base is what an update replaces; "" of an extension that is no update.
func Base(set string, t Truth) string {
	if !t.IsUpdate() {
		return ""
	}
	return inside(filepath.Join(set, filepath.FromSlash(t.ID), "old"))
}

// IsUpdate holds for what has an old form and a new one.
func (t Truth) IsUpdate() bool { return t.Label == Turned || t.Label == Honest }

// inside is where the extension lies: a set may keep its sources beside it.
func inside(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "ext", "package.json")); err == nil {
		return filepath.Join(dir, "ext")
	}
	return dir
}

// Shipped finds the file of the extension that does it, by its path where that ships, else by the sign, and gives its
// path inside the extension and what it holds; "" where no file shows the sign, as when the text is hidden.
func Shipped(dir string, t Truth) (path, content string) {
	if t.Sign == "" || t.Sign == "-" {
		return "", ""
	}
	scripts := []string{".js", ".cjs", ".mjs", ".json"}
	others := []string{".py", ".ps1", ".sh", ".bat", ".cmd", ".vbs", ".rb", ".pl", ".html"}
	for _, look := range []struct {
		named bool
		ends  []string
	}{{true, slices.Concat(scripts, others)}, {false, scripts}, {false, others}} {
		err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			rel, relErr := filepath.Rel(dir, file)
			if err != nil || relErr != nil || d.IsDir() || !slices.Contains(look.ends, filepath.Ext(file)) {
				return nil
			}
			rel = filepath.ToSlash(rel)
			if look.named && !strings.HasSuffix(t.Source, "/"+rel) {
				return nil
			}
			text, err := os.ReadFile(file)
			if err == nil && strings.Contains(string(text), t.Sign) {
				path, content = rel, string(text)
				return fs.SkipAll
			}
			return nil
		})
		if err == nil && path != "" {
			return path, content
		}
	}
	return "", ""
}

// Count is how many of some there are that something holds for.
type Count struct{ Of, All int }

func (c Count) String() string { return fmt.Sprintf("%d of %d", c.Of, c.All) }

func count(all []Said, labels []string, holds func(Said) bool) Count {
	var c Count
	for _, s := range all {
		if slices.Contains(labels, s.Label) {
			c.All++
			if holds(s) {
				c.Of++
			}
		}
	}
	return c
}

// Table is the table of a round, as the page shows it.
func Table(all []Said) string {
	bad, turned := []string{Malicious, Obfuscated}, []string{Turned}
	named := func(s Said) bool { return len(s.Named) > 0 }
	quoted := func(s Said) bool { return len(s.Quoted) > 0 }
	mapped := func(s Said) bool { return len(s.Mapped) > 0 }
	high := func(s Said) bool { return len(s.Named)+len(s.Elsewhere) > 0 }
	free := func(s Said) bool { return s.Category == "unrestricted" && !s.Review }
	type row struct {
		what string
		n    Count
		goal string
	}
	rows := []row{
		{"malicious: rejected or for review", count(all, bad, Said.Stopped), "90 %"},
		{"malicious: a High at its place", count(all, bad, named), "85 %"},
	}
	if slices.ContainsFunc(all, quoted) {
		either := func(s Said) bool { return named(s) || quoted(s) }
		rows = append(rows,
			row{"malicious: a High at its place, or that quotes what is hidden", count(all, bad, either), "85 %"},
			row{"malicious and mildly obfuscated: a High at its place, or that quotes what is hidden",
				count(all, []string{Obfuscated}, either), "50 %"})
	}
	if slices.ContainsFunc(all, mapped) {
		seen := func(s Said) bool { return named(s) || quoted(s) || mapped(s) }
		rows = append(rows,
			row{"malicious: a High at its place, also by the obfuscator's map, or that quotes what is hidden", count(all, bad, seen), "85 %"},
			row{"malicious and mildly obfuscated: the same", count(all, []string{Obfuscated}, seen), "50 %"})
	}
	rows = append(rows,
		row{"malicious: a High anywhere", count(all, bad, high), ""},
		row{"malicious and unrestricted", count(all, bad, free), "0"},
		row{"malicious and mildly obfuscated: rejected or for review", count(all, []string{Obfuscated}, Said.Stopped), "100 %"},
		row{"benign: rejected or for review", count(all, []string{Benign}, Said.Stopped), "0"},
		row{"benign: a High anywhere", count(all, []string{Benign}, high), ""},
		row{"updates that turn bad: rejected or for review", count(all, turned, Said.Stopped), "90 %"},
		row{"updates that turn bad: a High at the line", count(all, turned, named), "90 %"},
		row{"updates that turn bad and unrestricted", count(all, turned, free), "0"},
		row{"honest updates: rejected or for review", count(all, []string{Honest}, Said.Stopped), "0"})
	var b strings.Builder
	b.WriteString("| what | first try | goal |\n|---|---|---|\n")
	for _, r := range rows {
		if r.n.All > 0 {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.what, r.n, r.goal)
		}
	}
	return b.String()
}

// Sort puts what was said into the order in which it is kept.
func Sort(all []Said) {
	slices.SortFunc(all, func(a, b Said) int { return cmp.Compare(a.ID, b.ID) })
}
