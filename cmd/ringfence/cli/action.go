package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

func actionVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "action",
		Short: "Run as a step of GitHub Actions: judge, and tell GitHub",
		Long: `Do what the action's inputs ask, which are read from the environment (INPUT_…), about the event that started
the run. Every way of telling GitHub may be closed to the run's token: then a warning says which permission it takes, and
the exit code is the gates' alone. docs/guide/github-action.md has inputs, outputs, permissions and modes.`,
		Args: arguments(0, 0, "argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return runAction(cmd.Context(), p) },
	}
}

func runAction(ctx context.Context, p *process.Process) error {
	var o gateOptions
	return githubaction.Run(ctx, githubaction.Program{
		Stdout: p.Stdout, Getenv: p.Getenv, Forget: p.Forget, Git: audit.Git(p), Worker: p.Worker(), Version: p.Version,
		Web: func() *web.Client { return audit.Web(p, audit.Settings{Services: audit.Services{Online: true}}) },
		Organisation: func(ctx context.Context, s githubaction.Settings, ask githubaction.AskFile) error {
			// Paths of inputs are the workspace's.
			p.Dir = s.Workspace
			o = optionsOf(s)
			o.scan.Organisation.Ask = ask
			// A workflow that names an address wants it fetched, whether services are
			// asked or not.
			_, err := audit.ReadOrganisation(ctx, p, &o.scan.Organisation, false)
			return err
		},
		Review: func(ctx context.Context, targets []string, s githubaction.Settings, more review.Options) (review.Result, error) {
			o.scan.Services.Scorecard, o.scan.Services.Unscored = s.Scorecard, s.Unscored
			if err := o.check(); err != nil {
				return review.Result{}, err
			}
			return judge(ctx, p, targets, o, more)
		},
	})
}

// optionsOf are the flags of gate that the inputs stand for.
func optionsOf(s githubaction.Settings) gateOptions {
	o := gateOptions{
		scan: audit.Settings{
			Limits: extension.DefaultLimits(), Explain: audit.Explain{CallPaths: true},
			Timeout: 10 * time.Minute, Offline: !s.Online,
		},
		format: review.Formats.Default(), failOnNew: s.FailOnNew, required: s.Require, cache: s.Cache,
	}
	o.scan.Judging.Profile, o.scan.Judging.FailOn = s.Profile, s.FailOn
	o.scan.Organisation = audit.Organisation{Org: s.Organisation, Checkout: s.OrganisationClone, Repository: s.Repository}
	o.scan.Services = audit.Services{Online: s.Online, Registry: string(supplychain.Marketplace), Endpoints: 20, Patience: 90 * time.Second}
	return o
}
