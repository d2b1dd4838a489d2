package supply

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var publisherUnpopular = check.Check{
	Name:       "publisher_unpopular",
	Module:     finding.PublisherModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runPublisherUnpopular,
}

// The bounds of the published matrix.
const (
	fewInstalls = 500
	fewRatings  = 10
)

func runPublisherUnpopular(_ context.Context, in check.Input) []finding.Finding {
	l, ok := listed(in)
	if !ok || l.Installs == nil || l.Ratings == nil || *l.Installs >= fewInstalls || *l.Ratings >= fewRatings {
		return nil
	}
	return metadata(in, fmt.Sprintf("few know this extension: %s lists it with fewer than %d installs (%d) and %d ratings (%d)",
		registryName(l.Registry), fewInstalls, *l.Installs, fewRatings, *l.Ratings))
}
