package cli

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/mend"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func scanVerb(p *process.Process) *cobra.Command {
	o := audit.Settings{Limits: extension.DefaultLimits()}
	var out output.Output
	var open, fix bool
	var mending mend.Options
	cmd := &cobra.Command{
		Use:   "scan PATH…",
		Short: "Scan extensions: what each may do, what speaks against it, and the verdict",
		Long: `Scan extensions and say for each whether to reject it, to run it behind a policy (sandbox) or to leave it
alone (unrestricted), why, and where in the code.

PATH is a repository (scanned as what would ship), a folder laid out as installed, a .vsix, or a package of the
npm registry as npm:NAME@VERSION, or npm:NAME@VERSION#path/of.vsix for an archive inside the package. Nothing of
it is run. What VS Code would not load, for want of engines.vscode, gets no verdict; of a folder that only holds
extensions they are named.

Each extension is a screen of at most 24 lines: the verdict, the next step, why, and the worst findings.
--verbose has the rest. Several end in a table.

A repository's own .ringfence/config.yml says how to judge and which findings a person has answered; flags
override it. One inside an archive, an installed extension or a package is never read.

--fix makes the edits of package.json that findings propose, and touches no other file; --dry-run shows them.

Exit codes: 0 fine, 1 the verdict is reject, asks for a review nobody made, or is one that --fail-on names,
2 wrong use or not an extension, 3 an error of ringfence or its surroundings, 130 interrupted.`,
		Example: `  ringfence scan .                                   the repository you are in
  ringfence scan some.vsix                           an archive
  ringfence scan npm:@theia/vscode-builtin-git@0.3.0-next.1750b2b231b
  ringfence scan ~/.vscode/extensions/*/ -f json -o reports/
  ringfence scan . --open                            as a page in your browser
  ringfence scan . -f html -o report.html            the page in a file: nothing in it asks a server
  ringfence scan . --fail-on sandbox,high            fail on a verdict of sandbox or a high finding
  ringfence scan . --fix --dry-run                   edits of package.json, as a diff
  ringfence scan new.vsix --base old.vsix            what the release adds to the one before`,
		Args: arguments(1, -1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if fix || mending.DryRun || mending.Force {
				return runFix(cmd, p, args, o, fix, mending)
			}
			if !open {
				return runScan(cmd.Context(), p, args, o, out)
			}
			opener := output.Opener{
				Process: p, System: runtime.GOOS, Terminal: process.IsTerminal(p.Stderr), Patience: 3 * time.Second,
			}
			out.Process = p
			if err := opener.Prepare(&out, cmd.Flags().Changed("format"), len(args)); err != nil {
				return err
			}
			err := runScan(cmd.Context(), p, args, o, out)
			if err != nil && !errors.Is(err, exit.ErrNo) {
				return err
			}
			return errors.Join(err, opener.Open(cmd.Context(), &out))
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	outputFlags(fs, &out)
	fs.BoolVar(&open, "open", false, "open the result as a page in your browser, and print where the page is; not in CI")
	fs.BoolVar(&fix, "fix", false, "make the edits of package.json that findings propose; the diff comes first")
	fs.BoolVar(&mending.DryRun, "dry-run", false, "with --fix: show the diff and write nothing")
	fs.BoolVar(&mending.Force, "force", false, "with --fix: write a package.json whose changes are in no commit")
	judgingFlags(fs, &o.Judging, &o.Organisation)
	serviceFlags(fs, &o.Services)
	modelFlags(fs, &o.Model, "about findings that are guesses")
	fs.StringVar(&o.Baseline.Name, "base", "", "the release before, named as PATH is: what this one adds is a finding")
	fs.BoolVar(&o.Offline, "offline", false, "use no network, as without --online; npm:… is refused too")
	fs.IntVarP(&o.Jobs, "jobs", "j", runtime.NumCPU(), "how many extensions to scan side by side")
	fs.BoolVar(&o.NoSecrets, "no-secrets", false, "do not look for keys and tokens; the report says that nobody did")
	fs.DurationVar(&o.Timeout, "timeout", 10*time.Minute, "how long to analyse the code of one extension; past it the code counts as not seen")
	fs.Var((*sizeFlag)(&o.Limits.MaxFile), "max-file-size", "largest file that is read")
	fs.Var((*sizeFlag)(&o.Limits.MaxTotal), "max-total-size", "largest sum of all files")
	fs.IntVar(&o.Limits.MaxFiles, "max-files", o.Limits.MaxFiles, "largest number of files")
	fs.Int64Var(&o.Limits.MaxRatio, "max-ratio", o.Limits.MaxRatio, "how many bytes one compressed byte may become")
	return cmd
}

func runScan(ctx context.Context, p *process.Process, targets []string, o audit.Settings, out output.Output) error {
	out.Process = p
	if err := o.Check(); err != nil {
		return err
	}
	if o.Services.Info != "" && len(targets) > 1 {
		return exit.Usagef("--extension-info says how one extension is listed, and there are %d", len(targets))
	}
	if o.Baseline.Name != "" && len(targets) > 1 {
		return exit.Usagef("--base is the release before one extension, and there are %d", len(targets))
	}
	if o.Services.Scorecard != "" && len(targets) > 1 {
		return exit.Usagef("--scorecard scores the repository of one extension, and there are %d", len(targets))
	}
	if err := out.Check(len(targets)); err != nil {
		return err
	}
	if o.Jobs < 1 || o.Timeout <= 0 || o.Limits.MaxFile < 1 || o.Limits.MaxTotal < 1 || o.Limits.MaxFiles < 1 || o.Limits.MaxRatio < 1 {
		return exit.Usagef("--jobs, --timeout and the limits must be at least 1")
	}
	if _, err := audit.ReadOrganisation(ctx, p, &o.Organisation, o.Offline); err != nil {
		return err
	}
	o.Explain.Permissions = out.Permissions()
	reports, err := audit.All(ctx, p, targets, o)
	// What could be scanned is written even when something else could not.
	if werr := out.Write(reports); werr != nil {
		return errors.Join(err, werr)
	}
	if err != nil {
		return err
	}
	for _, r := range reports {
		if len(r.Verdict.Fails) > 0 || r.Organisation.Stands() {
			return exit.ErrNo
		}
	}
	return nil
}
