package facts

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// mixedCalls finds the calls whose function is by all appearances one of several
// symbols of different powers: a library that picks the globals it likes out of
// a table of names has every one of them wherever it calls a function that it
// was given.
func mixedCalls(s solver.View) map[int32]bool {
	power := map[int32]catalog.Capability{}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if e, ok := s.Catalog().Lookup(sym.Module, sym.Member); ok && !e.Harmless() {
			power[r.Node] = e.Capability
		}
	}
	mixed := map[int32]bool{}
	for _, r := range s.Calls() {
		known, ok := power[r.Node]
		if !ok || mixed[r.Node] {
			continue
		}
		sym := s.Symbol(r.Symbol)
		e, _ := s.Catalog().Lookup(sym.Module, sym.Member)
		mixed[r.Node] = e.Capability != known
	}
	return mixed
}
