package facts_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// files are an extension: names to texts. Without a package.json it gets one
// whose main is main.js.
type files map[string]string

const plainManifest = `{"name": "t", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`

// load writes an extension to a folder of its own and loads it as installed.
func load(t testing.TB, in files) *extension.Extension {
	t.Helper()
	return loadAs(t, in, extension.Directory)
}

func loadAs(t testing.TB, in files, source extension.Source) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	if _, ok := in["package.json"]; !ok {
		in = maps.Clone(in)
		in["package.json"] = plainManifest
	}
	for name, text := range in {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ext, err := extension.LoadAs(t.Context(), dir, source, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ext.Close() })
	return ext
}

// analyze returns the facts of an extension, parsed in this process.
func analyze(t testing.TB, in files) *facts.Program {
	t.Helper()
	p, err := facts.Analyze(t.Context(), load(t, in), facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// calls returns the calls and constructions of a symbol, "fs.readFile".
func calls(p *facts.Program, symbol string) []facts.Use {
	var out []facts.Use
	for _, u := range p.Uses {
		if u.Module+"."+u.Member == symbol && u.Kind != facts.Reference {
			out = append(out, u)
		}
	}
	return out
}

// show writes a value down: its alternatives between bars, dots when there may
// be more, then items, properties and whether it may be a function.
func show(v facts.Value) string {
	var alts []string
	for _, a := range v.Alts {
		alts = append(alts, a.String())
	}
	out := strings.Join(alts, " | ")
	if v.Open {
		out += " ..."
	}
	if v.Items != nil {
		var items []string
		for _, i := range v.Items {
			items = append(items, show(i))
		}
		out += "[" + strings.Join(items, ", ") + "]"
	}
	if v.Props != nil {
		var props []string
		for _, k := range slices.Sorted(maps.Keys(v.Props)) {
			props = append(props, k+": "+show(v.Props[k]))
		}
		out += "{" + strings.Join(props, ", ") + "}"
	}
	if v.Func {
		out += " func"
	}
	return strings.TrimSpace(out)
}

// showAll writes the arguments of a call down.
func showAll(values []facts.Value) string {
	var out []string
	for _, v := range values {
		out = append(out, show(v))
	}
	return strings.Join(out, "; ")
}

// places returns "file:line:column module.member" of every use, in order.
func places(p *facts.Program) []string {
	var out []string
	for _, u := range p.Uses {
		out = append(out, fmt.Sprintf("%s:%d:%d %s.%s", u.Where.File, u.Where.Line, u.Where.Column, u.Module, u.Member))
	}
	return out
}

// symbols returns the distinct "module.member" of every use but references.
func symbols(p *facts.Program) []string {
	seen := map[string]bool{}
	for _, u := range p.Uses {
		if u.Kind != facts.Reference {
			seen[u.Module+"."+u.Member] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), cmp.Compare[string])
}
