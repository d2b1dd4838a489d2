package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateStartsEarlier = Check{
	Name:       "update_starts_earlier",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest, NeedBase},
	Run:        runUpdateStartsEarlier,
}

func runUpdateStartsEarlier(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	add := func(pointer string, severity finding.Severity, message string) {
		out = append(out, updated(inManifest(in.Manifest, pointer), severity, finding.Hygiene, finding.Confirmed, message))
	}
	for _, e := range in.Base.Change.Activation {
		switch e.Value {
		case "*":
			add(e.Pointer, finding.Medium, `this release runs as soon as the editor starts ("*"), the one before did not`)
		case "onStartupFinished":
			add(e.Pointer, finding.Low, `this release runs in every window ("onStartupFinished"), the one before did not`)
		}
	}
	for _, s := range in.Base.Change.Scripts {
		severity, who := finding.Low, "npm runs it where the extension is installed as a package"
		if s.Key == "vscode:uninstall" {
			severity, who = finding.Medium, "VS Code runs it when the extension is removed, outside of its host"
		}
		add(s.Pointer, severity, "the script "+quote(s.Key)+", "+quote(s.Value)+", is new or another than in the release before; "+who)
	}
	return out
}
