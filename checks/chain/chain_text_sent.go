package chain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/told"
)

var chainTextSent = check.Check{
	Name:       "chain_text_sent",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 359},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainTextSent,
}

func runChainTextSent(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	out = append(out, throughPage(in)...)
	for _, f := range trails(in, facts.ToSend, facts.FromText, facts.FromClipboard) {
		clipboard := f.Source.Kind == facts.FromClipboard
		terminals := f.Source.What == facts.Terminals
		files := f.Source.Kind == facts.FromText && !terminals && !strings.HasPrefix(f.Source.What, "vscode.TextDocument")
		to, elsewhere := foreign(destinations(in, f))
		switch {
		case !elsewhere || seen[f.Sink.Where] || agreed(in, f, to.Host):
			continue
		case facts.SeesNobody(f.Sink): // what nobody sees nobody asked for
		case f.Trigger == facts.ByTimer, f.Trigger == facts.ByEvent, (clipboard || files || terminals) && f.Trigger == facts.ByStart:
		default:
			continue // somebody asked for it, or nobody knows
		}
		seen[f.Sink.Where] = true
		what := "the text of documents"
		switch {
		case clipboard:
			what = "the clipboard"
		case terminals:
			what = "what terminals show"
		case f.Source.What == facts.GitSays:
			what = "what git says of the workspace"
		case f.Source.What == facts.PackedFolder:
			what = "an archive of a folder"
		case f.Source.What == facts.DebugSessions:
			what = "what a debugger and its program say"
		case files:
			what = "what files of the workspace hold"
		}
		links := append(stepsAsLinks(f), link{f.Sink.Where, "this happens " + whatRuns(f.Trigger)})
		out = append(
			out,
			chain(in, finding.Likely, fmt.Sprintf("%s goes to %s, %s", what, wording.Quote(to.Host), whatRuns(f.Trigger)), links...),
		)
	}
	return out
}

// agreed holds for what goes to a host that people are told of, where the code asks the person beside it, or where it is
// a piece of the address of a registry or its like: what that is asked for is how people are answered.
func agreed(in check.Input, f facts.Flow, host string) bool {
	if in.Told == nil || !in.Told.Names(host) {
		return false
	}
	if f.Sink.Role == facts.AsAddress && f.Source.Kind == facts.FromText && told.Known(host) {
		return true
	}
	return slices.ContainsFunc(usesAt(in, f.Sink.Where), func(u facts.Use) bool { return u.Asked })
}
