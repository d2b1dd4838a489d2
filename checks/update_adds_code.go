package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateAddsCode = Check{
	Name:       "update_adds_code",
	Module:     finding.PublisherModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []Need{NeedManifest, NeedBase},
	Run:        runUpdateAddsCode,
}

func runUpdateAddsCode(_ context.Context, in Input) []finding.Finding {
	change := in.Base.Change
	if len(change.Entries) == 0 {
		return nil
	}
	first := change.Entries[0]
	f := updated(inManifest(in.Manifest, first.Pointer), finding.High, finding.Malicious, finding.Likely,
		"nothing of the release before ran, and this one runs "+quote(first.Value))
	begins := finding.Step{Where: f.Where, Message: "runs for the first time"}
	switch {
	case in.Program == nil || seenInPart(in.Program):
		f.Message += ", which could not be looked at as a whole"
	default:
		reaches := reachesOf(in.Catalog, in.Program)
		if len(reaches) == 0 {
			// A command that the editor shows is what most first lines of code are for.
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			break
		}
		u := reaches[0].use
		f.Message += ", which uses " + symbol(u)
		f.Flow = []finding.Step{begins, {Where: u.Where, Message: finding.Printable("uses "+symbol(u), finding.MaxMessage)}}
	}
	return []finding.Finding{f}
}
