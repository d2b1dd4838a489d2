package revision

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What two commits differ in is named, whatever kind it is of: who changes a
// file's mode, a link or a submodule changes more than its name says.
func TestWhatACommitChanges(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "same.js", "1")
	put(t, r.Top, "changed.js", "1")
	put(t, r.Top, "gone.js", "1")
	put(t, r.Top, "runs.sh", "1")
	put(t, r.Top, "becomes-link", "1")
	git("add", ".")
	git("update-index", "--add", "--cacheinfo", "160000,1111111111111111111111111111111111111111,module")
	git("commit", "-qm", "one")
	one := git("rev-parse", "HEAD")
	put(t, r.Top, "changed.js", "2")
	put(t, r.Top, ".ringfence/policy.json", "{}")
	if err := os.Remove(filepath.Join(r.Top, "becomes-link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("same.js", filepath.Join(r.Top, "becomes-link")); err != nil {
		t.Skipf("no links: %v", err)
	}
	git("rm", "-q", "gone.js")
	git("add", "changed.js", ".ringfence", "becomes-link")
	git("update-index", "--chmod=+x", "runs.sh")
	git("update-index", "--cacheinfo", "160000,2222222222222222222222222222222222222222,module")
	git("commit", "-qm", "two")
	two := git("rev-parse", "HEAD")
	tree := func(id string) *Tree {
		out, err := r.Tree(t.Context(), id, DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := []Change{
		{".ringfence/policy.json", true},
		{"becomes-link", false},
		{"changed.js", true},
		{"gone.js", true},
		{"module", false},
		{"runs.sh", false},
	}
	if diff := cmp.Diff(want, tree(one).Changed(tree(two))); diff != "" {
		t.Error(diff)
	}
	if got := tree(one).Changed(tree(one)); len(got) != 0 {
		t.Errorf("nothing changed: %v", got)
	}
}
