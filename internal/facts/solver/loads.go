package solver

// Loads are the files that each file loads by a name that stands in it: by path, in the
// order of its text. A file that could not be parsed loads nothing and can be loaded.
type Loads map[string][]string

// LoadsOf finds what each file loads. Resolve returns the file of the extension that a
// specifier means in a file, and false when none does.
func LoadsOf(units []*Unit, resolve func(from, specifier string) (string, bool)) Loads {
	out := Loads{}
	for _, u := range units {
		for _, spec := range Specifiers(u) {
			if file, ok := resolve(u.Path, spec); ok {
				out[u.Path] = append(out[u.Path], file)
			}
		}
	}
	return out
}

// From returns the files that some of them lead to, themselves among these.
func (l Loads) From(files ...string) map[string]bool {
	seen := map[string]bool{}
	queue := append([]string(nil), files...)
	for len(queue) > 0 {
		file := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !seen[file] {
			seen[file] = true
			queue = append(queue, l[file]...)
		}
	}
	return seen
}
