// Package listing reads a folder a part at a time, so that one with millions of
// entries ends at a caller's bound and not in memory. What the bound is, and what
// a folder that cannot be listed means, is the caller's. Anybody may import it.
package listing

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
)

// part is how many entries are asked for at once.
const part = 1000

// Entries returns the entries of an open folder, in the order of the system. An
// error is the last of them, and comes without an entry.
func Entries(f *os.File) iter.Seq2[fs.DirEntry, error] {
	return func(yield func(fs.DirEntry, error) bool) {
		for {
			entries, err := f.ReadDir(part)
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
