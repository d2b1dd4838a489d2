package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// stmts lowers a list of statements. What stands behind a return or a throw in
// the same list never runs, but for functions, whose names are known before.
func (l *lowerer) stmts(stmts []esbuild.Stmt) {
	ended := false
	var opened []openGuard
	var picks []int
	for i := range stmts {
		_, hoisted := stmts[i].Data.(*esbuild.SFunction)
		if ended && !hoisted {
			continue
		}
		if s, ok := stmts[i].Data.(*esbuild.SIf); ok {
			// What an early return rules out holds for the rest of the block.
			holds, still := l.branch(s)
			opened = l.open(holds, opened)
			picks = append(picks, still...)
			continue
		}
		l.stmt(stmts[i])
		switch stmts[i].Data.(type) {
		case *esbuild.SReturn, *esbuild.SThrow:
			ended = true
		}
	}
	l.close(opened)
	l.closePicks(picks)
}

func (l *lowerer) stmt(stmt esbuild.Stmt) {
	if stmt.Data == nil {
		return
	}
	if l.depth++; l.depth > maxDepth {
		l.depth--
		l.note("a statement is nested too deep to follow", stmt.Loc.Start)
		return
	}
	l.stmtData(stmt)
	l.depth--
}

func (l *lowerer) stmtData(stmt esbuild.Stmt) {
	switch s := stmt.Data.(type) {
	case *esbuild.SExpr:
		l.expr(s.Value)
	case *esbuild.SLocal:
		for i := range s.Decls {
			d := &s.Decls[i]
			v := l.held(d.ValueOrNil, func() ir.Node { return l.boundTo(d.Binding) })
			l.bind(d.Binding, v)
			if s.IsExport {
				l.exportBinding(d.Binding)
				l.chunkExport(d.Binding, v)
			}
		}
	case *esbuild.SReturn:
		l.assign(l.fn.ret, l.own(l.held(s.ValueOrNil, func() ir.Node { return l.fn.ret })))
	case *esbuild.SFunction:
		l.function(fnOf(&s.Fn), stmt.Loc.Start)
		if s.IsExport && s.Fn.Name != nil {
			l.exportName(l.name(s.Fn.Name.Ref), s.Fn.Name.Ref)
		}
	case *esbuild.SClass:
		l.class(&s.Class, stmt.Loc.Start)
		if s.IsExport && s.Class.Name != nil {
			l.exportName(l.name(s.Class.Name.Ref), s.Class.Name.Ref)
		}
	case *esbuild.SBlock:
		l.stmts(s.Stmts)
	case *esbuild.SIf:
		_, still := l.branch(s)
		l.closePicks(still)
	case *esbuild.SFor:
		l.stmt(s.InitOrNil)
		l.expr(s.TestOrNil)
		l.expr(s.UpdateOrNil)
		l.stmt(s.Body)
	case *esbuild.SForIn:
		l.listed(l.expr(s.Value), s.Value.Loc.Start)
		l.forTarget(s.Init, 0)
		l.stmt(s.Body)
	case *esbuild.SForOf:
		v := l.expr(s.Value)
		if v != 0 {
			pos := s.Value.Loc.Start
			of := []ir.Node{l.node(ir.OpIndex, int32(v), 0, 0, pos), l.iterated(v, "@@iterator", pos)}
			if s.Await.Len > 0 {
				of = append(of, l.iterated(v, "@@asyncIterator", pos))
			}
			v = l.phi(pos, of...)
		}
		l.forTarget(s.Init, v)
		l.stmt(s.Body)
	case *esbuild.SDoWhile:
		l.stmt(s.Body)
		l.expr(s.Test)
	case *esbuild.SWhile:
		l.expr(s.Test)
		l.stmt(s.Body)
	case *esbuild.SWith:
		// Inside with, any free name may be a property of the object.
		l.withs = append(l.withs, l.expr(s.Value))
		l.stmt(s.Body)
		l.withs = l.withs[:len(l.withs)-1]
	case *esbuild.SLabel:
		l.stmt(s.Stmt)
	case *esbuild.STry:
		first := ir.Node(len(l.unit.Nodes))
		l.stmts(s.Block.Stmts)
		if s.Catch != nil {
			if s.Catch.BindingOrNil.Data != nil {
				l.caught(s.Catch.BindingOrNil, first)
			}
			l.stmts(s.Catch.Block.Stmts)
		}
		if s.Finally != nil {
			l.stmts(s.Finally.Block.Stmts)
		}
	case *esbuild.SSwitch:
		l.cases(s)
	case *esbuild.SThrow:
		// What is caught in the same function is followed as a value, what leaves it as a note for whoever calls it.
		if v := l.expr(s.Value); v != 0 {
			l.fn.thrown = l.phi(stmt.Loc.Start, l.fn.thrown, v)
			if l.fn.index >= 0 {
				l.aside(l.unit.Funcs[l.fn.index].Node, ir.Thrown, v, stmt.Loc.Start)
			}
		}
	case *esbuild.SImport:
		l.imports(s, stmt.Loc.Start)
	case *esbuild.SExportClause:
		l.unit.ESM = true
		for i := range s.Items {
			l.exportName(s.Items[i].Alias, s.Items[i].Name.Ref)
		}
	case *esbuild.SExportDefault:
		l.unit.ESM = true
		var v ir.Node
		switch d := s.Value.Data.(type) {
		case *esbuild.SExpr:
			v = l.expr(d.Value)
		case *esbuild.SFunction:
			v = l.function(fnOf(&d.Fn), stmt.Loc.Start)
		case *esbuild.SClass:
			v = l.class(&d.Class, stmt.Loc.Start)
		}
		l.assign(l.symbol(s.DefaultName.Ref), v)
		l.store(l.exports, "default", l.symbol(s.DefaultName.Ref))
	case *esbuild.SExportFrom:
		l.unit.ESM = true
		ns := l.importNode(s.ImportRecordIndex, stmt.Loc.Start)
		for i := range s.Items {
			l.store(l.exports, s.Items[i].Alias, l.load(ns, s.Items[i].OriginalName, s.Items[i].AliasLoc.Start))
		}
	case *esbuild.SExportStar:
		l.unit.ESM = true
		ns := l.importNode(s.ImportRecordIndex, stmt.Loc.Start)
		if s.Alias != nil {
			l.store(l.exports, s.Alias.OriginalName, ns)
		} else {
			l.effect(ir.Spread, l.exports, int32(ns), 0)
		}
	case *esbuild.SExportEquals:
		l.store(l.global("module", stmt.Loc.Start), "exports", l.expr(s.Value))
	case *esbuild.SLazyExport:
		l.store(l.global("module", stmt.Loc.Start), "exports", l.expr(s.Value))
	}
}

// caught binds what a catch names to what was thrown since a node, in this function or by what it calls.
func (l *lowerer) caught(b esbuild.Binding, first ir.Node) {
	var reason ir.Node
	if id, ok := b.Data.(*esbuild.BIdentifier); ok {
		reason = l.symbol(id.Ref)
		l.assign(reason, l.fn.thrown)
	} else {
		reason = l.node(ir.OpVar, 0, 0, 0, b.Loc.Start)
		l.assign(reason, l.fn.thrown)
		l.bind(b, reason)
	}
	if last := ir.Node(len(l.unit.Nodes) - 1); reason != 0 && first <= last {
		l.aside(reason, ir.Caught, 0, b.Loc.Start)
		l.aside(first, ir.Tried, last, b.Loc.Start)
	}
}

// iterated is what the iterator gives that a value has by a well-known name.
func (l *lowerer) iterated(v ir.Node, name string, pos int32) ir.Node {
	iterator := l.callNode(l.load(v, name, pos), v, nil, pos)
	return l.node(ir.OpIndex, int32(iterator), 0, 0, pos)
}

// forTarget returns the variable of a for-in or for-of loop its value.
func (l *lowerer) forTarget(init esbuild.Stmt, v ir.Node) {
	switch s := init.Data.(type) {
	case *esbuild.SLocal:
		for i := range s.Decls {
			l.bind(s.Decls[i].Binding, v)
		}
	case *esbuild.SExpr:
		l.assignTo(s.Value, v)
	}
}

func (l *lowerer) importNode(record uint32, pos int32) ir.Node {
	return l.node(ir.OpImport, int32(l.str(l.record(record))), 0, 0, pos)
}

func (l *lowerer) imports(s *esbuild.SImport, pos int32) {
	l.unit.ESM = true
	ns := l.importNode(s.ImportRecordIndex, pos)
	// Names imported one by one are read off the namespace where they are used.
	l.assign(l.symbol(s.NamespaceRef), ns)
}

func (l *lowerer) name(ref esbuild.Ref) string {
	return l.tree.Symbols[esbuild.Follow(l.tree, ref).InnerIndex].OriginalName
}

func (l *lowerer) exportName(alias string, ref esbuild.Ref) {
	l.unit.ESM = true
	l.store(l.exports, alias, l.identifier(ref, 0))
}

func (l *lowerer) exportBinding(b esbuild.Binding) {
	switch d := b.Data.(type) {
	case *esbuild.BIdentifier:
		l.exportName(l.name(d.Ref), d.Ref)
	case *esbuild.BArray:
		for i := range d.Items {
			l.exportBinding(d.Items[i].Binding)
		}
	case *esbuild.BObject:
		for i := range d.Properties {
			l.exportBinding(d.Properties[i].Value)
		}
	}
}
