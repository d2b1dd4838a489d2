package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every name of the platform is a source, a way out, an act, or somebody said that it is none.
func TestEveryNameHasADirection(t *testing.T) {
	c := Default()
	var missing []string
	checked := 0
	for _, l := range readGolden(t, "node.txt") {
		f := strings.Fields(l)
		module, member := c.Canonical(f[0], strings.TrimPrefix(f[1], "-"))
		checked++
		if _, ok := c.Directions(module, member); !ok {
			missing = append(missing, module+" "+member)
		}
	}
	for _, l := range readGolden(t, "vscode.txt") {
		member, kind, _ := strings.Cut(l, " ")
		if kind == "enum" || kind == "namespace" {
			continue
		}
		checked++
		if _, ok := c.Directions("vscode", member); !ok {
			missing = append(missing, "vscode "+member)
		}
	}
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		t.Errorf("%d names of which nobody said a direction:\n%s", len(missing), strings.Join(missing, "\n"))
	}
	if checked < 6000 {
		t.Errorf("only %d names were checked: the golden lists are broken", checked)
	}
	if _, ok := c.Directions("vscode", "window.showHologram"); ok {
		t.Error("a name that nobody has heard of has a direction")
	}
}

// A line of the table is about something that exists, and a capability has an answer.
func TestEveryDirectionIsOfSomething(t *testing.T) {
	c := Default()
	exists := map[Symbol]bool{}
	for _, l := range readGolden(t, "node.txt") {
		f := strings.Fields(l)
		m, n := c.Canonical(f[0], strings.TrimPrefix(f[1], "-"))
		for exists[Symbol{m, "."}] = true; n != ""; n = parent(n) {
			exists[Symbol{m, n}] = true
		}
	}
	for _, l := range readGolden(t, "vscode.txt") {
		n, _, _ := strings.Cut(l, " ")
		for ; n != ""; n = parent(n) {
			exists[Symbol{"vscode", n}] = true
		}
	}
	var unknown []string
	for s := range c.directions {
		if !exists[s] {
			unknown = append(unknown, s.Module+" "+s.Member)
		}
	}
	slices.Sort(unknown)
	if len(unknown) > 0 {
		t.Errorf("lines about nothing:\n%s", strings.Join(unknown, "\n"))
	}
	for _, k := range Capabilities() {
		if _, ok := saidBy[k]; !ok {
			t.Errorf("nobody says which way %s carries data", k)
		}
	}
}

func TestDirections(t *testing.T) {
	c := Default()
	for symbol, want := range map[Symbol][]Direction{
		{"vscode", "TextDocument.getText"}:         {{Private, "text"}},
		{"vscode", "Position"}:                     {},
		{"vscode", "window.showInputBox"}:          {{Private, "entrusted"}},
		{"dgram", "Socket().send"}:                 {{Out, "net.connect"}, {Outside, "net.connect"}},
		{"vscode", "ExtensionContext.secrets.get"}: {{Private, "entrusted"}},
		{"assert", "equal"}:                        {},
		{"os", "hostname"}:                         {{Private, "machine"}},
		{"process", "dlopen"}:                      {{Act, "code.native"}},
		{"vscode", "env.openExternal"}:             {{Out, "vscode.open"}},
		{"vscode", "window.createTerminal"}:        {{Act, "vscode.terminal"}, {Private, "vscode.terminal"}},
		{"vscode", "NotebookCellOutputItem.html"}:  {{Out, "page"}},
	} {
		got, ok := c.Directions(symbol.Module, symbol.Member)
		if !ok || !cmp.Equal(append([]Direction{}, got...), want) {
			t.Errorf("%v: %v, want %v", symbol, got, want)
		}
	}
	for _, text := range []string{"private text vscode", "none text vscode Position",
		"private - vscode Position", "sideways x vscode Position"} {
		if err := (&Catalog{}).parseDirections([]line{{file: "x", words: strings.Split(text, " ")}}); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
