//go:build !js

package audit

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
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// askServices asks the services about one extension, as the flags say.
func askServices(ctx context.Context, p *process.Process, target string, ext *extension.Extension, program *facts.Program,
	packages *supplychain.Inventory, o Settings) (*supplychain.Answers, error) {
	options := enrich.Options{
		Online: o.Services.Online, Registry: supplychain.Registry(o.Services.Registry), Today: o.Judging.Today, Unscored: o.Services.Unscored,
		Upload: o.Services.Upload, Endpoints: o.Services.Endpoints, Names: o.Services.Names, Patience: o.Services.Patience,
	}
	if options.Today == "" && p.Now != nil {
		options.Today = p.Now().UTC().Format(time.DateOnly)
	}
	var err error
	if options.Listing, err = extensionInfo(p, o); err != nil {
		return nil, err
	}
	if options.Scorecard, err = scorecardFile(p, ext, o); err != nil {
		return nil, err
	}
	subject := enrich.Subject{Extension: ext, Program: program, Inventory: packages}
	if ext.Source == extension.VSIX && !strings.HasPrefix(target, npm.Prefix) {
		subject.Archive = p.Path(target)
	}
	return enrich.Ask(ctx, subject, options, enrich.Machine{
		Web: Web(p, o), Getenv: p.Lookup, LookPath: p.LookPath, Env: p.Env, Worker: p.Worker(),
		Open: func(name string) (*os.File, error) { return os.Open(p.Path(name)) },
	}), nil
}

// Web is how services are reached. Without --online there is none.
func Web(p *process.Process, o Settings) *web.Client {
	if !o.Services.Online {
		return &web.Client{Offline: true}
	}
	getenv := func(name string) string {
		v, _ := p.Lookup(name)
		return v
	}
	out := &web.Client{
		Transport: web.Transport(getenv), Agent: "ringfence/" + p.Version + " (+https://github.com/ringfence-dev/ringfence)",
		Now: p.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(d):
				return nil
			}
		},
	}
	if p.Sleep != nil {
		out.Sleep = p.Sleep
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
func extensionInfo(p *process.Process, o Settings) (*supplychain.Listing, error) {
	if o.Services.Info == "" {
		return nil, nil
	}
	f, err := os.Open(p.Path(o.Services.Info))
	if err != nil {
		return nil, exit.Usagef("reading --extension-info: %w", err)
	}
	defer f.Close()
	l, err := supplychain.ReadInfo(f, supplychain.Registry(o.Services.Registry))
	if err != nil {
		return nil, exit.AsUsage(fmt.Errorf("reading --extension-info %s: %w", escape.Quoted(o.Services.Info), err))
	}
	return l, nil
}

// scorecardFile reads the score that somebody brings along; nil: nobody does.
func scorecardFile(p *process.Process, ext *extension.Extension, o Settings) (*supplychain.Scorecard, error) {
	if o.Services.Scorecard == "" {
		return nil, nil
	}
	f, err := os.Open(p.Path(o.Services.Scorecard))
	if err != nil {
		return nil, exit.Usagef("reading --scorecard: %w", err)
	}
	defer f.Close()
	card, err := enrich.ReadScorecard(f, ext)
	var other *enrich.WrongRepository
	switch {
	case errors.As(err, &other):
		return nil, exit.Usagef("--scorecard %s scores %s, and the extension names %s", escape.Quoted(o.Services.Scorecard), other.Scored,
			other.Named)
	case err != nil:
		return nil, exit.AsUsage(fmt.Errorf("reading --scorecard %s: %w", escape.Quoted(o.Services.Scorecard), err))
	}
	return card, nil
}
