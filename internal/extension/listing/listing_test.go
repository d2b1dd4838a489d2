package listing

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Whoever has seen enough reads no further, and nobody misses an entry of a folder
// that is longer than a part.
func TestEntriesComeInParts(t *testing.T) {
	dir := t.TempDir()
	for n := range 2*part + 1 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	count := func(most int) int {
		f, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		seen := map[string]bool{}
		for e, err := range Entries(f) {
			if err != nil {
				t.Fatal(err)
			}
			seen[e.Name()] = true
			if len(seen) == most {
				break
			}
		}
		return len(seen)
	}
	if n := count(-1); n != 2*part+1 {
		t.Errorf("%d entries", n)
	}
	if n := count(3); n != 3 {
		t.Errorf("%d entries, 3 were enough", n)
	}
}

func TestWhatIsNoFolderIsAnError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for e, err := range Entries(f) {
		if n++; e != nil || err == nil {
			t.Errorf("%v, %v", e, err)
		}
	}
	if n != 1 {
		t.Errorf("%d times", n)
	}
}
