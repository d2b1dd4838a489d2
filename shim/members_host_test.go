package shim

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// membersExtension says, of the vscode that it has, each member of a namespace, each class, and what a class and its
// prototype have.
const membersExtension = `const vscode = require('vscode')
exports.activate = () => {
	vscode.commands.registerCommand('lists.members', () => {
		const out = []
		const classes = new Set(Object.values(vscode).map(C => typeof C === 'function' && C.prototype))
		for (const k of Object.keys(vscode)) {
			let v
			try { v = vscode[k] } catch { out.push(k); continue }
			if (typeof v === 'function' && v.prototype) {
				out.push(k)
				// What a class of the API has from another it is asked for there.
				for (let p = v.prototype; p && p !== Object.prototype && p !== Error.prototype; p = Object.getPrototypeOf(p)) {
					if (p !== v.prototype && classes.has(p)) break
					for (const m of Object.getOwnPropertyNames(p)) if (!/^[_$#]|^constructor$/.test(m)) out.push(k + '#' + m)
				}
			} else if (v !== null && typeof v === 'object' && !Object.values(Object.getOwnPropertyDescriptors(v)).every(
				d => typeof d.value === 'number' || typeof d.value === 'string')) {
				for (const m of Object.keys(v)) if (!/^[_$]/.test(m)) out.push(k + '.' + m)
			} else out.push(k)
		}
		return [...new Set(out)].sort()
	})
}`

// described is what the loader knows of the API: the types of @types/vscode, and the catalogue.
type described struct {
	Root  map[string]json.RawMessage `json:"root"`
	Types map[string]struct {
		Members map[string]json.RawMessage `json:"m"`
	} `json:"types"`
	catalogue map[string]json.RawMessage
}

// has reports a member that the loader hands out by a description; of a class also by those that it has of its own.
func (d described) has(member string) bool {
	if _, ok := d.catalogue[strings.ReplaceAll(member, "#", ".")]; ok {
		return true
	}
	if class, name, ok := strings.Cut(member, "#"); ok {
		_, ok := d.Types[class].Members[name]
		return ok
	}
	space, name, ok := strings.Cut(member, ".")
	raw, there := d.Root[space]
	if !ok || !there {
		return there
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return false
	}
	_, there = members[name]
	return there
}

// TestEveryMemberIsDescribedOrRefused names, for each version of VS Code that tests run in, what its vscode has and nothing
// describes: undescribed.txt. A member of a namespace that stands there is refused unless the policy names it
// (vscode/members.js, unknown); one of a class is not there (vscode/hostviews.js). UPDATE=1 writes the list anew; a line that
// comes with a new version is read by a person.
func TestEveryMemberIsDescribedOrRefused(t *testing.T) {
	if testing.Short() || exthost.Supported() != nil {
		t.Skip("short: starts extension hosts")
	}
	var known described
	var table struct {
		Modules map[string]map[string]json.RawMessage `json:"modules"`
	}
	for file, into := range map[string]any{"loader/vscode/types.json": &known, "loader/policy/table.json": &table} {
		data, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	known.catalogue = table.Modules["vscode"]
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.js": membersExtension,
		"package.json": `{"name": "lists", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "*"}, "main": "./main.js",
			"activationEvents": ["*"]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	for _, kit := range exthost.Kits() {
		r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: dir, Commands: [][]any{{"lists.members"}}})
		if err != nil {
			t.Fatal(err)
		}
		var members []string
		if err := json.Unmarshal(r.Results["lists.members"], &members); err != nil || len(members) < 600 {
			t.Fatalf("%s: %d members, %v, %s", kit, len(members), err, r.Error)
		}
		missing := slices.DeleteFunc(members, known.has)
		got.WriteString(kit.String() + "\n")
		for _, m := range missing {
			got.WriteString("  " + m + "\n")
		}
	}
	const list = "testdata/undescribed.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(list, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("what nothing describes is not what %s says:\n%s", list, got.String())
	}
}
