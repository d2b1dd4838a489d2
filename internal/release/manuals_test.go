package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// packed are the scripts of completion that an archive of ringfence holds, beside the
// manual pages.
var packed = []string{"completions/_ringfence", "completions/ringfence.bash", "completions/ringfence.fish", "completions/ringfence.ps1"}

// The archives of ringfence take what `make manuals` writes, where it writes it, and those
// of the other program do not.
func TestArchivesTakeTheManuals(t *testing.T) {
	data, err := json.Marshal(yamljson.Value(t, read(t, ".goreleaser.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Before   struct{ Hooks []string }
		Archives []struct {
			ID    string
			Files []struct{ Src, Dst string }
		}
	}
	if err := json.Unmarshal(data, &config); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"make manuals MANUALS=.cache/manuals"}, config.Before.Hooks); diff != "" {
		t.Error(diff)
	}
	took := map[string]map[string]string{}
	for _, a := range config.Archives {
		took[a.ID] = map[string]string{}
		for _, f := range a.Files {
			took[a.ID][f.Src] = f.Dst
		}
	}
	ours := map[string]string{"LICENSE": "", ".cache/manuals/man/man1/*": "man/man1", ".cache/manuals/completions/*": "completions"}
	want := map[string]map[string]string{
		"ringfence":           ours,
		"ringfence-zst":       ours,
		"ringfence-scorecard": {"LICENSE": ""},
	}
	if diff := cmp.Diff(want, took); diff != "" {
		t.Errorf("(-want +.goreleaser.yaml):\n%s", diff)
	}
	for _, name := range packed {
		if !strings.Contains(read(t, "Makefile"), "> $(MANUALS)/"+name+"\n") {
			t.Errorf("make manuals does not write %s", name)
		}
	}
}

// TestReleaseHasManuals: what a release build packed holds them.
func TestReleaseHasManuals(t *testing.T) {
	dir := built(t)
	made, err := tableOf(dir)
	if made.version == "" {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "ringfence_"+made.version+"_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	pages := 0
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if path.Dir(h.Name) == "man/man1" {
			pages++
		}
		names = append(names, h.Name)
	}
	for _, name := range append([]string{"man/man1/ringfence.1", "man/man1/ringfence-policy-generate.1"}, packed...) {
		if !slices.Contains(names, name) {
			t.Errorf("the archive lacks %s", name)
		}
	}
	if pages < 20 {
		t.Errorf("%d manual pages in %q", pages, names)
	}
}
