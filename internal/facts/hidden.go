package facts

import (
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// hidden makes code blind that runs and loads a file which is there and does not
// ship. In a package it would not be found; where the folder runs as it is, and
// .vscodeignore was put there to keep us from looking, it runs.
func hidden(p *Program, ext *extension.Extension, units []*unit, resolve func(from, specifier string) (string, bool)) {
	apart := map[string]bool{}
	for _, f := range ext.Sources() {
		apart[f.Path] = isSource(f.Path)
	}
	if len(apart) == 0 {
		return
	}
	reached := map[string]bool{}
	for _, m := range p.Modules {
		reached[m.Path] = m.Reached
	}
	for _, u := range units {
		if !reached[u.path] {
			continue
		}
		for i := range u.Nodes {
			specifier, ok := loaded(u, &u.Nodes[i])
			if !ok {
				continue
			}
			if _, ok := resolve(u.path, specifier); ok {
				continue
			}
			file, ok := beside(apart, path.Join(path.Dir(u.path), specifier))
			if !ok {
				continue
			}
			source, err := ext.ReadFile(u.path)
			if err != nil {
				continue
			}
			p.Blind = append(p.Blind, Blind{
				File: u.path, Line: lineOf(source, int(u.Nodes[i].Pos)),
				Reason: fmt.Sprintf("it loads %q, and %s does not ship (.vscodeignore): that file was not looked at", specifier, file),
			})
		}
	}
}

// loaded gives the relative name that a node loads a file by: an import or
// require itself. A bundler's own loader takes names that are no paths.
func loaded(u *unit, v *ir.Value) (specifier string, ok bool) {
	switch v.Op {
	case ir.OpImport:
		specifier = u.Strings[v.A]
	case ir.OpDynamic:
		if a := u.Nodes[v.A]; a.Op == ir.OpStr {
			specifier = u.Strings[a.A]
		}
	case ir.OpCall:
		args := u.List(v.C)
		if len(args) != 1 || args[0] <= 0 || u.Nodes[args[0]].Op != ir.OpStr {
			return "", false
		}
		if callee := u.Nodes[v.A]; callee.Op == ir.OpGlobal && u.Strings[callee.A] == "require" {
			specifier = u.Strings[u.Nodes[args[0]].A]
		}
	}
	return specifier, strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../") || specifier == "." || specifier == ".."
}

// beside finds the file that Node would load by a path, among some.
func beside(files map[string]bool, at string) (string, bool) {
	for _, end := range []string{"", ".js", ".cjs", ".mjs", "/index.js", "/index.cjs", "/index.mjs"} {
		if files[at+end] {
			return at + end, true
		}
	}
	return "", false
}
