package update

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateOtherPublisher = check.Check{
	Name:       "update_other_publisher",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        []int{345},
	Needs:      []check.Need{check.NeedManifest, check.NeedBase},
	Run:        runUpdateOtherPublisher,
}

func runUpdateOtherPublisher(_ context.Context, in check.Input) []finding.Finding {
	c := in.Base.Change
	switch {
	case c.OtherPublisher:
		return []finding.Finding{updated(packagejson.At(in.Manifest, "/publisher"), finding.Medium, finding.Malicious, finding.Heuristic,
			"the release before, "+wording.Quote(c.Before.ID)+", is another publisher's than this one, "+wording.Quote(c.After.ID))}
	case c.OtherName:
		return []finding.Finding{updated(packagejson.At(in.Manifest, "/name"), finding.Low, finding.Hygiene, finding.Confirmed,
			"the release before has the name "+wording.Quote(c.Before.ID)+", this one "+wording.Quote(c.After.ID))}
	}
	return nil
}
