package sarif

import (
	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// sourceID is the number of the related place that messages link to.
const sourceID = 1

// codeFlows is a finding's path as code scanning shows it, step by step. The
// steps of a finding are far fewer than what GitHub takes (finding.MaxSteps).
func codeFlows(r *report.Report, f finding.Finding) []*sarif.CodeFlow {
	if len(f.Flow) == 0 {
		return nil
	}
	thread := sarif.NewThreadFlow()
	for i, s := range f.Flow {
		l := shown(r, s.Where, s.Origin)
		l.Message = sarif.NewTextMessage(stop(plain(s.Message)))
		importance := "important"
		if i == 0 || i == len(f.Flow)-1 {
			importance = "essential"
		}
		thread.Locations = append(thread.Locations, &sarif.ThreadFlowLocation{
			Location: l, ExecutionOrder: ptr(i + 1), Importance: importance,
		})
	}
	return []*sarif.CodeFlow{sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{thread})}
}

// related are the place a path begins at, which is what a person wants to see
// beside its end, and for a finding that is shown in the sources the place in
// the file that ships.
func related(r *report.Report, f finding.Finding) []*sarif.Location {
	var out []*sarif.Location
	add := func(l *sarif.Location, text string) {
		l.Id = ptr(uint(len(out) + sourceID))
		l.Message = sarif.NewTextMessage(text)
		out = append(out, l)
	}
	if len(f.Flow) > 1 {
		add(shown(r, f.Flow[0].Where, f.Flow[0].Origin), stop(plain(f.Flow[0].Message)))
	}
	if f.Shown() != f.Where {
		add(location(r, f.Where), "The place in the file that ships.")
	}
	return out
}
