package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/spf13/cobra"
)

// judging are the flags that say how to judge.
type judging struct {
	profile  string
	failOn   []string
	config   string
	noConfig bool
	// today stands in for the clock, so that a test can be written down.
	today string
	central
	// given is a configuration that was found elsewhere; nil: none was.
	given *givenConfig
	// require are layers that must have looked, besides those the configuration
	// names.
	require []finding.Module
}

// givenConfig is a configuration by its name and its text; nil text: there is
// none, and none is looked for.
type givenConfig struct {
	name string
	text []byte
}

func (j *judging) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&j.profile, "profile", "", "how to judge: "+profileNames(", ")+" (default "+verdict.Profiles()[0].Name+")")
	fs.StringSliceVar(&j.failOn, "fail-on", nil, "exit with 1, besides on reject, needs-review and secrets, on any of: "+strings.Join(verdict.FailWords(), ", "))
	fs.StringVar(&j.config, "config", "", "the configuration; without it, a repository's own "+config.Name)
	fs.BoolVar(&j.noConfig, "no-config", false, "read no configuration, for a repository that is not yours")
	fs.StringVar(&j.today, "today", "", "the day on which ignores and exceptions may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
	j.central.flags(fs)
}

// configured is the configuration under which one extension is judged.
type configured struct {
	report.Configured
	profile verdict.Profile
	// tightened says what did not count beside the organisation's file.
	tightened []string
}

// configure finds the configuration of an extension. Only a repository's own is
// read, or one that somebody named: an extension under test must not silence
// what is said of it.
func (c *Command) configure(target string, e *extension.Extension, j judging) (configured, error) {
	out := configured{Configured: report.Configured{Origin: report.NoConfig, Today: j.today}}
	if out.Today == "" && c.Now != nil {
		out.Today = c.Now().UTC().Format(time.DateOnly)
	}
	own := e.Source == extension.Repository && !strings.HasPrefix(target, npm.Prefix)
	data, found, err := c.readConfig(target, own, j)
	if err != nil {
		return out, err
	}
	conf := &config.Config{}
	if found {
		out.Origin, out.File = report.OfRepository, config.Name
		switch {
		case j.given != nil:
			out.Origin, out.File = report.Named, j.given.name
		case j.config != "":
			out.Origin, out.File = report.Named, j.config
		}
		if conf, err = config.Parse(out.File, data, config.Words{Checks: checkNames()}); err != nil {
			return out, exit.Usagef("reading the configuration: %w", err)
		}
	}
	if _, brings := e.Stat(config.Name); brings && !own {
		out.PassedOver = fmt.Sprintf("the extension brings a %s, which is not read: what is under test does not judge itself (--config names one)", config.Name)
	}
	if j.profile != "" {
		conf.Profile = j.profile
	}
	if j.failOn != nil {
		conf.FailOn = j.failOn
	}
	for _, m := range j.require {
		if !slices.Contains(conf.Require, m) {
			conf.Require = append(conf.Require, m)
		}
	}
	if j.loaded != nil {
		out.tightened = j.loaded.Tighten(conf)
	}
	out.profile = verdict.Profiles()[0]
	if p, ok := verdict.ByName(conf.Profile); ok {
		out.profile = p
	}
	out.Config = conf
	return out, nil
}

// readConfig reads the configuration that counts; found is false when there is
// none.
func (c *Command) readConfig(target string, own bool, j judging) (data []byte, found bool, err error) {
	var f io.ReadCloser
	switch {
	case j.noConfig:
		return nil, false, nil
	case j.given != nil:
		return j.given.text, j.given.text != nil, nil
	case j.config != "":
		if f, err = os.Open(c.path(j.config)); err != nil {
			return nil, false, exit.Usagef("reading the configuration: %w", err)
		}
	case own:
		if f, err = openInside(c.path(target), config.Name); errors.Is(err, fs.ErrNotExist) {
			return nil, false, nil
		} else if err != nil {
			return nil, false, exit.Usagef("reading %s: %w", config.Name, err)
		}
	default:
		return nil, false, nil
	}
	defer f.Close()
	// One byte more than it may be tells a file that is too long.
	if data, err = io.ReadAll(io.LimitReader(f, config.MaxBytes+1)); err != nil {
		return nil, false, exit.Usagef("reading the configuration: %w", err)
	}
	return data, true, nil
}

func checkNames() []string {
	var out []string
	for _, c := range checks.All() {
		out = append(out, c.Name)
	}
	return out
}

func profileNames(sep string) string {
	var out []string
	for _, p := range verdict.Profiles() {
		out = append(out, p.Name)
	}
	return strings.Join(out, sep)
}
