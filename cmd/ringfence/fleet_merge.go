package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/sarif"
	"github.com/spf13/cobra"
)

var fleetFormats = []string{"text", "json", "markdown"}

func (c *Command) fleetMerge() *cobra.Command {
	var plan, format, out, sarifDir string
	cmd := &cobra.Command{
		Use:   "merge --plan PLAN PART…",
		Short: "Merge the parts of all shards into one report",
		Long: `Merge what the shards of a plan left behind: the sums over all repositories, each repository's category, findings
by check, ceilings, waivers, and whatever is not in. A shard that is missing, torn, doubled or of another plan is
named with every target that is lost by it, and so is a repository that could not be scanned.

Exits with 1 when a verdict fails, a ceiling is in the way, extensions were held against different files, or anything
is missing.`,
		Example: `  ringfence fleet merge --plan plan.json part-*
  ringfence fleet merge --plan plan.json part-* -f markdown -o summary.md --sarif sarif/`,
		Args: arguments(0, -1, "part"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(fleetFormats, format) {
				return exit.Usagef("unknown format %s%s (%s)", quoted(format), nearest.Hint(format, fleetFormats), strings.Join(fleetFormats, ", "))
			}
			return c.mergeFleet(plan, args, format, out, sarifDir)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&plan, "plan", "", "what fleet plan wrote")
	fs.StringVarP(&format, "format", "f", fleetFormats[0], "how to write the result: "+strings.Join(fleetFormats, ", "))
	fs.StringVarP(&out, "out", "o", "", "file to write to instead of standard output")
	fs.StringVar(&sarifDir, "sarif", "", "folder for the findings as SARIF, as many files as GitHub's limits ask for")
	return cmd
}

func (c *Command) mergeFleet(planFile string, parts []string, format, out, sarifDir string) error {
	plan, digest, err := c.readPlan(planFile)
	if err != nil {
		return err
	}
	if most := 4 * fleet.MaxShards; len(parts) > most {
		return exit.Usagef("there are %d parts, over the limit of %d", len(parts), most)
	}
	var deliveries []fleet.Delivery
	for _, p := range parts {
		deliveries = append(deliveries, c.delivery(p))
	}
	series := &sarifFiles{c: c, dir: sarifDir}
	var each func(*report.Report) error
	if sarifDir != "" {
		if err := os.MkdirAll(c.path(sarifDir), 0o755); err != nil {
			return exit.AsUsage(err)
		}
		each = series.add
	}
	merged, err := fleet.Merge(plan, digest, deliveries, each)
	if err != nil {
		return err
	}
	if err := series.flush(); err != nil {
		return err
	}
	var data []byte
	switch format {
	case "json":
		if data, err = merged.Bytes(); err != nil {
			return err
		}
	case "markdown":
		data = []byte(merged.Markdown())
	default:
		data = []byte(merged.Text())
	}
	if err := c.write(out, data); err != nil {
		return err
	}
	if !merged.Passes {
		return exit.ErrNo
	}
	return nil
}

// delivery reads a part's folder. Its files are strangers': bounded, plain, and
// not followed out of the folder.
func (c *Command) delivery(dir string) fleet.Delivery {
	d := fleet.Delivery{From: dir}
	read := func(name string, most int64) ([]byte, error) {
		// No descriptor stays open between two files.
		f, err := openInside(c.path(dir), name)
		if err != nil {
			return nil, reason(err)
		}
		defer f.Close()
		return io.ReadAll(io.LimitReader(f, most+1))
	}
	d.Part, d.Err = read(fleet.PartFile, fleet.MaxBytes)
	d.Open = func(name string) ([]byte, error) { return read(name, report.MaxBytes) }
	return d
}

// reason leaves this machine's paths out of an error about a file.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sarifFiles writes reports as SARIF, a file for as many as GitHub takes in one.
type sarifFiles struct {
	c       *Command
	dir     string
	series  sarif.Series
	waiting []*report.Report
	files   int
}

func (s *sarifFiles) add(r *report.Report) error {
	if s.waiting = append(s.waiting, r); len(s.waiting) == sarif.MaxRuns {
		return s.flush()
	}
	return nil
}

// flush writes what waits.
func (s *sarifFiles) flush() error {
	batch := s.waiting
	s.waiting = nil
	return s.put(batch)
}

// put writes one file, or two where one is too large although its runs are not too
// many.
func (s *sarifFiles) put(batch []*report.Report) error {
	if len(batch) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := s.series.Write(&b, batch); err != nil {
		half := len(batch) / 2
		if half == 0 {
			return err
		}
		if err := s.put(batch[:half]); err != nil {
			return err
		}
		return s.put(batch[half:])
	}
	s.files++
	return s.c.replace(filepath.Join(s.dir, fmt.Sprintf("fleet-%03d.sarif", s.files)), b.Bytes())
}
