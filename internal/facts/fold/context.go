package fold

import (
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// contextRoot folds a property that has the name of one of the places an
// extension is handed at activation (globalStorageUri, extensionPath, appRoot …),
// read from a value that nobody knows: a service that a container made, which
// keeps the context. Most likely it is that place; what else it may be stays
// open, so that nothing is taken for safe because of its name.
func (f *Walk) contextRoot(property string, base int32) (alts, bool) {
	s := f.s
	known := false
	s.Each(base, func(t solver.Token) {
		switch s.Kind(t) {
		case solver.KindObject, solver.KindModule, solver.KindNamespace, solver.KindSymbol:
			known = true // what it has is known, and this is not among it
		}
	})
	if known {
		return alts{}, false
	}
	for _, owner := range []string{"ExtensionContext.", "env."} {
		if e, ok := s.Catalog().Lookup("vscode", owner+property); ok && e.Root != "" {
			return alts{patterns: []value.Pattern{{{Kind: value.Root, Text: e.Root}}, unknown}, open: true}, true
		}
	}
	return alts{}, false
}
