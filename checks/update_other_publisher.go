package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateOtherPublisher = Check{
	Name:       "update_other_publisher",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        []int{345},
	Needs:      []Need{NeedManifest, NeedBase},
	Run:        runUpdateOtherPublisher,
}

func runUpdateOtherPublisher(_ context.Context, in Input) []finding.Finding {
	c := in.Base.Change
	switch {
	case c.OtherPublisher:
		return []finding.Finding{updated(inManifest(in.Manifest, "/publisher"), finding.Medium, finding.Malicious, finding.Heuristic,
			"the release before, "+quote(c.Before.ID)+", is another publisher's than this one, "+quote(c.After.ID))}
	case c.OtherName:
		return []finding.Finding{updated(inManifest(in.Manifest, "/name"), finding.Low, finding.Hygiene, finding.Confirmed,
			"the release before has the name "+quote(c.Before.ID)+", this one "+quote(c.After.ID))}
	}
	return nil
}
