package fold

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// cut folds slice, substring and substr of a text that take its beginning away. Of a text whose beginning alone is
// known the rest follows, as long as the cut lies in the beginning: ("~/" + name).slice(2) is name. What keeps the beginning
// asks what a text begins with, mostly, and puts it before another: to fold it would make words that nobody writes.
func (f *Walk) cut(method string, base int32, args []int32, depth int) (alts, bool) {
	if len(args) == 0 || len(args) > 2 || args[0] <= 0 {
		return alts{}, false
	}
	from, ok := f.number(args[0], depth)
	to := -1
	if ok && len(args) == 2 {
		if args[1] <= 0 {
			return alts{}, false
		}
		if to, ok = f.number(args[1], depth); method == "substr" {
			to += from
		}
	}
	got := f.alts(base, depth+1)
	if !ok || from == 0 || (to >= 0 && to < from) || !begins(got) {
		return alts{}, false
	}
	return remade(got, func(p value.Pattern) value.Pattern { return cutAt(p, from, to) }), true
}

// begins reports a text one of whose alternatives has a beginning that is known. A list has none.
func begins(a alts) bool {
	for _, p := range a.patterns {
		if len(p) > 0 && p[0].Kind == value.Literal {
			return true
		}
	}
	return false
}

// cutAt is what lies in a text between two places, which count characters; to is -1 for the end. Places count as JavaScript
// counts them, so that nothing is said of a text that is not plain ASCII.
func cutAt(p value.Pattern, from, to int) value.Pattern {
	if len(p) == 0 || p[0].Kind != value.Literal || !plain(p[0].Text) {
		return unknown
	}
	head, rest := p[0].Text, p[1:]
	if len(rest) == 0 {
		from = min(from, len(head))
		if to < 0 || to > len(head) {
			to = len(head)
		}
	}
	switch {
	case from > len(head) || to > len(head):
		return unknown
	case to >= 0:
		return literal(head[from:to])
	default:
		return join(literal(head[from:]), rest)
	}
}

func literal(text string) value.Pattern {
	return value.Pattern{{Kind: value.Literal, Text: text}}
}

func plain(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// replaced folds replace and replaceAll. Where the text, what is looked for and how often it stands there are known, the rest of
// the text is kept: "~/x".replace("~", os.homedir()) is the file x of the home folder. Of others the beginning is.
func (f *Walk) replaced(method string, base int32, args []int32, depth int) (alts, bool) {
	got := f.alts(base, depth+1)
	if len(got.patterns) == 0 || len(got.patterns[0]) == 0 || got.patterns[0][0].Kind == value.Unknown {
		return alts{}, false
	}
	out := alts{open: got.open}
	for _, p := range got.patterns {
		text, ok := p.Constant()
		var before, after string
		var found bool
		if ok && len(args) == 2 && args[0] > 0 && args[1] > 0 {
			before, after, found, ok = f.parted(text, method == "replaceAll", args[0], depth)
		} else {
			ok = false
		}
		switch {
		case !ok && len(p) > 0:
			out.add(append(value.Pattern{p[0]}, value.Part{Kind: value.Unknown}))
		case !ok:
			out.add(unknown)
		case !found:
			out.add(p)
		default:
			with := f.alts(args[1], depth+1).text()
			for _, r := range with.patterns {
				if t, is := r.Constant(); is && strings.Contains(t, "$") {
					with = one(unknown) // a part of what was found
					break
				}
			}
			out.merge(product(product(one(literal(before)), with), one(literal(after))))
		}
	}
	return out, true
}

// maxExpression bounds an expression that is looked for, in bytes.
const maxExpression = 200

// parted looks for what a node says, a text or an expression, in a text: what stands before and after the one place where it is. ok
// is false where that cannot be told: it is not known what is looked for, or it is replaced at several places.
func (f *Walk) parted(text string, all bool, n int32, depth int) (before, after string, found, ok bool) {
	u, v, _ := f.s.Code(n)
	if v != nil && v.Op == ir.OpRegExp {
		source, global, fine := expression(u.Strings[v.A])
		if !fine {
			return "", "", false, false
		}
		at := source.FindAllStringSubmatchIndex(text, 2)
		if len(at) == 0 {
			return "", "", false, true
		}
		if global && len(at) > 1 {
			return "", "", false, false
		}
		return text[:at[0][2]], text[at[0][3]:], true, true
	}
	what := f.alts(n, depth+1)
	if what.open || len(what.patterns) != 1 {
		return "", "", false, false
	}
	t, is := what.patterns[0].Constant()
	if !is || t == "" || len(what.patterns[0]) != 1 || what.patterns[0][0].Kind != value.Literal {
		return "", "", false, false
	}
	before, after, found = strings.Cut(text, t)
	return before, after, found, !all || !strings.Contains(after, t)
}

// lookahead is an expression that ends in what has to follow.
var lookahead = lazyregexp.Lazy(`^(.*)\(\?=((?:[^()\\]|\\.)*)\)$`)

// alike are expressions that Go reads as JavaScript does, in a text of one line of plain letters: what is not listed may mean another
// thing to one of the two.
var alike = lazyregexp.Lazy(
	`^(?:[^\\(\[]|\\[^A-Za-z0-9]|\\[sdwbSDWB]|\(\?:|\((?:[^?]|$)|` +
		`\[\^?(?:[^\\\[\]]|\\[^A-Za-z0-9]|\\[sdwSDW])+\])*$`,
)

// expression is an expression of JavaScript, written between slashes, as one of Go's whose first group is what is replaced. ok is false
// for what the two read differently, or Go not at all.
func expression(text string) (source *regexp.Regexp, global, ok bool) {
	end := strings.LastIndexByte(text, '/')
	if end < 1 || text[0] != '/' || len(text) > maxExpression || !plain(text) {
		return nil, false, false
	}
	body, flags := text[1:end], text[end+1:]
	options := ""
	for _, flag := range flags {
		switch flag {
		case 'g':
			global = true
		case 'i':
			options = "(?i)"
		case 'u':
		default:
			return nil, false, false
		}
	}
	then := ""
	if m := lookahead().FindStringSubmatch(body); m != nil {
		body, then = m[1], "(?:"+m[2]+")"
	}
	body = strings.ReplaceAll(body, `\/`, "/")
	then = strings.ReplaceAll(then, `\/`, "/")
	// What follows belongs to the last of several alternatives alone.
	if then != "" && strings.Contains(body, "|") || !alike().MatchString(body+then) {
		return nil, false, false
	}
	source, err := regexp.Compile(options + "(" + body + ")" + then)
	return source, global, err == nil
}
