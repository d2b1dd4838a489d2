package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/enrich"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
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
		return exit.Usagef("--online and --offline contradict each other")
	case a.upload && !a.online:
		return exit.Usagef("--virustotal-upload needs --online")
	case a.endpoints < 0:
		return exit.Usagef("--virustotal-endpoints must not be negative")
	case a.names < 0:
		return exit.Usagef("--dns-names must not be negative")
	case a.patience <= 0:
		return exit.Usagef("--services-timeout must be more than nothing")
	case !strings.Contains(" "+registryNames(" ")+" ", " "+a.registry+" "):
		return exit.Usagef("unknown registry %s%s (%s)", quoted(a.registry), nearest.Hint(a.registry, strings.Fields(registryNames(" "))), registryNames(", "))
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

// world asks the services about one extension, as the flags say.
func (c *Command) world(ctx context.Context, target string, ext *extension.Extension, program *facts.Program, packages *supply.Inventory, o scanOptions) (*supply.World, error) {
	options := enrich.Options{
		Online: o.online, Registry: supply.Registry(o.registry), Today: o.today, Unscored: o.unscored,
		Upload: o.upload, Endpoints: o.endpoints, Names: o.names, Patience: o.patience,
	}
	if options.Today == "" && c.Now != nil {
		options.Today = c.Now().UTC().Format(time.DateOnly)
	}
	var err error
	if options.Listing, err = c.extensionInfo(o); err != nil {
		return nil, err
	}
	if options.Scorecard, err = c.scorecardFile(ext, o); err != nil {
		return nil, err
	}
	subject := enrich.Subject{Extension: ext, Program: program, Inventory: packages}
	if ext.Source == extension.VSIX && !strings.HasPrefix(target, npm.Prefix) {
		subject.Archive = c.path(target)
	}
	return enrich.Ask(ctx, subject, options, enrich.Machine{
		Web: c.way(o), Getenv: c.getenv, LookPath: c.lookPath, Env: c.Env, Worker: c.workerCommand(),
		Open: func(name string) (*os.File, error) { return os.Open(c.path(name)) },
	}), nil
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

// extensionInfo reads the listing that somebody brings along; nil: nobody does.
func (c *Command) extensionInfo(o scanOptions) (*supply.Listing, error) {
	if o.info == "" {
		return nil, nil
	}
	f, err := os.Open(c.path(o.info))
	if err != nil {
		return nil, exit.Usagef("reading --extension-info: %w", err)
	}
	defer f.Close()
	l, err := supply.ReadInfo(f, supply.Registry(o.registry))
	if err != nil {
		return nil, exit.AsUsage(fmt.Errorf("reading --extension-info %s: %w", quoted(o.info), err))
	}
	return l, nil
}

// scorecardFile reads the score that somebody brings along; nil: nobody does.
func (c *Command) scorecardFile(ext *extension.Extension, o scanOptions) (*supply.Scorecard, error) {
	if o.scorecard == "" {
		return nil, nil
	}
	f, err := os.Open(c.path(o.scorecard))
	if err != nil {
		return nil, exit.Usagef("reading --scorecard: %w", err)
	}
	defer f.Close()
	card, err := enrich.ReadScorecard(f, ext)
	var other *enrich.WrongRepository
	switch {
	case errors.As(err, &other):
		return nil, exit.Usagef("--scorecard %s scores %s, and the extension names %s", quoted(o.scorecard), other.Scored, other.Named)
	case err != nil:
		return nil, exit.AsUsage(fmt.Errorf("reading --scorecard %s: %w", quoted(o.scorecard), err))
	}
	return card, nil
}
