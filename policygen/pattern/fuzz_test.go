package pattern

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// differential asks both sides and wants one answer.
func differential(t *testing.T, p *peer, q question) string {
	here := q.answer(t)
	if there := p.ask(t, q); there != here {
		t.Errorf("%s on %s: %q on %q (roots %q, disk %t) is %s in Go and %s in JavaScript",
			q.Kind, q.Platform, q.Pattern, q.Subject, q.Roots, q.Disk, here, there)
	}
	return here
}

func TestBothSidesAgree(t *testing.T) {
	p := newPeer(t)
	count := map[string]int{}
	for seed := range uint64(30_000) {
		q := newGenerator(seed).question()
		answer := differential(t, p, q)
		if answer[0] == '=' {
			answer = "="
		}
		count[q.Kind+" "+answer]++
		if t.Failed() {
			break
		}
	}
	if count["address yes"] < 10 {
		t.Error("addresses never match")
	}
	// A generator whose patterns never match compares nothing.
	for _, want := range []string{"path yes", "path no", "path refused", "path invalid", "text yes", "text no", "env yes", "shell yes",
		"command yes", "command no", "command invalid", "address no", "address refused", "address invalid",
		"canonical =", "canonical refused", "host =", "host refused"} {
		if count[want] < 50 {
			t.Errorf("only %d of %q", count[want], want)
		}
	}
	t.Logf("%v", count)
}

// FuzzAgree lets the fuzzer write the question's texts itself, or seed the
// generator.
func FuzzAgree(f *testing.F) {
	f.Add(uint64(0), uint8(0), "${workspace}/a*", "/w/ab")
	vectors(f, func(_ string, q question, _ string) {
		text, ok := q.Pattern.(string)
		subject, plain := q.Subject.(string)
		if ok && plain {
			f.Add(uint64(0), uint8(len(text)), text, subject)
		}
	})
	p := newPeer(f)
	kinds := []string{"path", "text", "env", "shell", "address", "canonical", "host"}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8, pattern, subject string) {
		q := newGenerator(seed).question()
		if seed%2 == 0 {
			if !utf8.ValidString(pattern) || !utf8.ValidString(subject) || strings.HasPrefix(subject, "unix") || strings.HasPrefix(subject, "pipe") {
				return
			}
			q = question{Kind: kinds[int(kind)%len(kinds)], Platform: Platforms()[int(kind/8)%3], Roots: q.Roots, Pattern: pattern, Subject: subject}
			if q.Kind == "address" && strings.Count(subject, " ") > 3 {
				return
			}
		}
		differential(t, p, q)
	})
}

// The expressions mean what Go's regexp and JavaScript's RegExp take them to
// mean, on the whole text, where a dot is any character.
func TestExpressionsMeanWhatTheyMeanElsewhere(t *testing.T) {
	p := newPeer(t)
	matched := 0
	for seed := range uint64(15_000) {
		g := newGenerator(seed)
		expression, subject := g.regexp(3), g.text()
		ours, err := ParseText("re:" + expression)
		if err != nil {
			continue
		}
		theirs, err := regexp.Compile("^(?s:" + expression + ")$")
		if err != nil {
			t.Fatalf("%q is ours and not Go's: %v", expression, err)
		}
		got, want := ours.Match(subject), theirs.MatchString(subject)
		if got != want {
			t.Fatalf("%q on %q: %t, Go's regexp says %t", expression, subject, got, want)
		}
		if native := p.ask(t, question{Kind: "RegExp", Pattern: expression, Subject: subject}); (native == "yes") != got {
			t.Fatalf("%q on %q: %t, JavaScript's RegExp says %s", expression, subject, got, native)
		}
		if got {
			matched++
		}
	}
	if matched < 500 {
		t.Errorf("only %d matched", matched)
	}
}

func TestCanonicalIsFinal(t *testing.T) {
	for seed := range uint64(30_000) {
		g := newGenerator(seed)
		for _, platform := range Platforms() {
			once, err := Canonical(platform, g.path(), OnDisk)
			if err != nil {
				continue
			}
			twice, err := Canonical(platform, once, OnDisk)
			if err != nil || twice != once {
				t.Fatalf("%s: %q becomes %q, %v", platform, once, twice, err)
			}
		}
	}
}

// A pattern and a text as long as they may be are matched in time that can be
// waited for: this ends only because nothing backtracks.
func TestTimeIsBounded(t *testing.T) {
	long := strings.Repeat("a", MaxSubject)
	for _, text := range []string{"re:(a|aa|a*)*b", "re:((a{0,30}){0,30})*b", strings.Repeat("a*", 400) + "b", "re:(.*a){60}b"} {
		p, err := ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Match(long) || !p.Match(strings.Repeat("a", 500)+"b") {
			t.Errorf("%s matches what it must not, or not what it must", clip(text))
		}
	}
}
