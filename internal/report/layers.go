package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// layers says what became of the layers that have a check: of their checks and
// of the services these need.
func layers(results []checks.Result, services []supplychain.Service) []verdict.Layer {
	var out []verdict.Layer
	for _, m := range finding.Modules() {
		l := verdict.Layer{Module: m, State: verdict.Skipped}
		ran, missing := 0, 0
		part := func(name, state string, looked bool, why string) {
			if looked {
				ran++
				return
			}
			missing++
			if worse(verdict.LayerState(state), l.State) || l.Why == "" {
				l.State, l.Why = verdict.LayerState(state), name+" "+stateWords(state)+": "+why
			}
		}
		for _, c := range results {
			// A check that has nothing to compare with is no gap of its layer.
			if c.Check.Module == m && c.Why != checks.NoBase {
				part(c.Check.Name, string(c.State), c.State.Looked(), c.Why)
			}
		}
		if ran+missing == 0 && m != finding.ModelModule {
			continue
		}
		for _, s := range services {
			if s.Module == m {
				part(s.Name, string(s.State), s.State == supplychain.Ran, s.Why)
			}
		}
		if ran+missing == 0 {
			continue // no model was to be asked
		}
		switch {
		case missing == 0:
			l.State = verdict.Ran
		case ran > 0:
			l.State = verdict.Partly
		}
		out = append(out, l)
	}
	return out
}

// worse orders the states of what did not run.
func worse(a, b verdict.LayerState) bool {
	rank := map[verdict.LayerState]int{verdict.Skipped: 0, verdict.Unavailable: 1, verdict.Failed: 2}
	return rank[a] > rank[b]
}

// stateWords puts a state into a sentence.
func stateWords(state string) string {
	switch state {
	case string(checks.Unavailable):
		return "is unavailable"
	case string(checks.Failed):
		return "failed"
	}
	return "was not checked"
}

// services makes the list fit for a report.
func services(list []supplychain.Service) []supplychain.Service {
	out := []supplychain.Service{}
	for _, s := range clip(list) {
		s.Why = escape.Printable(s.Why, maxReason)
		out = append(out, s)
	}
	return out
}

// Silent is something that did not look, and why, for people.
type Silent struct {
	Name, State, Why string
	// Asked is false for a service that nobody asked, and for what needs it.
	Asked bool
}

// Text says it in a sentence.
func (s Silent) Text() string {
	switch s.State {
	case string(checks.Unavailable), string(checks.Failed):
		return s.Name + " " + stateWords(s.State) + ": " + s.Why
	}
	return "not checked: " + s.bare()
}

// bare names what was not checked, and why.
func (s Silent) bare() string {
	name := strings.TrimPrefix(strings.TrimPrefix(s.Name, "service "), "check ")
	why := s.Why
	if why == supplychain.NotAsked || strings.HasPrefix(why, earlierNotAsked) {
		why = "--online asks it"
	}
	return name + " (" + why + ")"
}

// earlierNotAsked begins what reports of earlier versions say in place of supplychain.NotAsked.
const earlierNotAsked = "nobody asked for it"

// Silence lists the checks that did not look and the services that did not
// answer, each service once. Of those that nobody asked, for the same reason,
// only the first is there, and a check that waits for a service is not named
// beside it.
func (r *Report) Silence() []Silent {
	var out []Silent
	said := map[string]bool{}
	for _, s := range r.Services {
		if s.State == supplychain.Ran {
			continue
		}
		// The reason of a check is the service's name and the service's reason.
		key := s.Name + ": " + s.Why
		if s.State != supplychain.Skipped && !said[key] || s.State == supplychain.Skipped && !said[s.Why] {
			out = append(out, Silent{r.called(s), string(s.State), s.Why, s.State != supplychain.Skipped})
		}
		said[key], said[s.Why] = true, true
	}
	for _, c := range r.Checks {
		if !checks.State(c.State).Looked() && !said[c.Why] {
			asked := c.Why != supplychain.NotAsked && c.Why != checks.NoBase && !strings.HasPrefix(c.Why, earlierNotAsked)
			out = append(out, Silent{"check " + c.Name, c.State, c.Why, asked})
			said[c.Why] = !asked
		}
	}
	// What went wrong comes before what nobody asked for.
	slices.SortStableFunc(out, func(a, b Silent) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// called names a service. One that is asked for several layers, and fared
// otherwise for another, is named with its layer: it has a state for each.
func (r *Report) called(s supplychain.Service) string {
	if slices.ContainsFunc(r.Services, func(o supplychain.Service) bool {
		return o.Name == s.Name && o.Module != s.Module && (o.State != s.State || o.Why != s.Why)
	}) {
		return "service " + s.Name + " (" + string(s.Module) + ")"
	}
	return "service " + s.Name
}

func rank(s Silent) int {
	if s.Asked {
		return 0
	}
	return 1
}
