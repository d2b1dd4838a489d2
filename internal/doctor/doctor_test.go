package doctor_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/doctor"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// look runs the doctor in a folder with programs of these names on the PATH, each of which
// prints its text.
func look(t *testing.T, dir string, programs map[string]string) (string, error) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: the programs are shell scripts")
	}
	bin := t.TempDir()
	for name, prints := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\necho '"+prints+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	p := &process.Process{Stdout: &out, Stderr: &out, Dir: dir, Env: []string{"PATH=" + bin}}
	err := doctor.Run(t.Context(), p, doctor.Options{Target: "."})
	return out.String(), err
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const manifest = `{ "name": "tool", "publisher": "acme", "version": "1.0.0", "engines": { "vscode": "^1.90.0" } }`

// The command is the one of what this machine installs with, and of what manages Node here.
func TestTheMachinesOwnCommand(t *testing.T) {
	for name, c := range map[string]struct {
		programs map[string]string
		want     []string
	}{
		"Debian": {map[string]string{"apt-get": ""}, []string{"sudo apt-get install git\n", "sudo apt-get install nodejs npm\n"}},
		"a Mac":  {map[string]string{"brew": ""}, []string{"brew install git\n", "brew install node\n"}},
		"an old Node": {map[string]string{"git": "", "npm": "", "node": "v18.19.0"}, []string{
			"ok       git\n", "missing  Node.js 20 or later, which builds extensions; this is v18.19.0\n           nvm install 22\n",
		}},
		"an old Node of fnm":              {map[string]string{"git": "", "npm": "", "node": "v18.19.0", "fnm": ""}, []string{"fnm install 22\n"}},
		"a Node that says something else": {map[string]string{"node": "hello"}, []string{"this is hello\n"}},
		"a new Node":                      {map[string]string{"node": "v24.1.0"}, []string{"ok       Node.js v24.1.0\n"}},
	} {
		dir := t.TempDir()
		write(t, dir, map[string]string{"package.json": manifest})
		got, err := look(t, dir, c.programs)
		if !errors.Is(err, exit.ErrNo) {
			t.Errorf("%s: %v", name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, got)
			}
		}
	}
}

// What a repository says is text: it colours nothing, begins no line, and no link leads out.
func TestARepositoryWritesNothing(t *testing.T) {
	dir := t.TempDir()
	outside := t.TempDir()
	write(t, outside, map[string]string{"secret.yml": "ringfence"})
	write(t, dir, map[string]string{
		"package.json":           strings.Replace(manifest, "1.0.0", `1\u001b[31m\n::error::x`, 1),
		".ringfence/policy.json": "\x1b[31m{\n::error::y", "yarn.lock": "",
	})
	if err := os.MkdirAll(filepath.Join(dir, ".github", "workflows"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "secret.yml"), filepath.Join(dir, ".github", "workflows", "x.yml")); err != nil {
		t.Fatal(err)
	}
	got, _ := look(t, dir, nil)
	for line := range strings.Lines(got) {
		line = strings.TrimSuffix(line, "\n")
		if !escape.IsPrintable(line, 1<<20) || strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("%q", line)
		}
	}
	if strings.Contains(got, "x.yml") {
		t.Errorf("a link that leads out was followed:\n%s", got)
	}
}
