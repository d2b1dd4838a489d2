package secrets

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/zricethezav/gitleaks/v8/config"
)

// engine runs rules over texts. It may be used from several goroutines.
type engine struct {
	rules []*rule
	// allow is what is no secret for any rule. Its list of paths is not heeded:
	// it passes over node_modules, which ships.
	allow []*config.Allowlist
	words *words
	// byWord are the rules of each word.
	byWord [][]int
}

func newEngine(rules []*rule, allow []*config.Allowlist) *engine {
	e := &engine{rules: rules, allow: allow}
	index := map[string]int{}
	var list []string
	for i, r := range rules {
		for _, k := range r.Keywords {
			k = strings.ToLower(k)
			n, ok := index[k]
			if !ok {
				n = len(list)
				index[k] = n
				list = append(list, k)
				e.byWord = append(e.byWord, nil)
			}
			if !slices.Contains(e.byWord[n], i) {
				e.byWord[n] = append(e.byWord[n], i)
			}
		}
	}
	e.words = newWords(list)
	return e
}

// span is a piece of a text.
type span struct{ from, to int }

// match is a secret as the engine sees it. It does not leave the package.
type match struct {
	rule *rule
	// whole and value are the pattern's match and the secret in it.
	whole, value span
}

// scan looks for secrets in a text; false: the work allowed did not suffice.
func (e *engine) scan(path, text string, work *int64) ([]found, bool) {
	ms, whole := e.matches(path, text, work)
	return describe(text, ms), whole
}

func (e *engine) matches(path, text string, work *int64) ([]match, bool) {
	spans := make([][]span, len(e.rules))
	var out []match
	// at is where what a rule that begins at keywords has seen ends.
	at := make([]int, len(e.rules))
	e.words.each(text, func(word, from, to int) {
		for _, i := range e.byWord[word] {
			r := e.rules[i]
			if r.likely != nil {
				if m, ok := e.assigned(r, path, text, from, to, at[i], work); ok && len(out) < mostInFile {
					out, at[i] = append(out, m), m.whole.to
				}
				continue
			}
			s := span{max(0, from-r.reach), min(len(text), to+r.reach)}
			if r.anywhere {
				s = span{0, len(text)}
			}
			if n := len(spans[i]); n > 0 && s.from <= spans[i][n-1].to {
				spans[i][n-1].to = s.to
			} else {
				spans[i] = append(spans[i], s)
			}
		}
	})
	for i, r := range e.rules {
		if len(spans[i]) == 0 || r.Path != nil && !r.Path.MatchString(path) || pathAllowed(r.Allowlists, path) {
			continue
		}
		for _, s := range spans[i] {
			if *work -= int64(s.to - s.from); *work < 0 {
				return settle(out), false
			}
			if len(out) < 2*mostInFile {
				out = append(out, e.within(r, path, text, s)...)
			}
		}
	}
	return settle(out), *work >= 0
}

// assigned asks a rule whose matches begin with a keyword about one. What an
// earlier match took is not looked at again.
func (e *engine) assigned(r *rule, path, text string, from, to, taken int, work *int64) (match, bool) {
	if from < taken || *work < 0 || !r.likely(text, from, to) {
		return match{}, false
	}
	// Nearly always the answer is no after a few characters.
	window := text[from:min(len(text), from+256)]
	if !strings.ContainsAny(window[len(window)/2:], " \t\r\n'\"`;\\") {
		window = text[from:min(len(text), from+r.reach)]
	}
	*work -= int64(len(window))
	m := r.screen.FindStringIndex(window)
	if m == nil {
		return match{}, false
	}
	return e.confirm(r, path, text, span{from, from + m[1]})
}

// within finds the matches of a rule in a piece of the text.
func (e *engine) within(r *rule, path, text string, s span) []match {
	var out []match
	for _, m := range r.screen.FindAllStringIndex(text[s.from:s.to], 2*mostInFile) {
		if m, ok := e.confirm(r, path, text, span{s.from + m[0], s.from + m[1]}); ok {
			out = append(out, m)
		}
	}
	return out
}

// around is how much around a match the rule's own pattern is shown: more than
// the fifty characters it may take before a name.
const around = 128

// confirm asks the rule's own pattern about what the screen saw, then the
// entropy and the lists of what is no secret.
func (e *engine) confirm(r *rule, path, text string, s span) (match, bool) {
	from := max(0, s.from-around)
	window := text[from:min(len(text), s.to+around)]
	for _, g := range r.Regex.FindAllStringSubmatchIndex(window, -1) {
		if from+g[1] <= s.from || from+g[0] >= s.to {
			continue
		}
		m := match{rule: r, whole: span{from + g[0], from + g[1]}}
		m.value = m.whole
		group := r.SecretGroup
		for i := 1; group == 0 && i < len(g)/2; i++ {
			if g[2*i+1] > g[2*i] && g[2*i] >= 0 {
				group = i
			}
		}
		if group > 0 && g[2*group] >= 0 {
			m.value = span{from + g[2*group], from + g[2*group+1]}
		}
		value := text[m.value.from:m.value.to]
		if r.Entropy != 0 && entropy(value) <= r.Entropy ||
			allowed(e.allow, path, text, m) || allowed(r.Allowlists, path, text, m) {
			return match{}, false
		}
		return m, true
	}
	return match{}, false
}

// line is how much of a line an allowlist sees before and after a match: in a
// bundle the line is the program.
const line = 200

// allowed asks the lists of what is no secret.
func allowed(lists []*config.Allowlist, path, text string, m match) bool {
	value := text[m.value.from:m.value.to]
	for _, a := range lists {
		target := value
		switch a.RegexTarget {
		case "match":
			target = strings.Trim(text[m.whole.from:m.whole.to], "\n")
		case "line":
			from, to := max(0, m.whole.from-line), min(len(text), m.whole.to+line)
			from += strings.LastIndexByte(text[from:m.whole.from], '\n') + 1
			if n := strings.IndexByte(text[m.whole.to:to], '\n'); n >= 0 {
				to = m.whole.to + n
			}
			target = text[from:to]
		}
		word, _ := a.ContainsStopWord(value)
		if a.MatchCondition != config.AllowlistMatchAnd {
			if a.RegexAllowed(target) || word {
				return true
			}
			continue
		}
		if (len(a.Paths) == 0 || a.PathAllowed(path)) && (len(a.Regexes) == 0 || a.RegexAllowed(target)) &&
			(len(a.StopWords) == 0 || word) && len(a.Commits) == 0 {
			return true
		}
	}
	return false
}

// pathAllowed asks a rule's own lists about the file.
func pathAllowed(lists []*config.Allowlist, path string) bool {
	return slices.ContainsFunc(lists, func(a *config.Allowlist) bool {
		return a.MatchCondition != config.AllowlistMatchAnd && a.PathAllowed(path)
	})
}

// settle sorts matches and leaves one for each value: that of the rule which
// says most.
func settle(ms []match) []match {
	rank := func(c Class) int { return slices.Index([]Class{Public, Issued, Named, Generic}, c) }
	slices.SortStableFunc(ms, func(a, b match) int {
		return cmp.Or(
			cmp.Compare(rank(a.rule.class), rank(b.rule.class)),
			cmp.Compare(a.rule.RuleID, b.rule.RuleID),
			cmp.Compare(a.value.from, b.value.from),
		)
	})
	var out []match
	for _, m := range ms {
		if len(out) < mostInFile &&
			!slices.ContainsFunc(out, func(o match) bool { return m.value.from < o.value.to && o.value.from < m.value.to }) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b match) int { return cmp.Compare(a.value.from, b.value.from) })
	return out
}

// assigns is a cheap word on whether what follows a keyword can be an
// assignment of generic-api-key: a few word characters, blanks and quotes, then
// one of the operators.
func assigns(text string, _, to int) bool {
	for i := to; i < len(text) && i < to+40; i++ {
		switch c := text[i]; {
		case alphanumeric(c), c == '_', c == '-', c == '.',
			c == ' ', c == '\t', c == '\n', c == '\r', c == '\f', c == '\v', c == '\'', c == '"', c == 0xC5, c == 0xBF:
		default:
			return strings.IndexByte("=>:|?,", c) >= 0
		}
	}
	return false
}

// encodes is a cheap word on whether a keyword can begin a JSON Web Token: no
// word goes on there, and seventeen letters and digits follow.
func encodes(text string, from, to int) bool {
	if from > 0 && (alphanumeric(text[from-1]) || text[from-1] == '_') || len(text) < to+17 {
		return false
	}
	for _, c := range []byte(text[to : to+17]) {
		if !alphanumeric(c) {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// entropy is Shannon's, as gitleaks counts it.
func entropy(s string) float64 {
	var counts [256]int
	wide := map[rune]int{}
	for _, r := range s {
		if r < 256 {
			counts[r]++
		} else {
			wide[r]++
		}
	}
	var out float64
	add := func(n int) {
		if p := float64(n) / float64(len(s)); n > 0 {
			out -= p * math.Log2(p)
		}
	}
	for _, n := range counts {
		add(n)
	}
	for _, n := range wide {
		add(n)
	}
	return out
}

// describe returns matches their places and takes the values out.
func describe(text string, ms []match) []found {
	var out []found
	at, l, begin := 0, 1, 0
	for _, m := range ms {
		f, keep := judge(text, m)
		if !keep {
			continue
		}
		for ; at < m.value.from; at++ {
			if text[at] == '\n' {
				l, begin = l+1, at+1
			}
		}
		f.Where = finding.Location{Line: l, Column: 1 + units(text[begin:m.value.from])}
		out = append(out, found{f, text[m.value.from:m.value.to]})
	}
	return out
}

// units counts UTF-16 code units, as columns are counted.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
