package wrap_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestAFolderBecomesAnArchive that says who it is, is the same each time, and
// gives the folder back. That an editor installs it is the browser test's matter.
func TestAFolderBecomesAnArchive(t *testing.T) {
	f := files()
	f["package.json"] = strings.Replace(
		f["package.json"],
		`"version"`,
		`"description": "<&>", "extensionDependencies": ["a.b", "c.d"], "version"`,
		1,
	)
	in := folder(t, f)
	first, second, back := filepath.Join(t.TempDir(), "a.vsix"), filepath.Join(t.TempDir(), "b.vsix"), filepath.Join(t.TempDir(), "back")
	mustWrap(t, in, first, options())
	mustWrap(t, in, second, options())
	a, errA := os.ReadFile(first)
	b, errB := os.ReadFile(second)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("twice is not the same: %v %v", errA, errB)
	}
	if u, err := wrap.Unwrap(t.Context(), first, back); err != nil || !u.Same {
		t.Fatalf("%+v %v", u, err)
	}
	if d := cmp.Diff(contents(t, in), contents(t, back)); d != "" {
		t.Errorf("unwrapped it is another: %s", d)
	}
	got := contents(t, first)["extension.vsixmanifest"]
	for _, want := range []string{`Publisher="Acme"`, `Value="a.b,c.d"`, "&lt;&amp;&gt;", `Path="extension/package.json"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
