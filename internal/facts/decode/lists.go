package decode

import (
	"slices"
	"strings"
)

// span reads the two places of slice.
func (r *run) span(args []value, n int) (from, to int) {
	at := func(i, otherwise int) int {
		x := r.whole(args, i, otherwise)
		if x < 0 {
			x += n
		}
		return min(max(x, 0), n)
	}
	from, to = at(0, 0), at(1, n)
	return from, max(from, to)
}

func listMethod(name string) function {
	switch name {
	case "push":
		return func(r *run, this value, args []value) value {
			this.mustList(r)
			if len(this.obj.items)+len(args) > maxText {
				r.stop()
			}
			this.obj.items = append(this.obj.items, args...)
			return number(float64(len(this.obj.items)))
		}
	case "shift":
		return func(r *run, this value, _ []value) value {
			this.mustList(r)
			if len(this.obj.items) == 0 {
				return undefined
			}
			v := this.obj.items[0]
			this.obj.items = this.obj.items[1:]
			return v
		}
	case "pop":
		return func(r *run, this value, _ []value) value {
			this.mustList(r)
			n := len(this.obj.items)
			if n == 0 {
				return undefined
			}
			v := this.obj.items[n-1]
			this.obj.items = this.obj.items[:n-1]
			return v
		}
	case "unshift":
		return func(r *run, this value, args []value) value {
			this.mustList(r)
			r.charge(len(this.obj.items) / 8)
			if len(this.obj.items)+len(args) > maxText {
				r.stop()
			}
			this.obj.items = append(slices.Clone(args), this.obj.items...)
			return number(float64(len(this.obj.items)))
		}
	case "join":
		return func(r *run, this value, args []value) value {
			with := []uint16{','}
			if v := arg(args, 0); v.kind != isUndefined {
				with = r.toString(v)
			}
			return units(r.join(r.elements(this), with, 0))
		}
	case "reverse":
		return func(r *run, this value, _ []value) value {
			this.mustList(r)
			r.charge(len(this.obj.items) / 8)
			slices.Reverse(this.obj.items)
			return this
		}
	case "slice":
		return func(r *run, this value, args []value) value {
			items := r.elements(this)
			from, to := r.span(args, len(items))
			return listOf(slices.Clone(items[from:to]))
		}
	case "splice":
		return func(r *run, this value, args []value) value {
			this.mustList(r)
			items := this.obj.items
			from, _ := r.span(args[:min(1, len(args))], len(items))
			n := min(max(r.whole(args, 1, len(items)), 0), len(items)-from)
			r.charge(len(items) / 8)
			out := slices.Clone(items[from : from+n])
			rest := slices.Clone(items[from+n:])
			this.obj.items = append(append(items[:from:from], args[min(2, len(args)):]...), rest...)
			return listOf(out)
		}
	case "concat":
		return func(r *run, this value, args []value) value {
			out := slices.Clone(r.elements(this))
			for _, a := range args {
				if a.isList() {
					out = append(out, a.obj.items...)
				} else {
					out = append(out, a)
				}
				if len(out) > maxText {
					r.stop()
				}
			}
			r.charge(len(out) / 8)
			return listOf(out)
		}
	case "map", "forEach", "filter", "some", "every", "find", "findIndex":
		return func(r *run, this value, args []value) value { return over(r, name, r.elements(this), this, args) }
	case "reduce", "reduceRight":
		return func(r *run, this value, args []value) value {
			items := slices.Clone(r.elements(this))
			at := func(i int) int { return i }
			if name == "reduceRight" {
				slices.Reverse(items)
				n := len(items)
				at = func(i int) int { return n - 1 - i }
			}
			i, v := 0, arg(args, 1)
			if len(args) < 2 {
				if len(items) == 0 {
					r.stop()
				}
				i, v = 1, items[0]
			}
			for ; i < len(items); i++ {
				v = r.call(arg(args, 0), undefined, []value{v, items[i], number(float64(at(i))), this})
			}
			return v
		}
	case "indexOf", "includes":
		return func(r *run, this value, args []value) value {
			items := r.elements(this)
			r.charge(len(items) / 4)
			i := slices.IndexFunc(items, func(v value) bool { return same(v, arg(args, 0)) })
			if name == "includes" {
				return boolean(i >= 0)
			}
			return number(float64(i))
		}
	case "at":
		return func(r *run, this value, args []value) value {
			items := r.elements(this)
			i := r.whole(args, 0, 0)
			if i < 0 {
				i += len(items)
			}
			if i < 0 || i >= len(items) {
				return undefined
			}
			return items[i]
		}
	case "fill":
		return func(r *run, this value, args []value) value {
			this.mustList(r)
			from, to := r.span(args[min(1, len(args)):], len(this.obj.items))
			for i := from; i < to; i++ {
				this.obj.items[i] = arg(args, 0)
			}
			return this
		}
	case "entries":
		return func(*run, value, []value) value { return objectOf(&object{tag: "Array Iterator"}) }
	case "flat", "keys", "sort":
		return func(r *run, _ value, _ []value) value { r.stop(); return undefined }
	case "toString":
		return func(r *run, this value, _ []value) value { return units(r.toString(this)) }
	}
	return nil
}

// over is what calls a function for each entry of a list.
func over(r *run, name string, items []value, this value, args []value) value {
	var out []value
	for i := range items {
		v := r.call(arg(args, 0), arg(args, 1), []value{items[i], number(float64(i)), this})
		switch name {
		case "map":
			out = append(out, v)
		case "filter":
			if v.truthy() {
				out = append(out, items[i])
			}
		case "some":
			if v.truthy() {
				return boolean(true)
			}
		case "every":
			if !v.truthy() {
				return boolean(false)
			}
		case "find":
			if v.truthy() {
				return items[i]
			}
		case "findIndex":
			if v.truthy() {
				return number(float64(i))
			}
		}
	}
	switch name {
	case "map", "filter":
		return listOf(out)
	case "some":
		return boolean(false)
	case "every":
		return boolean(true)
	case "findIndex":
		return number(-1)
	}
	return undefined
}

func (v value) mustList(r *run) {
	if !v.isList() {
		r.stop()
	}
}

func functionMethod(name string) function {
	switch name {
	case "call":
		return func(r *run, this value, args []value) value {
			return r.call(this, arg(args, 0), args[min(1, len(args)):])
		}
	case "apply":
		return func(r *run, this value, args []value) value {
			var list []value
			if v := arg(args, 1); !v.nullish() {
				list = r.elements(v)
			}
			return r.call(this, arg(args, 0), list)
		}
	case "bind":
		return func(_ *run, this value, args []value) value {
			bound := slices.Clone(args[min(1, len(args)):])
			return native("bound", func(r *run, _ value, more []value) value {
				return r.call(this, arg(args, 0), append(slices.Clone(bound), more...))
			})
		}
	case "toString":
		return func(r *run, this value, _ []value) value { return units(r.toString(this)) }
	}
	return nil
}

// made is Function. Of its texts only those are run that ask for a function of
// the language ("return eval"); others are kept, as code that the file runs.
func made(r *run, _ value, args []value) value {
	if len(args) == 0 {
		r.stop()
	}
	body := r.textArg(args, len(args)-1)
	name, ok := strings.CutPrefix(strings.TrimSuffix(strings.TrimSpace(body), ";"), "return")
	name = strings.TrimSpace(strings.Trim(strings.TrimSpace(name), "()"))
	if name == "this" {
		name = "globalThis"
	}
	for _, c := range name {
		ok = ok && (c == '_' || c == '$' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
	}
	if !ok || len(args) > 1 {
		r.ran(body, true)
	}
	return native("anonymous", func(r *run, _ value, _ []value) value { return r.global(name) })
}

// ran ends an evaluation that comes to code in a text, and keeps it.
func (r *run) ran(code string, body bool) {
	r.code, r.body = code, body
	r.stop()
}
