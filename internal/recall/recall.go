// Package recall measures facts against reality: real extensions run in a real
// extension host, a recorder notes which functions of Node's core modules their
// own code calls, and every noted function has to be among the facts.
//
// Recordings are committed (package recording), so that comparing needs the
// corpus but no extension host. What running never reached says nothing either
// way: recall is about what was reached.
//
// Nothing of the product imports this package; it is tests and their tools.
package recall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
)

// Verdict is how facts know a recorded function.
type Verdict string

// The verdicts.
const (
	// Seen: there is a use of exactly this function.
	Seen Verdict = "seen"
	// Imprecise: facts know that something of the module is used that they
	// cannot name, or matched the function by its property name alone.
	Imprecise Verdict = "imprecise"
	// Missed: facts do not know.
	Missed Verdict = "missed"
)

// Function is one recorded function of one extension, in the catalogue's
// spelling, with the first place that called it.
type Function struct {
	Module, Member string
	// Harmless is true when the catalogue says the function gives no power.
	Harmless bool
	Verdict  Verdict
	// Place is the first calling frame, "file:line:column".
	Place string
	// Process says where that ran: "host", "worker", or a process's entry.
	Process string
}

// Row is the comparison of one extension.
type Row struct {
	Extension string
	Functions []Function
}

// Count counts the functions of a row for which keep is true.
func (r Row) Count(keep func(Function) bool) int {
	n := 0
	for _, f := range r.Functions {
		if keep(f) {
			n++
		}
	}
	return n
}

// Compare looks for every recorded function among the uses.
func Compare(c *catalog.Catalog, rec recording.Recording, aliases recording.Aliases, uses []facts.Use) Row {
	known := index(c, uses)
	found := map[catalog.Symbol]*Function{}
	for _, call := range rec.Calls {
		module, member := c.Canonical(call.Module, call.Member)
		names := aliases.Names(c, call.Module, call.Member)
		for _, n := range names {
			names = append(append(names, ofType(c, n)), wholes(c, n)...)
		}
		s := catalog.Symbol{Module: module, Member: member}
		if found[s] != nil {
			continue // calls are sorted: the first place stands for all
		}
		e, ok := c.Classify(module, member)
		found[s] = &Function{
			Module: module, Member: member, Harmless: ok && e.Harmless(),
			Verdict: known.verdict(names), Place: call.Place(), Process: call.Process,
		}
	}
	row := Row{Extension: rec.Extension}
	for _, f := range found {
		row.Functions = append(row.Functions, *f)
	}
	slices.SortFunc(row.Functions, func(a, b Function) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Member, b.Member))
	})
	return row
}

// known is what the uses of one extension say.
type known struct {
	precise   map[catalog.Symbol]bool
	imprecise map[catalog.Symbol]bool // matched by property name alone
	// vague are objects of which something unnamed is used: ("fs", "") and
	// ("fs", "promises.").
	vague map[catalog.Symbol]bool
}

func index(c *catalog.Catalog, uses []facts.Use) known {
	k := known{map[catalog.Symbol]bool{}, map[catalog.Symbol]bool{}, map[catalog.Symbol]bool{}}
	for _, u := range uses {
		prefix, unnamed := strings.CutSuffix(u.Member, "?")
		if unnamed || u.Kind == facts.Escape {
			module, member := c.Canonical(u.Module, strings.TrimSuffix(prefix, "."))
			if member != "" {
				member += "."
			}
			k.vague[catalog.Symbol{Module: module, Member: member}] = true
			continue
		}
		module, member := c.Canonical(u.Module, u.Member)
		s := catalog.Symbol{Module: module, Member: member}
		for _, s := range []catalog.Symbol{s, ofType(c, s)} {
			if u.Imprecise {
				k.imprecise[s] = true
			} else {
				k.precise[s] = true
			}
		}
	}
	return k
}

// ofType names a method by the type it belongs to, as the recorder does:
// ("http", "createServer().listen") is ("net", "Server().listen").
func ofType(c *catalog.Catalog, s catalog.Symbol) catalog.Symbol {
	at := strings.LastIndex(s.Member, "().")
	if at < 0 {
		return s
	}
	e, ok := c.Lookup(s.Module, s.Member[:at])
	if !ok || e.Gives == (catalog.Symbol{}) {
		return s
	}
	return catalog.Symbol{Module: e.Gives.Module, Member: e.Gives.Member + s.Member[at+len("()"):]}
}

// wholes are the objects above a symbol that the catalogue calls harmless with
// all they hold, as it does Buffer: facts name the object and leave its members.
func wholes(c *catalog.Catalog, s catalog.Symbol) []catalog.Symbol {
	e, ok := c.Classify(s.Module, s.Member)
	if !ok || !e.Harmless() || e.Module == s.Module && e.Member == s.Member {
		return nil
	}
	var out []catalog.Symbol
	for at := strings.LastIndexByte(s.Member, '.'); at > 0; at = strings.LastIndexByte(s.Member[:at], '.') {
		out = append(out, catalog.Symbol{Module: s.Module, Member: s.Member[:at]})
	}
	return out
}

// verdict is the best any of a function's names gets.
func (k known) verdict(names []catalog.Symbol) Verdict {
	best := Missed
	for _, s := range names {
		if k.precise[s] {
			return Seen
		}
		if k.imprecise[s] {
			best = Imprecise
		}
		for v := range k.vague {
			if v.Module == s.Module && strings.HasPrefix(s.Member, v.Member) {
				best = Imprecise
			}
		}
	}
	return best
}
