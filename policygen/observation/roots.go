package observation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// roots are the named folders of one run, the longest first, so that a folder
// inside another wins.
type roots []root

// root is a named folder, or one of those that a variable lists, as PATH does.
type root struct {
	name, path string
	listed     bool
}

// newRoots keeps the names that patterns know, variables, and paths that can be one.
func newRoots(named map[string][]string) roots {
	var out roots
	for name, paths := range named {
		listed := strings.HasPrefix(name, "env:")
		if !listed && !slices.Contains(pattern.RootNames(), name) {
			continue
		}
		for _, p := range paths {
			p = strings.TrimRight(strings.ReplaceAll(p, `\`, "/"), "/")
			// A workspace at the root of the disk would be all of it.
			if strings.Count(p, "/") > 0 && len(p) > 3 {
				out = append(out, root{name, p, listed})
			}
		}
	}
	slices.SortFunc(out, func(a, b root) int {
		return cmp.Or(cmp.Compare(len(b.path), len(a.path)), cmp.Compare(a.path, b.path), cmp.Compare(a.name, b.name))
	})
	return out
}

// relative writes a path by the root it lies below.
func (r roots) relative(path string) string {
	if at := r.below(path, false); at != "" {
		return at
	}
	return path
}

// listed writes a path by the variable that lists the folder it lies in; empty where none does. Only a policy that has
// a line for the variable takes it so: what is granted is one file, not one of that name in each of the folders.
func (r roots) listed(path string) string { return r.below(path, true) }

func (r roots) below(path string, listed bool) string {
	for _, root := range r {
		if rest, ok := strings.CutPrefix(path, root.path); ok && root.listed == listed && (rest == "" || rest[0] == '/') {
			return "${" + root.name + "}" + rest
		}
	}
	return ""
}

// argument is relative for a program's argument, which may be a path behind a
// flag: --dir=/home/me/project.
func (r roots) argument(text string) string {
	if flag, value, ok := strings.Cut(text, "="); ok && strings.HasPrefix(flag, "-") && strings.HasPrefix(value, "/") {
		return flag + "=" + r.relative(value)
	}
	return r.relative(text)
}
