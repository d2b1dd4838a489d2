package didyoumean

import (
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"scan", "sacn", 1}, {"scan", "scans", 1}, {"scan", "version", 5}, {"kitten", "sitting", 3}} {
		if got := Edits(c.a, c.b); got != c.want || Edits(c.b, c.a) != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	known := []string{"profile", "fail-on", "require", "ignore"}
	for word, want := range map[string]string{
		"profil": "; did you mean profile?", "failon": "; did you mean fail-on?", "ignores": "; did you mean ignore?",
		"nothing like it": "", "": "",
	} {
		if got := Hint(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestWord(t *testing.T) {
	known := []string{"toy.path", "toy.serverArgs", "toy.env"}
	for word, want := range map[string]string{
		"toy.paths": "toy.path", "toy.severArgs": "toy.serverArgs", "toy.evn": "toy.env", "toy.enx1": "", "other.thing": "",
		strings.Repeat("x", 1<<20): "",
	} {
		if got := Word(word, known, max(1, min(len(word)/5, 8))); got != want {
			t.Errorf("%.20s: %q, want %q", word, got, want)
		}
	}
}
