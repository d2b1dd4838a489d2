package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var publisherUnverified = Check{
	Name:       "publisher_unverified",
	Module:     finding.PublisherModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest, NeedServices},
	Run:        runPublisherUnverified,
}

func runPublisherUnverified(_ context.Context, in Input) []finding.Finding {
	l, ok := listed(in)
	if !ok || l.Verified == nil || *l.Verified {
		return nil
	}
	return metadata(in, "the publisher is not verified on "+registryName(l.Registry))
}
