package facts

import "github.com/ringfence-dev/ringfence/internal/catalog"

// mixedCalls finds the calls whose function is by all appearances one of several
// symbols of different powers: a library that picks the globals it likes out of
// a table of names has every one of them wherever it calls a function that it
// was given.
func mixedCalls(s View) map[int32]bool {
	power := map[int32]catalog.Capability{}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.ref)
		if e, ok := s.Catalog().Lookup(sym.module, sym.member); ok && !e.Harmless() {
			power[r.node] = e.Capability
		}
	}
	mixed := map[int32]bool{}
	for _, r := range s.Calls() {
		known, ok := power[r.node]
		if !ok || mixed[r.node] {
			continue
		}
		sym := s.Symbol(r.ref)
		e, _ := s.Catalog().Lookup(sym.module, sym.member)
		mixed[r.node] = e.Capability != known
	}
	return mixed
}
