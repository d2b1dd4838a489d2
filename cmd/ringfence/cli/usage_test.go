package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// verbs are all commands that a person can find, by their words.
func verbs(cmd *cobra.Command, words []string) [][]string {
	out := [][]string{words}
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			out = append(out, verbs(sub, append(append([]string{}, words...), sub.Name()))...)
		}
	}
	return out
}

// Help fits a terminal of 100 columns, of every verb.
func TestHelpFitsATerminal(t *testing.T) {
	c := &Command{Stdin: &bytes.Buffer{}, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}
	all := verbs(c.root(), nil)
	if len(all) < 20 {
		t.Fatalf("only %d verbs", len(all))
	}
	for _, words := range all {
		var out bytes.Buffer
		c.Stdout = &out
		if code := c.Main(t.Context(), append(append([]string{}, words...), "--help")); code != 0 || out.Len() == 0 {
			t.Errorf("%v --help: exit code %d, %d bytes", words, code, out.Len())
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > columns {
				t.Errorf("%v --help: %d columns, at most %d: %s", words, n, columns, line)
			}
		}
	}
}

// Pages keep every word, and their prose fits.
func TestPagesFitATerminal(t *testing.T) {
	for _, k := range checks.All() {
		before, after := k.Page(), foldedPage(k.Page())
		if !slices.Equal(strings.Fields(before), strings.Fields(after)) {
			t.Errorf("%s has other words, folded", k.Name)
		}
		code := false
		for line := range strings.Lines(after) {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			n := len([]rune(strings.TrimSuffix(line, "\n")))
			if n > columns && !code && !strings.HasPrefix(line, "|") && strings.Contains(strings.TrimSpace(line[:columns]), " ") {
				t.Errorf("%s: %d columns, at most %d: %s", k.Name, n, columns, line)
			}
		}
	}
	for page, want := range map[string]string{
		"# a\n\n" + strings.Repeat("word ", 21) + "\nnext\n":   "# a\n\n" + strings.Repeat("word ", 19) + "word\nword next\n",
		"- " + strings.Repeat("word ", 21) + "\n  next\n- b\n": "- " + strings.Repeat("word ", 18) + "word\n  word word next\n- b\n",
		"```js\n" + strings.Repeat("code ", 30) + "\n```\n":    "```js\n" + strings.Repeat("code ", 30) + "\n```\n",
	} {
		if got := foldedPage(page); got != want {
			t.Errorf("%q becomes\n%s\nwant\n%s", page, got, want)
		}
	}
}

// Every command that a person can find has a manual page with all its options, and no
// other has one. Where groff is, it reads them without a warning.
func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	c := &Command{Stdin: &bytes.Buffer{}, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Dir: dir}
	if code := c.Main(t.Context(), []string{"man", "--out", "man1"}); code != 0 {
		t.Fatalf("man --out: exit code %d, %s", code, c.Stderr)
	}
	all := verbs(c.root(), nil)
	var files []string
	for _, words := range all {
		file := filepath.Join(dir, "man1", strings.Join(append([]string{"ringfence"}, words...), "-")+".1")
		files = append(files, file)
		page, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		cmd, _, err := c.root().Find(words)
		if err != nil {
			t.Fatal(err)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			option := `\-\-` + strings.ReplaceAll(f.Name, "-", `\-`)
			if has := strings.Contains(string(page), option); has == f.Hidden {
				t.Errorf("%s: --%s is in it: %t", filepath.Base(file), f.Name, has)
			}
		})
		var printed bytes.Buffer
		one := Command{Stdin: &bytes.Buffer{}, Stdout: &printed, Stderr: &bytes.Buffer{}}
		if code := one.Main(t.Context(), append([]string{"man"}, words...)); code != 0 || printed.String() != string(page) {
			t.Errorf("man %v prints another page than it writes (exit code %d)", words, code)
		}
	}
	if there, err := os.ReadDir(filepath.Join(dir, "man1")); err != nil || len(there) != len(all) {
		t.Errorf("%d pages for %d commands, %v", len(there), len(all), err)
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("elsewhere: there is no groff, which reads manual pages")
	}
	read := exec.CommandContext(t.Context(), "groff", append([]string{"-man", "-Tutf8", "-ww", "-z"}, files...)...)
	if out, err := read.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v\n%s", err, out)
	}
}

// goes is what a person can follow at the end of an error.
var goes = regexp.MustCompile(`\b([Rr]ingfence|git) [a-z]|--[a-z]`)

// Whatever is mistaken in a command, what is printed ends in a command or a flag: also where the
// system or the library of flags found it.
func TestMistakesLeadSomewhere(t *testing.T) {
	mistakes := [][]string{
		{"scan", "nowhere"}, {"scan", "no.vsix"}, {"convert", "nofile"}, {"policy", "diff", "a", "b"}, {"policy", "check", "nowhere"},
		{"policy", "explain", "nowhere", "x"}, {"policy", "generate", "nowhere", "-o", "x"}, {"policy", "merge", "nowhere"},
		{"wrap", "nowhere", "--mode", "observe", "-o", "x"}, {"unwrap", "nowhere", "-o", "x"}, {"org", "check", "nofile"},
		{"fleet", "scan", "--plan", "nofile", "--shard", "1", "-o", "x"}, {"fleet", "merge", "--plan", "nofile", "x"},
		{"init", "nowhere"}, {"build", "nowhere", "-o", "x.vsix"}, {"gate", "nowhere"}, {"gate", "--base", "main"}, {"observe", "nofile"},
		{"scan", ".", "-j", "x"}, {"scan", ".", "--timeout", "x"}, {"scan", ".", "--max-file-size", "z"}, {"scan", ".", "--open=x"},
		{"scan", ".", "-o"}, {"scan", ".", "--=x"}, {"gate", "-Z", "f"}, {"nonsense"}, {"policy", "nonsense"}, {"help", "nonsense"},
	}
	for _, words := range verbs((&Command{}).root(), nil) {
		mistakes = append(mistakes, append(slices.Clone(words), "--no-such-flag"), append(slices.Clone(words), "-Z"))
	}
	if len(mistakes) < 70 {
		t.Errorf("%d mistakes, and there are more verbs", len(mistakes))
	}
	for _, args := range mistakes {
		var out, errs bytes.Buffer
		cmd := Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: t.TempDir()}
		code := cmd.Main(t.Context(), args)
		said := strings.TrimSpace(errs.String())
		last := said[max(strings.LastIndex(said, "; "), strings.LastIndex(said, ": "), strings.LastIndex(said, "? "), 0):]
		if code != exit.Usage || !goes.MatchString(last) {
			t.Errorf("%v: exit code %d, and no command and no flag at the end of\n%s", args, code, said)
		}
		if strings.Contains(said, "strconv") || strings.Contains(said, "stat ") {
			t.Errorf("%v: words of a library:\n%s", args, said)
		}
	}
}
