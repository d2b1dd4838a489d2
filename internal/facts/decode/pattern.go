package decode

import (
	"regexp"
	"strings"
)

// pattern is a regular expression. Go's never takes longer than its text, and
// knows no look-around: what needs that is not evaluated.
type pattern struct {
	source, flags string
	re            *regexp.Regexp
}

// regexp reads a literal: /source/flags.
func (r *run) regexp(literal string) value {
	i := strings.LastIndexByte(literal, '/')
	if i < 1 {
		r.stop()
	}
	return r.compile(literal[1:i], literal[i+1:])
}

func (r *run) compile(source, flags string) value {
	r.charge(10 + len(source))
	prefix := ""
	for _, f := range flags {
		switch f {
		case 'i', 's', 'm':
			prefix += string(f)
		case 'g', 'u':
		default:
			r.stop()
		}
	}
	if len(source) > 1000 {
		r.stop()
	}
	text := source
	if prefix != "" {
		text = "(?" + prefix + ")" + text
	}
	re, err := regexp.Compile(text)
	if err != nil {
		r.stop()
	}
	return objectOf(&object{pattern: &pattern{source, flags, re}, props: map[string]value{}})
}

func (r *run) replace(this value, args []value, all bool) value {
	what, with := arg(args, 0), arg(args, 1)
	s := this.goText()
	r.charge(len(s) / 16)
	var spans [][]int
	switch {
	case what.kind == isObject && what.obj.pattern != nil:
		n := 1
		if strings.Contains(what.obj.pattern.flags, "g") {
			n = 100_000
		}
		spans = what.obj.pattern.re.FindAllStringSubmatchIndex(s, n)
	default:
		text := units(r.toString(what)).goText()
		for at := 0; len(spans) < 100_000; {
			i := strings.Index(s[at:], text)
			if i < 0 || text == "" {
				break
			}
			spans = append(spans, []int{at + i, at + i + len(text)})
			if at += i + len(text); !all {
				break
			}
		}
	}
	var out strings.Builder
	last := 0
	for _, at := range spans {
		out.WriteString(s[last:at[0]])
		if with.isFunc() {
			var groups []value
			for i := 0; i+1 < len(at); i += 2 {
				if at[i] < 0 {
					groups = append(groups, undefined)
					continue
				}
				groups = append(groups, text(s[at[i]:at[i+1]]))
			}
			out.WriteString(units(r.toString(r.call(with, undefined, groups))).goText())
		} else {
			by := units(r.toString(with)).goText()
			for i := range len(by) - 1 {
				if by[i] == '$' && strings.IndexByte("$&`'<0123456789", by[i+1]) >= 0 {
					r.stop()
				}
			}
			out.WriteString(by)
		}
		last = at[1]
		r.charge(1)
		if out.Len() > maxText {
			r.stop()
		}
	}
	out.WriteString(s[last:])
	return text(out.String())
}

func (r *run) match(this, what value, search bool) value {
	if what.kind == isString {
		what = r.compile(what.goText(), "")
	}
	if what.kind != isObject || what.obj.pattern == nil {
		r.stop()
	}
	s := this.goText()
	r.charge(len(s) / 8)
	if search {
		at := what.obj.pattern.re.FindStringIndex(s)
		if at == nil {
			return number(-1)
		}
		return number(float64(len(goUnits(s[:at[0]]))))
	}
	var found []string
	if strings.Contains(what.obj.pattern.flags, "g") {
		found = what.obj.pattern.re.FindAllString(s, 100_000)
	} else {
		found = what.obj.pattern.re.FindStringSubmatch(s)
	}
	if found == nil {
		return value{kind: isNull}
	}
	var out []value
	for _, f := range found {
		out = append(out, text(f))
	}
	return listOf(out)
}

func (r *run) splitBy(this value, p *pattern) value {
	var out []value
	for _, s := range p.re.Split(this.goText(), 100_000) {
		out = append(out, text(s))
	}
	return listOf(out)
}

func patternMethod(name string) function {
	switch name {
	case "test":
		return func(r *run, this value, args []value) value {
			if this.kind != isObject || this.obj.pattern == nil {
				r.stop()
			}
			s := r.textArg(args, 0)
			r.charge(len(s) / 8)
			return boolean(this.obj.pattern.re.MatchString(s))
		}
	case "toString":
		return func(r *run, this value, _ []value) value { return units(r.toString(this)) }
	}
	return nil
}
