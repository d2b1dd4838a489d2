package recording

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

const (
	recordingsDir = "data/calls"
	aliasesFile   = "data/aliases.json"
)

// TestRecord records the corpus anew, on request only: it takes a quarter of an
// hour and its result depends on timing. RECORD names one extension, or "all".
func TestRecord(t *testing.T) {
	want := os.Getenv("RECORD")
	if want == "" {
		t.Skip("make record: it records the corpus anew")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := corpus.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(recordingsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, e := range append(list, unpacked(t, dir)) {
		if want != "all" && want != e.ID {
			continue
		}
		t.Run(e.ID, func(t *testing.T) {
			scratch, err := os.MkdirTemp("", "record-") //nolint:usetesting // short and the same but for a number: it is in what is recorded
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(scratch)
			got, err := Record(t.Context(), dir, e, scratch)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d calls; %s", len(got.Recording.Calls), got.Recording.Error)
			for _, step := range slices.Sorted(maps.Keys(got.Steps)) {
				if how := got.Steps[step]; how != "ok" {
					t.Logf("%s: %s", step, how)
				}
			}
			if err := got.Recording.Write(recordingsDir); err != nil {
				t.Fatal(err)
			}
			if got.Aliases == nil {
				return
			}
			data, err := json.MarshalIndent(got.Aliases, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.FromSlash(aliasesFile), append(data, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// unpacked is the corpus's one archive as a directory.
func unpacked(t *testing.T, dir string) corpus.Extension {
	t.Helper()
	archive, err := zip.OpenReader(filepath.Join(dir, corpus.VSIX))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	files, err := fs.Sub(archive, "extension")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	return corpus.Extension{ID: corpus.VSIX, Dir: root}
}
