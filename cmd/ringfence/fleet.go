package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/spf13/cobra"
)

func (c *Command) fleet() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fleet COMMAND",
		Short: "Scan many repositories over several jobs and merge what they found",
		Long: `Split a list of extensions into shards, scan each shard where its repositories lie, and merge what the shards
left behind into one report. docs/organisations.md walks through it, and .github/workflows/fleet.yml is the workflow
that organisations call.`,
		Example: `  ringfence fleet plan --list fleet.yml --shards 4 -o plan.json      prints the matrix
  ringfence fleet scan --plan plan.json --shard 1 --root repositories -o part-1
  ringfence fleet merge --plan plan.json part-*`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.fleetPlan(), c.fleetScan(), c.fleetMerge())
	return cmd
}

func (c *Command) fleetPlan() *cobra.Command {
	var list, root, out string
	var shards int
	cmd := &cobra.Command{
		Use:   "plan [PATH…]",
		Short: "Split a list of extensions into shards of about the same size",
		Long: `Split extensions into shards and print the matrix for GitHub Actions, a job a shard; --out gets the plan itself,
which scan and merge want. The same list gives the same plan, whatever its order.

PATH is a folder or a .vsix below --root. --list names a file of them and of repositories:

  extensions:
    - repository: acme/tools          # every extension of it
    - repository: acme/editors        # one
      path: packages/dark
      size: 1200000
    - path: vendor/other.vsix

What gives no size and is there is measured; what is not there yet counts as a megabyte.`,
		Example: `  ringfence fleet plan --list fleet.yml --shards 4 -o plan.json >>matrix.json
  ringfence fleet plan a.vsix b.vsix -o plan.json`,
		Args: arguments(0, -1, "extension"),
		RunE: func(_ *cobra.Command, args []string) error { return c.planFleet(args, list, root, out, shards) },
	}
	fs := cmd.Flags()
	fs.StringVar(&list, "list", "", "the file that lists extensions")
	fs.StringVar(&root, "root", ".", "the folder that holds them, repositories as owner/name")
	fs.IntVarP(&shards, "shards", "n", 4, "how many shards, at most")
	fs.StringVarP(&out, "out", "o", "plan.json", "file to write the plan to")
	return cmd
}

func (c *Command) planFleet(args []string, list, root, out string, shards int) error {
	var targets []fleet.Target
	if list != "" {
		data, err := c.readBounded(list, fleet.MaxBytes)
		if err != nil {
			return err
		}
		if targets, err = fleet.ParseList(list, data); err != nil {
			return exit.Usagef("reading the list: %w", err)
		}
	}
	for _, a := range args {
		name := path.Clean(filepath.ToSlash(a))
		targets = append(targets, fleet.Target{Name: name, Path: name})
	}
	if len(targets) == 0 {
		return exit.Usagef("which extensions? name some, or a file of them with --list")
	}
	for i, t := range targets {
		if t.Size == 0 {
			targets[i].Size = c.measure(filepath.Join(root, filepath.FromSlash(t.Name)))
		}
	}
	plan, err := fleet.Make(targets, shards)
	if err != nil {
		return exit.AsUsage(err)
	}
	data, err := plan.Bytes()
	if err != nil {
		return err
	}
	matrix, err := plan.Matrix()
	if err != nil {
		return err
	}
	if err := c.replace(out, data); err != nil {
		return err
	}
	_, err = c.Stdout.Write(matrix)
	return err
}

// unmeasured is the size of what is not there yet; most is how many files are
// looked at before what was seen is enough to go by.
const unmeasured, mostMeasured = 1 << 20, 100_000

// measure adds up the files of a target, as far as it is there.
func (c *Command) measure(name string) int64 {
	var size int64
	files := 0
	err := filepath.WalkDir(c.path(name), func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
			files++
		}
		if files >= mostMeasured {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || files == 0 {
		return unmeasured
	}
	return size
}

// readPlan reads a plan and gives its digest.
func (c *Command) readPlan(name string) (fleet.Plan, string, error) {
	if name == "" {
		return fleet.Plan{}, "", exit.Usagef("which plan? --plan names what fleet plan wrote")
	}
	data, err := c.readBounded(name, fleet.MaxBytes)
	if err != nil {
		return fleet.Plan{}, "", err
	}
	plan, digest, err := fleet.ReadPlan(data)
	if err != nil {
		return plan, "", exit.Usagef("%s: %w", quoted(name), err)
	}
	return plan, digest, nil
}

// unlinked refuses a path of which any part below root is a link: a repository
// could lead a scan out of itself.
func (c *Command) unlinked(root, name string) error {
	at := root
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		if err := c.notLinked(at); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(c.path(at)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("it is not there")
		}
		return err
	}
	return nil
}
