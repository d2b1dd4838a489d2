package facts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// TestPartsOfTheContextAreFoundByTheirNames where nobody knows which object it is: a
// class that a container makes is handed the context.
func TestPartsOfTheContextAreFoundByTheirNames(t *testing.T) {
	for code, want := range map[string][]string{
		`class A { constructor(c) { this.context = c } read(k) { return this.context.secrets.get(k) } } ` +
			`container.make(A)`: {"ExtensionContext.secrets.get imprecise"},
		`class A { constructor(c) { this.c = c } set(k) { this.c.environmentVariableCollection.replace(k, "") } } ` +
			`x(A)`: {"ExtensionContext.environmentVariableCollection.replace imprecise"},
		`exports.activate = function activate(context) { return context.secrets.get("k") ` +
			`}`: {"ExtensionContext.secrets.get"},
		`class A { constructor(c) { this.c = c } f(k) { return this.c.globalState.get(k) } } x(A)`:                    nil,
		`class A { constructor(c) { this.c = c } f(k) { return this.c.secrets.length + this.c.others.get(k) } } x(A)`: nil,
		`const own = { secrets: new Map() }; function f(k) { return own.secrets.get(k) } x(f)`:                        nil,
	} {
		p, err := facts.Analyze(t.Context(), load(t, files{"main.js": code}), facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range p.Uses {
			if u.Module != "vscode" || strings.Count(u.Member, ".") != 2 {
				continue
			}
			if u.Imprecise {
				u.Member += " imprecise"
			}
			got = append(got, u.Member)
		}
		slices.Sort(got)
		if d := cmp.Diff(want, slices.Compact(got)); d != "" {
			t.Errorf("%s: %s", code, d)
		}
	}
}
