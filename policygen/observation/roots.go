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

type root struct{ name, path string }

// newRoots keeps the names that patterns know and paths that can be one.
func newRoots(named map[string][]string) roots {
	var out roots
	for name, paths := range named {
		if !slices.Contains(pattern.RootNames(), name) {
			continue
		}
		for _, p := range paths {
			p = strings.TrimRight(strings.ReplaceAll(p, `\`, "/"), "/")
			// A workspace at the root of the disk would be all of it.
			if strings.Count(p, "/") > 0 && len(p) > 3 {
				out = append(out, root{name, p})
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
	for _, root := range r {
		if rest, ok := strings.CutPrefix(path, root.path); ok && (rest == "" || rest[0] == '/') {
			return "${" + root.name + "}" + rest
		}
	}
	return path
}

// argument is relative for a program's argument, which may be a path behind a
// flag: --dir=/home/me/project.
func (r roots) argument(text string) string {
	if flag, value, ok := strings.Cut(text, "="); ok && strings.HasPrefix(flag, "-") && strings.HasPrefix(value, "/") {
		return flag + "=" + r.relative(value)
	}
	return r.relative(text)
}
