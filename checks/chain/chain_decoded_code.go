package chain

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainDecodedCode = check.Check{
	Name:       "chain_decoded_code",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainDecodedCode,
}

func runChainDecodedCode(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range append(trails(in, facts.ToCode, facts.FromDecoded), trails(in, facts.ToShell, facts.FromDecoded)...) {
		if seen[f.Sink.Where] || f.SetIn || f.Sink.Kind == facts.ToCode && !dataflow.Evaluates(f.Sink) && f.Sink.Module != "module" ||
			dataflow.Mild(f.Sink) {
			continue
		}
		seen[f.Sink.Where] = true
		says := fmt.Sprintf("%s runs what comes out of %s, which nobody can read", dataflow.SinkName(f.Sink), f.Source.What)
		if facts.IsNamed(f.Sink) {
			says = fmt.Sprintf("what is read off the global object is named by %s, which nobody can read", f.Source.What)
		}
		out = append(out, chain(in, finding.Likely, says, stepsAsLinks(f)...))
	}
	return out
}
