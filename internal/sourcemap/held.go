package sourcemap

import (
	"net/url"
	"path"
)

// Held is the text that a map holds of a source.
type Held struct {
	// File is the source, from the top of the repository.
	File, Text string
}

// Committed reports that the commit by which places are moved has a file of that
// name, whatever it says; false where no clone is around. Tracked asks for its bytes,
// and reads it.
func (f *Finder) Committed(file string) bool {
	return f.tree != nil && f.tree.tracked(path.Join(f.tree.Folder, file))
}

// Held returns what the map of a built file holds of the tracked sources, in the
// map's order. Nothing is compared: a build that changes a text before it reads it
// leaves the changed one. What belongs to a package is no source of the author's.
func (f *Finder) Held(file string) []Held {
	if f.tree == nil {
		return nil
	}
	if _, ok := f.files[file]; !ok {
		f.files[file] = f.read(file)
	}
	b := f.files[file]
	if b == nil || b.m == nil {
		return nil
	}
	var out []Held
	for i := range b.m.Sources() {
		name := b.m.Source(i)
		if unescaped, err := url.PathUnescape(name); err == nil {
			name = unescaped
		}
		text, ok := b.m.Content(i)
		if _, library := called(name); !ok || library != "" {
			continue
		}
		for _, p := range f.candidates(b.dir, name) {
			if f.tree.tracked(p) {
				out = append(out, Held{p, text})
				break
			}
		}
	}
	return out
}
