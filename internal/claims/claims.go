// Package claims finds sentences that claim more than most code can hold: that
// something is sandboxed or isolated. People who read such a sentence stop
// asking, and it costs nothing to write.
//
// It reads any text alike (prose, comments, messages, manifests) and knows
// neither syntax nor whether a claim is true. The same engine looks at what an
// extension says of itself and, in a test, at what this repository does.
package claims

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Claim is one such sentence.
type Claim struct {
	// Line and Column count from 1, columns in UTF-16 units.
	Line, Column int
	// Text is the words that claim, on one line.
	Text string
}

// The bounds of one text.
const (
	maxClaims = 50
	maxHits   = 20_000
	around    = 200
)

// gap is what may stand between two words of a claim: no end of a sentence and
// nothing that code is made of.
const gap = `[^.;:!?{}()<>=\[\]"` + "`" + `|]{0,60}?`

const isolated = `(sandbox(ed\s+(environment|process|runtime|container))?|isolation|isolated\s+(environment|sandbox|process|container|` +
	`runtime|vm|machine))`

// forms are the ways to claim it.
var forms = []func() *regexp.Regexp{
	lazyregexp.Lazy(
		`(?i)\b(runs?|running|executes?|executed|executing|launche[sd]|evaluate[sd]?|operates?|happens?|loaded|started)\b` + gap +
			`\b(in|inside|within)\s+((a|an|its|their|the|own|full|complete|secure|safe|strict|separate)\s+)*` + isolated + `\b`,
	),
	lazyregexp.Lazy(
		`(?i)\b(is|are|gets?|stays?|remains?)\s+((fully|completely|securely|safely|strictly|strongly|always|automatically|all)\s+)*(` +
			`sandboxed|isolated\s+from)\b`,
	),
	lazyregexp.Lazy(
		`(?i)\b(sandboxes|isolates)\s+` + gap + `\b(code|extensions?|scripts?|process(es)?|plugins?|execution|tools?|commands?|modules?)\b`,
	),
	lazyregexp.Lazy(`(?i)\b(secure|safe|strict|hardened|bulletproof|impenetrable|escape-proof)\s+sandbox(ed)?\b`),
	lazyregexp.Lazy(
		`(?i)\b((full|complete|strong|strict|perfect|total)\s+isolation|(fully|completely|securely|safely)\s+(isolated|sandboxed))\b`,
	),
}

// denied are the words before a claim that make it none: it is denied, asked, or
// said of another world than this one.
var denied = lazyregexp.Lazy(
	`(?i)(\b(not|no|never|nothing|nobody|cannot|without|neither|nor|if|unless|would|should|could|may|might|must|whether|instead of|rather ` +
		`than|claims?|claiming|claimed|called?|calling|says?|words?)\b|n['’]t\b)`,
)

// other are the words around a claim that make it one about something else: a
// page's frames, an account for trying things out, a branch of one's own.
var other = lazyregexp.Lazy(
	`(?i)\b(iframes?|frames?|webviews?|attributes?|modals?|pop-?ups?|document|html|css|bidirectional|salesforce|orgs?|accounts?|` +
		`worktrees?|subagents?|transactions?|unit tests?|test cases?)\b`,
)

// Find returns the claims of a text, in order.
func Find(text []byte) []Claim {
	var found [][2]int
	hits := 0
	for _, word := range []string{"andbox", "solat", "ANDBOX", "SOLAT"} {
		for at := 0; hits < maxHits; hits++ {
			i := bytes.Index(text[at:], []byte(word))
			if i < 0 {
				break
			}
			at += i + len(word)
			if from, to, ok := claim(text, at-len(word), at); ok {
				found = append(found, [2]int{from, to})
			}
		}
	}
	slices.SortFunc(found, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	var out []Claim
	end, p := -1, position{line: 1, column: 1}
	for _, f := range found {
		if f[0] < end || len(out) == maxClaims {
			continue
		}
		end = f[1]
		p.to(text, f[0])
		out = append(out, Claim{p.line, p.column, strings.Join(strings.Fields(string(bytes.ToValidUTF8(text[f[0]:f[1]], nil))), " ")})
	}
	return out
}

// claim looks at the words around a keyword; from and to are the claim's.
func claim(text []byte, key, keyEnd int) (from, to int, ok bool) {
	low, high := max(key-around, 0), min(keyEnd+around, len(text))
	window := text[low:high]
	for _, form := range forms {
		for _, m := range form().FindAllIndex(window, -1) {
			from, to = low+m[0], low+m[1]
			if from > key || to < keyEnd {
				continue
			}
			sentence := window[begin(window, m[0]):m[1]]
			near := window[begin(window, m[0]):min(m[1]+60, len(window))]
			if denied().Match(sentence) || other().Match(near) {
				return 0, 0, false
			}
			return from, to, true
		}
	}
	return 0, 0, false
}

// begin is where the sentence around a place begins, as far as the window goes.
func begin(window []byte, at int) int {
	return bytes.LastIndexAny(window[:at], ".;!?{}\"`|") + 1
}

// position walks through a text.
type position struct{ at, line, column int }

func (p *position) to(text []byte, at int) {
	for p.at < at {
		r, size := utf8.DecodeRune(text[p.at:])
		switch {
		case r == '\n':
			p.line++
			p.column = 0
		case r > 0xFFFF:
			p.column++
		}
		p.column++
		p.at += size
	}
}
