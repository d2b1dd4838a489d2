package code

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeInnerHTML = check.Check{
	Name:       "code_inner_html",
	Module:     finding.CodeModule,
	Worst:      finding.Low,
	PaperWorst: finding.High,
	Confidence: finding.Heuristic,
	CWE:        []int{79},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeInnerHTML,
}

func runCodeInnerHTML(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	shows := shown(in.Program)
	// Where a way from a stranger's data was seen, that is the finding.
	tainted := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		if f.Sink.Kind == facts.ToMarkup {
			tainted[f.Sink.Where] = true
		}
	}
	var out []finding.Finding
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteMarkup || tainted[w.Where] || tainted[w.From] || len(w.Values) == 0 ||
			uses.CertaintyOf(w.Values[0]) == uses.Constant {
			continue
		}
		f := finding.Finding{
			Severity:      finding.None,
			PaperSeverity: finding.High,
			Intent:        finding.Hygiene,
			Confidence:    finding.Heuristic,
			Provenance:    files.Provenance(w.Where.File),
			Message:       fmt.Sprintf("%s makes markup of text that is not constant: %s", markupName(w.Name), uses.Show(w.Values[0])),
			Where:         w.Where,
		}
		switch {
		case w.Cleaned:
			f.Message += ", which a function called like a sanitiser returned"
		case shows[w.Where.File]:
			f.Severity, f.Intent = finding.Low, finding.Vulnerable
		}
		out = append(out, f)
	}
	return out
}

// shown are the files that run in a page: no module of Node or VS Code can be
// reached from them, or a webview was seen to load them.
func shown(p *facts.Program) map[string]bool {
	out := map[string]bool{}
	for _, m := range p.Modules {
		out[m.Path] = m.Shallow
	}
	for _, e := range p.Entries {
		if e.Kind == facts.EntryWebview {
			out[e.File] = true
		}
	}
	return out
}

func markupName(name string) string {
	if name == "__html" {
		return "dangerouslySetInnerHTML"
	}
	return name
}
