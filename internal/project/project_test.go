package project_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/project"
)

const manifest = `{"name":"NAME","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./out/main","scripts":{` +
	`"compile":"tsc"}}`

func repository(t *testing.T, folders ...string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".git", "HEAD"), "")
	for _, f := range folders {
		write(t, filepath.Join(dir, f, "package.json"), strings.Replace(manifest, "NAME", strings.ReplaceAll(f, "/", "-"), 1))
	}
	return dir
}

// A fixture below an extension is not a second one to choose from; two side by side are.
func TestFind(t *testing.T) {
	dir := repository(t, "one", "one/fixtures/bad", "two")
	write(t, filepath.Join(dir, "one", "src", "deep", "x.ts"), "")
	p := process.Process{Dir: dir}
	root, folder, err := project.Find(t.Context(), &p, "one", "")
	if err != nil || folder != "one" || root != dir {
		t.Errorf("%s, %s, %v", root, folder, err)
	}
	for target, want := range map[string]string{".": "holds 2 extensions, name one: one, two", "one/fixtures": "",
		".git": "a vscode engine and a publisher$", "one/src/deep": `a vscode engine and a publisher; it is a part of the extension in "one"$`} {
		_, _, err := project.Find(t.Context(), &p, target, "")
		if (err == nil) != (want == "") || err != nil && (exit.Code(err) != exit.Usage || !regexp.MustCompile(want).MatchString(err.Error())) {
			t.Errorf("%s: %v, want %q", target, err, want)
		}
	}
	if _, _, err := project.Find(t.Context(), &p, "one", "two"); exit.Code(err) != exit.Usage {
		t.Errorf("outside its repository: %v", err)
	}
}

// A command is guessed where an entry is missing, and nowhere else.
func TestCommand(t *testing.T) {
	dir := repository(t, "one")
	d, err := build.Describe(dir, "one")
	if err != nil {
		t.Fatal(err)
	}
	missing := project.Missing(t.Context(), nil, dir, "one", d.Entries)
	if !slices.Equal(missing, d.Entries) || len(missing) != 1 {
		t.Fatalf("missing: %q of %q", missing, d.Entries)
	}
	if command, why := project.Command(d, missing); !strings.Contains(command, "compile") || !strings.Contains(why, "a guess") {
		t.Errorf("%q, %q", command, why)
	}
	write(t, filepath.Join(dir, "one", "out", "main.js"), "")
	if missing = project.Missing(t.Context(), nil, dir, "one", d.Entries); len(missing) > 0 {
		t.Errorf("missing although it is there: %q", missing)
	}
	if command, _ := project.Command(d, missing); command != "" {
		t.Errorf("a command for what is there: %q", command)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
