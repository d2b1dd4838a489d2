package solver

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Webview scripts and other code for a browser can be most of an extension's
// bytes and none of its power: there is no require in a browser. Files from
// which no module of Node or VS Code can be reached are therefore solved apart
// and shallowly: globals are followed through variables, but not through
// functions and objects.

// Split splits files into those that are solved in depth and those that are solved
// shallowly. Entries are files that somebody starts, which are solved in depth;
// isModule says whether a name is that of a module with some power.
func Split(
	units []*Unit,
	loads Loads,
	entries map[string]bool,
	isModule func(string) bool,
) (deep, shallow []*Unit) {
	index := map[string]int{}
	for i, u := range units {
		index[u.Path] = i
	}
	groups := newUnion(len(units))
	powerful := make([]bool, len(units))
	for i, u := range units {
		powerful[i] = entries[u.Path] || reachesNode(u, isModule)
		for _, target := range loads[u.Path] {
			if j, ok := index[target]; ok {
				groups.join(i, j)
			}
		}
	}
	inDepth := map[int]bool{}
	for i := range units {
		if powerful[i] {
			inDepth[groups.find(i)] = true
		}
	}
	for i, u := range units {
		if inDepth[groups.find(i)] {
			deep = append(deep, u)
		} else {
			shallow = append(shallow, u)
		}
	}
	return deep, shallow
}

// Specifiers returns the strings a file may load other files of the extension by:
// those of imports, and every relative path or package name that is passed to
// a call alone, whatever the call's name is after minifying.
func Specifiers(u *Unit) []string {
	var out []string
	for i := range u.Nodes {
		v := &u.Nodes[i]
		switch v.Op {
		case ir.OpImport:
			out = append(out, u.Strings[v.A])
		case ir.OpDynamic:
			if a := u.Nodes[v.A]; a.Op == ir.OpStr {
				out = append(out, u.Strings[a.A])
			}
		case ir.OpCall:
			args := u.List(v.C)
			if len(args) != 1 || args[0] <= 0 || u.Nodes[args[0]].Op != ir.OpStr {
				continue
			}
			text := u.Strings[u.Nodes[args[0]].A]
			callee := u.Nodes[v.A]
			if strings.HasPrefix(text, ".") || callee.Op == ir.OpGlobal && u.Strings[callee.A] == "require" {
				out = append(out, text)
			}
		}
	}
	return out
}

// reachesNode reports whether a file could load a module of Node or VS Code:
// it names one anywhere, calls require with something that is no constant, is
// a part of a bundle, or mentions one of the other ways in.
func reachesNode(u *Unit, isModule func(string) bool) bool {
	words := map[string]bool{
		"getBuiltinModule": true, "_linkedBinding": true, "mainModule": true, "dlopen": true,
		"createRequire": true, "__non_webpack_require__": true,
	}
	for _, e := range u.Effects {
		if e.Kind == ir.Chunk && e.B == 1 {
			return true
		}
	}
	for i := range u.Nodes {
		v := &u.Nodes[i]
		switch v.Op {
		case ir.OpLoad:
			if words[u.Strings[v.B]] {
				return true
			}
		case ir.OpGlobal:
			if words[u.Strings[v.A]] {
				return true
			}
		case ir.OpImport:
			if isModule(u.Strings[v.A]) {
				return true
			}
		case ir.OpDynamic:
			if a := u.Nodes[v.A]; a.Op == ir.OpStr && isModule(u.Strings[a.A]) {
				return true
			}
		case ir.OpCall:
			args := u.List(v.C)
			if len(args) == 0 || args[0] <= 0 {
				continue
			}
			callee, arg := u.Nodes[v.A], u.Nodes[args[0]]
			if arg.Op == ir.OpStr {
				// Methods take words that are module names too: append("path").
				text := u.Strings[arg.A]
				if isModule(text) && (callee.Op != ir.OpLoad || u.Strings[callee.B] == "require" || strings.HasPrefix(text, "node:")) {
					return true
				}
			} else if callee.Op == ir.OpGlobal && u.Strings[callee.A] == "require" {
				return true
			}
		}
	}
	return false
}

// union is a forest of disjoint sets.
type union []int

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = i
	}
	return u
}

func (u union) find(i int) int {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

func (u union) join(i, j int) { u[u.find(i)] = u.find(j) }
