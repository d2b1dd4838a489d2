package supply

import (
	"context"
	"time"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var publisherOutdated = check.Check{
	Name:       "publisher_outdated",
	Module:     finding.PublisherModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runPublisherOutdated,
}

func runPublisherOutdated(_ context.Context, in check.Input) []finding.Finding {
	l, ok := listed(in)
	updated, err := time.Parse(time.DateOnly, l.Updated)
	today, terr := time.Parse(time.DateOnly, in.Answers.Today)
	if !ok || err != nil || terr != nil || !updated.Before(today.AddDate(-2, 0, 0)) {
		return nil
	}
	return metadata(in, "the newest version on "+registryName(l.Registry)+" is of "+l.Updated+", over two years ago")
}
