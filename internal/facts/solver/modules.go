package solver

import "strings"

// Import is one load of a module from outside the extension.
type Import struct {
	Module string // without "node:"
	Kind   string // "import", "require" or "import()"
	Node   int32  // of what the load gives
}

// exportsToken is the exports object a file starts with.
func (s *Solver) exportsToken(unit int32) Token {
	u := s.units[unit]
	return s.tokens.get(KindObject, s.resolve(u.Root, 1), 0) // node 1 is OpExports
}

// moduleExports is the node of what requiring a file gives.
func (s *Solver) moduleExports(unit int32) int32 {
	return s.prop(s.tokens.get(KindModule, unit, 0), s.intern("exports"))
}

// moduleObject ties a file's module, exports and import namespace.
func (s *Solver) moduleObject(unit int32) {
	m := s.moduleExports(unit)
	s.add(m, s.exportsToken(unit))
	if !s.units[unit].ESM {
		// import of a CommonJS file: its properties, and the whole as default.
		space := s.tokens.get(KindNamespace, unit, 0)
		s.edge(m, s.prop(space, s.intern("default")))
		s.depend(m, depSpace, unit)
	}
}

// load lets dst be what a specifier gives in a file; namespace says that it is
// an import and not a require.
func (s *Solver) load(unit int32, specifier string, dst int32, kind string, namespace bool) {
	bare := strings.TrimPrefix(specifier, "node:")
	if bare == "vscode" || s.catalog.HasModule(bare) && bare != "globals" {
		s.imports = append(s.imports, Import{bare, kind, dst})
		s.add(dst, s.tokens.get(KindSymbol, s.refs.module(bare, false), 0))
		return
	}
	if i, ok := s.ownUnit(unit, specifier); ok {
		s.loads[[2]int32{unit, i}] = true
		s.loadUnit(i, dst, namespace)
		return
	}
	s.imports = append(s.imports, Import{specifier, kind, dst})
}

// loaded returns what each file loads, by path.
func (s *Solver) loaded() map[string][]string {
	out := map[string][]string{}
	for l := range s.loads {
		from := s.units[l[0]].Path
		out[from] = append(out[from], s.units[l[1]].Path)
	}
	return out
}

func (s *Solver) loadUnit(i, dst int32, namespace bool) {
	if namespace && !s.units[i].ESM {
		s.add(dst, s.tokens.get(KindNamespace, i, 0))
		return
	}
	s.edge(s.moduleExports(i), dst)
}

// ownUnit returns the file of the extension that a specifier means.
func (s *Solver) ownUnit(unit int32, specifier string) (int32, bool) {
	if s.resolver == nil {
		return 0, false
	}
	target, ok := s.resolver(s.units[unit].Path, specifier)
	if !ok {
		return 0, false
	}
	i, ok := s.byPath[target]
	if !ok {
		s.missed[target] = true
	}
	return i, ok
}

// requireCall is a call of require in a file.
func (s *Solver) requireCall(unit, arg, dst int32) {
	if arg <= 0 || dst == 0 {
		return
	}
	s.pairs = append(s.pairs, [2]int32{dst, unit})
	s.requires = append(s.requires, [2]int32{dst, arg})
	s.want(arg)
	s.depend(arg, depRequire, int32(len(s.pairs)-1))
}

// globalNode returns an identifier nobody declares what it means in its file.
func (s *Solver) globalNode(unit, n int32, id string) {
	switch id {
	case "undefined", "NaN", "Infinity":
	case "require", "__non_webpack_require__", "__webpack_require__":
		s.add(n, s.tokens.get(KindRequire, unit, 0))
	case "module":
		s.add(n, s.tokens.get(KindModule, unit, 0))
	case "exports":
		s.edge(s.moduleExports(unit), n)
	default:
		if r := s.refs.global(id, false); r != 0 {
			s.add(n, s.tokens.get(KindSymbol, r, 0))
			return
		}
		s.edge(s.prop(s.globalObject(), s.intern(id)), n)
	}
}

// refValue adds what a member of an outside symbol is beside a symbol: the
// ways to require that hang from module and process.
func (s *Solver) refValue(r int32, member string, dst int32) {
	p := s.refs.all[r]
	switch {
	case member == "require" && p.Module == "process" && p.Member == "mainModule",
		member == "_load" && p.Module == "module",
		member == "require" && p.Module == "globals" && p.Member == "":
		s.add(dst, s.tokens.get(KindRequire, s.unitOf(dst), 0))
	}
}

func (s *Solver) unitOf(n int32) int32 {
	if c := s.frameOf[n]; c > 0 {
		return s.frames[c].unit
	}
	return 0
}
