package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/spf13/cobra"
)

// fleetOptions are the flags of fleet scan.
type fleetOptions struct {
	scanOptions
	plan, root, out string
	shard           int
}

func (c *Command) fleetScan() *cobra.Command {
	o := fleetOptions{scanOptions: scanOptions{limits: extension.DefaultLimits()}}
	cmd := &cobra.Command{
		Use:   "scan --plan PLAN --shard N",
		Short: "Scan one shard of a plan and leave its part behind",
		Long: `Scan what a plan gives to a shard and write its part, a folder with a report for each extension and shard.json,
which says of every target what became of it. A repository without a path is searched for extensions; one that
is not there, or cannot be scanned, is named with the reason and stops nothing.

Repositories lie below --root as owner/name. What is found in them is judged as by "ringfence scan", with the
repository's name for the organisation's waivers. Exits with 0 when the part was written: fleet merge judges.`,
		Example: `  ringfence fleet scan --plan plan.json --shard 2 --root repositories -o part-2 --org acme/central/ringfence.yml@COMMIT --org-checkout central`,
		Args:    arguments(0, 0, "plan"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.scanShard(cmd.Context(), o) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.plan, "plan", "", "what fleet plan wrote")
	fs.IntVar(&o.shard, "shard", 0, "which shard of it, from 1")
	fs.StringVar(&o.root, "root", ".", "the folder that holds the targets, repositories as owner/name")
	fs.StringVarP(&o.out, "out", "o", "", "folder to write the part to; it must not hold one yet")
	o.judging.flags(cmd)
	o.asking.flags(fs)
	o.modelOptions.flags(fs)
	_ = fs.MarkHidden("repository")
	fs.BoolVar(&o.offline, "offline", false, "use no network, as without --online")
	fs.IntVarP(&o.jobs, "jobs", "j", runtime.NumCPU(), "how many extensions to scan side by side")
	fs.BoolVar(&o.noSecrets, "no-secrets", false, "do not look for keys and tokens; the reports say that nobody did")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long to analyse the code of one extension; past it the code counts as not seen")
	return cmd
}

func (o *fleetOptions) check() error {
	switch {
	case o.shard < 1:
		return exit.Usagef("which shard? --shard counts from 1")
	case o.out == "":
		return exit.Usagef("where to? --out names a folder for the part")
	case o.repository != "":
		return exit.Usagef("the plan says which repository is judged, not --repository")
	case o.info != "" || o.scorecard != "":
		return exit.Usagef("--extension-info and --scorecard are about one extension, and a shard has many")
	case o.jobs < 1 || o.timeout <= 0:
		return exit.Usagef("--jobs and --timeout must be at least 1")
	}
	return errors.Join(o.judging.check(), o.asking.check(o.offline), o.modelOptions.check(o.online))
}

func (c *Command) scanShard(ctx context.Context, o fleetOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	plan, digest, err := c.readPlan(o.plan)
	if err != nil {
		return err
	}
	if o.shard > len(plan.Shards) {
		return exit.Usagef("the plan has %d shards and no shard %d", len(plan.Shards), o.shard)
	}
	if _, err := os.Lstat(c.path(filepath.Join(o.out, fleet.PartFile))); err == nil {
		return exit.Usagef("%s holds a part already", quoted(o.out))
	}
	if _, err := c.organisation(ctx, &o.central, o.offline); err != nil {
		return err
	}
	if err := os.MkdirAll(c.path(o.out), 0o755); err != nil {
		return exit.AsUsage(err)
	}
	// Reports name what lies below the root by its path there, wherever that is.
	if o.config != "" {
		if o.config, err = filepath.Abs(c.path(o.config)); err != nil {
			return fmt.Errorf("finding the configuration: %w", err)
		}
	}
	below := *c
	if below.Dir, err = filepath.Abs(c.path(o.root)); err != nil {
		return fmt.Errorf("finding the root: %w", err)
	}
	part := fleet.Part{Plan: digest, Shard: o.shard}
	taken := map[string]bool{}
	for _, t := range plan.Shards[o.shard-1].Targets {
		result, err := below.scanTarget(ctx, t, o, func(r *report.Report) (fleet.File, error) {
			var b bytes.Buffer
			if err := report.Write(&b, r); err != nil {
				return fleet.File{}, err
			}
			if b.Len() > report.MaxBytes {
				return fleet.File{}, fmt.Errorf("the report of %s is over the limit of %d bytes", quoted(r.Subject), report.MaxBytes)
			}
			name := output.FileName(r, ".json", taken)
			return fleet.NewFile(name, b.Bytes()), c.replace(filepath.Join(o.out, name), b.Bytes())
		})
		if err != nil {
			return err
		}
		part.Results = append(part.Results, result)
		if err := c.tell(t, result); err != nil {
			return err
		}
	}
	data, err := part.Bytes()
	if err != nil {
		return err
	}
	// The part comes last: one that is there names reports that are.
	return c.replace(filepath.Join(o.out, fleet.PartFile), data)
}

// scanTarget scans what a target holds. What cannot be scanned is said in the
// result; an error is our own.
func (c *Command) scanTarget(ctx context.Context, t fleet.Target, o fleetOptions, keep func(*report.Report) (fleet.File, error)) (fleet.Result, error) {
	out := fleet.Result{Target: t.Name}
	lost := func(format string, args ...any) {
		// Where the root lies is nobody's business who reads the report.
		text := strings.ReplaceAll(fmt.Sprintf(format, args...), c.Dir+string(filepath.Separator), "")
		out.Unreachable = append(out.Unreachable, finding.Printable(text, finding.MaxMessage))
	}
	if err := c.unlinked("", t.Name); err != nil {
		lost("%s cannot be scanned: %v", t.Name, err)
		return out, nil
	}
	names := []string{t.Name}
	if t.Path == "" {
		found, err := build.Discover(ctx, c.path(t.Name))
		if err != nil {
			lost("looking for extensions in %s: %v", t.Name, err)
			return out, ctx.Err()
		}
		for _, u := range found.Unreadable {
			lost("%s may hold an extension: %s", path.Join(t.Name, u.Path), u.Reason)
		}
		names = nil
		for _, p := range found.Projects {
			names = append(names, path.Join(t.Name, p.Path))
		}
		if len(names)+len(out.Unreachable) == 0 {
			lost("%s holds no extension", t.Name)
		}
	}
	o.repository = t.Repository
	reports, errs := c.scanEach(ctx, names, o.scanOptions)
	if err := ctx.Err(); err != nil {
		return out, fmt.Errorf("scanning %s: %w", quoted(t.Name), err)
	}
	for i, r := range reports {
		if r == nil {
			lost("%v", errs[i])
			continue
		}
		f, err := keep(r)
		if err != nil {
			return out, err
		}
		out.Reports = append(out.Reports, f)
	}
	return out, nil
}

// tell says on stderr what became of a target: a shard's log is where people look
// first.
func (c *Command) tell(t fleet.Target, r fleet.Result) error {
	_, err := fmt.Fprintf(c.Stderr, "%s: %d scanned\n", finding.Printable(t.Name, 300), len(r.Reports))
	for _, why := range r.Unreachable {
		if err == nil {
			_, err = fmt.Fprintf(c.Stderr, "  not scanned: %s\n", why)
		}
	}
	return err
}
