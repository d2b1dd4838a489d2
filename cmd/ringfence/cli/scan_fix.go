package cli

import (
	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/mend"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// runFix mends the manifest of one folder, and writes no report.
func runFix(cmd *cobra.Command, p *process.Process, targets []string, o audit.Settings, fix bool, mending mend.Options) error {
	switch {
	case !fix:
		return exit.Usagef("--dry-run and --force belong to --fix: ringfence scan . --fix --dry-run")
	case len(targets) != 1:
		return exit.Usagef("--fix mends one extension, and there are %d; name one: ringfence scan . --fix", len(targets))
	}
	for _, name := range []string{"format", "out", "verbose", "open", "base"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return exit.Usagef("--%s is for a report, and --fix writes none; run both, one after the other: ringfence scan . --fix", name)
		}
	}
	if err := o.Check(); err != nil {
		return err
	}
	if _, err := audit.ReadOrganisation(cmd.Context(), p, &o.Organisation, o.Offline); err != nil {
		return err
	}
	mending.Target = targets[0]
	mending.Scan = func() (*report.Report, error) {
		reports, err := audit.All(cmd.Context(), p, targets, o)
		if err != nil {
			return nil, err
		}
		return reports[0], nil
	}
	return mend.Run(cmd.Context(), p, mending)
}
