package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// webpack keeps bundled modules in a table by number, and further files
// (chunks) hold further tables that are added to the first at run time, by
// code no analysis should have to understand. Both ends have a fixed shape.

// moduleCall sees table[id](module, module.exports, require), the call at the
// heart of webpack's require, and a chunk pushed to the global list.
func (l *lowerer) moduleCall(d *esbuild.ECall, args []int32) {
	target := d.Target
	call := d.Args
	if dot, ok := target.Data.(*esbuild.EDot); ok {
		switch {
		case dot.Name == "call" && len(call) == 4:
			target, call = dot.Target, call[1:]
		case dot.Name == "push" && len(call) == 1:
			l.chunkPush(call[0], args[0])
			return
		}
	}
	if len(call) != 3 {
		return
	}
	table, ok := target.Data.(*esbuild.EIndex)
	if !ok || !l.isParam(table.Index) {
		return
	}
	if second, ok := call[1].Data.(*esbuild.EDot); ok && second.Name == "exports" {
		l.effect(ir.Table, l.expr(table.Target), 0, 0)
		l.fn.loader, l.fn.bundler = true, true
	}
}

// chunkPush sees (self["webpackChunk…"] ||= []).push([[ids], {table}, …]).
func (l *lowerer) chunkPush(arg esbuild.Expr, node int32) {
	list, ok := arg.Data.(*esbuild.EArray)
	if !ok || len(list.Items) < 2 || node <= 0 {
		return
	}
	_, ids := list.Items[0].Data.(*esbuild.EArray)
	if _, table := list.Items[1].Data.(*esbuild.EObject); ids && table {
		l.effect(ir.Chunk, l.load(ir.Node(node), "1", list.Items[1].Loc.Start), 0, 0)
	}
}

// chunkStore sees exports.modules = {table}.
func (l *lowerer) chunkStore(target *esbuild.EDot, value ir.Node) {
	if target.Name != "modules" || value == 0 || l.unit.Nodes[value].Op != ir.OpObject {
		return
	}
	if id, ok := target.Target.Data.(*esbuild.EIdentifier); ok && l.name(id.Ref) == "exports" {
		l.effect(ir.Chunk, value, 1, 0)
	}
}

// chunkExport sees export const modules = {table}.
func (l *lowerer) chunkExport(b esbuild.Binding, value ir.Node) {
	id, ok := b.Data.(*esbuild.BIdentifier)
	if !ok || value == 0 || l.unit.Nodes[value].Op != ir.OpObject {
		return
	}
	if n := l.name(id.Ref); n == "modules" || n == "__webpack_modules__" || n == "__webpack_esm_modules__" {
		l.effect(ir.Chunk, value, 1, 0)
	}
}
