package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// scanOptions are the flags of scan.
type scanOptions struct {
	judging
	asking
	modelOptions
	offline bool
	// before is the release before, named as a target is.
	before string
	// earlier is that release when somebody looked at it already; nil: nobody did.
	earlier *scan.Baseline
	// noSecrets leaves the search for secrets out.
	noSecrets bool
	jobs      int
	timeout   time.Duration
	limits    extension.Limits
	// verb is what was typed, for commands that are proposed; empty: scan.
	verb string
	// anything takes what VS Code would not load as well.
	anything bool
	// ways asks how execution gets to each use.
	ways bool
	// subject is what the report says it is about, source what the target is;
	// empty: the target as it was written, and what it looks like.
	subject string
	source  extension.Source
	// fromSources asks to judge the author's files, built or not.
	fromSources bool
	// sources say where the author's files are; the zero value: in the clone that
	// a repository lies in.
	sources checkout.Place
}

func (c *Command) scan() *cobra.Command {
	o := scanOptions{limits: extension.DefaultLimits()}
	var out output.Output
	cmd := &cobra.Command{
		Use:   "scan PATH…",
		Short: "Scan extensions: what each may do, what speaks against it, and the verdict",
		Long: `Scan extensions and say for each whether to reject it, to run it behind a policy (sandbox) or to leave it
alone (unrestricted), why, and where in the code.

PATH is a repository (scanned as what would ship), a folder laid out as installed, a .vsix, or a package of the
npm registry as npm:NAME@VERSION, or npm:NAME@VERSION#path/of.vsix for an archive inside the package. Nothing of
it is run. What VS Code would not load, for want of engines.vscode, gets no verdict; of a folder that only holds
extensions they are named.

A repository's own .ringfence/config.yml says how to judge and which findings a person has answered; flags
override it. One inside an archive, an installed extension or a package is never read.

Exit codes: 0 fine, 1 the verdict is reject, asks for a review nobody made, or is one that --fail-on names,
2 asked wrongly or not an extension, 3 we broke, 130 interrupted.`,
		Example: `  ringfence scan .                                      the repository you are in
  ringfence scan some.vsix                              an archive
  ringfence scan npm:@theia/vscode-builtin-git@0.3.0-next.1750b2b231b
  ringfence scan ~/.vscode/extensions/*/ -f json -o reports/
  ringfence scan . --fail-on sandbox,high               fail on a verdict of sandbox or a high finding
  ringfence scan new.vsix --base old.vsix               what the release adds to the one before`,
		Args: arguments(1, -1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.runScan(cmd.Context(), args, o, out) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	outputFlags(fs, &out)
	o.judging.flags(cmd)
	o.asking.flags(fs)
	o.modelOptions.flags(fs)
	fs.StringVar(&o.before, "base", "", "the release before, named as PATH is: what this one adds is a finding")
	fs.BoolVar(&o.offline, "offline", false, "use no network, as without --online; npm:… is refused too")
	fs.IntVarP(&o.jobs, "jobs", "j", runtime.NumCPU(), "how many extensions to scan side by side")
	fs.BoolVar(&o.noSecrets, "no-secrets", false, "do not look for keys and tokens; the report says that nobody did")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long to analyse the code of one extension; past it the code counts as not seen")
	fs.Var((*sizeFlag)(&o.limits.MaxFile), "max-file-size", "largest file that is read")
	fs.Var((*sizeFlag)(&o.limits.MaxTotal), "max-total-size", "largest sum of all files")
	fs.IntVar(&o.limits.MaxFiles, "max-files", o.limits.MaxFiles, "largest number of files")
	fs.Int64Var(&o.limits.MaxRatio, "max-ratio", o.limits.MaxRatio, "how many bytes one compressed byte may become")
	return cmd
}

func (c *Command) runScan(ctx context.Context, targets []string, o scanOptions, out output.Output) error {
	out.Process = c.process()
	if err := o.judging.check(); err != nil {
		return err
	}
	if err := o.asking.check(o.offline); err != nil {
		return err
	}
	if err := o.modelOptions.check(o.online); err != nil {
		return err
	}
	if o.info != "" && len(targets) > 1 {
		return exit.Usagef("--extension-info says how one extension is listed, and there are %d", len(targets))
	}
	if o.before != "" && len(targets) > 1 {
		return exit.Usagef("--base is the release before one extension, and there are %d", len(targets))
	}
	if o.scorecard != "" && len(targets) > 1 {
		return exit.Usagef("--scorecard scores the repository of one extension, and there are %d", len(targets))
	}
	if err := out.Check(len(targets)); err != nil {
		return err
	}
	if o.jobs < 1 || o.timeout <= 0 || o.limits.MaxFile < 1 || o.limits.MaxTotal < 1 || o.limits.MaxFiles < 1 || o.limits.MaxRatio < 1 {
		return exit.Usagef("--jobs, --timeout and the limits must be at least 1")
	}
	if _, err := c.organisation(ctx, &o.central, o.offline); err != nil {
		return err
	}
	reports, err := c.scanAll(ctx, targets, o)
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

// check refuses words that --profile and --fail-on do not know.
func (j *judging) check() error {
	if _, ok := verdict.ByName(j.profile); !ok && j.profile != "" {
		return exit.Usagef("unknown profile %s%s (%s)", quoted(j.profile), nearest.Hint(j.profile, strings.Split(profileNames(" "), " ")), profileNames(", "))
	}
	words := verdict.FailWords()
	for _, w := range j.failOn {
		if !slices.Contains(words, w) {
			return exit.Usagef("unknown word %s for --fail-on%s (%s)", quoted(w), nearest.Hint(w, words), strings.Join(words, ", "))
		}
		if w == "none" && len(j.failOn) > 1 {
			return exit.Usagef("--fail-on none leaves nothing for %s", strings.Join(j.failOn, ","))
		}
	}
	if _, err := time.Parse(time.DateOnly, j.today); err != nil && j.today != "" {
		return exit.Usagef("--today %s is no day such as 2027-01-31", quoted(j.today))
	}
	if j.config != "" && j.noConfig {
		return exit.Usagef("--config and --no-config contradict each other")
	}
	return j.central.check()
}

var _ pflag.Value = (*sizeFlag)(nil)

// sizeFlag is a number of bytes such as 5000, 64MiB or 2GB.
type sizeFlag int64

// Type names the flag's value in help texts.
func (*sizeFlag) Type() string { return "size" }

// String writes the size in the largest unit that divides it.
func (s *sizeFlag) String() string {
	for _, u := range sizeUnits {
		if n := int64(*s); n > 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return fmt.Sprint(int64(*s))
}

// Set reads a size.
func (s *sizeFlag) Set(text string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(strings.ToLower(text), strings.ToLower(u.name))
		if !ok {
			continue
		}
		var n int64
		if _, err := fmt.Sscanf(digits+"|", "%d|", &n); err != nil || n < 1 || n > (1<<62)/u.bytes {
			break
		}
		*s = sizeFlag(n * u.bytes)
		return nil
	}
	return fmt.Errorf("not a size such as 5000, 64MiB or 2GB")
}

var sizeUnits = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"", 1}}
