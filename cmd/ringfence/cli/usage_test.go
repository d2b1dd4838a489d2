package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
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
