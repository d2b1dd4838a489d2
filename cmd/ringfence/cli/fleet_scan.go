package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/spf13/cobra"
)

// fleetOptions are the flags of fleet scan.
type fleetOptions struct {
	scan            audit.Settings
	plan, root, out string
	shard           int
}

func fleetScanVerb(p *process.Process) *cobra.Command {
	o := fleetOptions{scan: audit.Settings{Limits: extension.DefaultLimits()}}
	cmd := &cobra.Command{
		Use:   "scan --plan PLAN --shard N",
		Short: "Scan one shard of a plan and leave its part behind",
		Long: `Scan what a plan gives to a shard and write its part, a folder with a report for each extension and shard.json,
which says of every target what became of it. A repository without a path is searched for extensions; one that
is not there, or cannot be scanned, is named with the reason and stops nothing.

Repositories lie below --root as owner/name. What is found in them is judged as by "ringfence scan", with the
repository's name for the organisation's waivers. Exits with 0 when the part was written: fleet merge judges.`,
		Example: `  ringfence fleet scan --plan plan.json --shard 2 --root repositories -o part-2 \
    --org acme/central/ringfence.yml@COMMIT --org-checkout central`,
		Args: arguments(0, 0, "plan"),
		RunE: func(cmd *cobra.Command, _ []string) error { return scanShard(cmd.Context(), p, o) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.plan, "plan", "", "what fleet plan wrote")
	fs.IntVar(&o.shard, "shard", 0, "which shard of it, from 1")
	fs.StringVar(&o.root, "root", ".", "the folder that holds the targets, repositories as owner/name")
	fs.StringVarP(&o.out, "out", "o", "", "folder to write the part to; it must not hold one yet")
	judgingFlags(fs, &o.scan.Judging, &o.scan.Organisation)
	serviceFlags(fs, &o.scan.Services)
	modelFlags(fs, &o.scan.Model, "about findings that are guesses")
	_ = fs.MarkHidden("repository")
	fs.BoolVar(&o.scan.Offline, "offline", false, "use no network, as without --online")
	fs.IntVarP(&o.scan.Jobs, "jobs", "j", runtime.NumCPU(), "how many extensions to scan side by side")
	fs.BoolVar(&o.scan.NoSecrets, "no-secrets", false, "do not look for keys and tokens; the reports say that nobody did")
	fs.DurationVar(&o.scan.Timeout, "timeout", 10*time.Minute,
		"how long to analyse the code of one extension; past it the code counts as not seen")
	return cmd
}

func (o *fleetOptions) check() error {
	switch {
	case o.shard < 1:
		return exit.Usagef("which shard? --shard counts from 1")
	case o.out == "":
		return exit.Usagef("where to? --out names a folder for the part")
	case o.scan.Organisation.Repository != "":
		return exit.Usagef("the plan says which repository is judged, not --repository")
	case o.scan.Services.Info != "" || o.scan.Services.Scorecard != "":
		return exit.Usagef("--extension-info and --scorecard are about one extension, and a shard has many")
	case o.scan.Jobs < 1 || o.scan.Timeout <= 0:
		return exit.Usagef("--jobs and --timeout must be at least 1")
	}
	return errors.Join(o.scan.Problems()...)
}

func scanShard(ctx context.Context, p *process.Process, o fleetOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	below := *p
	shard := fleet.Scanner{
		Plan: o.plan, Number: o.shard, Out: o.out, Below: &below,
		Begin: func(ctx context.Context) error {
			_, err := audit.ReadOrganisation(ctx, p, &o.scan.Organisation, o.scan.Offline)
			return err
		},
		Scan: func(ctx context.Context, repository string, names []string, line *process.Progress) ([]*report.Report, []error) {
			settings := o.scan
			settings.Organisation.Repository = repository
			// What a shard leaves is what a single run would write.
			settings.Explain.Permissions = true
			return audit.EachOf(ctx, &below, names, settings, line)
		},
		FileName: func(r *report.Report, taken map[string]bool) string { return output.FileName(r, ".json", taken) },
	}
	var err error
	if o.scan.Judging.Config != "" {
		if o.scan.Judging.Config, err = filepath.Abs(p.Path(o.scan.Judging.Config)); err != nil {
			return fmt.Errorf("finding the configuration: %w", err)
		}
	}
	if below.Dir, err = filepath.Abs(p.Path(o.root)); err != nil {
		return fmt.Errorf("finding the root: %w", err)
	}
	return shard.Run(ctx, p)
}
