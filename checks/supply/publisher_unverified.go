package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var publisherUnverified = check.Check{
	Name:       "publisher_unverified",
	Module:     finding.PublisherModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runPublisherUnverified,
}

func runPublisherUnverified(_ context.Context, in check.Input) []finding.Finding {
	l, ok := listed(in)
	if !ok || l.Verified == nil || *l.Verified {
		return nil
	}
	return metadata(in, "the publisher is not verified on "+registryName(l.Registry))
}
