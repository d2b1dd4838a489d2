package fence

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// files are an extension and what it is wrapped with.
var files = map[string]string{
	"tool/package.json": `{"name": "tool", "publisher": "acme", "version": "1.2.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
	"tool/main.js":      "exports.activate = () => {};\n",
	"newer/package.json": `{"name": "tool", "publisher": "acme", "version": "1.10.0", "engines": {"vscode": "^1.90.0"}, ` +
		`"main": "./main.js"}`,
	"newer/main.js":      "",
	"other/package.json": `{"name": "other", "publisher": "acme", "version": "9.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
	"other/main.js":      "",
	"policy.json":        `{"schemaVersion": 1, "extension": "acme.tool"}`,
}

func here(t *testing.T) (p *process.Process, out, errs *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	return &process.Process{Dir: dir, Stdout: out, Stderr: errs}, out, errs
}

// What was wrapped is the original again once it is unwrapped, and an original that
// somebody edited in between is not called one.
func TestThereAndBack(t *testing.T) {
	p, out, errs := here(t)
	o := Options{Mode: "enforce", Level: "shared", Policy: "policy.json", Out: "fenced"}
	const wrote = "wrote fenced: acme.tool 1.2.0 with the loader, which denies"
	if err := Wrap(t.Context(), p, "tool", o); err != nil || !strings.Contains(out.String(), wrote) {
		t.Fatalf("%v\n%s%s", err, out, errs)
	}
	manifest := filepath.Join(p.Dir, "fenced", "package.json")
	wrapped, err := os.ReadFile(manifest)
	if err != nil || strings.Contains(string(wrapped), `"main": "./main.js"`) {
		t.Errorf("main is not the loader: %s, %v", wrapped, err)
	}
	if err := Unwrap(t.Context(), p, "fenced", "back"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"package.json", "main.js"} {
		got, err := os.ReadFile(filepath.Join(p.Dir, "back", name))
		if err != nil || string(got) != files["tool/"+name] {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := os.WriteFile(manifest, bytes.Replace(wrapped, []byte("1.2.0"), []byte("1.2.1"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	err = Unwrap(t.Context(), p, "fenced", "edited")
	if !errors.Is(err, exit.ErrNo) || !strings.Contains(errs.String(), "is not the original") {
		t.Errorf("%v\n%s", err, errs)
	}
}

// What is asked wrongly is refused before anything is written.
func TestWrapIsAskedWrongly(t *testing.T) {
	good := Options{Mode: "enforce", Level: "shared", Policy: "policy.json", Out: "fenced"}
	for want, change := range map[string]func(*Options){
		"--mode is observe or enforce":           func(o *Options) { o.Mode = "both" },
		"--level is shared or host":              func(o *Options) { o.Level = "" },
		"--browser is refuse, drop or unfenced":  func(o *Options) { o.Browser = "maybe" },
		"--allow-web and --browser drop are two": func(o *Options) { o.AllowWeb, o.Browser = true, "drop" },
		"where to?":                              func(o *Options) { o.Out = "" },
		"--observe-days is a number of days":     func(o *Options) { o.Days = -1 },
		"to enforce takes a policy":              func(o *Options) { o.Policy = "" },
		"none.json":                              func(o *Options) { o.Policy = "none.json" },
	} {
		p, _, _ := here(t)
		o := good
		change(&o)
		err := Wrap(t.Context(), p, "tool", o)
		if exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := os.Stat(filepath.Join(p.Dir, "fenced")); err == nil {
			t.Errorf("%s: something was written", want)
		}
	}
}

// Versions are compared as numbers, and an extension with itself.
func TestCheckUpdate(t *testing.T) {
	for _, x := range []struct {
		latest, want string
		code         int
	}{
		{"1.10.0", "1.10.0", exit.No},
		{"newer", "1.10.0", exit.No},
		{"1.2.0", "", exit.Fine},
		{"1.1.9", "", exit.Fine},
		{"other", "acme.other", exit.Usage},
		{"", "no marketplace is asked", exit.Usage},
		{"soon", "soon", exit.Usage},
	} {
		p, out, errs := here(t)
		err := CheckUpdate(t.Context(), p, "tool", x.latest)
		said := out.String() + errs.String()
		if err != nil {
			said += err.Error()
		}
		if exit.Code(err) != x.code || !strings.Contains(said, x.want) {
			t.Errorf("%q: %d, %s", x.latest, exit.Code(err), said)
		}
	}
}
