package synth

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A proposed part of the API is granted by its name to whoever declares
// proposals, and to nobody else.
func TestProposedPartsOfTheAPIAreGrantedByName(t *testing.T) {
	const code = "const v = require('vscode'); exports.activate = () => { v.window.registerTerminalQuickFixProvider('x', {}); v.window.showInformationMessage('y') }"
	granted := func(manifest string) []string {
		var out []string
		for _, g := range synthesize(t, map[string]string{"package.json": manifest, "main.js": code}).Policy.In(policy.Modules) {
			if g.Name == "vscode" {
				out = append(out, g.Pattern)
			}
		}
		return out
	}
	asks := strings.Replace(manifest, `"main"`, `"enabledApiProposals": ["terminalQuickFixProvider"], "main"`, 1)
	if got := granted(asks); !slices.Equal(got, []string{"window.registerTerminalQuickFixProvider"}) {
		t.Errorf("declared: %q", got)
	}
	if got := granted(manifest); len(got) > 0 {
		t.Errorf("not declared: %q", got)
	}
}
