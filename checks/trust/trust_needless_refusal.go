package trust

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustNeedlessRefusal = check.Check{
	Name:       "trust_needless_refusal",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustNeedlessRefusal,
}

func runTrustNeedlessRefusal(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	c := m.Contributes
	if workspacetrust.SupportOf(m) != workspacetrust.SupportFalse || len(c.Debuggers)+len(c.Tasks) == 0 || len(m.ActivationEvents) == 0 {
		return nil
	}
	for _, p := range c.Points {
		if !slices.Contains([]string{
			"breakpoints", "colors", "configuration", "configurationDefaults", "debuggers", "grammars", "languages",
			"problemMatchers", "problemPatterns", "snippets", "taskDefinitions",
		}, p.Name) {
			return nil
		}
	}
	for _, e := range m.ActivationEvents {
		if !strings.HasPrefix(e.Value, "onDebug") && !strings.HasPrefix(e.Value, "onTaskType:") {
			return nil
		}
	}
	f := trustFinding(m, trustPointer+"/supported", finding.Low,
		"refuses untrusted workspaces though it only debugs or runs tasks, for which VS Code itself asks for trust first",
		packagejson.Fix("Declare support; VS Code asks before a task or a debug session starts.", change(m, true, "")...))
	f.Confidence = finding.Heuristic
	return []finding.Finding{f}
}
