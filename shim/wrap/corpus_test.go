package wrap_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/fraction"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestCorpus wraps real extensions, twice, and unwraps them.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the corpus is downloaded and takes a minute")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := corpus.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 35 {
		t.Fatalf("only %d extensions", len(list))
	}
	list = append(list, corpus.Extension{ID: corpus.VSIX, Dir: filepath.Join(dir, corpus.VSIX)})
	ran := 0
	for i, e := range list {
		// The archive is the last, and a form of its own.
		if fraction.Has(i, 4) || e.ID == corpus.VSIX {
			ran++
			t.Run(e.ID, func(t *testing.T) { roundTrip(t, e.Dir) })
		}
	}
	fraction.Note(t, ran, len(list), "extensions")
}

func roundTrip(t *testing.T, in string) {
	o := options()
	o.Browser = wrap.BrowserUnfenced
	suffix := filepath.Ext(in)
	if suffix != ".vsix" {
		suffix = ""
	}
	scratch := t.TempDir()
	first, second, back := filepath.Join(
		scratch,
		"first"+suffix,
	), filepath.Join(
		scratch,
		"second"+suffix,
	), filepath.Join(
		scratch,
		"back"+suffix,
	)
	start := time.Now()
	r := mustWrap(t, in, first, o)
	took := time.Since(start)
	mustWrap(t, in, second, o)
	before, after := contents(t, in), contents(t, first)
	if suffix != "" {
		a, _ := os.ReadFile(first)
		b, _ := os.ReadFile(second)
		if !bytes.Equal(a, b) {
			t.Error("twice is not the same archive")
		}
	}
	if d := cmp.Diff(after, contents(t, second)); d != "" {
		t.Errorf("twice is not the same: %s", d)
	}
	if u, err := wrap.Unwrap(t.Context(), first, back); err != nil || !u.Same {
		t.Fatalf("%+v, %v", u, err)
	}
	if d := cmp.Diff(before, contents(t, back)); d != "" {
		t.Errorf("unwrapping gives another one: %s", d)
	}
	loader := first
	if suffix != "" {
		loader = filepath.Join(scratch, "dir")
		mustWrap(t, in, loader, o)
	}
	c := check(t, loader, r.Loader)
	for _, p := range c.Problems {
		t.Error(p)
	}
	var size, added int
	for _, text := range before {
		size += len(text)
	}
	for name, text := range after {
		if _, ok := before[name]; !ok {
			added += len(text)
		}
	}
	t.Logf("%d files, %d KB; %d in the table, %d added with %d KB; %d edits, %d import( in strings and comments; %s",
		len(before), size>>10, r.Files, len(r.Added), added>>10, c.Edits, c.Rest, took.Round(10*time.Millisecond))
	for _, n := range append(r.Blind, r.Unconverted...) {
		t.Logf("%s: %s", n.File, n.Text)
	}
}
