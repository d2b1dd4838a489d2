package policy

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// The page's documents are read, and the policy is written as the page has it.
func TestThePagesDocuments(t *testing.T) {
	page, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)`\\.ringfence/([a-z.]+)`:\n\n```json\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d documents", len(blocks))
	}
	for _, b := range blocks {
		switch name := string(b[1]); name {
		case "policy.json":
			p, err := Parse(name, b[2])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(b[2]), string(p.Bytes())); diff != "" {
				t.Error(diff)
			}
		case "policy.override.json":
			if o, err := ParseOverride(name, b[2]); err != nil || len(o.Rulings) != 3 {
				t.Errorf("%v %v", o, err)
			}
		default:
			t.Errorf("what is %s?", name)
		}
	}
}

// The page's table of patterns is a table of tests.
func TestThePagesPatterns(t *testing.T) {
	page, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	scope := pattern.NewScope(pattern.Posix, map[string][]string{"workspace": {"/w"}, "home": {"/home/u"}})
	rows := regexp.MustCompile(`(?m)^\| (path|address|command|shell|env) \| (.*)$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) != 10 {
		t.Fatalf("%d patterns", len(rows))
	}
	code := regexp.MustCompile("`([^`]*)`")
	for _, row := range rows {
		cells := strings.Split(strings.ReplaceAll(row[2], `\|`, "\x00"), "|")
		words := func(i int) (out []string) {
			for _, m := range code.FindAllStringSubmatch(strings.ReplaceAll(cells[i], "\x00", "|"), -1) {
				out = append(out, m[1])
			}
			return out
		}
		for i, want := range []bool{true, false} {
			for _, subject := range words(1 + i) {
				if got := taken(t, scope, row[1], words(0)[0], subject); got != want {
					t.Errorf("%s takes %s: %t", words(0)[0], subject, got)
				}
			}
		}
	}
}

func taken(t *testing.T, scope *pattern.Scope, kind, text, subject string) bool {
	t.Helper()
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	fields := strings.Fields(subject)
	switch kind {
	case "path":
		p, err := pattern.ParsePath(text)
		fail(err)
		path, err := pattern.Canonical(pattern.Posix, subject, pattern.OnDisk)
		return err == nil && scope.MatchPath(p, path)
	case "address":
		a, err := pattern.ParseAddress(text)
		fail(err)
		port, err := strconv.Atoi(fields[2])
		fail(err)
		return scope.MatchAddress(a, pattern.Endpoint{Scheme: fields[0], Host: fields[1], Port: port, Path: strings.Join(fields[3:], "")})
	case "command":
		words := strings.Fields(text)
		c, err := pattern.ParseCommand(words[0], words[1:])
		fail(err)
		return scope.MatchCommand(c, fields[0], fields[1:])
	case "shell":
		c, err := pattern.ParseShell(text)
		fail(err)
		return c.MatchShell(subject)
	}
	e, err := pattern.ParseEnv(text)
	fail(err)
	return scope.MatchEnv(e, subject)
}
