package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

// bind declares the names of a pattern.
func (r *run) bind(b esbuild.Binding, v value, e *env, this value) {
	switch d := b.Data.(type) {
	case nil, *esbuild.BMissing:
	case *esbuild.BIdentifier:
		e.declare(r.file.id(d.Ref), v)
	case *esbuild.BArray:
		items := r.elements(v)
		for i := range d.Items {
			switch {
			case d.HasSpread && i == len(d.Items)-1:
				r.bind(d.Items[i].Binding, listOf(append([]value{}, items[min(i, len(items)):]...)), e, this)
			case i < len(items) && items[i].kind != isUndefined:
				r.bind(d.Items[i].Binding, items[i], e, this)
			case d.Items[i].DefaultValueOrNil.Data != nil:
				r.bind(d.Items[i].Binding, r.eval(d.Items[i].DefaultValueOrNil, e, this), e, this)
			default:
				r.bind(d.Items[i].Binding, undefined, e, this)
			}
		}
	case *esbuild.BObject:
		for i := range d.Properties {
			p := &d.Properties[i]
			if p.IsSpread {
				r.stop()
			}
			got := r.get(v, r.eval(p.Key, e, this))
			if got.kind == isUndefined && p.DefaultValueOrNil.Data != nil {
				got = r.eval(p.DefaultValueOrNil, e, this)
			}
			r.bind(p.Value, got, e, this)
		}
	default:
		r.stop()
	}
}

// assign changes what an expression names.
func (r *run) assign(x esbuild.Expr, v value, e *env, this value) {
	switch d := x.Data.(type) {
	case *esbuild.EIdentifier:
		ref := r.file.follow(d.Ref)
		if at := e.find(ref.InnerIndex); at != nil {
			*at = v
			return
		}
		if _, free := r.file.free(ref); free {
			r.stop()
		}
		*r.cell(ref) = v
	case *esbuild.EDot:
		r.put(r.eval(d.Target, e, this), text(d.Name), v)
	case *esbuild.EIndex:
		base := r.eval(d.Target, e, this)
		r.put(base, r.eval(d.Index, e, this), v)
	case *esbuild.EArray:
		items := r.elements(v)
		for i := range d.Items {
			got := undefined
			if i < len(items) {
				got = items[i]
			}
			r.assign(d.Items[i], got, e, this)
		}
	default:
		r.stop()
	}
}

// put stores a property.
func (r *run) put(base, key, v value) {
	if base.kind != isObject || base.obj.native != nil {
		r.stop()
	}
	o := base.obj
	if i := index(key); i >= 0 {
		switch {
		case o.isBytes:
			if i < len(o.bytes) {
				o.bytes[i] = byte(int32Of(r.toNumber(v)))
			}
			return
		case o.list:
			r.lengthen(o, i+1)
			o.items[i] = v
			return
		}
	}
	name := units(r.toString(key)).goText()
	if o.list && name == "length" {
		n := int(r.toNumber(v))
		if n < 0 {
			r.stop()
		}
		r.lengthen(o, n)
		o.items = o.items[:n]
		return
	}
	if name == "__proto__" {
		r.stop()
	}
	if o.props == nil {
		o.props = map[string]value{}
	}
	if _, ok := o.props[name]; !ok {
		o.keys = append(o.keys, name)
	}
	r.charge(len(name) / 16)
	o.props[name] = v
}

// sparse is how far behind its end a list may be set: variables in the list of arguments have places far apart.
const sparse = 1 << 10

// lengthen gives a list so many entries, where it has fewer.
func (r *run) lengthen(o *object, n int) {
	if n > len(o.items)+sparse || n > maxText {
		r.stop()
	}
	r.charge(max(n-len(o.items), 0) / 8)
	for len(o.items) < n {
		o.items = append(o.items, undefined)
	}
}

// elements are what a loop over a value gives.
func (r *run) elements(v value) []value {
	switch {
	case v.isList():
		r.charge(len(v.obj.items) / 8)
		return v.obj.items
	case v.isBuffer():
		r.charge(len(v.obj.bytes) / 8)
		out := make([]value, len(v.obj.bytes))
		for i, b := range v.obj.bytes {
			out[i] = number(float64(b))
		}
		return out
	case v.kind == isString:
		r.charge(len(v.str) / 8)
		var out []value
		for i := 0; i < len(v.str); i++ {
			if c := v.str[i]; c >= 0xD800 && c < 0xDC00 && i+1 < len(v.str) {
				out = append(out, units(v.str[i:i+2]))
				i++
				continue
			}
			out = append(out, units(v.str[i:i+1]))
		}
		return out
	}
	r.stop()
	return nil
}

// names are the keys that a for-in loop gives.
func (r *run) names(v value) []value {
	var out []value
	switch {
	case v.isList():
		for i := range v.obj.items {
			out = append(out, text(numberText(float64(i))))
		}
	case v.kind == isObject && !v.isBuffer():
		for _, k := range v.obj.keys {
			out = append(out, text(k))
		}
	default:
		r.stop()
	}
	r.charge(len(out))
	return out
}
