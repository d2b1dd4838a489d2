// Package enrich asks services about one extension: registries, advisories, the
// DNS, VirusTotal, scorecards. What it brings home is supplychain.Answers; checks judge
// it. Whatever becomes of a service, the scan goes on, and the answers say what
// became of it: a service that was not asked is never one that found nothing.
// Without Options.Online nobody is asked, and files that somebody brings along
// are all that counts.
package enrich

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/advisory"
	"github.com/ringfence-dev/ringfence/internal/clients/blocklist"
	"github.com/ringfence-dev/ringfence/internal/clients/gallery"
	"github.com/ringfence-dev/ringfence/internal/clients/osv"
	"github.com/ringfence-dev/ringfence/internal/clients/packument"
	"github.com/ringfence-dev/ringfence/internal/clients/resolve"
	"github.com/ringfence-dev/ringfence/internal/clients/scorecard"
	"github.com/ringfence-dev/ringfence/internal/clients/tarballs"
	"github.com/ringfence-dev/ringfence/internal/clients/virustotal"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Options say who may be asked, and how much.
type Options struct {
	// Online asks services at all.
	Online bool
	// Registry is where the extension is said to be from.
	Registry supplychain.Registry
	// Today is the day as 2027-01-31; empty: nobody knows it.
	Today string
	// Listing answers in the marketplace's stead; nil: it is asked.
	Listing *supplychain.Listing
	// Scorecard answers in the service's stead; nil: it is asked.
	Scorecard *supplychain.Scorecard
	// Unscored says why there is no score although one was to be made; then
	// nobody else is asked for one.
	Unscored string
	// Upload sends an archive to VirusTotal that it has never seen.
	Upload bool
	// Endpoints is how many hosts of the code VirusTotal is asked about, Names how
	// many names are looked up in the DNS.
	Endpoints, Names int
	// Patience bounds the time all services take together.
	Patience time.Duration
}

// Machine is what asking takes of the process that asks.
type Machine struct {
	// Web sends every request.
	Web *web.Client
	// Getenv looks a variable up: mirrors, keys, whose workflow this is.
	Getenv func(name string) (value string, ok bool)
	// LookPath finds a program.
	LookPath func(name string) (file string, ok bool)
	// Open opens a file by a name from the environment.
	Open func(name string) (*os.File, error)
	// Env is the environment npm is started with.
	Env []string
	// Worker starts the child that parses; empty: bundles are not looked into.
	Worker []string
}

// Subject is the extension that is asked about.
type Subject struct {
	Extension *extension.Extension
	// Program is nil when the code was not analysed.
	Program *facts.Program
	// Archive is the .vsix it was read from, whose digest may be asked about; empty:
	// it was read from something else.
	Archive string
	// Inventory are the packages that ship. Those that only a registry can name are
	// added to it.
	Inventory *supplychain.Inventory
}

// question is one service asked for one layer.
type question struct {
	name   string
	module finding.Module
	ask    func(context.Context) error
	// brought is set when a file answers in the service's stead, so that nobody
	// is asked.
	brought bool
}

// partial is the outcome of a service that ran, and did not look at everything.
type partial string

func (p partial) Error() string { return string(p) }

// Ask asks the services, side by side, and returns what they say with the state of
// each. It has no error: a service that fails is a state.
func Ask(ctx context.Context, subject Subject, o Options, m Machine) *supplychain.Answers {
	w := &supplychain.Answers{Registry: o.Registry, Today: o.Today, Listing: o.Listing}
	s := newSession(subject, o, m, w)
	questions := s.questions()
	lists := make([]listed, len(blocklist.Lists()))
	for i, l := range blocklist.Lists() {
		questions = append(questions, question{l.Name, finding.MalwareModule, s.list(l, &lists[i]), false})
	}
	ctx, cancel := context.WithTimeout(ctx, o.Patience)
	defer cancel()
	lock := s.lock(ctx)
	w.Services = askAll(ctx, questions, o.Online)
	s.joinLists(lists)
	w.Comparisons, w.Bundled, w.Histories = s.compared, s.bundled, s.histories
	w.Advisories = supplychain.Merge(s.fromNPM, s.fromOSV)
	w.Reputations = append(s.ofArchive, s.ofHosts...)
	w.Resolutions = s.resolutions
	w.Scorecards = append(s.own, s.theirs...)
	if lock != nil {
		w.Services = append(w.Services, *lock)
	}
	if o.Online && len(s.inventory.Gaps) > 0 && len(s.inventory.Packages) > 0 {
		w.Services = append(w.Services, supplychain.Service{
			Name: "packages", Module: finding.DependenciesModule, State: supplychain.Unavailable, Why: strings.Join(s.inventory.Gaps, "; "),
		})
	}
	return w
}

// questions are those of every extension, in the order in which states are shown.
func (s *session) questions() []question {
	card, listing := s.options.Scorecard, s.options.Listing
	out := []question{
		{advisory.Service, finding.DependenciesModule, s.advisories, false},
		{osv.Service, finding.DependenciesModule, s.packages, false},
		{tarballs.Service, finding.DependenciesModule, s.compare, false},
		{packument.Service, finding.DependenciesModule, s.askHistories, false},
		{osv.Service, finding.MalwareModule, s.records, false},
		{virustotal.Service, finding.MalwareModule, s.archive, false},
		{virustotal.Service, finding.NetworkModule, s.endpoints, false},
		{resolve.Service, finding.NetworkModule, s.askNames, false},
		{scorecard.Service, finding.ScorecardModule, s.repository, card != nil},
		// Of no dependencies there is nothing to ask.
		{"scorecard-dependencies", finding.ScorecardModule, s.dependencies, card != nil && len(s.ext.Manifest.Dependencies) == 0},
		{gallery.KnownService, finding.PublisherModule, s.known, false},
	}
	if s.options.Unscored != "" && card == nil {
		// Nobody else is asked: what lies in the checkout was to be scored.
		out = slices.DeleteFunc(out, func(q question) bool { return q.name == scorecard.Service })
		out = append(out, question{scorecard.Service, finding.ScorecardModule, func(context.Context) error {
			return &web.Error{Service: scorecard.Service, State: web.Unavailable, Reason: s.options.Unscored}
		}, true})
	}
	if listing != nil {
		return append(out, question{"extension-info", finding.PublisherModule, func(context.Context) error { return nil }, true})
	}
	return append(out, question{string(s.options.Registry), finding.PublisherModule, s.listing, false})
}

// askAll asks side by side and returns the state of each.
func askAll(ctx context.Context, questions []question, online bool) []supplychain.Service {
	out := make([]supplychain.Service, len(questions))
	var wg sync.WaitGroup
	for i, q := range questions {
		state := supplychain.Service{Name: q.name, Module: q.module, State: supplychain.Skipped, Why: supplychain.NotAsked}
		out[i] = state
		if !online && !q.brought {
			continue
		}
		wg.Go(func() {
			err := q.ask(ctx)
			var note partial
			if errors.As(err, &note) {
				err = nil
			}
			state.State, state.Why = web.Outcome(err)
			if err == nil {
				state.Why = string(note)
			}
			out[i] = state
		})
	}
	wg.Wait()
	return out
}
