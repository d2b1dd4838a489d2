package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

// maxDepth bounds the recursion over a tree: what nests deeper is not decoded,
// and package lower says that it could not be followed.
const maxDepth = 5000

// walker goes over a tree once.
type walker struct {
	// enter is told of an expression before its parts, leave after them.
	enter, leave func(*esbuild.Expr)
	// stmt is told of a statement before its parts; list of the statements of a
	// block before them.
	stmt func(*esbuild.Stmt)
	// param is told of each name that a function or a catch clause binds.
	param func(esbuild.Ref)
	// inner is told where a function begins and ends.
	inner func(body *esbuild.FnBody, begins bool)
	depth int
}

func (w *walker) tree(t *esbuild.AST) {
	for i := range t.Parts {
		w.stmts(t.Parts[i].Stmts)
	}
}

func (w *walker) stmts(list []esbuild.Stmt) {
	for i := range list {
		w.statement(&list[i])
	}
}

func (w *walker) statement(s *esbuild.Stmt) {
	if s.Data == nil || w.depth > maxDepth {
		return
	}
	w.depth++
	if w.stmt != nil {
		w.stmt(s)
	}
	switch d := s.Data.(type) {
	case *esbuild.SExpr:
		w.expr(&d.Value)
	case *esbuild.SLocal:
		for i := range d.Decls {
			w.binding(d.Decls[i].Binding, false)
			w.expr(&d.Decls[i].ValueOrNil)
		}
	case *esbuild.SReturn:
		w.expr(&d.ValueOrNil)
	case *esbuild.SThrow:
		w.expr(&d.Value)
	case *esbuild.SFunction:
		w.fn(&d.Fn)
	case *esbuild.SClass:
		w.class(&d.Class)
	case *esbuild.SBlock:
		w.stmts(d.Stmts)
	case *esbuild.SIf:
		w.expr(&d.Test)
		w.statement(&d.Yes)
		w.statement(&d.NoOrNil)
	case *esbuild.SFor:
		w.statement(&d.InitOrNil)
		w.expr(&d.TestOrNil)
		w.expr(&d.UpdateOrNil)
		w.statement(&d.Body)
	case *esbuild.SForIn:
		w.statement(&d.Init)
		w.expr(&d.Value)
		w.statement(&d.Body)
	case *esbuild.SForOf:
		w.statement(&d.Init)
		w.expr(&d.Value)
		w.statement(&d.Body)
	case *esbuild.SDoWhile:
		w.statement(&d.Body)
		w.expr(&d.Test)
	case *esbuild.SWhile:
		w.expr(&d.Test)
		w.statement(&d.Body)
	case *esbuild.SWith:
		w.expr(&d.Value)
		w.statement(&d.Body)
	case *esbuild.SLabel:
		w.statement(&d.Stmt)
	case *esbuild.STry:
		w.stmts(d.Block.Stmts)
		if d.Catch != nil {
			w.binding(d.Catch.BindingOrNil, true)
			w.stmts(d.Catch.Block.Stmts)
		}
		if d.Finally != nil {
			w.stmts(d.Finally.Block.Stmts)
		}
	case *esbuild.SSwitch:
		w.expr(&d.Test)
		for i := range d.Cases {
			w.expr(&d.Cases[i].ValueOrNil)
			w.stmts(d.Cases[i].Body)
		}
	case *esbuild.SExportDefault:
		w.statement(&d.Value)
	case *esbuild.SExportEquals:
		w.expr(&d.Value)
	case *esbuild.SNamespace:
		w.stmts(d.Stmts)
	}
	w.depth--
}

// binding goes over a pattern: the names it binds, and the expressions in it.
func (w *walker) binding(b esbuild.Binding, param bool) {
	switch d := b.Data.(type) {
	case *esbuild.BIdentifier:
		if param && w.param != nil {
			w.param(d.Ref)
		}
	case *esbuild.BArray:
		for i := range d.Items {
			w.binding(d.Items[i].Binding, true)
			w.expr(&d.Items[i].DefaultValueOrNil)
		}
	case *esbuild.BObject:
		for i := range d.Properties {
			if d.Properties[i].IsComputed {
				w.expr(&d.Properties[i].Key)
			}
			w.binding(d.Properties[i].Value, true)
			w.expr(&d.Properties[i].DefaultValueOrNil)
		}
	}
}

func (w *walker) args(args []esbuild.Arg) {
	for i := range args {
		w.binding(args[i].Binding, true)
		w.expr(&args[i].DefaultOrNil)
	}
}

func (w *walker) body(args []esbuild.Arg, body *esbuild.FnBody) {
	if w.inner != nil {
		w.inner(body, true)
	}
	w.args(args)
	w.stmts(body.Block.Stmts)
	if w.inner != nil {
		w.inner(body, false)
	}
}

func (w *walker) fn(f *esbuild.Fn) { w.body(f.Args, &f.Body) }

func (w *walker) class(c *esbuild.Class) {
	w.expr(&c.ExtendsOrNil)
	for i := range c.Properties {
		w.property(&c.Properties[i])
	}
}

func (w *walker) property(p *esbuild.Property) {
	if p.ClassStaticBlock != nil {
		w.stmts(p.ClassStaticBlock.Block.Stmts)
	}
	if p.Flags.Has(esbuild.PropertyIsComputed) {
		w.expr(&p.Key)
	}
	w.expr(&p.ValueOrNil)
	w.expr(&p.InitializerOrNil)
}

func (w *walker) exprs(list []esbuild.Expr) {
	for i := range list {
		w.expr(&list[i])
	}
}

func (w *walker) expr(e *esbuild.Expr) {
	if e.Data == nil || w.depth > maxDepth {
		return
	}
	w.depth++
	if w.enter != nil {
		w.enter(e)
	}
	switch d := e.Data.(type) {
	case *esbuild.EBinary:
		w.spine(d)
	case *esbuild.ECall:
		w.expr(&d.Target)
		w.exprs(d.Args)
	case *esbuild.ENew:
		w.expr(&d.Target)
		w.exprs(d.Args)
	case *esbuild.EDot:
		w.expr(&d.Target)
	case *esbuild.EIndex:
		w.expr(&d.Target)
		w.expr(&d.Index)
	case *esbuild.EUnary:
		w.expr(&d.Value)
	case *esbuild.EIf:
		w.expr(&d.Test)
		w.expr(&d.Yes)
		w.expr(&d.No)
	case *esbuild.EFunction:
		w.fn(&d.Fn)
	case *esbuild.EArrow:
		w.body(d.Args, &d.Body)
	case *esbuild.EClass:
		w.class(&d.Class)
	case *esbuild.EObject:
		for i := range d.Properties {
			w.property(&d.Properties[i])
		}
	case *esbuild.EArray:
		w.exprs(d.Items)
	case *esbuild.ETemplate:
		w.expr(&d.TagOrNil)
		for i := range d.Parts {
			w.expr(&d.Parts[i].Value)
		}
	case *esbuild.EAwait:
		w.expr(&d.Value)
	case *esbuild.EYield:
		w.expr(&d.ValueOrNil)
	case *esbuild.ESpread:
		w.expr(&d.Value)
	case *esbuild.EImportCall:
		w.expr(&d.Expr)
		w.expr(&d.OptionsOrNil)
	case *esbuild.EInlinedEnum:
		w.expr(&d.Value)
	case *esbuild.EAnnotation:
		w.expr(&d.Value)
	case *esbuild.EJSXElement:
		w.expr(&d.TagOrNil)
		for i := range d.Properties {
			w.property(&d.Properties[i])
		}
		w.exprs(d.NullableChildren)
	}
	if w.leave != nil {
		w.leave(e)
	}
	w.depth--
}

// spine goes over a left-leaning chain of operators without recursion: those of
// machine-made code are as long as they like.
func (w *walker) spine(d *esbuild.EBinary) {
	var chain []*esbuild.EBinary
	for {
		chain = append(chain, d)
		left, ok := d.Left.Data.(*esbuild.EBinary)
		if !ok {
			break
		}
		if w.enter != nil {
			w.enter(&d.Left)
		}
		d = left
	}
	w.expr(&d.Left)
	for i := len(chain) - 1; i >= 0; i-- {
		w.expr(&chain[i].Right)
		if i > 0 && w.leave != nil {
			w.leave(&chain[i-1].Left)
		}
	}
}
