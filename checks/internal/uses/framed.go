package uses

import (
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// framed is code that gives a function whose body is written out: what is not known stands among the names of its parameters.
// Libraries make functions of a given number of parameters so: return function ($0,$1){ return binder.apply(this,arguments); }.
var framed = lazyregexp.Lazy(`^(return )?(async )?function\s*\w*\s*\((?:[\w$,\s]|<unknown>)*\)\s*\{[^<]*\}\s*;?$`)

// Framed reports code each of whose forms gives a function with a body that is written out. What is open may be anything.
func Framed(code []facts.Value) bool {
	for _, v := range code {
		if v.Open || len(v.Alts) == 0 {
			return false
		}
		for _, p := range v.Alts {
			if _, constant := p.Constant(); !constant && !framed().MatchString(p.String()) {
				return false
			}
		}
	}
	return len(code) > 0
}
