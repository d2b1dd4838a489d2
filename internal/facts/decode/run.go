package decode

import (
	"math"

	esbuild "github.com/evanw/esbuild/bridge"
)

// Bounds of the evaluator. They are counted and not timed, so that the same
// file gives the same facts on every machine.
const (
	maxText  = 1 << 20 // code units of a text, entries of a list, bytes
	maxCalls = 200     // calls inside each other
	maxNest  = 2000    // expressions inside each other
)

// Ways out of an evaluation. A stranger's code throws its own, which try sees;
// stopped ends it all.
type stopped struct{}
type thrown struct{ v value }

// run is one evaluation. It knows no file, no clock, no network and no host: a
// name that is not in builtins ends it.
type run struct {
	file  *survey
	cells map[uint32]*value
	// bad are the variables of which something was changed and not to the end.
	bad     map[uint32]bool
	touched map[uint32]bool // while a list is being rotated
	steps   int             // those that are left
	calls   int
	nest    int
	// decoded is true when something that decodes was asked.
	decoded bool
	// code is what an evaluation came to that is to be run, body whether it is
	// that of a function.
	code   string
	body   bool
	known  map[*esbuild.EString]string // names of properties
	locals map[*esbuild.FnBody][]uint32
	memo   memo
	// ciphers are the functions that may be one.
	ciphers map[*esbuild.FnBody]*cipher
}

func (r *run) stop() { panic(stopped{}) }

// charge pays for work.
func (r *run) charge(n int) {
	if r.steps -= n; r.steps < 0 {
		r.stop()
	}
}

// attempt evaluates and says whether it came to an end, within some steps of
// what the file has left.
func (r *run) attempt(steps int, f func() value) (v value, ok bool) {
	have := r.steps
	r.steps = min(steps, have)
	spend := r.steps
	calls, nest := r.calls, r.nest
	defer func() {
		r.steps = have - (spend - max(r.steps, 0))
		r.calls, r.nest = calls, nest
		switch recover().(type) {
		case nil:
		case stopped, thrown:
			v, ok = value{}, false
		default:
			// A mistake of ours in a stranger's code: nothing is decoded.
			v, ok = value{}, false
		}
	}()
	return f(), true
}

// cell is a variable outside of all calls that are being evaluated.
func (r *run) cell(ref esbuild.Ref) *value {
	id := ref.InnerIndex
	if c, ok := r.cells[id]; ok {
		if c == nil || r.bad[id] {
			r.stop() // it needs itself, or was left halfway
		}
		if r.touched != nil {
			r.touched[id] = true
		}
		return c
	}
	d := r.file.def(ref)
	if d == nil || d.param || d.writes > d.own+1 {
		r.stop()
	}
	r.cells[id] = nil
	var v value
	switch {
	case d.fn != nil:
		v = objectOf(&object{fn: &closure{args: d.fn.Args, body: &d.fn.Body, rest: d.fn.HasRestArg, refs: d.fn.ArgumentsRef,
			async: d.fn.IsAsync || d.fn.IsGenerator, start: d.start}})
	case d.init != nil && d.writes <= d.own+1:
		ok := false
		func() {
			defer func() {
				if !ok {
					delete(r.cells, id)
				}
			}()
			v = r.eval(*d.init, nil, undefined)
			ok = true
		}()
	case d.writes == 0 && d.declared:
		v = undefined
	default:
		delete(r.cells, id)
		r.stop()
	}
	r.cells[id] = &v
	if r.touched != nil {
		r.touched[id] = true
	}
	return &v
}

// done says how a statement ended.
type done uint8

const (
	goesOn done = iota
	breaks
	continues
	returns
)

// ending is how and with what.
type ending struct {
	how   done
	label *esbuild.Ref
	v     value
}

func (r *run) statements(list []esbuild.Stmt, e *env, this value) ending {
	for i := range list {
		if f, ok := list[i].Data.(*esbuild.SFunction); ok && f.Fn.Name != nil {
			e.declare(r.file.id(f.Fn.Name.Ref), r.function(&f.Fn, e, list[i].Loc.Start))
		}
	}
	for i := range list {
		if end := r.statement(&list[i], e, this); end.how != goesOn {
			return end
		}
	}
	return ending{}
}

// loops is what the body of a loop says of the loop: whether it ends, and how.
func loops(end ending, label *esbuild.Ref) (leave bool, out ending) {
	mine := end.label == nil || label != nil && *end.label == *label
	switch end.how {
	case breaks:
		if mine {
			return true, ending{}
		}
		return true, end
	case continues:
		if mine {
			return false, ending{}
		}
		return true, end
	case returns:
		return true, end
	}
	return false, ending{}
}

func (r *run) statement(s *esbuild.Stmt, e *env, this value) ending {
	return r.labelled(s, e, this, nil)
}

func (r *run) labelled(s *esbuild.Stmt, e *env, this value, label *esbuild.Ref) ending {
	if s.Data == nil {
		return ending{}
	}
	r.charge(1)
	switch d := s.Data.(type) {
	case *esbuild.SExpr:
		r.eval(d.Value, e, this)
	case *esbuild.SLocal:
		for i := range d.Decls {
			v := undefined
			if d.Decls[i].ValueOrNil.Data != nil {
				v = r.eval(d.Decls[i].ValueOrNil, e, this)
			} else if id, ok := d.Decls[i].Binding.Data.(*esbuild.BIdentifier); ok && e.find(r.file.id(id.Ref)) != nil {
				continue
			}
			r.bind(d.Decls[i].Binding, v, e, this)
		}
	case *esbuild.SReturn:
		v := undefined
		if d.ValueOrNil.Data != nil {
			v = r.eval(d.ValueOrNil, e, this)
		}
		return ending{how: returns, v: v}
	case *esbuild.SThrow:
		panic(thrown{r.eval(d.Value, e, this)})
	case *esbuild.SFunction, *esbuild.SEmpty, *esbuild.SComment, *esbuild.SDirective:
	case *esbuild.SBlock:
		return r.statements(d.Stmts, e, this)
	case *esbuild.SIf:
		if r.eval(d.Test, e, this).truthy() {
			return r.statement(&d.Yes, e, this)
		}
		return r.statement(&d.NoOrNil, e, this)
	case *esbuild.SLabel:
		ref := d.Name.Ref
		end := r.labelled(&d.Stmt, e, this, &ref)
		if end.how == breaks && end.label != nil && *end.label == ref {
			return ending{}
		}
		return end
	case *esbuild.SFor:
		r.statement(&d.InitOrNil, e, this)
		for d.TestOrNil.Data == nil || r.eval(d.TestOrNil, e, this).truthy() {
			r.charge(1)
			if leave, end := loops(r.statement(&d.Body, e, this), label); leave {
				return end
			}
			if d.UpdateOrNil.Data != nil {
				r.eval(d.UpdateOrNil, e, this)
			}
		}
	case *esbuild.SWhile:
		for r.eval(d.Test, e, this).truthy() {
			r.charge(1)
			if leave, end := loops(r.statement(&d.Body, e, this), label); leave {
				return end
			}
		}
	case *esbuild.SDoWhile:
		for {
			r.charge(1)
			if leave, end := loops(r.statement(&d.Body, e, this), label); leave {
				return end
			}
			if !r.eval(d.Test, e, this).truthy() {
				break
			}
		}
	case *esbuild.SForOf:
		return r.each(d.Init, r.elements(r.eval(d.Value, e, this)), &d.Body, e, this, label)
	case *esbuild.SForIn:
		return r.each(d.Init, r.names(r.eval(d.Value, e, this)), &d.Body, e, this, label)
	case *esbuild.STry:
		return r.try(d, e, this)
	case *esbuild.SSwitch:
		return r.choose(d, e, this)
	case *esbuild.SBreak:
		return ending{how: breaks, label: labelOf(d.Label)}
	case *esbuild.SContinue:
		return ending{how: continues, label: labelOf(d.Label)}
	default:
		r.stop()
	}
	return ending{}
}

func labelOf(l *esbuild.LocRef) *esbuild.Ref {
	if l == nil {
		return nil
	}
	return &l.Ref
}

func (r *run) each(init esbuild.Stmt, items []value, body *esbuild.Stmt, e *env, this value, label *esbuild.Ref) ending {
	for _, v := range items {
		r.charge(1)
		switch d := init.Data.(type) {
		case *esbuild.SLocal:
			r.bind(d.Decls[0].Binding, v, e, this)
		case *esbuild.SExpr:
			r.assign(d.Value, v, e, this)
		default:
			r.stop()
		}
		if leave, end := loops(r.statement(body, e, this), label); leave {
			return end
		}
	}
	return ending{}
}

func (r *run) try(d *esbuild.STry, e *env, this value) (end ending) {
	calls, nest := r.calls, r.nest
	caught := func() (v value, is bool) {
		defer func() {
			switch p := recover().(type) {
			case nil:
			case thrown:
				r.calls, r.nest = calls, nest
				v, is = p.v, true
			default:
				panic(p)
			}
		}()
		end = r.statements(d.Block.Stmts, e, this)
		return undefined, false
	}
	if v, is := caught(); is {
		if d.Catch == nil {
			if d.Finally == nil {
				r.stop()
			}
			if end := r.statements(d.Finally.Block.Stmts, e, this); end.how != goesOn {
				return end
			}
			panic(thrown{v})
		}
		r.bind(d.Catch.BindingOrNil, v, e, this)
		end = r.statements(d.Catch.Block.Stmts, e, this)
	}
	if d.Finally != nil {
		if last := r.statements(d.Finally.Block.Stmts, e, this); last.how != goesOn {
			return last
		}
	}
	return end
}

func (r *run) choose(d *esbuild.SSwitch, e *env, this value) ending {
	v := r.eval(d.Test, e, this)
	from := -1
	for i := range d.Cases {
		if d.Cases[i].ValueOrNil.Data != nil && same(v, r.eval(d.Cases[i].ValueOrNil, e, this)) {
			from = i
			break
		}
	}
	if from < 0 {
		for i := range d.Cases {
			if d.Cases[i].ValueOrNil.Data == nil {
				from = i
			}
		}
	}
	if from < 0 {
		return ending{}
	}
	for i := from; i < len(d.Cases); i++ {
		end := r.statements(d.Cases[i].Body, e, this)
		if end.how == breaks && end.label == nil {
			return ending{}
		}
		if end.how != goesOn {
			return end
		}
	}
	return ending{}
}

// same is ===.
func same(a, b value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case isBool, isNumber:
		return a.num == b.num
	case isString:
		if len(a.str) != len(b.str) {
			return false
		}
		for i := range a.str {
			if a.str[i] != b.str[i] {
				return false
			}
		}
		return true
	case isObject:
		return a.obj == b.obj
	}
	return true
}

// like is ==.
func (r *run) like(a, b value) bool {
	switch {
	case a.nullish() || b.nullish():
		return a.nullish() && b.nullish()
	case a.kind == b.kind:
		return same(a, b)
	case a.kind == isObject:
		return r.like(r.plain(a), b)
	case b.kind == isObject:
		return r.like(a, r.plain(b))
	}
	x, y := r.toNumber(a), r.toNumber(b)
	return x == y && !math.IsNaN(x)
}

// plain is what an object counts as in arithmetic.
func (r *run) plain(v value) value {
	if v.kind != isObject {
		return v
	}
	return units(r.toString(v))
}
