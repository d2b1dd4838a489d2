package update

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateAddsCode = check.Check{
	Name:       "update_adds_code",
	Module:     finding.PublisherModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedBase},
	Run:        runUpdateAddsCode,
}

func runUpdateAddsCode(_ context.Context, in check.Input) []finding.Finding {
	change := in.Base.Change
	if len(change.Entries) == 0 {
		return nil
	}
	first := change.Entries[0]
	f := updated(packagejson.At(in.Manifest, first.Pointer), finding.High, finding.Malicious, finding.Likely,
		"nothing of the release before ran, and this one runs "+wording.Quote(first.Value))
	begins := finding.Step{Where: f.Where, Message: "runs for the first time"}
	switch {
	case in.Program == nil || uses.SeenInPart(in.Program):
		f.Message += ", which could not be looked at as a whole"
	default:
		reaches := uses.ReachesOf(in.Catalog, in.Program)
		if len(reaches) == 0 {
			// A command that the editor shows is what most first lines of code are for.
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			break
		}
		u := reaches[0].Use
		f.Message += ", which uses " + uses.Symbol(u)
		f.Flow = []finding.Step{begins, {Where: u.Where, Message: escape.Printable("uses "+uses.Symbol(u), finding.MaxMessage)}}
	}
	return []finding.Finding{f}
}
