package result

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Bounds of the diagram: what is larger is not read by anybody.
const (
	maxDrawnEntries = 8
	maxDrawnSymbols = 6
)

// diagram draws what reaches what: the files in which execution starts, the
// capabilities that the code uses past what every extension may, and the
// functions by which it does. Names of nodes are numbers; what a stranger could
// have chosen is only ever a label.
func (p Page) diagram() string {
	code := p.Report.Code
	var powers []report.CapabilityUse
	for _, c := range code.Capabilities {
		if c.Privileged > 0 {
			powers = append(powers, c)
		}
	}
	if !code.Analysed || len(powers) == 0 || len(code.Entries) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n```mermaid\nflowchart LR\n")
	// Facts say what the program as a whole can reach, so the entries lead to one
	// node and the powers start there.
	fmt.Fprintf(&b, "  x[\"%s\"]\n", escape.MermaidLabel(p.Report.Extension.ID, 80))
	for i, e := range code.Entries {
		if i == maxDrawnEntries {
			fmt.Fprintf(&b, "  e%d[\"and %d more\"] --> x\n", i, len(code.Entries)-i)
			break
		}
		fmt.Fprintf(&b, "  e%d[\"%s\"] -- %s --> x\n", i, escape.MermaidLabel(e.File, 80), kindWord(string(e.Kind)))
	}
	for i, c := range powers {
		fmt.Fprintf(&b, "  x --> c%d{{\"%s\"}}\n", i, escape.MermaidLabel(string(c.Capability), 40))
		for j, s := range c.Symbols {
			if j == maxDrawnSymbols {
				fmt.Fprintf(&b, "  c%d --> s%d_%d[\"%d more\"]\n", i, i, j, len(c.Symbols)-j)
				break
			}
			places := "places"
			if s.Uses == 1 {
				places = "place"
			}
			fmt.Fprintf(&b, "  c%d --> s%d_%d[\"%s, %d %s\"]\n", i, i, j, escape.MermaidLabel(s.Symbol, 60), s.Uses, places)
		}
	}
	b.WriteString("```\n")
	return folded("What reaches what, as a picture", b.String())
}

// kindWord is the kind of an entry as a quoted label of an edge.
func kindWord(kind string) string { return `"` + escape.MermaidLabel(kind, 40) + `"` }
