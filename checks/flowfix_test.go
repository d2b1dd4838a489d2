package checks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// A fix that has edits settles its finding: the vulnerable programs are edited
// as their findings say, and the checks of settings are quiet then.
func TestFixesSettleTheirFindings(t *testing.T) {
	settled := 0
	dirs := append(glob(t, filepath.Join("testdata", "flows", "*", "bad")),
		glob(t, filepath.Join("testdata", "trust_setting_*", "bad"))...)
	for _, dir := range dirs {
		_, found := scanFlows(t, dir)
		var edits []finding.Edit
		for _, f := range found {
			if f.Fix != nil {
				edits = append(edits, f.Fix.Edits...)
			}
		}
		if len(edits) == 0 {
			continue
		}
		settled++
		copied := filepath.Join(t.TempDir(), "x")
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		edit(t, copied, edits)
		_, left := scanFlows(t, copied)
		for _, f := range left {
			if f.Fix != nil && len(f.Fix.Edits) > 0 {
				t.Errorf("%s: edited as it was said, and still: %s", dir, f.Message)
			}
		}
	}
	if settled < 15 {
		t.Errorf("only %d programs have findings with edits", settled)
	}
}

// edit applies edits to the manifest of a folder.
func edit(t *testing.T, dir string, edits []finding.Edit) {
	t.Helper()
	for _, e := range edits {
		file := filepath.Join(dir, filepath.FromSlash(e.File))
		var doc any
		if err := json.Unmarshal(read(t, file), &doc); err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(e.Value, &value); err != nil {
			t.Fatal(err)
		}
		names := strings.Split(strings.TrimPrefix(e.Pointer, "/"), "/")
		at := doc.(map[string]any)
		for i, name := range names {
			name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
			if i == len(names)-1 {
				at[name] = value
				break
			}
			next, ok := at[name].(map[string]any)
			if !ok {
				t.Fatalf("%s: %s leads nowhere at %s", dir, e.Pointer, name)
			}
			at = next
		}
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
