package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

func (r *run) args(list []esbuild.Expr, e *env, this value) []value {
	out := make([]value, 0, len(list))
	for i := range list {
		if s, ok := list[i].Data.(*esbuild.ESpread); ok {
			out = append(out, r.elements(r.eval(s.Value, e, this))...)
			continue
		}
		out = append(out, r.eval(list[i], e, this))
	}
	if len(out) > maxText {
		r.stop()
	}
	return out
}

func (r *run) callExpr(d *esbuild.ECall, e *env, this value) value {
	var base esbuild.Expr
	var name string
	named := false
	switch t := d.Target.Data.(type) {
	case *esbuild.EDot:
		base, name, named = t.Target, t.Name, true
	case *esbuild.EIndex:
		base = t.Target
		if key, ok := t.Index.Data.(*esbuild.EString); ok {
			name, named = r.name(key), true
		}
	default:
		return r.call(r.eval(d.Target, e, this), undefined, r.args(d.Args, e, this))
	}
	receiver := r.eval(base, e, this)
	if !named {
		callee := r.get(receiver, r.eval(d.Target.Data.(*esbuild.EIndex).Index, e, this))
		return r.call(callee, receiver, r.args(d.Args, e, this))
	}
	// The methods of texts and lists make no function objects: decoders call
	// little else.
	var f function
	switch {
	case receiver.kind == isString:
		f = textMethod(name)
	case receiver.isList() && receiver.obj.props == nil:
		f = listMethod(name)
	}
	if f != nil {
		r.charge(1)
		return f(r, receiver, r.args(d.Args, e, this))
	}
	return r.call(r.member(receiver, name), receiver, r.args(d.Args, e, this))
}

// name is a property's name that is written as a text.
func (r *run) name(key *esbuild.EString) string {
	if s, ok := r.known[key]; ok {
		return s
	}
	s := esbuild.Text(key.Value)
	r.known[key] = s
	return s
}

// call calls a function of the code, or one of builtins.
func (r *run) call(f, this value, args []value) value {
	r.charge(1)
	if !f.isFunc() {
		r.stop()
	}
	if r.calls++; r.calls > maxCalls {
		r.stop()
	}
	if f.obj.native != nil {
		v := f.obj.native(r, this, args)
		r.calls--
		return v
	}
	c := f.obj.fn
	if c.async {
		r.stop()
	}
	if c.arrow {
		this = c.this
	}
	k := r.cipherOf(c, args)
	if k != nil && k.trusted() {
		if out, ok := decipher(args[0].str, args[1].str); ok {
			r.charge(64 + len(out))
			r.decoded = true
			r.calls--
			return units(out)
		}
	}
	q, keep := r.question(c, args)
	before := r.decoded
	if keep {
		if was, found := r.memo.known[q]; found {
			r.decoded = before || was.decoded
			r.calls--
			return was.v
		}
		r.decoded = false
	}
	e := &env{up: c.env, vars: make([]variable, 0, len(c.args)+4)}
	if !c.arrow && r.file.valid(c.refs) && r.file.defs[c.refs.InnerIndex].uses > 0 {
		e.declare(r.file.id(c.refs), listOf(append([]value{}, args...)))
	}
	for i := range c.args {
		v := undefined
		switch {
		case c.rest && i == len(c.args)-1:
			v = listOf(append([]value{}, args[min(i, len(args)):]...))
		case i < len(args):
			v = args[i]
		}
		if v.kind == isUndefined && c.args[i].DefaultOrNil.Data != nil {
			v = r.eval(c.args[i].DefaultOrNil, e, this)
		}
		r.bind(c.args[i].Binding, v, e, this)
	}
	ids, ok := r.locals[c.body]
	if !ok {
		r.hoist(c.body.Block.Stmts, &ids, 0)
		r.locals[c.body] = ids
	}
	for _, id := range ids {
		if !e.has(id) {
			e.vars = append(e.vars, variable{id: id})
		}
	}
	end := r.statements(c.body.Block.Stmts, e, this)
	r.calls--
	v := undefined
	if end.how == returns {
		v = end.v
	}
	if k != nil {
		k.compare(args, v)
	}
	if keep {
		r.remember(q, answer{v, r.decoded})
		r.decoded = r.decoded || before
	}
	return v
}

// hoist declares the variables of a function's body, so that they are its own in
// each call.
func (r *run) hoist(list []esbuild.Stmt, ids *[]uint32, depth int) {
	if depth > 40 {
		r.stop()
	}
	for i := range list {
		r.hoistOne(&list[i], ids, depth)
	}
}

func (r *run) hoistOne(s *esbuild.Stmt, ids *[]uint32, depth int) {
	r.charge(1)
	switch d := s.Data.(type) {
	case *esbuild.SLocal:
		for i := range d.Decls {
			if id, ok := d.Decls[i].Binding.Data.(*esbuild.BIdentifier); ok {
				*ids = append(*ids, r.file.id(id.Ref))
			}
		}
	case *esbuild.SBlock:
		r.hoist(d.Stmts, ids, depth+1)
	case *esbuild.SIf:
		r.hoistOne(&d.Yes, ids, depth+1)
		r.hoistOne(&d.NoOrNil, ids, depth+1)
	case *esbuild.SFor:
		r.hoistOne(&d.InitOrNil, ids, depth+1)
		r.hoistOne(&d.Body, ids, depth+1)
	case *esbuild.SWhile:
		r.hoistOne(&d.Body, ids, depth+1)
	case *esbuild.SDoWhile:
		r.hoistOne(&d.Body, ids, depth+1)
	case *esbuild.SForIn:
		r.hoistOne(&d.Init, ids, depth+1)
		r.hoistOne(&d.Body, ids, depth+1)
	case *esbuild.SForOf:
		r.hoistOne(&d.Init, ids, depth+1)
		r.hoistOne(&d.Body, ids, depth+1)
	case *esbuild.STry:
		r.hoist(d.Block.Stmts, ids, depth+1)
		if d.Catch != nil {
			r.hoist(d.Catch.Block.Stmts, ids, depth+1)
		}
	case *esbuild.SSwitch:
		for i := range d.Cases {
			r.hoist(d.Cases[i].Body, ids, depth+1)
		}
	case *esbuild.SLabel:
		r.hoistOne(&d.Stmt, ids, depth+1)
	}
}

// has reports whether a call itself has a variable.
func (e *env) has(id uint32) bool {
	for i := range e.vars {
		if e.vars[i].id == id {
			return true
		}
	}
	return false
}

func (r *run) newExpr(d *esbuild.ENew, e *env, this value) value {
	callee := r.eval(d.Target, e, this)
	args := r.args(d.Args, e, this)
	if !callee.isFunc() {
		r.stop()
	}
	if callee.obj.native != nil {
		return r.call(callee, objectOf(&object{name: "new"}), args)
	}
	made := objectOf(&object{props: map[string]value{}})
	if proto, ok := callee.obj.props["prototype"]; ok && proto.kind == isObject {
		for _, k := range proto.obj.keys {
			r.put(made, text(k), proto.obj.props[k])
		}
	}
	if got := r.call(callee, made, args); got.kind == isObject {
		return got
	}
	return made
}

// get reads a property.
func (r *run) get(base, key value) value {
	if i := index(key); i >= 0 {
		switch {
		case base.isList():
			if i < len(base.obj.items) {
				return base.obj.items[i]
			}
			return undefined
		case base.isBuffer():
			if i < len(base.obj.bytes) {
				return number(float64(base.obj.bytes[i]))
			}
			return undefined
		case base.kind == isString:
			if i < len(base.str) {
				return units(base.str[i : i+1])
			}
			return undefined
		}
	}
	return r.member(base, units(r.toString(key)).goText())
}

// member reads a property by its name, which is no place in a list.
func (r *run) member(base value, name string) value {
	switch base.kind {
	case isUndefined, isNull:
		panic(thrown{text("TypeError")})
	case isString:
		if name == "length" {
			return number(float64(len(base.str)))
		}
		if name == "constructor" {
			return r.global("String")
		}
		return method(textMethod, name)
	case isNumber:
		if name == "constructor" {
			return r.global("Number")
		}
		return method(numberMethod, name)
	case isBool:
		if name == "constructor" {
			return r.global("Boolean")
		}
		return method(numberMethod, name)
	}
	o := base.obj
	if v, ok := o.props[name]; ok {
		return v
	}
	if o.globals {
		return r.global(name)
	}
	if o.lookup != nil {
		if f := o.lookup(name); f != nil {
			return native(name, f)
		}
		if o.native == nil {
			r.stop() // of an object of the language more is there than is known here
		}
	}
	switch {
	case o.list && name == "length":
		return number(float64(len(o.items)))
	case o.isBytes && (name == "length" || name == "byteLength"):
		return number(float64(len(o.bytes)))
	case o.list:
		if name == "constructor" {
			return r.global("Array")
		}
		return method(listMethod, name)
	case o.isBytes:
		return method(bytesMethod, name)
	case o.pattern != nil:
		return method(patternMethod, name)
	case base.isFunc():
		switch name {
		case "constructor":
			return r.global("Function")
		case "prototype":
			p := objectOf(&object{props: map[string]value{}})
			if o.native == nil {
				r.put(base, text("prototype"), p)
			}
			return p
		case "length":
			if o.fn != nil {
				return number(float64(len(o.fn.args)))
			}
		}
		if f := method(functionMethod, name); f.kind != isUndefined {
			return f
		}
		if o.native != nil {
			r.stop() // of an object of the language more is there than is known here
		}
		return undefined
	}
	return method(objectMethod, name)
}

// method finds a method by its name; one that is not known is not there, as in
// an object that lacks it.
func method(of lookup, name string) value {
	if f := of(name); f != nil {
		return native(name, f)
	}
	return undefined
}
