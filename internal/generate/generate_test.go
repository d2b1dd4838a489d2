package generate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
)

const manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./dist/main.js"}`

func generate(t *testing.T, p *process.Process, o Options) error {
	t.Helper()
	o.Scan.Limits, o.Scan.Offline, o.Scan.Judging.Given = extension.DefaultLimits(), true, &audit.Given{}
	return Generate(t.Context(), p, ".", o)
}

func write(t *testing.T, p *process.Process, name, text string) {
	t.Helper()
	file := filepath.Join(p.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func kept(t *testing.T, p *process.Process) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(p.Dir, ".ringfence", "policy.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A policy says what the code needs, the same at every run, and its evidence lies beside
// it. Of a folder that is not built any more it is not written over: it would grant
// nothing.
func TestGenerate(t *testing.T) {
	var said bytes.Buffer
	p := &process.Process{Dir: t.TempDir(), Stdout: &said, Stderr: &said}
	write(t, p, "package.json", manifest)
	write(t, p, "dist/main.js", `require("child_process").spawn("docker", ["ps"])`)
	if err := generate(t, p, Options{}); err != nil {
		t.Fatal(err)
	}
	first := kept(t, p)
	if !strings.Contains(first, `{"command": "docker", "args": ["ps"]}`) || !strings.Contains(said.String(), "acme.tool: ") {
		t.Errorf("%s\n%s", first, said.String())
	}
	if _, err := os.Stat(filepath.Join(p.Dir, ".ringfence", "evidence.json")); err != nil {
		t.Error(err)
	}
	if err := generate(t, p, Options{}); err != nil || kept(t, p) != first {
		t.Errorf("%v\n%s", err, kept(t, p))
	}
	if err := os.Remove(filepath.Join(p.Dir, "dist", "main.js")); err != nil {
		t.Fatal(err)
	}
	err := generate(t, p, Options{})
	if exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "ringfence build . --out ../acme.tool.vsix && ") || kept(t, p) != first {
		t.Errorf("%v\n%s", err, kept(t, p))
	}
}

// What is asked wrongly writes nothing.
func TestGenerateIsAskedWrongly(t *testing.T) {
	p := &process.Process{Dir: t.TempDir(), Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}
	write(t, p, "package.json", manifest)
	for want, o := range map[string]Options{
		"exclude each other": {Package: "x.vsix", Scan: audit.Settings{Target: audit.Target{FromSources: true}}},
		"is no .vsix":        {Package: "x.zip"},
		"x.vsix":             {Package: "x.vsix"},
	} {
		if err := generate(t, p, o); exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := os.Stat(filepath.Join(p.Dir, ".ringfence")); err == nil {
		t.Error("it wrote something")
	}
}
