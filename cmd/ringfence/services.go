package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/advisory"
	"github.com/ringfence-dev/ringfence/internal/clients/blocklist"
	"github.com/ringfence-dev/ringfence/internal/clients/gallery"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
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
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/spf13/pflag"
)

// asking are the flags that say who may be asked.
type asking struct {
	online   bool
	registry string
	info     string
	// scorecard is a file with the repository's score.
	scorecard string
	// unscored says why there is no score although one was asked for.
	unscored string
	// upload sends the archive to VirusTotal when it has never seen it; endpoints
	// is how many hosts of the code it is asked about.
	upload    bool
	endpoints int
	// names is how many names of the code are looked up in the DNS.
	names int
	// patience bounds the time all services of one scan take together.
	patience time.Duration
}

func (a *asking) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&a.online, "online", false, "ask services about the extension and its packages, by name and version")
	fs.StringVar(&a.registry, "registry", string(supply.Marketplace), "where the extension is from: "+registryNames(", "))
	fs.StringVar(&a.info, "extension-info", "", "a file that says how a marketplace lists the extension, in place of asking")
	fs.StringVar(&a.scorecard, "scorecard", "", "a file with the repository's score, as ringfence-scorecard writes it, in place of asking")
	fs.BoolVar(&a.upload, "virustotal-upload", false, "send a .vsix that VirusTotal has never seen to it, where others can see it; never of a private repository")
	fs.IntVar(&a.endpoints, "virustotal-endpoints", 20, "how many hosts that the code names VirusTotal is asked about")
	fs.IntVar(&a.names, "dns-names", 20, "how many names that the code connects to are looked up in the DNS")
	fs.DurationVar(&a.patience, "services-timeout", 90*time.Second, "how long all services of one scan may take together")
}

func (a *asking) check(offline bool) error {
	switch {
	case a.online && offline:
		return usagef("--online and --offline contradict each other")
	case a.upload && !a.online:
		return usagef("--virustotal-upload needs --online")
	case a.endpoints < 0:
		return usagef("--virustotal-endpoints must not be negative")
	case a.names < 0:
		return usagef("--dns-names must not be negative")
	case a.patience <= 0:
		return usagef("--services-timeout must be more than nothing")
	case !strings.Contains(" "+registryNames(" ")+" ", " "+a.registry+" "):
		return usagef("unknown registry %s%s (%s)", quoted(a.registry), nearest.Hint(a.registry, strings.Fields(registryNames(" "))), registryNames(", "))
	}
	return nil
}

func registryNames(sep string) string {
	var out []string
	for _, r := range supply.Registries() {
		out = append(out, string(r))
	}
	return strings.Join(out, sep)
}

// The variables that name a mirror of a service.
const (
	osvVariable         = "RINGFENCE_OSV_URL"
	npmVariable         = "RINGFENCE_NPM_URL"
	marketplaceVariable = "RINGFENCE_MARKETPLACE_URL"
	openVSXVariable     = "RINGFENCE_OPEN_VSX_URL"
	virusTotalVariable  = "RINGFENCE_VIRUSTOTAL_URL"
	scorecardVariable   = "RINGFENCE_SCORECARD_URL"
	// dnsVariable names a resolver by its number and port.
	dnsVariable = "RINGFENCE_DNS"
)

// virusTotalKey is the variable with the key for VirusTotal. Keys come from the
// environment alone: an argument is seen by every process of the machine.
const virusTotalKey = "RINGFENCE_VIRUSTOTAL_KEY"

// question is one service asked for one layer.
type question struct {
	name   string
	module finding.Module
	ask    func(context.Context) error
	// brought is set when a file answers in the service's stead, so that nobody
	// is asked.
	brought bool
}

// noted is the outcome of a service that ran, and did not look at everything.
type noted string

func (n noted) Error() string { return string(n) }

// world asks the services. Whatever becomes of them, the scan goes on, and the
// world says so. Packages that only a registry can name are added to packages.
func (c *Command) world(ctx context.Context, target string, ext *extension.Extension, program *facts.Program, packages *supply.Inventory, o scanOptions) (*supply.World, error) {
	w := &supply.World{Registry: supply.Registry(o.registry)}
	if c.Now != nil {
		w.Today = c.Now().UTC().Format(time.DateOnly)
	}
	if o.today != "" {
		w.Today = o.today
	}
	listing, err := c.extensionInfo(o)
	if err != nil {
		return nil, err
	}
	card, err := c.scorecardFile(ext, o)
	if err != nil {
		return nil, err
	}
	a := &asker{c: c, o: o, web: c.way(o), target: target, ext: ext, program: program, inventory: packages, w: w, npm: once(c.npmBase)}
	questions := []question{
		{advisory.Service, finding.DependenciesModule, a.advisories, false},
		{osv.Service, finding.DependenciesModule, a.packages, false},
		{tarballs.Service, finding.DependenciesModule, a.compare, false},
		{packument.Service, finding.DependenciesModule, a.pasts, false},
		{osv.Service, finding.MalwareModule, a.records, false},
		{virustotal.Service, finding.MalwareModule, a.archive, false},
		{virustotal.Service, finding.NetworkModule, a.endpoints, false},
		{resolve.Service, finding.NetworkModule, a.names, false},
		{scorecard.Service, finding.ScorecardModule, a.repository, card != nil},
		// Of no dependencies there is nothing to ask.
		{"scorecard-dependencies", finding.ScorecardModule, a.dependencies, card != nil && len(ext.Manifest.Dependencies) == 0},
		{gallery.KnownService, finding.PublisherModule, a.known, false},
	}
	if o.unscored != "" && card == nil {
		// Nobody else is asked: what lies in the checkout was to be scored.
		questions = slices.DeleteFunc(questions, func(q question) bool { return q.name == scorecard.Service })
		questions = append(questions, question{scorecard.Service, finding.ScorecardModule, func(context.Context) error {
			return &web.Error{Service: scorecard.Service, State: web.Unavailable, Reason: o.unscored}
		}, true})
	}
	if a.card = card; listing != nil {
		w.Listing = listing
		questions = append(questions, question{"extension-info", finding.PublisherModule, func(context.Context) error { return nil }, true})
	} else {
		questions = append(questions, question{o.registry, finding.PublisherModule, a.listing, false})
	}
	lists := make([]listed, len(blocklist.Lists()))
	for i, l := range blocklist.Lists() {
		questions = append(questions, question{l.Name, finding.MalwareModule, a.list(l, &lists[i]), false})
	}
	ctx, cancel := context.WithTimeout(ctx, o.patience)
	defer cancel()
	lock := a.lock(ctx)
	w.Services = make([]supply.Service, len(questions))
	var wg sync.WaitGroup
	for i, q := range questions {
		s := supply.Service{Name: q.name, Module: q.module, State: supply.Skipped, Why: supply.NotAsked}
		w.Services[i] = s
		if !o.online && !q.brought {
			continue
		}
		wg.Go(func() {
			err := q.ask(ctx)
			var note noted
			if errors.As(err, &note) {
				err = nil
			}
			s.State, s.Why = web.Outcome(err)
			if err == nil {
				s.Why = string(note)
			}
			w.Services[i] = s
		})
	}
	wg.Wait()
	a.joinLists(lists)
	w.Comparisons, w.Bundled, w.Histories = a.compared, a.bundled, a.histories
	w.Advisories = supply.Merge(a.fromNPM, a.fromOSV)
	w.Reputations = append(a.ofArchive, a.ofHosts...)
	w.Resolutions = a.led
	w.Scorecards = append(a.own, a.theirs...)
	if lock != nil {
		w.Services = append(w.Services, *lock)
	}
	if o.online && len(a.inventory.Gaps) > 0 && len(a.inventory.Packages) > 0 {
		w.Services = append(w.Services, supply.Service{
			Name: "packages", Module: finding.DependenciesModule, State: supply.Unavailable, Why: strings.Join(a.inventory.Gaps, "; "),
		})
	}
	return w, nil
}

// once asks a question when it is first asked, for all who ask it.
func once(ask func(context.Context) (string, error)) func(context.Context) (string, error) {
	var first sync.Once
	var answer string
	var err error
	return func(ctx context.Context) (string, error) {
		first.Do(func() { answer, err = ask(ctx) })
		return answer, err
	}
}

// way is how services are reached. Without --online there is none.
func (c *Command) way(o scanOptions) *web.Client {
	if !o.online {
		return &web.Client{Offline: true}
	}
	getenv := func(name string) string {
		v, _ := c.getenv(name)
		return v
	}
	out := &web.Client{
		Transport: web.Transport(getenv), Agent: "ringfence/" + tool().Version + " (+https://github.com/ringfence-dev/ringfence)",
		Now: c.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(d):
				return nil
			}
		},
	}
	if c.Sleep != nil {
		out.Sleep = c.Sleep
	}
	if dir := cacheDir(runtime.GOOS, getenv); dir != "" {
		out.Cache = &web.Cache{Dir: filepath.Join(dir, "ringfence", "answers")}
	}
	return out
}

// cacheDir is the user's folder for what can be had again; empty: nobody knows.
func cacheDir(system string, getenv func(string) string) string {
	dir, home := getenv("XDG_CACHE_HOME"), getenv("HOME")
	switch {
	case system == "windows":
		dir = getenv("LocalAppData")
	case filepath.IsAbs(dir):
	case home == "":
		return ""
	case system == "darwin":
		dir = filepath.Join(home, "Library", "Caches")
	default:
		dir = filepath.Join(home, ".cache")
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// base is where a service is: at its mirror, if the environment names one.
func (c *Command) base(service, variable, otherwise string) (string, error) {
	address, ok := c.getenv(variable)
	if !ok || address == "" {
		address = otherwise
	}
	base, err := web.Base(address)
	if err != nil {
		return "", &web.Error{Service: service, State: web.Failed, Reason: variable + " is of no use: " + err.Error()}
	}
	return base, nil
}

// npmBase is the registry npm is set up for, so that names of packages go where
// npm sends them anyway.
func (c *Command) npmBase(ctx context.Context) (string, error) {
	if address, ok := c.getenv(npmVariable); ok && address != "" {
		return c.base(advisory.Service, npmVariable, "")
	}
	lost := func(reason string) error {
		return &web.Error{Service: advisory.Service, State: web.Unavailable, Reason: reason + " (" + npmVariable + " names one)"}
	}
	command, ok := c.lookPath("npm")
	if !ok {
		return "", lost("npm is not on the PATH to say which registry it is set up for")
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return "", lost("there is no place for a temporary folder")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	address, err := npm.Client{Command: command, Env: c.Env}.Registry(ctx, dir)
	if err != nil {
		return "", lost("npm does not say which registry it is set up for")
	}
	base, err := web.Base(address)
	if err != nil {
		return "", lost("the registry npm is set up for cannot be asked: " + err.Error())
	}
	return base, nil
}

// extensionInfo reads the listing that somebody brings along; nil: nobody does.
func (c *Command) extensionInfo(o scanOptions) (*supply.Listing, error) {
	if o.info == "" {
		return nil, nil
	}
	f, err := os.Open(c.path(o.info))
	if err != nil {
		return nil, usagef("reading --extension-info: %w", err)
	}
	defer f.Close()
	l, err := supply.ReadInfo(f, supply.Registry(o.registry))
	if err != nil {
		return nil, usageError{fmt.Errorf("reading --extension-info %s: %w", quoted(o.info), err)}
	}
	return l, nil
}
