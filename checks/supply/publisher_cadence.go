package supply

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var publisherCadence = check.Check{
	Name:       "publisher_cadence",
	Module:     finding.PublisherModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runPublisherCadence,
}

// What a history of releases looks like that somebody made up or took over.
const (
	// manyInstalls within youngDays of a first and only release are more than
	// honest extensions of that age were seen with.
	manyInstalls = 10_000
	youngDays    = 30
	// quietDays without a release, and then one in the last wokenDays.
	quietDays, wokenDays = 365, 60
)

func runPublisherCadence(_ context.Context, in check.Input) []finding.Finding {
	l, ok := listed(in)
	if !ok || len(l.Releases) == 0 {
		return nil
	}
	say := func(format string, args ...any) []finding.Finding {
		f := metadata(in, fmt.Sprintf(format, args...))
		f[0].PaperSeverity, f[0].Confidence = finding.None, finding.Heuristic
		return f
	}
	newest := l.Releases[0]
	age, known := daysBetween(newest.Day, in.Answers.Today)
	switch before, knownBefore := beforeNewest(l.Releases); {
	case !known || age < 0:
		return nil
	case len(l.Releases) == 1 && age < youngDays && l.Installs != nil && *l.Installs >= manyInstalls:
		return say(
			"%s lists it with %d installs, and its first and only release is of %s, %d days ago",
			registryName(l.Registry),
			*l.Installs,
			newest.Day,
			age,
		)
	case knownBefore && before >= quietDays && age < wokenDays:
		return say("its newest release on %s, of %s, is the first in %d days", registryName(l.Registry), newest.Day, before)
	}
	return nil
}

// beforeNewest is how many days lie between the newest release and the one
// before.
func beforeNewest(list []supplychain.Release) (days int, known bool) {
	if len(list) < 2 {
		return 0, false
	}
	return daysBetween(list[1].Day, list[0].Day)
}
