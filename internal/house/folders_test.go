package house

import (
	"maps"
	"path"
	"slices"
	"testing"
)

// mostFiles is how many files a folder may hold, test data too: what nobody can look over
// is not a folder but a heap.
const mostFiles = 40

// filesIn counts the files of each folder. A check's NAME.md counts with its NAME.go.
func filesIn(names []string) map[string]int {
	count := map[string]int{}
	for _, name := range names {
		if page := path.Ext(name) == ".md"; page && slices.Contains(names, name[:len(name)-len(".md")]+".go") {
			continue
		}
		count[path.Dir(name)]++
	}
	return count
}

func TestFoldersCanBeLookedOver(t *testing.T) {
	count := filesIn(tracked(t))
	for _, dir := range slices.Sorted(maps.Keys(count)) {
		if count[dir] > mostFiles {
			t.Errorf("%s has %d files, over %d: which of them are a folder of their own?", dir, count[dir], mostFiles)
		}
	}
	if len(count) < 100 {
		t.Errorf("only %d folders: this test does not see the repository", len(count))
	}
}

func TestFilesIn(t *testing.T) {
	got := filesIn([]string{"a/x.go", "a/x.md", "a/y.md", "a/b/x.md", "z"})
	if want := map[string]int{"a": 2, "a/b": 1, ".": 1}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
