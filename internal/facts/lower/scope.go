package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// symbol returns the node of a variable, making it on first sight. Variables
// are made by declare when their function is entered, so that they lie inside
// that function's range and a copy of the function has variables of its own.
func (l *lowerer) symbol(ref esbuild.Ref) ir.Node {
	ref = esbuild.Follow(l.tree, ref)
	if int(ref.InnerIndex) >= len(l.vars) {
		return 0
	}
	if n := l.vars[ref.InnerIndex]; n > 0 {
		return n
	} else if n < 0 {
		return l.standIn(ref.InnerIndex)
	}
	s := &l.tree.Symbols[ref.InnerIndex]
	var n ir.Node
	if ref == l.tree.ModuleRef || ref == l.tree.ExportsRef {
		// CommonJS's own variables, which the parser declares itself.
		n = l.global(s.OriginalName, 0)
	} else {
		n = l.node(ir.OpVar, int32(l.str(s.OriginalName)), 0, 0, 0)
	}
	l.vars[ref.InnerIndex] = n
	return n
}

// imported is a name that an import statement reads off a module's namespace.
type imported struct {
	namespace esbuild.Ref
	alias     string
}

// declare makes the variables that a list of statements declares, down to but
// not into nested functions.
func (l *lowerer) declare(stmts []esbuild.Stmt) {
	for i := range stmts {
		l.declareOne(stmts[i])
	}
}

func (l *lowerer) declareOne(stmt esbuild.Stmt) {
	switch s := stmt.Data.(type) {
	case *esbuild.SLocal:
		for i := range s.Decls {
			l.declareBinding(s.Decls[i].Binding)
		}
	case *esbuild.SFunction:
		if s.Fn.Name != nil {
			l.symbol(s.Fn.Name.Ref)
		}
	case *esbuild.SClass:
		if s.Class.Name != nil {
			l.symbol(s.Class.Name.Ref)
		}
	case *esbuild.SImport:
		l.symbol(s.NamespaceRef)
		if s.DefaultName != nil {
			l.imported[s.DefaultName.Ref] = imported{s.NamespaceRef, "default"}
		}
		if s.Items != nil {
			for _, item := range *s.Items {
				l.imported[item.Name.Ref] = imported{s.NamespaceRef, item.Alias}
			}
		}
	case *esbuild.SExportDefault:
		l.symbol(s.DefaultName.Ref)
		l.declareOne(s.Value)
	case *esbuild.SBlock:
		l.declare(s.Stmts)
	case *esbuild.SIf:
		l.declareOne(s.Yes)
		l.declareOne(s.NoOrNil)
	case *esbuild.SFor:
		l.declareOne(s.InitOrNil)
		l.declareOne(s.Body)
	case *esbuild.SForIn:
		l.declareOne(s.Init)
		l.declareOne(s.Body)
	case *esbuild.SForOf:
		l.declareOne(s.Init)
		l.declareOne(s.Body)
	case *esbuild.SDoWhile:
		l.declareOne(s.Body)
	case *esbuild.SWhile:
		l.declareOne(s.Body)
	case *esbuild.SWith:
		l.declareOne(s.Body)
	case *esbuild.SLabel:
		l.declareOne(s.Stmt)
	case *esbuild.STry:
		l.declare(s.Block.Stmts)
		if s.Catch != nil {
			l.declareBinding(s.Catch.BindingOrNil)
			l.declare(s.Catch.Block.Stmts)
		}
		if s.Finally != nil {
			l.declare(s.Finally.Block.Stmts)
		}
	case *esbuild.SSwitch:
		for i := range s.Cases {
			l.declare(s.Cases[i].Body)
		}
	}
}

func (l *lowerer) declareBinding(b esbuild.Binding) {
	switch d := b.Data.(type) {
	case *esbuild.BIdentifier:
		n := l.symbol(d.Ref)
		if l.fn.index < 0 && l.name(d.Ref) == "require" {
			// var require at the top of a CommonJS file is the require it was
			// given, until something else is assigned.
			l.assign(n, l.global("require", 0))
		}
	case *esbuild.BArray:
		for i := range d.Items {
			l.declareBinding(d.Items[i].Binding)
		}
	case *esbuild.BObject:
		for i := range d.Properties {
			l.declareBinding(d.Properties[i].Value)
		}
	}
}
