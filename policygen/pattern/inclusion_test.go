package pattern

import (
	"strings"
	"testing"
)

func mustPath(t testing.TB, text string) Path {
	t.Helper()
	p, err := ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each line: the wider, the narrower; the mirror is false unless said.
func TestIncludesPath(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{a: "${workspace}/**", b: "${workspace}"},
		{a: "${workspace}/**", b: "${workspace}/a/*.ts"},
		{a: "${workspace}/**", b: "${workspace}/re:a+/b"},
		{a: "${workspace}/*", b: "${workspace}/a*b"},
		{a: "${workspace}/a*", b: "${workspace}/a*b*"},
		{a: "${workspace}/**/x", b: "${workspace}/x"},
		{a: "${workspace}/**/x", b: "${workspace}/a/**/x"},
		{a: "${workspace}/**/a/**", b: "${workspace}/b/a"},
		{a: "${workspace}/**/*", b: "${workspace}/*/*"},
		{a: "${workspace}/**", b: "${workspace}/**/*"},
		{a: "${workspace}/**/*", b: "${workspace}/*/**", same: true},
		{a: "${workspace}/re:[a-z]+", b: "${workspace}/re:[a-c]+(x|y)"},
		{a: "${workspace}/re:(a|b)*", b: "${workspace}/re:(a*b*)*", same: true},
		{a: "${workspace}/*", b: "${workspace}/re:[^/]+", same: true},
		{a: "**", b: "${home}/.ssh/**"},
		{a: "**/.env", b: "${workspace}/.env"},
		{a: "**/.env", b: "${workspace}/a/*/.env"},
		{a: "**/.env", b: "C:/a/.env"},
		{a: "**/.env", b: "//s/h/.env"},
		{a: "**/*", b: "/a/b"},
		{a: "/**", b: "/etc/*"},
		{a: "C:/**", b: "C:/Users/*"},
		{a: "//S/h/**", b: "//s/H/x"},
		{a: "${config:go.gopath}/**", b: "${config:go.gopath}/bin/*"},
		{a: "/É*", b: "/Éa"},
	} {
		a, b := mustPath(t, c.a), mustPath(t, c.b)
		if !IncludesPath(a, b) {
			t.Errorf("%s does not include %s", c.a, c.b)
		}
		if IncludesPath(b, a) != c.same {
			t.Errorf("%s includes %s: %t", c.b, c.a, !c.same)
		}
	}
}

// What is not proven, one way and the other.
func TestWhatDoesNotInclude(t *testing.T) {
	for _, c := range [][2]string{
		{"${workspace}/**", "${extension}/a"}, {"${workspace}/**", "${workspaceStorage}/**"}, {"/**", "${home}/a"}, {"/**", "C:/a"},
		{"${home}/a", "${home}/A"}, {"C:/a", "D:/a"}, {"${config:a.b}/x", "${config:a.c}/x"}, {"${env:A}/x", "${config:A}/x"},
		{"**/a", "${workspace}"}, {"**/.env", "${workspace}/**"},
		// On Windows [^a] has no A, and A is what the other is.
		{"${home}/re:[^a]", "${home}/A"},
		// A decomposed é begins with an e; on macOS it does not.
		{"/e*", "/e\u0301"},
	} {
		a, b := mustPath(t, c[0]), mustPath(t, c[1])
		if IncludesPath(a, b) || IncludesPath(b, a) {
			t.Errorf("%s and %s: one includes the other", c[0], c[1])
		}
	}
}

func TestIncludesAddress(t *testing.T) {
	for _, c := range [][2]string{
		{"*:*", "*:443"}, {"*:*", "https://a.com"}, {"*:443", "*.a.com:443"}, {"*.a.com:443", "b.a.com:443"},
		{"*.a.com:443", "*.b.a.com:443"}, {"a.com:*", "a.com:80"}, {"a.com:1-10", "a.com:2-9"}, {"a.com:443", "https://a.com/x"},
		{"https://a.com", "https://a.com/x"}, {"https://a.com/**", "https://a.com/x"}, {"https://a.com/x/**", "https://a.com/x"},
		{"https://a.com/x/**", "https://a.com/x/y/**"}, {"https://a.com/*", "https://a.com/x"}, {"https://*", "https://a.com"},
		{"https://*:*", "https://a.com"}, {"udp://*:53", "udp://8.8.8.8:53"}, {"unix:${tmp}/**", "unix:${tmp}/a.sock"}, {"pipe:a*", "pipe:ab"},
	} {
		a, errA := ParseAddress(c[0])
		b, errB := ParseAddress(c[1])
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if !IncludesAddress(a, b) || IncludesAddress(b, a) {
			t.Errorf("%s and %s: %t, mirror %t", c[0], c[1], IncludesAddress(a, b), IncludesAddress(b, a))
		}
	}
	for _, c := range [][2]string{
		{"*.a.com:443", "a.com:443"}, {"*:*", "udp://a.com:53"}, {"https://a.com", "http://a.com"}, {"a.com:1-5", "a.com:4-6"},
		{"*:*", "unix:/a"}, {"unix:/a", "pipe:a"}, {"https://a.com/x/**", "https://a.com/xy"}, {"*.a.com:1", "*.b.com:1"},
	} {
		a, _ := ParseAddress(c[0])
		b, _ := ParseAddress(c[1])
		if IncludesAddress(a, b) || IncludesAddress(b, a) {
			t.Errorf("%s and %s: one includes the other", c[0], c[1])
		}
	}
}

func TestIncludesCommand(t *testing.T) {
	parse := func(words []string) Command {
		if words[0] == "sh:" {
			c, err := ParseShell(words[1])
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		c, err := ParseCommand(words[0], words[1:])
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	type pair struct{ a, b []string }
	for _, c := range []pair{
		{[]string{"git", "..."}, []string{"git"}}, {[]string{"git", "..."}, []string{"git", "status", "..."}},
		{[]string{"git", "*"}, []string{"git", "status"}}, {[]string{"git", "*", "..."}, []string{"git", "a", "b"}},
		{[]string{"**", "..."}, []string{"git", "..."}}, {[]string{"**", "..."}, []string{"/bin/sh", "..."}}, {[]string{"*"}, []string{"py*"}},
		{[]string{"${extension}/**"}, []string{"${extension}/bin/x"}}, {[]string{"a", "--x=*"}, []string{"a", "--x=${home}/**"}},
		{[]string{"a", "${home}/**"}, []string{"a", "${home}/b"}}, {[]string{"sh:", "**"}, []string{"sh:", "npm run *"}},
		{[]string{"sh:", "npm *"}, []string{"sh:", "npm x"}}, {[]string{"a", "re:[ab]+"}, []string{"a", "ab"}},
		{[]string{"a", "*"}, []string{"a", ""}},
	} {
		a, b := parse(c.a), parse(c.b)
		if !IncludesCommand(a, b) || IncludesCommand(b, a) || !IncludesCommand(a, a) || !IncludesCommand(b, b) {
			t.Errorf("%q and %q: %t, mirror %t", c.a, c.b, IncludesCommand(a, b), IncludesCommand(b, a))
		}
	}
	for _, c := range []pair{
		{[]string{"git", "*", "..."}, []string{"git", "..."}}, {[]string{"git"}, []string{"git", "*"}},
		{[]string{"*", "..."}, []string{"/bin/sh"}},
		{[]string{"**", "..."}, []string{"sh:", "**"}}, {[]string{"${config:a.b}/**"}, []string{"${config:a.b}"}},
		{[]string{"sh:", "npm *"}, []string{"sh:", "npm **"[:3] + " a b"}}, {[]string{"a", "a", "b"}, []string{"a", "a b"}},
	} {
		a, b := parse(c.a), parse(c.b)
		if IncludesCommand(a, b) {
			t.Errorf("%q includes %q", c.a, c.b)
		}
	}
}

// FuzzIncludes: where a includes b, whatever b matches a matches, on every
// platform.
func FuzzIncludes(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { soundness(t, newGenerator(seed)) })
}

func TestInclusionIsSound(t *testing.T) {
	proven, met := 0, 0
	for seed := range uint64(30_000) {
		p, m := soundness(t, newGenerator(seed))
		proven, met = proven+p, met+m
		if t.Failed() {
			return
		}
	}
	if proven < 1000 || met < 500 {
		t.Errorf("only %d inclusions were proven, and %d resources met the narrower pattern", proven, met)
	}
	t.Logf("%d inclusions, %d resources", proven, met)
}

// soundness makes two patterns of a kind and resources, and gives how many
// inclusions and resources there were to look at.
func soundness(t *testing.T, g generator) (proven, met int) {
	kind := g.pick("path", "path", "text", "address", "command", "shell")
	ask := func() question {
		for {
			if q := g.question(); q.Kind == kind {
				return q
			}
		}
	}
	narrow := ask().Pattern
	wide := ask().Pattern
	if text, ok := narrow.(string); ok && g.IntN(3) > 0 {
		wide = g.widened(text)
	}
	if !includesAny(kind, wide, narrow) {
		return 0, 0
	}
	for range 20 {
		q := ask()
		if text, ok := narrow.(string); ok && g.IntN(2) == 0 {
			q.Subject = g.sample(t, kind, text, q)
		}
		q.Pattern = narrow
		if q.answer(t) != "yes" {
			continue
		}
		met++
		if q.Pattern = wide; q.answer(t) != "yes" {
			t.Errorf("%q includes %q, and only the second has %q (%s, roots %q)", wide, narrow, q.Subject, q.Platform, q.Roots)
		}
	}
	return 1, met
}

// widened puts stars into a pattern; most of what comes out includes it.
func (g generator) widened(text string) string {
	if text == "" {
		return text
	}
	i := g.IntN(len(text))
	switch g.IntN(4) {
	case 0:
		return text[:i] + "*" + text[i+1:]
	case 1:
		return text[:i] + "*" + text[i:]
	case 2:
		if j := strings.LastIndexByte(text[:i], '/'); j >= 0 {
			return text[:j] + "/**"
		}
	}
	return text[:i] + "[" + text[i:i+1] + "a-c]" + text[i+1:]
}

// sample walks through a pattern's automaton to a resource it has.
func (g generator) sample(t *testing.T, kind, text string, q question) string {
	subject, _ := q.Subject.(string)
	switch kind {
	case "path":
		if p, err := ParsePath(text); err == nil {
			start := g.pick("/", "c:/", "//s/h/")
			if p.start == named {
				roots := NewScope(q.Platform, q.Roots).roots[p.root]
				if len(roots) == 0 {
					return subject
				}
				start = strings.TrimSuffix(roots[0], "/") + "/"
			}
			return start + g.walk(p.automaton(q.Platform))
		}
	case "text":
		if p, err := ParseText(text); err == nil {
			return g.walk(p.exact)
		}
	}
	return subject
}

func (g generator) walk(a *automaton) string {
	var out strings.Builder
	at := a.start
	for range 200 {
		switch i := a.insts[at]; i.op {
		case opEnd:
			return out.String()
		case opFork:
			at = i.x
			if g.IntN(2) == 0 {
				at = i.y
			}
		case opSet:
			j := 2 * g.IntN(len(i.set)/2)
			lo, hi := i.set[j], i.set[j+1]
			out.WriteRune(lo + g.Int32N(min(hi-lo, 'z')+1))
			at = i.x
		}
	}
	return out.String()
}

func includesAny(kind string, x, y any) bool {
	switch kind {
	case "path":
		a, errA := ParsePath(x.(string))
		b, errB := ParsePath(y.(string))
		return errA == nil && errB == nil && IncludesPath(a, b)
	case "text":
		a, errA := ParseText(x.(string))
		b, errB := ParseText(y.(string))
		return errA == nil && errB == nil && IncludesText(a, b)
	case "address":
		a, errA := ParseAddress(x.(string))
		b, errB := ParseAddress(y.(string))
		return errA == nil && errB == nil && IncludesAddress(a, b)
	case "shell":
		a, errA := ParseShell(x.(string))
		b, errB := ParseShell(y.(string))
		return errA == nil && errB == nil && IncludesCommand(a, b)
	}
	a, errA := ParseCommand(list(x)[0], list(x)[1:])
	b, errB := ParseCommand(list(y)[0], list(y)[1:])
	return errA == nil && errB == nil && IncludesCommand(a, b)
}

// What a prover has no steps left for is not proven, and what is the same text
// needs none.
func TestAProverEnds(t *testing.T) {
	hard, err := ParseText("re:(a|b)*a(a|b){14}")
	if err != nil {
		t.Fatal(err)
	}
	other, err := ParseText("re:(b|a)*a(b|a){14}")
	if err != nil {
		t.Fatal(err)
	}
	pr := NewProver(1000)
	if pr.Text(hard, other) || pr.left >= 0 {
		t.Error("a search without steps proved something")
	}
	if !pr.Text(hard, hard) {
		t.Error("a pattern does not include itself")
	}
	// Two to the fourteenth sets of states are past the bound of one search.
	if IncludesText(hard, other) {
		t.Error("a search past its bound proved something")
	}
	small, err := ParseText("re:(a|b)*a(a|b){3}")
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseText("re:(b|a)*a(b|a){3}")
	if err != nil || !IncludesText(small, again) {
		t.Error("the mirror: a small one is proven")
	}
}
