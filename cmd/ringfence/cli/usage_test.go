package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/checks"
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
