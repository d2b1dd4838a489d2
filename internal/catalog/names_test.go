package catalog

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// nodeVersions are the binaries testkit/npm pins.
var nodeVersions = []string{"20", "22", "24"}

// TestNodeNamesAreWhatNodeExports verifies the golden list against the real
// binaries.
func TestNodeNamesAreWhatNodeExports(t *testing.T) {
	versions := map[string][]string{}
	for _, v := range nodeVersions {
		names := script(t, v, filepath.Join("testdata", "npm", "nodenames.js"))
		if len(names) < 3000 {
			t.Fatalf("Node %s gave only %d names: the script is broken", v, len(names))
		}
		for _, n := range names {
			versions[n] = append(versions[n], v)
		}
	}
	var lines []string
	for name, in := range versions {
		lines = append(lines, name+" "+strings.Join(in, " "))
	}
	slices.Sort(lines)
	golden(t, "node.txt", lines)
}

// TestEveryNodeNameIsClassified is the promise of the package: whatever a core
// module exports is a capability or explicitly harmless.
func TestEveryNodeNameIsClassified(t *testing.T) {
	c := Default()
	lines := readGolden(t, "node.txt")
	if len(lines) < 4000 {
		t.Fatalf("the golden list has only %d names", len(lines))
	}
	var missing []string
	for _, l := range lines {
		module, rest, _ := strings.Cut(l, " ")
		member, _, _ := strings.Cut(rest, " ")
		if !c.HasModule(module) {
			missing = append(missing, module)
			continue
		}
		member = strings.TrimPrefix(member, "-")
		m, n := c.Canonical(module, member)
		if n == "" {
			continue // the module itself
		}
		if _, ok := c.Classify(m, n); !ok {
			missing = append(missing, m+" "+n)
		}
	}
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		t.Errorf("%d names nobody has looked at:\n%s", len(missing), strings.Join(missing, "\n"))
	}
}

// TestVSCodeNamesAreWhatTheAPIExports verifies the golden list against
// @types/vscode, read by TypeScript's own parser.
func TestVSCodeNamesAreWhatTheAPIExports(t *testing.T) {
	dir := peers(t)
	modules := filepath.Join(dir, "node_modules")
	lines := script(t, "24", filepath.Join("testdata", "npm", "vscodenames.js"),
		filepath.Join(modules, "typescript"), filepath.Join(modules, "@types", "vscode", "index.d.ts"))
	slices.Sort(lines)
	golden(t, "vscode.txt", lines)
}

// TestTheLoaderKnowsTheTypesOfTheAPI verifies what the loader's border hands out by
// against @types/vscode, read by TypeScript's checker.
func TestTheLoaderKnowsTheTypesOfTheAPI(t *testing.T) {
	dir := peers(t)
	modules := filepath.Join(dir, "node_modules")
	lines := script(t, "24", filepath.Join("testdata", "npm", "vscodetypes.js"),
		filepath.Join(modules, "typescript"), filepath.Join(modules, "@types", "vscode", "index.d.ts"))
	file := filepath.Join("..", "..", "shim", "loader", "vscode", "types.json")
	text := strings.Join(lines, "\n") + "\n"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != text {
		t.Errorf("%s is not what @types/vscode says; run UPDATE=1 go test ./internal/catalog -run TypesOfTheAPI", file)
	}
}

// TestEveryVSCodeNameIsClassified holds every namespace's functions and
// values, every class, and every member of an interface or class of which the
// catalogue knows at least one member.
func TestEveryVSCodeNameIsClassified(t *testing.T) {
	c := Default()
	known := map[string]bool{} // types with members in the catalogue
	for _, e := range c.Symbols() {
		if e.Module == "vscode" && e.Base == (Symbol{}) {
			known[parent(e.Member)] = true
		}
	}
	lines := readGolden(t, "vscode.txt")
	var missing []string
	checked := 0
	for _, l := range lines {
		member, kind, _ := strings.Cut(l, " ")
		switch kind {
		case "function", "const", "class":
		case "method", "property":
			if !known[parent(member)] {
				continue
			}
		default:
			continue
		}
		checked++
		if _, ok := c.Classify("vscode", member); !ok {
			missing = append(missing, member)
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d names nobody has looked at:\n%s", len(missing), strings.Join(missing, "\n"))
	}
	if checked < 500 {
		t.Errorf("only %d names were checked: the golden list is broken", checked)
	}
}

// TestEverySymbolExists is the mirror: a line about a name that no binary and
// no declaration has is a misspelling, unless it stands in unlisted.txt: browser
// globals, what only a flag or a child process brings, and inherited names.
func TestEverySymbolExists(t *testing.T) {
	c := Default()
	exists := map[Symbol]bool{}
	for _, l := range readGolden(t, "node.txt") {
		f := strings.Fields(l)
		m, n := c.Canonical(f[0], strings.TrimPrefix(f[1], "-"))
		for ; n != ""; n = parent(n) {
			exists[Symbol{m, n}] = true
		}
		exists[Symbol{m, ""}] = true
	}
	for _, l := range readGolden(t, "vscode.txt") {
		n, _, _ := strings.Cut(l, " ")
		for ; n != ""; n = parent(n) {
			exists[Symbol{"vscode", n}] = true
		}
	}
	// A type without an exported class has the names of what gives it.
	for _, e := range c.Symbols() {
		if e.Base != (Symbol{}) || e.Gives == (Symbol{}) {
			continue
		}
		for s := range maps.Clone(exists) {
			if rest, ok := strings.CutPrefix(s.Member, e.Member+"()"); ok && s.Module == e.Module {
				exists[Symbol{e.Gives.Module, e.Gives.Member + rest}] = true
			}
		}
	}
	var unknown []string
	for _, e := range c.Symbols() {
		if e.Base == (Symbol{}) && !exists[Symbol{e.Module, e.Member}] {
			unknown = append(unknown, e.Module+" "+e.Member)
		}
	}
	golden(t, "unlisted.txt", unknown)
}
