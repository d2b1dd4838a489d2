package trust

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustDeadBranch = check.Check{
	Name:       "trust_dead_branch",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustDeadBranch,
}

func runTrustDeadBranch(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	if workspacetrust.SupportOf(m) != workspacetrust.SupportFalse {
		return nil
	}
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" || u.Member != "workspace.isTrusted" || shallow(in.Program, u.Where.File) {
			continue
		}
		fix := packagejson.Fix("Remove what is for untrusted workspaces, or review it and declare limited support.")
		if a := answerOf(in); a.level != false {
			fix = packagejson.Fix("Declare limited support, which is what the code is written for: "+a.why+".", limit(m, a)...)
		}
		return []finding.Finding{
			trustFinding(
				m,
				trustPointer+"/supported",
				finding.Low,
				fmt.Sprintf(
					"declares no support for untrusted workspaces, and asks for trust all the same (%s:%d): there the answer is always yes",
					escape.Printable(u.Where.File, 120),
					u.Where.Line,
				),
				fix,
			),
		}
	}
	return nil
}

// limit are the edits that declare limited support and the settings it restricts.
func limit(m *extension.Manifest, a trustAnswer) []finding.Edit {
	edits := change(m, "limited", textLimited)
	if len(a.settings) > 0 {
		edits = append(edits, packagejson.Set(trustPointer+"/restrictedConfigurations", a.settings))
	}
	return edits
}
