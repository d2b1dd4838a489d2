package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/spf13/cobra"
)

func (c *Command) action() *cobra.Command {
	return &cobra.Command{
		Use:   "action",
		Short: "Run as a step of GitHub Actions: judge, and tell GitHub",
		Long: `Do what the action's inputs ask, which are read from the environment (INPUT_…), about the event that started
the run. Every way of telling GitHub may be closed to the run's token: then a warning says which permission it takes, and
the exit code is the gates' alone. docs/github-action.md has inputs, outputs, permissions and modes.`,
		Args: arguments(0, 0, "argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.runAction(cmd.Context()) },
	}
}

func (c *Command) runAction(ctx context.Context) error {
	var o gateOptions
	return githubaction.Run(ctx, githubaction.Program{
		Stdout: c.Stdout, Getenv: c.env, Forget: c.forget, Git: c.git(), Worker: c.workerCommand(), Version: tool().Version,
		Web: func() *web.Client { return c.way(scanOptions{asking: asking{online: true}}) },
		Organisation: func(ctx context.Context, s githubaction.Settings, ask githubaction.AskFile) error {
			// Paths of inputs are the workspace's.
			c.Dir = s.Workspace
			o = optionsOf(s)
			o.scan.ask = ask
			// A workflow that names an address wants it fetched, whether services are
			// asked or not.
			_, err := c.organisation(ctx, &o.scan.central, false)
			return err
		},
		Review: func(ctx context.Context, targets []string, s githubaction.Settings, more review.Options) (review.Result, error) {
			o.scan.scorecard, o.scan.unscored = s.Scorecard, s.Unscored
			if err := o.check(); err != nil {
				return review.Result{}, err
			}
			return c.review(ctx, targets, o, more)
		},
	})
}

// optionsOf are the flags of gate that the inputs stand for.
func optionsOf(s githubaction.Settings) gateOptions {
	o := gateOptions{
		scan:   scanOptions{limits: extension.DefaultLimits(), ways: true, timeout: 10 * time.Minute, offline: !s.Online},
		format: gateFormats[0], failOnNew: s.FailOnNew, required: s.Require, cache: s.Cache,
	}
	o.scan.profile, o.scan.failOn = s.Profile, s.FailOn
	o.scan.central = central{org: s.Organisation, checkout: s.OrganisationClone, repository: s.Repository}
	o.scan.asking = asking{online: s.Online, registry: string(supply.Marketplace), endpoints: 20, patience: 90 * time.Second}
	return o
}

func (c *Command) env(name string) string {
	v, _ := c.getenv(name)
	return v
}

// forget takes a value out of the environment, ours and that of whatever is
// started from here on.
func (c *Command) forget(value string) {
	c.Env = slices.DeleteFunc(slices.Clone(c.Env), func(kv string) bool {
		name, v, _ := strings.Cut(kv, "=")
		if !strings.Contains(v, value) {
			return false
		}
		_ = os.Unsetenv(name)
		return true
	})
}
