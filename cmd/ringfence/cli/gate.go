package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/spf13/cobra"
)

// gateOptions are the flags of gate.
type gateOptions struct {
	scan audit.Settings
	// base is the revision to compare with; empty: none.
	base string
	// format is what is written, out to which file in place of standard output, dir where all
	// files are.
	format, out, dir string
	// failOnNew is the severity from which new findings fail.
	failOnNew string
	required  []string
	// packages and basePackages are built extensions, as FILE or PATH=FILE.
	packages, basePackages []string
	// cache is a folder for what came of bases; empty: none.
	cache string
}

func gateVerb(p *process.Process) *cobra.Command {
	o := gateOptions{scan: audit.Settings{Limits: extension.DefaultLimits(), Explain: audit.Explain{CallPaths: true}}}
	cmd := &cobra.Command{
		Use:   "gate [PATH…]",
		Short: "Judge a change: what it brings that its base had not, and whether that passes",
		Long: `Scan the extensions at PATH (default: all of the repository) and judge what a change to them brings: the verdict,
new findings, a wider policy, generated files that are not what the code gives, and changes to what all this is
judged by. Configuration, ignores, accepted permissions and overrides are read from the base's commit, so that no
change accepts itself. There is no flag that accepts anything: agreement is a forge's to say, or an entry in the base.

Without --base what is there is judged as it is: for the push after a merge, and for schedules. Then nothing is new
and nothing is wider; verdict, secrets, required layers and generated files still count.

Nothing of either side is run. An extension that has to be built is given as --package, and its base as
--base-package ("ringfence build" makes them).`,
		Example: `  ringfence gate --base origin/main
  ringfence gate --base origin/main -f html -o change.html
  ringfence gate packages/one --base "$BASE_SHA" --dir out
  ringfence gate . --base "$BASE_SHA" --package head.vsix --base-package base.vsix`,
		RunE: func(cmd *cobra.Command, args []string) error { return runGate(cmd.Context(), p, args, o) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.base, "base", "", "the revision the change is for; without it what is there is judged as it is")
	fs.StringVarP(&o.format, "format", "f", review.Formats.Default(), "how to write the result: "+review.Formats.String())
	fs.StringVarP(&o.out, "out", "o", "", "file to write the result to instead of standard output")
	fs.StringVar(&o.dir, "dir", "", "directory for reports, SARIF, policies and patches")
	fs.StringVar(&o.failOnNew, "fail-on-new", finding.High.String(), "severity from which a new finding fails: "+
		strings.Join(severityNames(), ", "))
	fs.StringSliceVar(&o.required, "require", nil, "layers that must have looked, besides those of the configuration; "+
		"package: what was not built does not pass")
	fs.StringSliceVar(&o.packages, "package", nil, "the built extension, FILE.vsix or PATH=FILE.vsix")
	fs.StringSliceVar(&o.basePackages, "base-package", nil, "the built extension of the base, FILE.vsix or PATH=FILE.vsix")
	fs.StringVar(&o.cache, "cache", "", "folder that keeps what came of bases; whoever may write it decides what a base is taken for")
	fs.StringVar(&o.scan.Judging.Profile, "profile", "", "how to judge: "+audit.ProfileNames(", "))
	fs.StringSliceVar(&o.scan.Judging.FailOn, "fail-on", nil, "fail, besides the gates, on any of the words of scan's --fail-on")
	fs.StringVar(&o.scan.Judging.Today, "today", "", "the day on which ignores and exceptions may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
	organisationFlags(fs, &o.scan.Organisation)
	serviceFlags(fs, &o.scan.Services)
	modelFlags(fs, &o.scan.Model, "about findings that are guesses")
	fs.BoolVar(&o.scan.Offline, "offline", false, "use no network, as without --online")
	fs.BoolVar(&o.scan.NoSecrets, "no-secrets", false, "do not look for keys and tokens; the report says that nobody did")
	fs.DurationVar(&o.scan.Timeout, "timeout", 10*time.Minute,
		"how long to analyse the code of one extension; past it the code counts as not seen")
	return cmd
}

func runGate(ctx context.Context, p *process.Process, targets []string, o gateOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	result, err := judge(ctx, p, targets, o, review.Options{Base: o.base, Packages: o.packages, BasePackages: o.basePackages})
	if err != nil {
		return err
	}
	if err := writeReview(p, result, o); err != nil {
		return err
	}
	if !result.Document.Passes {
		return exit.ErrNo
	}
	return nil
}

// writeReview writes the result on standard output and everything into --dir.
func writeReview(p *process.Process, r review.Result, o gateOptions) error {
	files, err := r.Files()
	if err != nil {
		return err
	}
	if o.dir != "" {
		if err := review.WriteFiles(p.Path(o.dir), files); err != nil {
			return err
		}
	}
	format, err := review.Formats.Find(o.format)
	if err != nil {
		return err
	}
	text, err := format.Bytes(review.Written{Result: r, Files: files})
	if err != nil {
		return err
	}
	if o.out != "" {
		return output.WriteFile(p.Path(o.out), text)
	}
	if o.format == review.Formats.Default() {
		return p.Say(string(text))
	}
	if _, err := p.Stdout.Write(text); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
