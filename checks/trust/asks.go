package trust

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// asksTrust says whether the code asks for trust anywhere.
func asksTrust(p *facts.Program) bool {
	return slices.ContainsFunc(p.Uses, func(u facts.Use) bool {
		return u.Module == "vscode" && (u.Member == "workspace.isTrusted" || u.Member == "workspace.onDidGrantWorkspaceTrust")
	})
}

// vscodeEscapes says whether the vscode module, or its workspace, goes where it
// cannot be followed.
func vscodeEscapes(p *facts.Program) bool {
	return slices.ContainsFunc(p.Uses, func(u facts.Use) bool {
		return u.Module == "vscode" && (u.Kind == facts.Escape || u.Member == "?" || u.Member == "workspace.?")
	})
}
