package sentences

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
)

const pageFile = "../../../docs/measurements/sentences.md"

// The states of a cause: nothing false is said any more, something still is, and the older programs said nothing false
// of this form of it.
var states = []string{"mended", "open", "not shown"}

// cause is a file of testdata.
type cause struct {
	name, title, state, does, was string
	// files are the extension's, said what older programs said, by commit.
	files, said map[string]string
}

var mark = regexp.MustCompile(`(?m)^-- (\S+|said \S+) --\n`)

func parse(name, text string) (cause, error) {
	c := cause{name: name, files: map[string]string{}, said: map[string]string{}}
	marks := mark.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 {
		return c, fmt.Errorf("%s has no files", name)
	}
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		file := text[m[2]:m[3]]
		if commit, ok := strings.CutPrefix(file, "said "); ok {
			c.said[commit] = text[m[1]:end]
			continue
		}
		c.files[file] = text[m[1]:end]
	}
	for line := range strings.Lines(text[:marks[0][0]]) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "#":
			c.title = rest
		case "state":
			c.state = rest
		case "does":
			c.does = strings.TrimSpace(c.does + " " + rest)
		case "was":
			c.was = strings.TrimSpace(c.was + " " + rest)
		default:
			return c, fmt.Errorf("%s: a line that begins with %q", name, word)
		}
	}
	if c.title == "" || c.does == "" || c.was == "" || !slices.Contains(states, c.state) {
		return c, fmt.Errorf("%s lacks a title, a state, what it does or what was said", name)
	}
	return c, nil
}

// The page shows what is said today of each cause; UPDATE=1 writes it.
func TestSentences(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d causes, %v", len(files), err)
	}
	var b strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := parse(strings.TrimSuffix(filepath.Base(file), ".txtar"), string(text))
		if err != nil {
			t.Fatal(err)
		}
		dir := unpack(t, c)
		if program, at := os.Getenv("SENTENCES"), os.Getenv("SENTENCES_AT"); program != "" && at != "" {
			c.said[at] = saidBy(t, program, dir)
			record(t, file, string(text), at, c.said[at])
		}
		now := saidNow(t, dir)
		section(&b, c, now)
		same := func(commit string) bool { return c.said[commit] == now }
		switch all := !slices.ContainsFunc(commits, func(commit string) bool { return !same(commit) }); {
		case c.state == "mended" && all:
			t.Errorf("%s is called mended, and what is said is what was said", c.name)
		case c.state == "not shown" && !all:
			t.Errorf("%s is called not shown, and something else was said", c.name)
		}
	}
	page, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- causes: begin -->\n", "<!-- causes: end -->\n"
	head, rest, ok := strings.Cut(string(page), begin)
	shown, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("sentences.md has no marks")
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(pageFile, []byte(head+begin+b.String()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(b.String(), shown); diff != "" {
		t.Errorf("sentences.md shows something else; make generate writes it (-want +shown):\n%s", diff)
	}
}

// commits are the older programs, from the oldest; the page shows the second where it says something else.
var commits = []string{"4ce1ff15", "ace2f21a"}

func section(b *strings.Builder, c cause, now string) {
	fmt.Fprintf(b, "## %s (%s)\n\n%s %s (`%s`)\n\n", c.title, c.state, c.does, c.was, c.name)
	before := ""
	for _, commit := range commits {
		text, ok := c.said[commit]
		if !ok || text == before || text == now && commit != commits[0] {
			continue
		}
		fmt.Fprintf(b, "At %s:\n\n```text\n%s```\n\n", commit, text)
		before = text
	}
	if before == now {
		b.WriteString("Now: the same.\n\n")
		return
	}
	fmt.Fprintf(b, "Now:\n\n```text\n%s```\n\n", now)
}

func unpack(t *testing.T, c cause) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range c.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// record puts what an older program said into the file of the cause.
func record(t *testing.T, file, text, at, said string) {
	t.Helper()
	begin := "-- said " + at + " --\n"
	if i := strings.Index(text, begin); i >= 0 {
		rest := text[i+len(begin):]
		if next := mark.FindStringIndex(rest); next != nil {
			text = text[:i] + rest[next[0]:]
		} else {
			text = text[:i]
		}
	}
	if err := os.WriteFile(file, []byte(text+begin+said), 0o644); err != nil {
		t.Fatal(err)
	}
}

func saidNow(t *testing.T, dir string) string {
	t.Helper()
	var out, errs bytes.Buffer
	c := cli.Command{
		Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: dir, Env: []string{"HOME=" + dir},
		Now: func() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) },
	}
	c.Main(t.Context(), []string{"scan", ".", "-f", "json"})
	return shown(t, out.Bytes(), errs.String())
}

func saidBy(t *testing.T, program, dir string) string {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, "scan", dir, "-f", "json")
	cmd.Stderr = &errs
	out, _ := cmd.Output() // an error for a verdict that stops; what it printed says which
	return shown(t, out, errs.String())
}

// shown is what a report says: the verdict, and each finding with its flow and its fix. That an extension starts with
// the editor is said of half of them, and left out.
func shown(t *testing.T, text []byte, errs string) string {
	t.Helper()
	var report struct {
		Verdict struct {
			Category    string `json:"category"`
			NeedsReview bool   `json:"needsReview"`
		} `json:"verdict"`
		Findings []struct {
			Check, Severity, Message string
			Where                    struct {
				File string
				Line int
			}
			Flow []struct{ Message, Text string }
			Fix  *struct{ Text, Message string }
		} `json:"findings"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v: %s", err, errs)
	}
	var b strings.Builder
	b.WriteString(report.Verdict.Category)
	if report.Verdict.NeedsReview {
		b.WriteString(", needs review")
	}
	b.WriteByte('\n')
	for _, f := range report.Findings {
		if f.Check == "manifest_activation" {
			continue
		}
		fmt.Fprintf(&b, "%s %s %s:%d: %s\n", f.Severity, f.Check, f.Where.File, f.Where.Line, f.Message)
		for _, s := range f.Flow {
			fmt.Fprintf(&b, "    %s%s\n", s.Message, s.Text)
		}
		if f.Fix != nil && f.Check == "trust_undeclared" {
			fmt.Fprintf(&b, "    fix: %s%s\n", f.Fix.Text, f.Fix.Message)
		}
	}
	return b.String()
}

func TestACauseIsReadWhole(t *testing.T) {
	const good = "# T\nstate open\ndoes a\ndoes b\nwas c\n-- a.js --\nx\n-- said 123 --\ny\n"
	c, err := parse("01", good)
	if err != nil || c.does != "a b" || c.files["a.js"] != "x\n" || c.said["123"] != "y\n" {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{"# T\n", "# T\nstate other\ndoes a\nwas c\n-- a.js --\n", "T\n-- a.js --\n"} {
		if _, err := parse("01", bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
