package update

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateStartsEarlier = check.Check{
	Name:       "update_starts_earlier",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedBase},
	Run:        runUpdateStartsEarlier,
}

func runUpdateStartsEarlier(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	add := func(pointer string, severity finding.Severity, message string) {
		out = append(out, updated(packagejson.At(in.Manifest, pointer), severity, finding.Hygiene, finding.Confirmed, message))
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
		add(
			s.Pointer,
			severity,
			"the script "+wording.Quote(s.Key)+", "+wording.Quote(s.Value)+", is new or another than in the release before; "+who,
		)
	}
	return out
}
