package checks

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// What a finding proposes settles it: after its edits the check is quiet about
// it, and no check of trust has anything new to say. Each finding's edits stand
// alone, and making them twice is making them once.
func TestFixesSettle(t *testing.T) {
	tried := 0
	for _, c := range All() {
		for _, dir := range glob(t, filepath.Join("testdata", c.Name, "*")) {
			for _, f := range findingsOf(t, c, dir) {
				if strings.HasPrefix(c.Name, "trust_") && f.Fix == nil {
					t.Errorf("%s: %q proposes nothing", dir, f.Message)
				}
				if f.Fix == nil || len(f.Fix.Edits) == 0 {
					if strings.HasPrefix(c.Name, "trust_") && f.Where.File == "package.json" && !strings.Contains(f.Fix.Text, "review it") {
						t.Errorf("%s: %q is about the manifest and proposes no edit of it", dir, f.Message)
					}
					continue
				}
				tried++
				fixed := filepath.Join(t.TempDir(), "extension")
				if err := os.CopyFS(fixed, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				before := trustSays(t, fixed)
				apply(t, fixed, f.Fix)
				for _, g := range findingsOf(t, c, fixed) {
					if g.Message == f.Message {
						t.Errorf("%s: %q is still there after %+v:\n%s", dir, f.Message, f.Fix, read(t, filepath.Join(fixed, "package.json")))
					}
				}
				for _, message := range trustSays(t, fixed) {
					if !slices.Contains(before, message) {
						t.Errorf("%s: settling %q brings %q:\n%s", dir, f.Message, message, read(t, filepath.Join(fixed, "package.json")))
					}
				}
				once := string(read(t, filepath.Join(fixed, "package.json")))
				if !slices.ContainsFunc(f.Fix.Edits, func(e finding.Edit) bool { return string(e.Value) == "null" }) {
					apply(t, fixed, f.Fix)
				}
				if diff := cmp.Diff(once, string(read(t, filepath.Join(fixed, "package.json")))); diff != "" {
					t.Errorf("%s: the second time changes more:\n%s", dir, diff)
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d fixes were tried", tried)
	}
}

// trustSays is what the trust checks have to say of an extension.
func trustSays(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	for _, c := range All() {
		if strings.HasPrefix(c.Name, "trust_") {
			for _, f := range findingsOf(t, c, dir) {
				out = append(out, c.Name+": "+f.Message)
			}
		}
	}
	return out
}

func apply(t *testing.T, dir string, fix *finding.Fix) {
	t.Helper()
	for _, e := range fix.Edits {
		file := filepath.Join(dir, filepath.FromSlash(e.File))
		data, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			data, err = []byte("{}\n"), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		if string(e.Value) == "null" {
			data, err = jsondoc.Remove(data, e.Pointer, 100)
		} else {
			data, err = jsondoc.Set(data, e.Pointer, e.Value, 100)
		}
		if err != nil {
			t.Fatalf("%s %s: %v", e.File, e.Pointer, err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
