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
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// What a finding proposes settles it: after its edits the check is quiet about
// it, and no check of trust has anything new to say. Each finding's edits stand
// alone, and making them twice is making them once.
func TestFixesSettle(t *testing.T) {
	tried := 0
	for _, c := range All() {
		for _, dir := range checktest.Glob(t, filepath.Join(folderOf(t, c), "testdata", c.Name, "*")) {
			for _, f := range checktest.FindingsOf(t, c, dir) {
				if f.Fix == nil || len(f.Fix.Edits) == 0 {
					if about := strings.HasPrefix(c.Name, "trust_") && f.Where.File == "package.json"; about && !forAPerson(c, f) {
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
				apply(t, fixed, f.Fix.Edits)
				for _, g := range checktest.FindingsOf(t, c, fixed) {
					if g.Message == f.Message {
						t.Errorf("%s: %q is still there after %+v:\n%s", dir, f.Message, f.Fix, checktest.Read(t, filepath.Join(fixed, "package.json")))
					}
				}
				for name := range trustSays(t, fixed) {
					if !before[name] {
						t.Errorf("%s: settling %q brings %s:\n%s", dir, f.Message, name, checktest.Read(t, filepath.Join(fixed, "package.json")))
					}
				}
				once := string(checktest.Read(t, filepath.Join(fixed, "package.json")))
				if !slices.ContainsFunc(f.Fix.Edits, func(e finding.Edit) bool { return string(e.Value) == "null" }) {
					apply(t, fixed, f.Fix.Edits)
				}
				if diff := cmp.Diff(once, string(checktest.Read(t, filepath.Join(fixed, "package.json")))); diff != "" {
					t.Errorf("%s: the second time changes more:\n%s", dir, diff)
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d fixes were tried", tried)
	}
}

// forAPerson holds for what no edit of a manifest can settle: a question, and
// code for untrusted workspaces that has to be read before it is let loose.
func forAPerson(c Check, f finding.Finding) bool {
	return c.Name == "trust_process_question" || c.Name == "trust_dead_branch" && strings.Contains(f.Fix.Text, "review it")
}

// trustSays names the trust checks that have something to say of an extension,
// but for the one that notes what older releases make of any restriction.
func trustSays(t *testing.T, dir string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, c := range All() {
		if strings.HasPrefix(c.Name, "trust_") && c.Name != "trust_old_engine" && len(checktest.FindingsOf(t, c, dir)) > 0 {
			out[c.Name] = true
		}
	}
	return out
}

func apply(t *testing.T, dir string, edits []finding.Edit) {
	t.Helper()
	for _, e := range edits {
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
