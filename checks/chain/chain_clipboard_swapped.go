package chain

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainClipboardSwapped = check.Check{
	Name:       "chain_clipboard_swapped",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainClipboardSwapped,
}

// runChainClipboardSwapped joins a clipboard that is read with one that is written beside it,
// where no command and no answer of the user leads to the writing.
func runChainClipboardSwapped(_ context.Context, in check.Input) []finding.Finding {
	var reads []facts.Use
	for _, u := range in.Program.Uses {
		if u.Kind == facts.Call && u.Module == "vscode" && u.Member == "env.clipboard.readText" {
			reads = append(reads, u)
		}
	}
	for _, w := range in.Program.Uses {
		if w.Kind != facts.Call || w.Module != "vscode" || w.Member != "env.clipboard.writeText" ||
			w.Trigger == facts.ByCommand || w.Trigger == facts.ByUnknown {
			continue
		}
		for _, r := range reads {
			if !r.Beside(w) {
				continue
			}
			return []finding.Finding{chain(in, finding.Likely, "the clipboard is read and written again, "+whatRuns(w.Trigger),
				link{r.Where, "reads what the user has copied"},
				link{w.Where, "and puts something else there; no command and no answer of the user leads here"})}
		}
	}
	return nil
}
