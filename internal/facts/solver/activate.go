package solver

// Activate calls what a file, by its path, exports as activate: with the context of an
// extension. It comes before Solve.
func (s *Solver) Activate(file string) {
	unit := s.byPath[file]
	ctx := s.newNode()
	r := s.refs.member(s.refs.module("vscode", false), "ExtensionContext")
	if r == 0 {
		return
	}
	s.add(ctx, s.tokens.get(KindSymbol, r, 0))
	for _, export := range []string{"activate", "default"} {
		f := s.newNode()
		s.memberOf(s.moduleExports(unit), export, f)
		if export == "activate" {
			s.activates = append(s.activates, f)
		}
		s.invoke(f, invoke{args: []int32{ctx}})
	}
	s.invoke(s.moduleExports(unit), invoke{args: []int32{ctx}})
}
