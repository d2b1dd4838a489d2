package worker_test

import (
	"strings"
	"testing"
)

func TestTheChildReadsShapes(t *testing.T) {
	c := child(t, serve)
	m, err := c.Module(t.Context(), "index.js", "module.exports = require('a').b")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"f({ 1: (module, exports, ask) => { module.exports = ask(7).b } })": true,
		"f({ 1: (module, exports, ask) => { module.exports = ask(7).c } })": false, "": false,
	} {
		list, err := c.Shapes(t.Context(), "bundle.js", text)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range list {
			found = found || s.Digests[1] == m.Digests[1]
		}
		if found != want {
			t.Errorf("%s: found %t", text, found)
		}
		works(t, c) // the other question, of the same child
	}
	_, err = c.Shapes(t.Context(), "bundle.js", "let = = 1")
	blind(t, err, "")
	// What ends the child is one file's matter.
	_, err = c.Module(t.Context(), "deep.js", strings.Repeat("(", 20<<20))
	blind(t, err, "")
	works(t, c)
}

func TestNonsenseIsNoShape(t *testing.T) {
	if s, err := child(t, liar).Shapes(t.Context(), "a.js", "f()"); err == nil {
		t.Errorf("nonsense was taken for %+v", s)
	}
	if s, err := child(t, liar).Module(t.Context(), "a.js", "f()"); err == nil {
		t.Errorf("nonsense was taken for %+v", s)
	}
}
