package house

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forbidden is what no file of the repository says: hosts that only the set-up
// of one machine decides on, and that machine's own paths. The words are cut in
// two, so that this file does not say them either.
var forbidden = []struct{ what, pattern string }{
	{"a registry's host", `registry\.` + `(npmjs|npmmirror|yarnpkg)\.`},
	{"a registry's host", `(proxy|sum)\.` + `golang\.org`},
	{"a registry's host", `\bdeb\.` + `debian\.org`},
	{"a path of one machine", `(^|[\s"'` + "`" + `(=:])/(work|root/go|root/\.cache|home/runner)/`},
	{"a path of one machine", `/go/pkg/` + `mod/`},
	{"a proxy with a password", `https?://[^/\s"'@$<]+:` + `[^/\s"'@$<]+@[a-z]`},
}

func TestNoMachineInTheText(t *testing.T) {
	var patterns []*regexp.Regexp
	for _, f := range forbidden {
		patterns = append(patterns, regexp.MustCompile(`(?m)`+f.pattern))
	}
	for _, name := range tracked(t) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range patterns {
			if at := p.FindIndex(data); at != nil {
				t.Errorf("%s:%d names %s: %q", name, 1+bytes.Count(data[:at[0]], []byte("\n")), forbidden[i].what, data[at[0]:at[1]])
			}
		}
		if strings.HasSuffix(name, "package-lock.json") {
			checkLock(t, name, data)
		}
	}
}

// checkLock wants a lock file that pins by checksum and names no host.
func checkLock(t *testing.T, name string, data []byte) {
	var lock struct {
		Packages map[string]struct {
			Resolved, Integrity string
			Link                bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for key, p := range lock.Packages {
		switch {
		case key == "":
		case p.Resolved != "":
			t.Errorf("%s: %s is pinned to an address, %s", name, key, p.Resolved)
		case p.Integrity == "" && !p.Link:
			t.Errorf("%s: %s has no checksum", name, key)
		}
	}
}

func TestForbiddenWords(t *testing.T) {
	for text, want := range map[string]bool{
		"https://registry." + "npmjs.org/x": true, "the npm registry": false,
		"see /wo" + "rk/main": true, "$WORK/main and network/x": false, "/root/.ssh": false,
		"http://user:" + "secret@proxy.example": true, "http://user@host": false,
	} {
		got := slices.ContainsFunc(forbidden, func(f struct{ what, pattern string }) bool {
			return regexp.MustCompile(`(?m)` + f.pattern).MatchString(text)
		})
		if got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestTidy wants go.mod and go.sum of both modules to be what the imports need.
// -diff only looks.
func TestTidy(t *testing.T) {
	for _, dir := range []string{".", "internal/esbuild"} {
		cmd := exec.CommandContext(t.Context(), "go", "mod", "tidy", "-diff")
		cmd.Dir = dir
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		switch {
		case err == nil:
		case stdout.Len() > 0:
			t.Errorf("%s: go mod tidy changes it:\n%s", dir, stdout.String())
		case os.Getenv("CI") == "true":
			t.Errorf("%s: %v\n%s", dir, err, stderr.String())
		default:
			t.Skipf("%s: go mod tidy could not run: %s", dir, stderr.String())
		}
	}
}

// CI runs what the README tells people to run.
func TestCIRunsTheReadmesTests(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^\$ (make [a-z]+)$`).FindSubmatch(readme)
	if found == nil {
		t.Fatal("the README names no `$ make …` command")
	}
	if !regexp.MustCompile(`(?m)^` + string(found[1]) + `$`).Match(run) {
		t.Errorf(".ci/run does not run %q", found[1])
	}
}
