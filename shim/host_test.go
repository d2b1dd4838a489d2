package shim

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// wrapped copies an extension and puts the loader in front of it, with as little as
// that needs: no table of files.
func wrapped(t *testing.T, dir, mode, logDir string, policy map[string]any) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(out, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, "package.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var manifest map[string]any
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	entry := strings.TrimPrefix(path.Clean(manifest["main"].(string)), "./")
	if path.Ext(entry) == "" {
		entry += ".js"
	}
	id := strings.ToLower(fmt.Sprint(manifest["publisher"], ".", manifest["name"]))
	policy["schemaVersion"], policy["extension"] = 1, id
	config, err := json.Marshal(map[string]any{
		"version": 1, "extension": id, "mode": mode, "level": "shared", "entry": entry, "logDir": logDir, "policy": policy,
	})
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := Bundle()
	if err != nil {
		t.Fatal(err)
	}
	main := path.Join(path.Dir(entry), "ringfence."+strings.TrimSuffix(path.Base(entry), path.Ext(entry))+".cjs")
	if err := os.WriteFile(filepath.Join(out, main), []byte(bundle+"start(module, require, "+string(config)+")\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	manifest["main"], manifest["realEntryPoint"] = "./"+main, manifest["main"]
	if data, err = json.Marshal(manifest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

// record is a line of the loader's log.
type record struct {
	Event   string   `json:"e"`
	Section string   `json:"section"`
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Path    string   `json:"path"`
	Program string   `json:"program"`
	Args    []string `json:"args"`
	Address string   `json:"address"`
	Code    string   `json:"code"`
}

func readLog(t *testing.T, dir string) []record {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "ringfence.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("the log has %q: %v", lines.Text(), err)
		}
		out = append(out, r)
	}
	return out
}

// granted is the policy of what was observed: the sections whose resources do not
// depend on where the run took place, and files and programs as broadly as this test needs.
func granted(log []record) map[string]any {
	modules, surfaces, code := map[string][]string{}, []any{}, []any{}
	env, processes := []any{}, []any{}
	for _, r := range log {
		if r.Event != "use" {
			continue
		}
		switch r.Section {
		case "modules":
			modules[r.Name] = append(modules[r.Name], r.Text)
		case "vscode":
			surfaces = append(surfaces, r.Name)
		case "env.read":
			env = append(env, r.Text)
		case "code":
			if r.Path == "" {
				code = append(code, r.Name)
			} else {
				code = append(code, map[string]any{"code": r.Name, "path": "${extension}/**"})
			}
		case "processes":
			if r.Program != "" {
				processes = append(processes, map[string]any{"command": r.Program, "args": []string{"..."}})
			}
		}
	}
	return map[string]any{
		"modules": modules, "vscode": surfaces, "env.read": env, "code": code, "processes": processes,
		"files.read": []string{"**"}, "files.write": []string{"${workspace}/**", "${globalStorage}/**", "${logs}/**", "${tmp}/**"},
	}
}

// Extensions of the corpus run with the loader in front of them, in the real host:
// as they are, observed, and enforced under what was observed.
func TestRealExtensionsActivateUnderTheLoader(t *testing.T) {
	if testing.Short() {
		t.Skip("short: starts extension hosts")
	}
	if err := exthost.Supported(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := corpusDir(t)
	for _, name := range []string{"vscode.emmet", "vscode.npm", "vscode.configuration-editing", "vscode.references-view", "vscode.gulp",
		"vscode.merge-conflict"} {
		t.Run(name, func(t *testing.T) {
			source := filepath.Join(dir, name)
			run := func(extension string) exthost.Result {
				t.Helper()
				r, err := exthost.Run(t.Context(), exthost.Options{Extension: extension})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			plain := run(source)
			if !plain.Activated {
				t.Fatalf("does not activate without the loader: %s", plain.Error)
			}
			logs := t.TempDir()
			observed := run(wrapped(t, source, "observe", logs, map[string]any{}))
			log := readLog(t, logs)
			check(t, "observed", plain, observed, log)
			if !slices.ContainsFunc(log, func(r record) bool { return r.Event == "use" }) {
				t.Error("nothing was observed")
			}
			logs = t.TempDir()
			enforced := run(wrapped(t, source, "enforce", logs, granted(log)))
			check(t, "enforced", plain, enforced, readLog(t, logs))
		})
	}
}

// A provider reads the document that it is handed where documents are granted, as who finds one elsewhere does
// (attacks/host/told.js).
func TestAProviderReadsWhatItIsHanded(t *testing.T) {
	if testing.Short() || exthost.Supported() != nil {
		t.Skip("short: starts an extension host")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": `{"name": "reader", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "*"}, "main": "./main.js",
			"activationEvents": ["*"]}`,
		"main.js": `const vscode = require('vscode')
exports.activate = () => {
	vscode.languages.registerHoverProvider('*', { provideHover(document, position) {
		const got = typeof document.getText() + ' ' + typeof document.lineAt(position).text
		require('fs').writeFileSync(__dirname + '/got.txt', got)
		return new vscode.Hover('x')
	} })
}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Where documents are granted, and nowhere else.
	for want, grants := range map[string][]string{"string string": {"documents"}, "": nil} {
		fenced := wrapped(t, dir, "enforce", t.TempDir(), map[string]any{
			"modules": map[string]any{"fs": []string{"*"}}, "files.write": []string{"${extension}/got.txt"}, "vscode": grants,
		})
		if _, err := exthost.Run(t.Context(), exthost.Options{Extension: fenced, Exercise: true}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(fenced, "got.txt")); string(got) != want || (err == nil) != (want != "") {
			t.Errorf("with %v the provider had %q %v", grants, got, err)
		}
	}
}

// Without a grant nothing but the language is left: the mirror of the test above.
func TestARealExtensionIsDeniedWhatItsPolicyDoesNotSay(t *testing.T) {
	if testing.Short() || exthost.Supported() != nil {
		t.Skip("short: starts an extension host")
	}
	logs := t.TempDir()
	r, err := exthost.Run(
		t.Context(),
		exthost.Options{Extension: wrapped(t, filepath.Join(corpusDir(t), "vscode.npm"), "enforce", logs, map[string]any{})},
	)
	if err != nil {
		t.Fatal(err)
	}
	if r.Activated {
		t.Error("vscode.npm activates without a single grant")
	}
	if !slices.ContainsFunc(readLog(t, logs), func(r record) bool { return r.Event == "denied" && r.Section == "modules" }) {
		t.Error("the log names no denied module")
	}
}

// named leaves away what VS Code names anew in each run, and what is the loader's.
func named(commands []string) []string {
	return slices.DeleteFunc(slices.Clone(commands), func(c string) bool {
		return strings.HasPrefix(c, "__vsc") || strings.HasPrefix(c, "ringfence.")
	})
}

func check(t *testing.T, what string, plain, got exthost.Result, log []record) {
	t.Helper()
	if !got.Activated {
		t.Errorf("%s: not activated: %s", what, got.Error)
	}
	if diff := cmp.Diff(named(plain.Commands), named(got.Commands)); diff != "" {
		t.Errorf("%s: the commands differ (-without +with the loader):\n%s", what, diff)
	}
	for _, r := range log {
		if r.Event == "denied" && what == "enforced" {
			t.Logf("%s: denied %s %s %s %s %s %s", what, r.Section, r.Name, r.Text, r.Path, r.Program, r.Address)
		}
		if r.Event == "failure" {
			t.Logf("%s: %s %s", what, r.Code, r.Text)
		}
	}
}

func corpusDir(t *testing.T) string {
	t.Helper()
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return dir
}
