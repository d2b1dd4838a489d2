package facts

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/taint"
)

// A browser's script is looked at for flows when it has at most maxPage nodes,
// about a megabyte of minified code, and as long as the scripts of the extension
// have no more than maxPages together. What is beyond is a library with a page
// around it, and solving it in depth costs more than all the rest; the larger
// half of the corpus's time went there.
const (
	maxPage  = 1 << 17
	maxPages = 1 << 19
)

// pageFlows finds the flows of a file that is solved shallowly otherwise. Data
// needs functions and objects to travel by, so the file is solved once more in
// depth, if it holds anything that acts on data and anything that brings some;
// only the flows are kept. It is nil when there is nothing to look for, or too
// much: left is how many nodes may still be looked at.
func pageFlows(ctx context.Context, c *catalog.Catalog, u *solver.Unit, left *int) *collector {
	if !pageActs(u) || len(u.Nodes) > min(maxPage, *left) {
		return nil
	}
	*left -= len(u.Nodes)
	s := solver.New(c, solver.Options{})
	s.Add(u)
	s.Start()
	if s.Solve(ctx) != nil {
		return nil
	}
	found := newCollector(s.View())
	found.flows = taint.FindFlows(found.s, found.values)
	return found
}

// pageActs reports whether a script has both ends of a flow.
func pageActs(u *solver.Unit) bool {
	acts, brings := false, false
	for i := range u.Nodes {
		v := &u.Nodes[i]
		var id string
		switch v.Op {
		case ir.OpStored:
			acts = acts || taint.IsMarkup(u.Strings[v.B])
			continue
		case ir.OpLoad:
			id = u.Strings[v.B]
		case ir.OpGlobal:
			id = u.Strings[v.A]
		default:
			continue
		}
		switch id {
		case "eval", "Function", "write", "writeln", "import", "importScripts":
			acts = true
		case "addEventListener", "onmessage", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "readText":
			brings = true
		}
	}
	return acts && brings
}
