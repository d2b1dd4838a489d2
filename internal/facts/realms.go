package facts

import (
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// realms parts the files that are solved in depth into those that meet when they run. VS Code runs the bundle of
// package.json's "browser" in one host and that of "main" in another, never both: solved together, each would lend the
// other its objects by the names of their members. A file that both load, and one that nothing is seen to load, keeps
// them together, or stays with "main".
func realms(p *Program, deep []*solver.Unit, resolve func(from, specifier string) (string, bool)) [][]*solver.Unit {
	byPath := map[string]*solver.Unit{}
	for _, u := range deep {
		byPath[u.Path] = u
	}
	loads := func(web bool) map[string]bool {
		seen := map[string]bool{}
		var queue []string
		push := func(file string) {
			if byPath[file] != nil && !seen[file] {
				seen[file] = true
				queue = append(queue, file)
			}
		}
		for _, e := range p.Entries {
			if (e.Kind == EntryBrowser) == web {
				push(e.File)
			}
		}
		for len(queue) > 0 {
			u := byPath[queue[0]]
			queue = queue[1:]
			for _, spec := range solver.Specifiers(u) {
				if file, ok := resolve(u.Path, spec); ok {
					push(file)
				}
			}
		}
		return seen
	}
	web, others := loads(true), loads(false)
	if len(web) == 0 || len(others) == 0 {
		return [][]*solver.Unit{deep}
	}
	for file := range web {
		if others[file] {
			return [][]*solver.Unit{deep}
		}
	}
	var first, second []*solver.Unit
	for _, u := range deep {
		if web[u.Path] {
			second = append(second, u)
		} else {
			first = append(first, u)
		}
	}
	return [][]*solver.Unit{first, second}
}
