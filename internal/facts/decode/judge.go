package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

// SignKind says what makes a part of a file hard to read.
type SignKind uint8

// The kinds of signs.
const (
	SignNames     SignKind = iota // names like _0x1a2b3c
	SignTable                     // texts come out of a function that is asked by numbers
	SignMembers                   // members are named by what a function makes of numbers
	SignRotated                   // a list is turned until a sum fits
	SignOrder                     // the order of statements is in a text
	SignOperators                 // operators are functions of an object
	SignNumbers                   // numbers are sums of products
	SignPool                      // constants of all kinds come out of one list
	SignBare                      // nothing but brackets and signs
	SignRun                       // a decoded text is run as code
	SignStates                    // numbers of a list are changed by each other, to say what runs next
	SignSelf                      // code looks at its own text, whether somebody made it readable
	SignSplit                     // texts are cut into pieces of one length
	SignCount
)

// Sign is one form of obfuscation in a file: how often, and where first.
type Sign struct {
	Kind  SignKind
	Count int
	Pos   int32
}

// What honest code does not reach.
const (
	fewNames     = 2
	fewStates    = 12
	fewSplit     = 2
	fewTable     = 5
	fewMembers   = 4
	fewOrders    = 1
	fewOperators = 2
	fewSums      = 4
	fewPooled    = 20
)

func (s *survey) judge(w *rewriter) []Sign {
	var out []Sign
	add := func(kind SignKind, c counter, few int) {
		if c.n >= few {
			out = append(out, Sign{kind, c.n, c.pos})
		}
	}
	add(SignNames, s.hexNames(), fewNames)
	table := counter{pos: w.made.pos}
	for i := range s.defs {
		if n := len(s.defs[i].words); n >= fewTable {
			table.n += n
		}
	}
	if n := len(w.spot.words); n >= fewTable {
		table.n += n
	}
	add(SignTable, table, fewTable)
	add(SignMembers, s.signs.keyed, fewMembers)
	rotated := counter{n: len(s.rotators)}
	if rotated.n > 0 {
		rotated.pos = s.rotators[0].Target.Loc.Start
		if !s.sums(s.rotators[0]) {
			rotated.n = 0
		}
	}
	add(SignRotated, rotated, 1)
	add(SignOrder, s.signs.ordered, fewOrders)
	add(SignOperators, s.signs.wrapped, fewOperators)
	add(SignNumbers, s.signs.summed, fewSums)
	add(SignPool, s.signs.pooled, fewPooled)
	add(SignBare, s.signs.bare, 1)
	add(SignRun, w.ran, 1)
	add(SignStates, s.signs.states, fewStates)
	add(SignSelf, s.signs.self, 1)
	add(SignSplit, s.signs.pieces, fewSplit)
	return out
}

// hexNames counts the variables that are called _0x and a number.
func (s *survey) hexNames() counter {
	var c counter
	for i := range s.tree.Symbols {
		if hexName(s.tree.Symbols[i].OriginalName) && s.tree.Symbols[i].Kind != esbuild.SymbolUnbound {
			c.n++
		}
	}
	return c
}

func hexName(name string) bool {
	if len(name) < 6 || len(name) > 10 || name[:3] != "_0x" {
		return false
	}
	for _, c := range name[3:] {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

// sums reports whether a function that turns a list adds numbers that it parses
// out of texts: it is how obfuscators know when to end. Queues that turn do not.
func (s *survey) sums(call *esbuild.ECall) bool {
	n := 0
	w := walker{enter: func(e *esbuild.Expr) {
		if c, ok := e.Data.(*esbuild.ECall); ok {
			if id, ok := c.Target.Data.(*esbuild.EIdentifier); ok {
				if name, free := s.free(id.Ref); free && name == "parseInt" {
					n++
				}
			}
		}
	}}
	w.expr(&call.Target)
	return n >= 3
}
