package audit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

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
func configure(p *process.Process, target string, e *extension.Extension, j Judging, central *org.Named) (configured, error) {
	out := configured{Configured: report.Configured{Origin: report.NoConfig, Today: p.Today(j.Today)}}
	own := e.Source == extension.Repository && !strings.HasPrefix(target, npm.Prefix)
	data, found, err := readConfig(p, target, own, j)
	if err != nil {
		return out, err
	}
	conf := &config.Config{}
	if found {
		out.Origin, out.File = report.OfRepository, config.Name
		switch {
		case j.Given != nil:
			out.Origin, out.File = report.Named, j.Given.Name
		case j.Config != "":
			out.Origin, out.File = report.Named, j.Config
		}
		if conf, err = config.Parse(out.File, data, config.Words{Checks: CheckNames()}); err != nil {
			return out, exit.Usagef("reading the configuration: %w", err)
		}
	}
	if _, brings := e.Stat(config.Name); brings && !own {
		out.PassedOver = fmt.Sprintf(
			"the extension brings a %s, which is not read: what is under test does not judge itself (--config names one)",
			config.Name,
		)
	}
	if j.Profile != "" {
		conf.Profile = j.Profile
	}
	if j.FailOn != nil {
		conf.FailOn = j.FailOn
	}
	for _, m := range j.Require {
		if !slices.Contains(conf.Require, m) {
			conf.Require = append(conf.Require, m)
		}
	}
	if central != nil {
		out.tightened = central.Tighten(conf)
	}
	out.profile = verdict.Profiles()[0]
	if named, ok := verdict.ByName(conf.Profile); ok {
		out.profile = named
	}
	out.Config = conf
	return out, nil
}

// readConfig reads the configuration that counts; ok is false when there is
// none.
func readConfig(p *process.Process, target string, own bool, j Judging) (data []byte, ok bool, err error) {
	var f io.ReadCloser
	switch {
	case j.NoConfig:
		return nil, false, nil
	case j.Given != nil:
		return j.Given.Text, j.Given.Text != nil, nil
	case j.Config != "":
		if f, err = os.Open(p.Path(j.Config)); err != nil {
			return nil, false, exit.Usagef("reading the configuration: %w", err)
		}
	case own:
		if data, err = process.ReadInside(p.Path(target), config.Name, config.MaxBytes); errors.Is(err, fs.ErrNotExist) {
			return nil, false, nil
		} else if err != nil {
			return nil, false, exit.Usagef("reading %s: %w", config.Name, err)
		}
		return data, true, nil
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

// CheckNames are the names of all checks, which a configuration may name.
func CheckNames() []string {
	var out []string
	for _, c := range checks.All() {
		out = append(out, c.Name)
	}
	return out
}

// ProfileNames lists the profiles that --profile knows.
func ProfileNames(sep string) string {
	var out []string
	for _, p := range verdict.Profiles() {
		out = append(out, p.Name)
	}
	return strings.Join(out, sep)
}
