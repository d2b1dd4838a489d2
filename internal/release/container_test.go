package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestContainerFilePassesItsLinters(t *testing.T) {
	lines := strings.Split(read(t, "Dockerfile"), "\n")
	for _, c := range lint(t, filepath.Join(top, "Dockerfile")) {
		// dockerfilelint does not look into an ARG; the next test does.
		if strings.HasPrefix(c.Message, "Base Image Missing Tag") && strings.HasPrefix(lines[c.Line-1], "FROM ${") {
			continue
		}
		t.Error(c)
	}
}

// Every base is an ARG whose default names a digest, and the image does not run
// as root.
func TestContainerFileIsPinned(t *testing.T) {
	text := read(t, "Dockerfile")
	from := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(text, -1)
	if len(from) != 2 {
		t.Fatalf("%d stages", len(from))
	}
	for _, m := range from {
		arg, ok := strings.CutPrefix(strings.TrimSuffix(m[1], "}"), "${")
		if !ok || !regexp.MustCompile(`(?m)^ARG `+arg+`=[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$`).MatchString(text) {
			t.Errorf("FROM %s is no ARG with a digest", m[1])
		}
	}
	last := text[strings.LastIndex(text, "\nFROM "):]
	if user := regexp.MustCompile(`(?m)^USER (\d+):(\d+)$`).FindStringSubmatch(last); user == nil || user[1] == "0" {
		t.Error("the image runs as root, or as a user that only a name says")
	}
}

// What the program is made of reaches the build: .dockerignore lets through
// every file that Go compiles or embeds.
func TestContainerBuildSeesItsSources(t *testing.T) {
	root, err := filepath.Abs(top)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(
		t.Context(),
		"go",
		"list",
		"-deps",
		"-f",
		`{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`,
		"./cmd/ringfence",
	)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Split(read(t, ".dockerignore"), "\n")
	seen := 0
	for file := range strings.Lines(string(out)) {
		name, ours := strings.CutPrefix(strings.TrimSpace(file), filepath.ToSlash(root)+"/")
		if !ours {
			continue
		}
		seen++
		if ignored(rules, name) {
			t.Errorf("the program is made of %s, and .dockerignore leaves it out", name)
		}
	}
	if seen < 100 {
		t.Errorf("only %d files: this test does not see the program", seen)
	}
	for name, want := range map[string]bool{".git/config": true, "internal/x/testdata/a": true, "dist/x": true, "go.mod": false,
		"cmd/ringfence/a.go": false, "cmd/ringfence/a_test.go": true, "cmd/ringfence-scorecard/main.go": true, ".cache/x": true} {
		if ignored(rules, name) != want {
			t.Errorf("%s: ignored is %t, want %t", name, !want, want)
		}
	}
}

// ignored reads the rules of a .dockerignore as far as ours goes: the last one
// that matches the file or a folder above it decides.
func ignored(rules []string, name string) bool {
	out := false
	for _, rule := range rules {
		rule = strings.TrimSpace(rule)
		if rule == "" || strings.HasPrefix(rule, "#") {
			continue
		}
		rule, back := strings.CutPrefix(rule, "!")
		if matches(rule, strings.Split(name, "/")) {
			out = !back
		}
	}
	return out
}

func matches(rule string, parts []string) bool {
	anywhere, deep := strings.CutPrefix(rule, "**/")
	for i := range parts {
		for n := i + 1; n <= len(parts); n++ {
			if i > 0 && !deep {
				return false
			}
			if ok, err := path.Match(anywhere, strings.Join(parts[i:n], "/")); err == nil && ok {
				return true
			}
		}
	}
	return false
}
