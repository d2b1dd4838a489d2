package decode

import (
	"slices"
	"strings"
)

func textMethod(name string) function {
	f := textFunction(name)
	if f == nil {
		return nil
	}
	return func(r *run, this value, args []value) value {
		if this.nullish() {
			r.stop()
		}
		s := r.toString(this)
		r.charge(1)
		return f(r, units(s), args)
	}
}

func textFunction(name string) function {
	switch name {
	case "charCodeAt", "codePointAt":
		return func(r *run, this value, args []value) value {
			i := r.whole(args, 0, 0)
			if i < 0 || i >= len(this.str) {
				if name == "codePointAt" {
					return undefined
				}
				return number(textNumber("NaN"))
			}
			c := this.str[i]
			if name == "codePointAt" && c >= 0xD800 && c < 0xDC00 && i+1 < len(this.str) {
				return number(float64((int(c)-0xD800)<<10 + int(this.str[i+1]) - 0xDC00 + 0x10000))
			}
			return number(float64(c))
		}
	case "charAt", "at":
		return func(r *run, this value, args []value) value {
			i := r.whole(args, 0, 0)
			if name == "at" && i < 0 {
				i += len(this.str)
			}
			if i < 0 || i >= len(this.str) {
				return units(nil)
			}
			return units(this.str[i : i+1])
		}
	case "split":
		return split
	case "slice":
		return func(r *run, this value, args []value) value {
			from, to := r.span(args, len(this.str))
			return units(this.str[from:to])
		}
	case "substring":
		return func(r *run, this value, args []value) value {
			n := len(this.str)
			from := min(max(r.whole(args, 0, 0), 0), n)
			to := min(max(r.whole(args, 1, n), 0), n)
			return units(this.str[min(from, to):max(from, to)])
		}
	case "substr":
		return func(r *run, this value, args []value) value {
			n := len(this.str)
			from := r.whole(args, 0, 0)
			if from < 0 {
				from += n
			}
			from = min(max(from, 0), n)
			return units(this.str[from : from+min(max(r.whole(args, 1, n-from), 0), n-from)])
		}
	case "indexOf", "includes", "startsWith", "endsWith", "lastIndexOf":
		return func(r *run, this value, args []value) value {
			s, what := this.str, r.toString(arg(args, 0))
			r.charge(len(s) / 16)
			switch name {
			case "startsWith":
				return boolean(len(s) >= len(what) && slices.Equal(s[:len(what)], what))
			case "endsWith":
				return boolean(len(s) >= len(what) && slices.Equal(s[len(s)-len(what):], what))
			case "lastIndexOf":
				for i := len(s) - len(what); i >= 0; i-- {
					if slices.Equal(s[i:i+len(what)], what) {
						return number(float64(i))
					}
				}
				return number(-1)
			}
			i := find(s, what, min(max(r.whole(args, 1, 0), 0), len(s)))
			if name == "includes" {
				return boolean(i >= 0)
			}
			return number(float64(i))
		}
	case "concat":
		return func(r *run, this value, args []value) value {
			out := slices.Clone(this.str)
			for _, a := range args {
				out = append(out, r.toString(a)...)
			}
			r.charge(len(out) / 16)
			return units(out)
		}
	case "repeat":
		return func(r *run, this value, args []value) value {
			n := r.whole(args, 0, 0)
			if n < 0 || n*len(this.str) > maxText {
				r.stop()
			}
			r.charge(n * len(this.str) / 16)
			return units(slices.Repeat(this.str, n))
		}
	case "toLowerCase":
		return func(_ *run, this value, _ []value) value { return text(strings.ToLower(this.goText())) }
	case "toUpperCase":
		return func(_ *run, this value, _ []value) value { return text(strings.ToUpper(this.goText())) }
	case "trim":
		return func(_ *run, this value, _ []value) value { return text(strings.TrimSpace(this.goText())) }
	case "padStart":
		return func(r *run, this value, args []value) value {
			n, fill := r.whole(args, 0, 0), []uint16{' '}
			if len(args) > 1 {
				fill = r.toString(args[1])
			}
			if n > 4096 || len(fill) == 0 {
				r.stop()
			}
			var out []uint16
			for len(out) < n-len(this.str) {
				out = append(out, fill[len(out)%len(fill)])
			}
			return units(append(out, this.str...))
		}
	case "replace", "replaceAll":
		return func(r *run, this value, args []value) value { return r.replace(this, args, name == "replaceAll") }
	case "match", "search":
		return func(r *run, this value, args []value) value { return r.match(this, arg(args, 0), name == "search") }
	case "toString", "valueOf":
		return func(_ *run, this value, _ []value) value { return this }
	case "fontcolor", "italics", "link", "big", "bold", "anchor":
		// Of these, texts that are made of nothing but brackets take letters.
		return func(r *run, this value, args []value) value {
			quoted := strings.ReplaceAll(r.textArg(args, 0), `"`, "&quot;")
			s := this.goText()
			return text(map[string]string{
				"fontcolor": `<font color="` + quoted + `">` + s + "</font>", "italics": "<i>" + s + "</i>",
				"link": `<a href="` + quoted + `">` + s + "</a>", "big": "<big>" + s + "</big>", "bold": "<b>" + s + "</b>",
				"anchor": `<a name="` + quoted + `">` + s + "</a>",
			}[name])
		}
	}
	return nil
}

// find returns the first place of a text from a place on; -1: there is none.
func find(s, what []uint16, from int) int {
	for i := from; i+len(what) <= len(s); i++ {
		if slices.Equal(s[i:i+len(what)], what) {
			return i
		}
	}
	return -1
}

func split(r *run, this value, args []value) value {
	s := this.str
	r.charge(len(s) / 8)
	by := arg(args, 0)
	if by.kind == isUndefined {
		return listOf([]value{this})
	}
	if by.kind == isObject && by.obj.pattern != nil {
		return r.splitBy(this, by.obj.pattern)
	}
	what := r.toString(by)
	var out []value
	if len(what) == 0 {
		for i := range s {
			out = append(out, units(s[i:i+1]))
		}
		return listOf(out)
	}
	for {
		i := find(s, what, 0)
		if i < 0 {
			return listOf(append(out, units(s)))
		}
		out, s = append(out, units(s[:i])), s[i+len(what):]
	}
}
