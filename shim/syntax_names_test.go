package shim

import (
	"slices"
	"testing"
)

// A name that nobody declares is a mistake, and one that nobody reads is left over.
func TestNamesAreDeclaredAndRead(t *testing.T) {
	files := parsed(t)
	for _, name := range files.names {
		for _, free := range files.of[name].Free {
			if !slices.Contains(globals, free) {
				t.Errorf("%s: nobody declares %s", name, free)
			}
		}
		for _, unused := range files.of[name].Unused {
			t.Errorf("%s: nobody reads %s", name, unused)
		}
	}
}
