package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestContributions = check.Check{
	Name:       "manifest_contributions",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestContributions,
}

func runManifestContributions(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	add := func(what, id, power, pointer string) {
		out = append(out, finding.Finding{
			Severity:      finding.Low,
			PaperSeverity: finding.Medium,
			Intent:        finding.Capability,
			Confidence:    finding.Confirmed,
			Provenance:    finding.FirstParty,
			Message:       "contributes " + what + " " + wording.Quote(id) + ", which " + power,
			Where:         packagejson.At(in.Manifest, pointer),
		})
	}
	c := in.Manifest.Contributes
	for _, d := range c.Debuggers {
		add("debugger", d.Type, "starts programs when a debug session begins", d.Pointer)
	}
	for _, p := range c.TerminalProfiles {
		add("terminal profile", p.ID, "opens terminals of its own", p.Pointer)
	}
	for _, t := range c.Tasks {
		add("task type", t.Type, "can run commands as tasks", t.Pointer)
	}
	for _, a := range c.Authentication {
		add("authentication provider", a.ID, "signs users in and hands out their tokens", a.Pointer)
	}
	return out
}
