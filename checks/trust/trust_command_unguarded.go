package trust

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustCommandUnguarded = check.Check{
	Name:       "trust_command_unguarded",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{862},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustCommandUnguarded,
}

func runTrustCommandUnguarded(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	// Where the extension does not run nobody calls its commands. Code that asks
	// anywhere may ask in the handler, which these facts do not tell apart.
	if !workspacetrust.SupportOf(m).RunsUntrusted() || asksTrust(in.Program) || len(in.Program.BlindSpots) > 0 || vscodeEscapes(in.Program) {
		return nil
	}
	gated := map[string]bool{}
	for _, c := range m.Contributes.Commands {
		gated[c.Command] = gated[c.Command] || wantsTrust(c.Enablement)
	}
	for _, i := range m.Contributes.Menus {
		gated[i.Command] = gated[i.Command] || wantsTrust(i.When)
	}
	for _, k := range m.Contributes.Keybindings {
		gated[k.Command] = gated[k.Command] || wantsTrust(k.When)
	}
	var out []finding.Finding
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" || u.Kind != facts.Call || len(u.Args) == 0 ||
			u.Member != "commands.registerCommand" && u.Member != "commands.registerTextEditorCommand" {
			continue
		}
		ids, _ := u.Args[0].Constants()
		for _, id := range ids {
			if !gated[id] {
				continue
			}
			out = append(out, finding.Finding{
				Severity:      finding.Medium,
				PaperSeverity: finding.None,
				Intent:        finding.Vulnerable,
				Confidence:    finding.Likely,
				Provenance:    finding.FirstParty,
				Message: "the command " + wording.Quote(
					id,
				) + " is hidden until the workspace is trusted and can be called all the same: its handler does not ask",
				Where: u.Where,
				Fix:   packagejson.Fix("Begin the handler with: if (!vscode.workspace.isTrusted) return;"),
			})
		}
	}
	return out
}

// wantsTrust says whether a when-clause asks that the workspace be trusted.
func wantsTrust(when string) bool {
	const key = "isWorkspaceTrusted"
	for rest := when; ; {
		i := strings.Index(rest, key)
		if i < 0 {
			return false
		}
		before, after := strings.TrimRight(rest[:i], " ("), rest[i+len(key):]
		if !strings.HasSuffix(before, "!") && !strings.HasPrefix(strings.TrimSpace(after), "== false") &&
			!strings.HasPrefix(strings.TrimSpace(after), "!= true") {
			return true
		}
		rest = after
	}
}
