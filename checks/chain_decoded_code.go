package checks

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainDecodedCode = Check{
	Name:       "chain_decoded_code",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []Need{NeedCode},
	Run:        runChainDecodedCode,
}

func runChainDecodedCode(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range append(in.trails(facts.ToCode, facts.FromDecoded), in.trails(facts.ToShell, facts.FromDecoded)...) {
		if seen[f.Sink.Where] || f.SetIn || f.Sink.Kind == facts.ToCode && !evaluates(f.Sink) && f.Sink.Module != "module" || mild(f.Sink) {
			continue
		}
		seen[f.Sink.Where] = true
		out = append(out, in.chain(finding.Likely, fmt.Sprintf("%s runs what comes out of %s, which nobody can read", sinkName(f.Sink), f.Source.What), stepsAsLinks(f)...))
	}
	return out
}
