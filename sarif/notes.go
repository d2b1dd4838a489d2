package sarif

import (
	"fmt"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// maxNotes is how many notifications are written; nobody reads more, and a
// report may list a thousand blind spots.
const maxNotes = 500

// invocation tells what could not be seen and what was left out: a result that
// is missing because a file is blind, or because there are too many, is no clean
// result.
func invocation(r *report.Report, p picked) *sarif.Invocation {
	ok := r.Code.Analysed
	i := &sarif.Invocation{ExecutionSuccessful: &ok}
	over := 0
	add := func(to *[]*sarif.Notification, level, text string, l finding.Location) {
		if len(i.ToolExecutionNotifications)+len(i.ToolConfigurationNotifications) >= maxNotes {
			over++
			return
		}
		n := &sarif.Notification{Level: level, Message: sarif.NewTextMessage(stop(plain(text)))}
		if l.File != "" {
			n.Locations = []*sarif.Location{location(r, l)}
		}
		*to = append(*to, n)
	}
	note := func(level, text string, l finding.Location) {
		add(&i.ToolExecutionNotifications, level, text, l)
	}
	nowhere := finding.Location{}
	if !r.Code.Analysed {
		note("error", "the code could not be analysed: "+r.Code.Why, nowhere)
	}
	for _, text := range p.cuts() {
		note("warning", text, nowhere)
	}
	for _, n := range r.Config.Notes() {
		level, at := "note", finding.Location{}
		if n.Warning {
			level = "warning"
		}
		if n.Line > 0 && r.Config.Origin == report.OfRepository {
			at = finding.Location{File: config.Name, Line: n.Line}
		}
		add(&i.ToolConfigurationNotifications, level, "configuration: "+n.Text, at)
	}
	for _, n := range r.OrganisationNotes() {
		level := "note"
		if n.Warning {
			level = "warning"
		}
		add(&i.ToolConfigurationNotifications, level, "organisation: "+n.Text, n.Where)
	}
	for _, s := range r.Silence() {
		level := "warning"
		if !s.Asked {
			level = "note"
		}
		note(level, s.Text(), nowhere)
	}
	for _, c := range r.Checks {
		if c.Dropped > 0 {
			note("warning", fmt.Sprintf("check %s has %d further findings", c.Name, c.Dropped), nowhere)
		}
	}
	for _, b := range r.Code.BlindSpots {
		level := "warning"
		if !b.Reached {
			level = "note"
		}
		note(level, "not seen: "+b.Reason, finding.Location{File: b.File, Line: b.Line})
	}
	for _, p := range r.Problems {
		note("note", "found while loading: "+p.Message, p.Where)
	}
	if over > 0 {
		i.ToolExecutionNotifications = append(i.ToolExecutionNotifications, &sarif.Notification{
			Level:   "warning",
			Message: sarif.NewTextMessage(fmt.Sprintf("%d further notifications were left out; the JSON report has them all.", over)),
		})
	}
	return i
}
