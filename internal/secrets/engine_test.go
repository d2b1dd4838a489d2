package secrets

import (
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func rulesFor(t *testing.T) *engine {
	t.Helper()
	e, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// minified is code in which the most frequent keywords stand and no secret.
const minified = `function e(t,n){for(var r=Object.keys(t),o=r.length;o--;)n[r[o]]=t[r[o]];return ` +
	`this.token=null,this.authority=n.key||"none",task(n)}var a=i(7294),s=i.n(a);`

// Each rule's secret is found wherever it stands: at the start, at the end, in
// the middle of a line of code, and as far from a keyword of its own as the edge
// of what the engine looks at, on both sides of it.
func TestEveryRuleFindsItsSecret(t *testing.T) {
	e := rulesFor(t)
	tried := 0
	for _, r := range e.rules {
		texts, values := positives(t, e, r, 3)
		if len(texts) == 0 {
			t.Errorf("%s: no sample of its pattern passes its own lists", r.RuleID)
			continue
		}
		word := " " + r.Keywords[0] + " "
		for i, text := range texts {
			filler := strings.Repeat(minified, 1+(r.reach+len(text))/len(minified))
			var plants [][2]string
			for _, before := range []string{"\n", strings.Repeat(minified, 3) + "\n"} {
				for _, after := range []string{"", "\n", "\n" + minified} {
					plants = append(plants, [2]string{before, after})
				}
			}
			for _, d := range []int{-1, 0, 1, len(text) / 2, len(text)} {
				gap := filler[:min(len(filler), max(0, r.reach-d))]
				plants = append(plants, [2]string{word + gap + "\n", "\n"}, [2]string{"\n", "\n" + gap + word})
			}
			for _, p := range plants {
				tried++
				if r.anywhere {
					p[1] += "\n" + word
				}
				whole := p[0] + text + p[1]
				want := span{values[i].from + len(p[0]), values[i].to + len(p[0])}
				work := int64(DefaultMaxWork)
				ms, _ := e.matches(nameFor(r), whole, &work)
				if !slices.ContainsFunc(ms, func(m match) bool {
					return m.value.from <= want.from && want.to <= m.value.to || overlaps(m, want) && m.rule != r
				}) && alone(r, whole, want) {
					t.Errorf("%s: %q is not found %d characters in, %d before the end", r.RuleID, text, len(p[0]), len(p[1]))
					break
				}
			}
		}
	}
	if tried < 5000 {
		t.Errorf("only %d places were tried", tried)
	}
}

// alone reports that the rule's own pattern finds it, given the whole text: some
// want the text to end there.
func alone(r *rule, text string, s span) bool {
	return slices.ContainsFunc(r.Regex.FindAllStringIndex(text, -1), func(m []int) bool { return m[0] < s.to && s.from < m[1] })
}

func overlaps(m match, s span) bool { return m.value.from < s.to && s.from < m.value.to }

// What makes it right to look around keywords only: they are in every match.
func TestEveryMatchHoldsAKeyword(t *testing.T) {
	e := rulesFor(t)
	for _, r := range e.rules {
		re, err := syntax.Parse(r.Regex.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		s, without := newSampler(2), 0
		for range 300 {
			text := strings.ToLower(s.sample(re))
			if !slices.ContainsFunc(r.Keywords, func(k string) bool { return strings.Contains(text, strings.ToLower(k)) }) {
				without++
			}
		}
		if listed := slices.Contains(elsewhere, r.RuleID); listed != (without > 0) {
			t.Errorf("%s: %d of 300 texts it matches hold none of %q; listed as such: %v", r.RuleID, without, r.Keywords, listed)
		}
	}
	for _, id := range elsewhere {
		if !slices.ContainsFunc(e.rules, func(r *rule) bool { return r.RuleID == id && r.anywhere }) {
			t.Errorf("there is no rule %s", id)
		}
	}
}

// The lists of rules name rules.
func TestListedRulesExist(t *testing.T) {
	e := rulesFor(t)
	names := slices.Clone(weak)
	for id := range publicRules {
		names = append(names, id)
	}
	for _, p := range publicValues {
		if p.rule != "" {
			names = append(names, p.rule)
		}
	}
	for _, id := range names {
		if !slices.ContainsFunc(e.rules, func(r *rule) bool { return r.RuleID == id }) {
			t.Errorf("there is no rule %s", id)
		}
	}
}

// Code in which nothing is secret has no findings, and costs little.
func TestCodeIsNoSecret(t *testing.T) {
	work := int64(DefaultMaxWork)
	text := strings.Repeat(minified, 1000)
	ms, whole := rulesFor(t).matches("a.js", text, &work)
	if len(ms) > 0 || !whole {
		t.Errorf("%d matches, whole %v", len(ms), whole)
	}
	if spent := DefaultMaxWork - work; spent > 10*int64(len(text)) {
		t.Errorf("%d bytes were given to patterns for %d bytes of code", spent, len(text))
	}
}

// A text that is nothing but keywords ends when the work allowed is done, and
// says so.
func TestWorkIsBounded(t *testing.T) {
	text := strings.Repeat(`curl twitter="a" facebook:1 sourcegraph key=a1 `, 20000)
	work := int64(1 << 20)
	if _, whole := rulesFor(t).matches("a.js", text, &work); whole {
		t.Error("it says that all of it was looked at")
	}
	work = DefaultMaxWork
	if _, whole := rulesFor(t).matches("a.js", text[:20000], &work); !whole {
		t.Error("it says that a little text is too much")
	}
}

func TestWords(t *testing.T) {
	list := []string{"he", "she", "his", "hers", "sk-"}
	for _, text := range []string{"ushers", "USHERS", "hishers sk-he", "", "shshehe", "s\xffhe"} {
		var got, want [][2]int
		newWords(list).each(text, func(word, from, to int) {
			if strings.ToLower(text[from:to]) != list[word] {
				t.Errorf("%q: %q is not %q", text, text[from:to], list[word])
			}
			got = append(got, [2]int{from, to})
		})
		for to := range len(text) + 1 {
			for from := range to {
				if slices.Contains(list, strings.ToLower(text[from:to])) {
					want = append(want, [2]int{from, to})
				}
			}
		}
		slices.SortFunc(got, func(a, b [2]int) int { return (a[1]-b[1])*100 + a[0] - b[0] })
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
