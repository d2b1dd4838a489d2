package revision

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A file of the work tree is given when it is the commit's, and never when it
// only lies where one is.
func TestAFileAsItIsCheckedOut(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "src/a.ts", "one\ntwo\n")
	put(t, r.Top, "src/b.ts", "three\n")
	put(t, r.Top, "src/c.ts", "four\n")
	put(t, r.Top, ".gitignore", "dist\n")
	if err := os.Symlink("a.ts", filepath.Join(r.Top, "src", "link.ts")); err != nil {
		t.Fatal(err)
	}
	git("add", ".")
	git("commit", "-qm", "m")
	put(t, r.Top, "dist/made.ts", "made\n")
	put(t, r.Top, "src/new.ts", "new\n")
	put(t, r.Top, "src/a.ts", "one\r\ntwo\r\n")
	put(t, r.Top, "src/b.ts", "edited\n")
	if err := os.Remove(filepath.Join(r.Top, "src", "c.ts")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b.ts", filepath.Join(r.Top, "src", "c.ts")); err != nil {
		t.Fatal(err)
	}
	tree, err := r.Tree(t.Context(), git("rev-parse", "HEAD"), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.Tracked(); !slices.Contains(got, "src/a.ts") || slices.Contains(got, "src/link.ts") ||
		slices.Contains(got, "dist/made.ts") {
		t.Errorf("tracked: %q", got)
	}
	root, err := os.OpenRoot(r.Top)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if data, err := tree.CheckedOut(root, "src/a.ts", 100); err != nil || string(data) != "one\r\ntwo\r\n" {
		t.Errorf("with other line ends: %q, %v", data, err)
	}
	if _, err := tree.CheckedOut(root, "src/b.ts", 100); !errors.Is(err, ErrEdited) {
		t.Errorf("an edited file: %v", err)
	}
	if _, err := tree.CheckedOut(root, "src/c.ts", 100); !errors.Is(err, ErrLink) {
		t.Errorf("a link in its place: %v", err)
	}
	for _, name := range []string{"src/new.ts", "dist/made.ts", "src/link.ts", "../a"} {
		if _, err := tree.CheckedOut(root, name, 100); err == nil {
			t.Errorf("%s is not the commit's and was given", name)
		}
	}
	if _, err := tree.CheckedOut(root, "src/a.ts", 3); err == nil {
		t.Error("a file over the bound was given")
	}
}
