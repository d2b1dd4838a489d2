package secrets

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// sampler writes texts that a pattern matches, drawn by lot from a fixed seed:
// the rules' own examples are not to be had from the library.
type sampler struct {
	rand *rand.Rand
	out  strings.Builder
	// repeats counts the repetitions it is within.
	repeats int
}

func newSampler(seed uint64) *sampler { return &sampler{rand: rand.New(rand.NewPCG(seed, 7))} }

func (s *sampler) sample(re *syntax.Regexp) string {
	s.out.Reset()
	s.write(re)
	return s.out.String()
}

func (s *sampler) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		s.out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		s.out.WriteRune(s.drawn(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		// Where a rule's author forgot the backslash, a dot is what was meant.
		s.out.WriteByte(".abcdefghijklmnopqrstuvwxyz0123456789"[s.rand.IntN(1+36*min(s.repeats, 1))])
	case syntax.OpAlternate:
		s.write(re.Sub[s.rand.IntN(len(re.Sub))])
	case syntax.OpQuest:
		if s.rand.IntN(2) == 0 {
			s.write(re.Sub[0])
		}
	case syntax.OpStar:
		s.times(re.Sub[0], s.rand.IntN(4))
	case syntax.OpPlus:
		s.times(re.Sub[0], 1+s.rand.IntN(20))
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 || most > re.Min+20 {
			most = re.Min + 20
		}
		s.times(re.Sub[0], re.Min+s.rand.IntN(most-re.Min+1))
	default: // concatenations and captures; what matches nothing writes nothing
		for _, sub := range re.Sub {
			s.write(sub)
		}
	}
}

func (s *sampler) times(re *syntax.Regexp, n int) {
	s.repeats++
	for range n {
		s.write(re)
	}
	s.repeats--
}

// drawn draws a printable character of a class.
func (s *sampler) drawn(pairs []rune) rune {
	var all []rune
	for i := 0; i < len(pairs); i += 2 {
		for r := max(pairs[i], ' '); r <= min(pairs[i+1], '~'); r++ {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return pairs[0]
	}
	return all[s.rand.IntN(len(all))]
}

// positives returns texts in which a rule by itself, without the engine's short
// ways, sees a secret; and where in the text it is.
func positives(t *testing.T, e *engine, r *rule, n int) (texts []string, values []span) {
	t.Helper()
	re, err := syntax.Parse(r.Regex.String(), syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	s := newSampler(1)
	for range 4000 {
		if len(texts) == n {
			break
		}
		text := s.sample(re)
		g := r.Regex.FindStringSubmatchIndex(text)
		// The whole of the sample has to be the match, or it would change where
		// it is planted.
		if g == nil || g[0] != 0 || g[1] != len(text) || strings.Contains(text, "\n\n") {
			continue
		}
		m, ok := e.confirm(r, nameFor(r), text, span{0, len(text)})
		if _, keep := judge(text, m2(m, ok, r)); !ok || !keep {
			continue
		}
		texts, values = append(texts, text), append(values, m.value)
	}
	return texts, values
}

func m2(m match, ok bool, r *rule) match {
	if !ok {
		return match{rule: r, value: span{0, 0}}
	}
	return m
}

// nameFor is the name of a file that a rule looks into.
func nameFor(r *rule) string {
	if r.Path == nil {
		return "dist/extension.js"
	}
	names := []string{"a.php", "a.tf", "a.yaml", "nuget.config"}
	return names[max(slices.IndexFunc(names, r.Path.MatchString), 0)]
}
