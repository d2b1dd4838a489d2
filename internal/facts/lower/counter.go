package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// A variable that is counted up or down (i++, i -= 2) is what it began with and any other number. Without that a loop
// over a list would read its first element alone, and a name with a number in it would be the first one.

// count says that arithmetic changes a variable.
func (l *lowerer) count(ref esbuild.Ref) {
	n := l.unjudged(l.symbol(ref))
	if n == 0 || l.unit.Nodes[n].Op != ir.OpVar {
		return
	}
	if !l.counters[int32(n)] {
		l.counters[int32(n)] = true
		l.assign(n, l.unknown())
	}
}

// settleCounters lets what is read under a counter be any element. It comes last: a loop counts behind its body too.
func (l *lowerer) settleCounters() {
	if len(l.counters) == 0 {
		return
	}
	any := int32(l.unknown())
	for i := range l.unit.Nodes {
		if v := &l.unit.Nodes[i]; v.Op == ir.OpIndex && l.counters[v.B] {
			v.B = any
		}
	}
}

func isNumber(e esbuild.Expr) bool {
	_, ok := e.Data.(*esbuild.ENumber)
	return ok
}
