package facts

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/decode"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// forms say of each sign what it is; a verb takes how often it is there.
var forms = map[decode.SignKind]string{
	decode.SignNames:     "%d variables have names like _0x1a2b3c",
	decode.SignTable:     "%d texts come out of functions that are asked by numbers",
	decode.SignMembers:   "%d members are named by what a function makes of numbers",
	decode.SignRotated:   "%d lists of texts are turned until a sum fits",
	decode.SignOrder:     "the order of statements is in a text (%d times)",
	decode.SignOperators: "%d operators are functions of an object",
	decode.SignNumbers:   "%d numbers are sums of products",
	decode.SignPool:      "constants come %d times out of a list of all kinds",
	decode.SignBare:      "%d statements are nothing but brackets and signs",
	decode.SignRun:       "%d texts that are decoded, or longer than anybody writes code as a text, are run",
	decode.SignStates:    "%d numbers of a list are changed by others of it, to say what runs next",
	decode.SignSelf:      "the code looks %d times whether somebody made it readable",
	decode.SignSplit:     "%d texts are cut into pieces of one length",
}

// obfuscations are the forms of a file, with their places.
func obfuscations(file string, source []byte, signs []ir.Sign) []Obfuscation {
	var out []Obfuscation
	for _, s := range signs {
		form, ok := forms[decode.SignKind(s.Kind)]
		if !ok {
			continue
		}
		o := Obfuscation{Form: fmt.Sprintf(form, s.Count), Where: finding.Location{File: file}}
		locate(source, []int32{s.Pos}, func(_ int32, line, column int) { o.Where.Line, o.Where.Column = line, column })
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Obfuscation) int { return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Form, b.Form)) })
	return out
}

// unread makes each obfuscated file a blind spot: its texts were worked out as
// far as they could be, and nobody knows what was not.
func unread(p *Program) {
	seen := map[string]bool{}
	for _, o := range p.Obfuscated {
		if seen[o.Where.File] {
			continue
		}
		seen[o.Where.File] = true
		p.BlindSpots = append(p.BlindSpots, BlindSpot{
			File: o.Where.File, Line: o.Where.Line,
			Reason: "it is written not to be read: " + o.Form + "; what it does may be more than what was seen",
		})
	}
}
