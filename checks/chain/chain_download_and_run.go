package chain

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainDownloadAndRun = check.Check{
	Name:       "chain_download_and_run",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{494, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainDownloadAndRun,
}

func runChainDownloadAndRun(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[string]bool{}
	for _, d := range drops(in) {
		run, ok := d.run(in)
		if !ok || seen[d.path] {
			continue
		}
		links := append(stepsAsLinks(d.trail), link{run.use.Where, "the file is run: " + wording.Quote(run.line)})
		sure, why := d.rate(in, run)
		if sure == "" {
			continue
		}
		seen[d.path] = true
		out = append(
			out,
			chain(in, sure, fmt.Sprintf("%s runs a file that %s, %s: %s", uses.Symbol(run.use), d.from(), wording.Quote(d.path), why), links...),
		)
	}
	return out
}
