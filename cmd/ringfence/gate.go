package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/spf13/cobra"
)

// gateFormats are what the gate writes on standard output, the default first.
var gateFormats = []string{"text", "json", "markdown"}

// requirePackage is the word of --require for the built package.
const requirePackage = "package"

// gating are the flags of gate.
type gating struct {
	scanOptions
	// base is the revision to compare with; empty: none.
	base string
	// format is what is written on standard output, dir where files are.
	format, dir string
	// failOnNew is the severity from which new findings fail.
	failOnNew string
	required  []string
	// builtOnly is the word package of --require: sources are not enough.
	builtOnly bool
	// packages and basePackages are built extensions, as FILE or PATH=FILE.
	packages, basePackages []string
	// start is a folder of the repository; empty: the first target, or where the
	// command runs.
	start string
	// merged says that what is judged is on its branch already, wanted that
	// generated files are to be there although nobody has committed any.
	merged, wanted bool
	// agreed says who agreed to the change; only a forge's API fills it.
	agreed agreed
	// forge says that the change is a pull request whose approvals are asked for.
	forge bool
}

// agreed is what a forge says about a change.
type agreed struct {
	change    gate.Change
	approvals []gate.Approval
}

func (c *Command) gate() *cobra.Command {
	o := gating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true}}
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
  ringfence gate packages/one --base "$BASE_SHA" --dir out
  ringfence gate . --base "$BASE_SHA" --package head.vsix --base-package base.vsix`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runGate(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.base, "base", "", "the revision the change is for; without it what is there is judged as it is")
	fs.StringVarP(&o.format, "format", "f", gateFormats[0], "how to write the result: "+strings.Join(gateFormats, ", "))
	fs.StringVar(&o.dir, "dir", "", "directory for reports, SARIF, policies and patches")
	fs.StringVar(&o.failOnNew, "fail-on-new", finding.High.String(), "severity from which a new finding fails: "+strings.Join(severityNames(), ", "))
	fs.StringSliceVar(&o.required, "require", nil, "layers that must have looked, besides those of the configuration; package: what was not built does not pass")
	fs.StringSliceVar(&o.packages, "package", nil, "the built extension, FILE.vsix or PATH=FILE.vsix")
	fs.StringSliceVar(&o.basePackages, "base-package", nil, "the built extension of the base, FILE.vsix or PATH=FILE.vsix")
	fs.StringVar(&o.cache, "cache", "", "folder that keeps what came of bases; whoever may write it decides what a base is taken for")
	fs.StringVar(&o.profile, "profile", "", "how to judge: "+profileNames(", "))
	fs.StringSliceVar(&o.failOn, "fail-on", nil, "fail, besides the gates, on any of the words of scan's --fail-on")
	fs.StringVar(&o.today, "today", "", "the day on which ignores and exceptions may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
	o.central.flags(fs)
	o.asking.flags(fs)
	o.modelOptions.flags(fs)
	fs.BoolVar(&o.offline, "offline", false, "use no network, as without --online")
	fs.BoolVar(&o.noSecrets, "no-secrets", false, "do not look for keys and tokens; the report says that nobody did")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long to analyse the code of one extension; past it the code counts as not seen")
	return cmd
}

func severityNames() []string {
	return []string{finding.Critical.String(), finding.High.String(), finding.Medium.String(), finding.Low.String(), finding.None.String()}
}

func (o *gating) check() error {
	if err := o.judging.check(); err != nil {
		return err
	}
	if err := o.central.check(); err != nil {
		return err
	}
	if err := o.asking.check(o.offline); err != nil {
		return err
	}
	if err := o.modelOptions.check(o.online); err != nil {
		return err
	}
	if !slices.Contains(gateFormats, o.format) {
		return usagef("unknown format %s%s (%s)", quoted(o.format), nearest.Hint(o.format, gateFormats), strings.Join(gateFormats, ", "))
	}
	if !slices.Contains(severityNames(), o.failOnNew) {
		return usagef("unknown severity %s%s (%s)", quoted(o.failOnNew), nearest.Hint(o.failOnNew, severityNames()), strings.Join(severityNames(), ", "))
	}
	var modules []string
	for _, m := range finding.Modules() {
		modules = append(modules, string(m))
	}
	for _, word := range o.required {
		if word == requirePackage {
			o.builtOnly = true
			continue
		}
		if !slices.Contains(modules, word) {
			words := append([]string{requirePackage}, modules...)
			return usagef("unknown layer %s for --require%s (%s)", quoted(word), nearest.Hint(word, words), strings.Join(words, ", "))
		}
		o.require = append(o.require, finding.Module(word))
	}
	if o.timeout <= 0 {
		return usagef("--timeout must be more than nothing")
	}
	return nil
}

func (c *Command) runGate(ctx context.Context, targets []string, o gating) error {
	result, err := c.gateAll(ctx, targets, &o)
	if err != nil {
		return err
	}
	if err := c.writeGate(result, o); err != nil {
		return err
	}
	if !result.document.Passes {
		return errNo
	}
	return nil
}

// gated is what one run of the gate came to.
type gated struct {
	document   run.Document
	extensions []gatedExtension
	// packages are the built extensions by path.
	packages map[string]string
}

// gateAll judges all extensions of a run, one after the other: each holds the
// memory of two scans.
func (c *Command) gateAll(ctx context.Context, targets []string, o *gating) (gated, error) {
	var out gated
	if err := o.check(); err != nil {
		return out, err
	}
	place, err := c.workplace(ctx, targets, *o)
	if err != nil {
		return out, err
	}
	if err := place.assign(c, o); err != nil {
		return out, err
	}
	if place.base != nil {
		if err := o.central.outside(c, place.top); err != nil {
			return out, err
		}
	}
	threshold := finding.None
	for _, s := range finding.Severities() {
		if s.String() == o.failOnNew {
			threshold = s
		}
	}
	out.packages = place.packages
	out.document = run.Document{SchemaVersion: run.Version, Base: place.baseCommit(), Passes: true, Extensions: []run.Judged{}, Notes: []string{}}
	for _, p := range place.paths {
		x, err := c.gateOne(ctx, place, p, threshold, *o)
		if err != nil {
			return out, err
		}
		out.extensions = append(out.extensions, x)
		out.document.Extensions = append(out.document.Extensions, x.judged)
		out.document.Passes = out.document.Passes && x.judged.Passes
	}
	out.document.Notes = append(out.document.Notes, place.notes...)
	return out, nil
}

// assign hands each extension the packages that were built of it.
func (w *workplace) assign(c *Command, o *gating) error {
	if len(o.basePackages) > 0 && o.base == "" {
		return usagef("--base-package needs --base")
	}
	give := func(flag, where string, values []string) (map[string]string, error) {
		out := map[string]string{}
		for _, v := range values {
			at, file, named := strings.Cut(v, "=")
			if !named {
				if len(w.paths) != 1 {
					return nil, usagef("%s %s: there are %d extensions; say which as PATH=FILE", flag, quoted(v), len(w.paths))
				}
				at, file = w.paths[0], v
			}
			at = filepath.ToSlash(filepath.Clean(at))
			if !slices.Contains(w.paths, at) {
				return nil, usagef("%s: there is no extension at %s%s", flag, quoted(at), nearest.Hint(at, w.paths))
			}
			if !strings.HasSuffix(file, ".vsix") {
				return nil, usagef("%s: %s is no .vsix", flag, quoted(file))
			}
			if _, err := os.Stat(c.path(file)); errors.Is(err, fs.ErrNotExist) {
				return nil, usagef("%s: there is no file %s; this makes it%s: ringfence build %s --out %s", flag, quoted(file), where, run.Word(at), run.Word(file))
			}
			out[at] = c.path(file)
		}
		return out, nil
	}
	var err error
	if w.packages, err = give("--package", "", o.packages); err != nil {
		return err
	}
	if w.basePackages, err = give("--base-package", ", in a checkout of the base", o.basePackages); err != nil {
		return err
	}
	return nil
}
