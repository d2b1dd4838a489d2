package facts

import (
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// hidden makes code blind that runs and loads a file which is there and does not
// ship. In a package it would not be found; where the folder runs as it is, and
// .vscodeignore was put there to keep us from looking, it runs.
func hidden(p *Program, ext *extension.Extension, units []*solver.Unit, resolve func(from, specifier string) (string, bool)) {
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
		if !reached[u.Path] {
			continue
		}
		for i := range u.Nodes {
			specifier, ok := loaded(u, &u.Nodes[i])
			if !ok {
				continue
			}
			if _, ok := resolve(u.Path, specifier); ok {
				continue
			}
			file, ok := beside(apart, path.Join(path.Dir(u.Path), specifier))
			if !ok {
				continue
			}
			source, err := ext.ReadFile(u.Path)
			if err != nil {
				continue
			}
			p.BlindSpots = append(p.BlindSpots, BlindSpot{
				File: u.Path, Line: lineOf(source, int(u.Nodes[i].Pos)),
				Reason: fmt.Sprintf("it loads %q, and %s does not ship (.vscodeignore): that file was not looked at", specifier, file),
			})
		}
	}
}

// loaded returns the relative name that a node loads a file by: an import or
// require itself. A bundler's own loader takes names that are no paths.
func loaded(u *solver.Unit, v *ir.Value) (specifier string, ok bool) {
	specifier, ok = imported(u, v)
	return specifier, ok && relative(specifier)
}

// imported returns the specifier of an import or of a require with a constant.
func imported(u *solver.Unit, v *ir.Value) (string, bool) {
	switch v.Op {
	case ir.OpImport:
		return u.Strings[v.A], true
	case ir.OpDynamic:
		if a := u.Nodes[v.A]; a.Op == ir.OpStr {
			return u.Strings[a.A], true
		}
	case ir.OpCall:
		args := u.List(v.C)
		if len(args) == 1 && args[0] > 0 && u.Nodes[args[0]].Op == ir.OpStr {
			if callee := u.Nodes[v.A]; callee.Op == ir.OpGlobal && u.Strings[callee.A] == "require" {
				return u.Strings[u.Nodes[args[0]].A], true
			}
		}
	}
	return "", false
}

// absent lists the scripts that code which runs loads and that are nowhere in a
// repository: main.js is committed and loads dist/extension.js, which a build
// makes. What a package lacks nobody builds any more; loading it fails.
func absent(p *Program, ext *extension.Extension) []BlindSpot {
	if ext.Source != extension.Repository {
		return nil
	}
	reached, there, seen := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range p.Modules {
		reached[m.Path] = m.Reached && m.Dependency == ""
	}
	for _, f := range append(ext.Files(), ext.Sources()...) {
		there[f.Path] = true
	}
	var out []BlindSpot
	for _, l := range p.Imports {
		at := path.Join(path.Dir(l.Where.File), l.Module)
		if !relative(l.Module) || !reached[l.Where.File] || seen[at] || path.Ext(at) == ".json" || path.Ext(at) == ".node" {
			continue
		}
		if _, ok := beside(there, at); ok {
			continue // hidden says that it does not ship
		}
		seen[at] = true
		out = append(out, BlindSpot{File: at, Reason: "it is loaded and is not in the repository; a build may make it"})
	}
	return out
}

// relative reports whether a file is loaded by its place and not by a package's
// name.
func relative(specifier string) bool {
	return strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../") || specifier == "." || specifier == ".."
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
