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
	page, err := os.ReadFile("../../docs/guide/policy.md")
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
	page, err := os.ReadFile("../../docs/guide/policy.md")
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

// What the page says of single patterns holds, and it stays two screens long.
func TestThePagesSentences(t *testing.T) {
	data, err := os.ReadFile("../../docs/guide/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if lines := strings.Count(page, "\n"); lines > 135 {
		t.Errorf("the page has %d lines and is to be read in two screens", lines)
	}
	says := func(text string) {
		t.Helper()
		if !strings.Contains(strings.ReplaceAll(page, "\n", " "), text) {
			t.Errorf("the page no longer says %q", text)
		}
	}
	file := func(p string) Grant { return Grant{Section: FilesRead, Pattern: p} }
	says("`${workspace}/a` is within `${workspace}/**` and `git status` within `git ...`")
	run := func(words ...string) Grant { return Grant{Section: Processes, Pattern: words[0], Args: words[1:]} }
	if w := mustWider(
		t,
		New("a.b", file("${workspace}/**"), run("git", "...")),
		New("a.b", file("${workspace}/a"), run("git", "status")),
	); len(
		w,
	) > 0 {
		t.Error(w)
	}
	says("Two old lines together prove nothing about a third")
	if w := mustWider(t, New("a.b", file("${home}/re:a|b"), file("${home}/re:c|d")), New("a.b", file("${home}/re:a|c"))); len(w) != 1 {
		t.Error(w)
	}
	says("`https://A.com:443` is refused with the spelling to use")
	if err := (Grant{Section: NetworkConnect, Pattern: "https://A.com"}).Validate(); err == nil ||
		!strings.Contains(err.Error(), "write the host as a.com") {
		t.Error(err)
	}
	for place, sentence := range map[string]string{
		"${home}/.ssh/config": "`${home}/.ssh/config` does", "${env:APPDATA}/Mozilla/Firefox": "(`${env:APPDATA}/Mozilla/Firefox`)",
	} {
		says(sentence)
		if len(Sensitive(file(place))) == 0 {
			t.Errorf("%s opens nothing", place)
		}
	}
	says("are denied even inside `${home}/**`")
	if allows(t, New("a.b", file("${home}/**")), Access{Section: FilesRead, Path: "/home/u/.ssh/id_rsa"}) {
		t.Error("a broad grant opens a sensitive place")
	}
	says("Shares that every Windows machine has (`//localhost/c$`, `admin$`, `pipe`) are refused")
	for _, path := range []string{`\\localhost\c$\a`, `\\h\admin$\a`, `\\h\pipe\a`, `C:\a.txt:evil`, `C:\NUL`, "C:\\a.", `\\.\C:\a`} {
		if got, err := pattern.Canonical(pattern.Win32, path, pattern.OnDisk); err == nil {
			t.Errorf("%s becomes %s", path, got)
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
