package pattern

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// question is what both sides are asked; the answers are "yes", "no", "refused"
// (a resource that is not canonical), "invalid" (no pattern), or "= " and a
// spelling.
type question struct {
	Kind     string              `json:"kind"`
	Platform Platform            `json:"platform"`
	Pattern  any                 `json:"pattern"`
	Subject  any                 `json:"subject"`
	Roots    map[string][]string `json:"roots,omitempty"`
	Disk     bool                `json:"disk,omitempty"`
}

func (q question) answer(t testing.TB) string {
	t.Helper()
	scope := NewScope(q.Platform, q.Roots)
	source := Lexical
	if q.Disk {
		source = OnDisk
	}
	text, _ := q.Pattern.(string)
	subject, _ := q.Subject.(string)
	say := func(ok bool) string {
		if ok {
			return "yes"
		}
		return "no"
	}
	switch q.Kind {
	case "canonical":
		return spelled(Canonical(q.Platform, subject, source))
	case "host":
		return spelled(CanonicalHost(subject))
	case "path":
		p, err := ParsePath(text)
		if err != nil {
			return "invalid"
		}
		path, err := Canonical(q.Platform, subject, source)
		if err != nil {
			return "refused"
		}
		return say(scope.MatchPath(p, path))
	case "address":
		return q.address(text, subject, scope, say)
	case "text":
		p, err := ParseText(text)
		if err != nil {
			return "invalid"
		}
		return say(p.Match(subject))
	case "env":
		p, err := ParseEnv(text)
		if err != nil {
			return "invalid"
		}
		return say(p.MatchEnv(q.Platform, subject))
	case "shell":
		c, err := ParseShell(text)
		if err != nil {
			return "invalid"
		}
		return say(c.MatchShell(subject))
	case "command":
		words, asked := list(q.Pattern), list(q.Subject)
		c, err := ParseCommand(words[0], words[1:])
		if err != nil {
			return "invalid"
		}
		return say(scope.MatchCommand(c, asked[0], asked[1:]))
	}
	t.Fatalf("unknown kind %q", q.Kind)
	return ""
}

func (q question) address(text, subject string, scope *Scope, say func(bool) string) string {
	a, err := ParseAddress(text)
	if err != nil {
		return "invalid"
	}
	fields := append(strings.Split(subject, " "), "", "", "")
	e := Endpoint{Scheme: fields[0], Host: fields[1], Path: fields[3]}
	e.Port, _ = strconv.Atoi(fields[2])
	switch e.Scheme {
	case "unix":
		if e.Socket, err = Canonical(q.Platform, subject[5:], Lexical); err != nil {
			return "refused"
		}
	case "pipe":
		e.Pipe = subject[5:]
	default:
		if _, err := CanonicalHost(e.Host); err != nil {
			return "refused"
		}
	}
	return say(scope.MatchAddress(a, e))
}

func spelled(s string, err error) string {
	if err != nil {
		return "refused"
	}
	return "= " + s
}

// list reads a list of strings, as JSON or as a test wrote it.
func list(v any) []string {
	if words, ok := v.([]string); ok {
		return words
	}
	var out []string
	for _, w := range v.([]any) {
		out = append(out, w.(string))
	}
	return out
}

// group is one entry of testdata/vectors.json.
type group struct {
	Idea, Kind       string
	On               []Platform
	Only             string
	Roots            map[string][]string
	Disk             bool
	Pattern          any
	Yes, No, Refused []any
	Invalid          []any
	Same             map[string][]string
}

// vectors reads the file that shim/pattern's test reads too, question by
// question with the answer wanted.
func vectors(t testing.TB, do func(idea string, q question, want string)) {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var groups []group
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		// Half of a surrogate pair is text only there.
		if g.Only == "javascript" {
			continue
		}
		for _, on := range g.On {
			ask := func(pattern, subject any, want string) {
				do(g.Idea, question{g.Kind, on, pattern, subject, g.Roots, g.Disk}, want)
			}
			for want, subjects := range map[string][]any{"yes": g.Yes, "no": g.No, "refused": g.Refused} {
				for _, s := range subjects {
					ask(g.Pattern, s, want)
				}
			}
			for _, p := range g.Invalid {
				subject := any("x")
				if g.Kind == "command" {
					subject = []string{"x"}
				}
				ask(p, subject, "invalid")
			}
			for want, subjects := range g.Same {
				for _, s := range subjects {
					ask(nil, s, "= "+want)
				}
			}
		}
	}
}

func TestVectors(t *testing.T) {
	asked := 0
	vectors(t, func(idea string, q question, want string) {
		asked++
		if got := q.answer(t); got != want {
			t.Errorf("%s (%s): %q on %q is %s, want %s", idea, q.Platform, q.Pattern, q.Subject, got, want)
		}
	})
	if asked < 1000 {
		t.Errorf("only %d vectors", asked)
	}
}

// The mirror of half a character in JavaScript.
func TestWhatIsNoUnicode(t *testing.T) {
	for _, p := range Platforms() {
		if _, err := Canonical(p, "/a\xff", Lexical); err == nil {
			t.Errorf("%s takes a path that is not UTF-8", p)
		}
	}
	if p, err := ParseText("*"); err != nil || p.Match("a\xff") || !p.Match("a\ufffd") {
		t.Error("text that is not UTF-8 matches, or a replacement character does not")
	}
}
