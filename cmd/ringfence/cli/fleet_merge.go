package cli

import (
	"os"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/format"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/spf13/cobra"
)

func fleetMergeVerb(p *process.Process) *cobra.Command {
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
			written, err := fleet.Formats.Find(format)
			if err != nil {
				return err
			}
			return mergeFleet(p, plan, args, written, out, sarifDir)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&plan, "plan", "", "what fleet plan wrote")
	fs.StringVarP(&format, "format", "f", fleet.Formats.Default(), "how to write the result: "+fleet.Formats.String())
	fs.StringVarP(&out, "out", "o", "", "file to write to instead of standard output")
	fs.StringVar(&sarifDir, "sarif", "", "folder for the findings as SARIF, as many files as GitHub's limits ask for")
	return cmd
}

func mergeFleet(p *process.Process, planFile string, parts []string, format format.Document[*fleet.Report], out, sarifDir string) error {
	plan, digest, err := fleet.ReadPlanFile(p, planFile)
	if err != nil {
		return err
	}
	if most := 4 * fleet.MaxShards; len(parts) > most {
		return exit.Usagef("there are %d parts, over the limit of %d; a plan of fewer: ringfence fleet plan --shards %d", len(parts), most, most)
	}
	var deliveries []fleet.Delivery
	for _, dir := range parts {
		deliveries = append(deliveries, fleet.ReadDelivery(p, dir))
	}
	batches := &output.Batches{Dir: sarifDir, Replace: p.Replace}
	var each func(*report.Report) error
	if sarifDir != "" {
		if err := os.MkdirAll(p.Path(sarifDir), 0o755); err != nil {
			return exit.AsUsage(err)
		}
		each = batches.Add
	}
	merged, err := fleet.Merge(plan, digest, deliveries, each)
	if err != nil {
		return err
	}
	merged.PlanFile = planFile
	if err := batches.Flush(); err != nil {
		return err
	}
	data, err := format.Bytes(merged)
	if err != nil {
		return err
	}
	if err := p.Write(out, data); err != nil {
		return err
	}
	if !merged.Passes {
		return exit.ErrNo
	}
	return nil
}
