package decode

import (
	"math"

	esbuild "github.com/evanw/esbuild/bridge"
)

// Bounds of what is remembered: arguments of one call, and answers of one file.
const (
	maxArgs  = 2
	maxKnown = 1 << 16
)

// answer is what a call came to, and whether a decoder of the language was asked for it.
type answer struct {
	v       value
	decoded bool
}

// given is an argument: a number, or a text by where it lies. Texts never change, so that one place and length are
// one text; the same text at two places is worked out twice.
type given struct {
	at  *uint16
	len int
	num float64
}

// asked are the arguments of a call of a body.
type asked struct {
	body *esbuild.FnBody
	n    int
	args [maxArgs]given
}

// memo remembers what functions came to that hang on nothing but their arguments. A list that is turned
// until a sum fits has the same texts decoded at each turn, so that a list of two thousand would cost more
// steps than a file has.
type memo struct {
	// alone says of a body whether it names nothing from outside of itself.
	alone map[*esbuild.FnBody]bool
	known map[asked]answer
}

// question says what a call asks; false where the function hangs on more than its arguments, or one of these is no
// text and no number.
func (r *run) question(c *closure, args []value) (asked, bool) {
	q := asked{body: c.body, n: len(args)}
	if len(args) == 0 || len(args) > maxArgs || len(c.body.Block.Stmts) < 2 || !r.isAlone(c) {
		return q, false
	}
	for i := range args {
		switch a := &args[i]; {
		case a.kind == isString && len(a.str) > 0:
			q.args[i] = given{at: &a.str[0], len: len(a.str)}
		case a.kind == isNumber && !math.IsNaN(a.num) && !math.Signbit(a.num):
			q.args[i] = given{num: a.num}
		default:
			return q, false
		}
	}
	return q, true
}

// remember keeps what a call came to, where that is a text or a number.
func (r *run) remember(q asked, a answer) {
	if a.v.kind != isString && a.v.kind != isNumber || len(r.memo.known) >= maxKnown {
		return
	}
	if r.memo.known == nil {
		r.memo.known = map[asked]answer{}
	}
	r.memo.known[q] = a
}

// isAlone reports whether a function names nothing but its own variables and functions of the language that keep
// nothing, so that the same arguments always give the same.
func (r *run) isAlone(c *closure) bool {
	alone, ok := r.memo.alone[c.body]
	if ok {
		return alone
	}
	own := map[uint32]bool{}
	alone = true
	var named []esbuild.Ref
	w := &walker{
		param: func(ref esbuild.Ref) { own[r.file.id(ref)] = true },
		stmt: func(s *esbuild.Stmt) {
			switch d := s.Data.(type) {
			case *esbuild.SLocal:
				for i := range d.Decls {
					if id, ok := d.Decls[i].Binding.Data.(*esbuild.BIdentifier); ok {
						own[r.file.id(id.Ref)] = true
					}
				}
			case *esbuild.SFunction, *esbuild.SClass:
				alone = false
			}
		},
		enter: func(e *esbuild.Expr) {
			switch d := e.Data.(type) {
			case *esbuild.EIdentifier:
				named = append(named, d.Ref)
			case *esbuild.EThis, *esbuild.EFunction, *esbuild.EClass, *esbuild.ERequireString, *esbuild.ERegExp:
				alone = false
			}
		},
	}
	for i := range c.args {
		if _, ok := c.args[i].Binding.Data.(*esbuild.BIdentifier); !ok || c.args[i].DefaultOrNil.Data != nil {
			alone = false
			break
		}
		own[r.file.id(c.args[i].Binding.Data.(*esbuild.BIdentifier).Ref)] = true
	}
	if alone {
		w.stmts(c.body.Block.Stmts)
	}
	for _, ref := range named {
		name, free := r.file.free(ref)
		if !own[r.file.id(ref)] && (!free || !keepsNothing[name]) {
			alone = false
		}
	}
	if r.memo.alone == nil {
		r.memo.alone = map[*esbuild.FnBody]bool{}
	}
	r.memo.alone[c.body] = alone
	return alone
}

// keepsNothing are the global functions of the language that answer by their arguments alone.
var keepsNothing = map[string]bool{
	"String": true, "Number": true, "Math": true, "parseInt": true, "decodeURIComponent": true, "decodeURI": true, "unescape": true,
	"escape": true, "encodeURIComponent": true, "atob": true, "Buffer": true, "undefined": true, "NaN": true, "Infinity": true,
}
