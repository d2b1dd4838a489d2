package chain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
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
		account := elsewhere && files && ownAccount(in, f, to)
		switch {
		case !elsewhere || seen[f.Sink.Where]:
			continue
		case account: // whoever asked for something, it goes to somebody else
		case agreed(in, f, to.Host):
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
		message := fmt.Sprintf("%s goes to %s, %s", what, wording.Quote(to.Host), whatRuns(f.Trigger))
		if account {
			message += ", into an account whose key stands in the code"
		}
		out = append(out, chain(in, finding.Likely, message, links...))
	}
	return out
}

// agreed holds for what goes to a host that people are told of, where the code asks the person beside it, or where it is
// a piece of the address of a registry or its like: what that is asked for is how people are answered. A registry of packages
// has to be told nowhere.
func agreed(in check.Input, f facts.Flow, host string) bool {
	piece := f.Sink.Role == facts.AsAddress && f.Source.Kind == facts.FromText && told.Known(host)
	if piece && registry().MatchString(host) {
		return true
	}
	if in.Told == nil || !in.Told.Names(host) {
		return false
	}
	if piece {
		return true
	}
	return slices.ContainsFunc(usesAt(in, f.Sink.Where), func(u facts.Use) bool { return u.Asked })
}

// ownAccount holds for what goes to a service where an account says whose it is then, with a key that the code writes out: that of
// the person is typed, kept or asked for.
func ownAccount(in check.Input, f facts.Flow, to endpoint.Address) bool {
	if !told.Known(to.Host) && !to.Is(endpoint.Paste, endpoint.Webhook, endpoint.DeadDrop) {
		return false
	}
	for _, u := range usesAt(in, f.Sink.Where) {
		for _, v := range u.Args {
			for name, key := range v.Props["headers"].Props {
				if keyHeader().MatchString(name) && slices.ContainsFunc(key.Alts, isKey) {
					return true
				}
			}
		}
	}
	return false
}

// isKey holds for the constant value of such a header, behind the word for its kind.
func isKey(p facts.Pattern) bool {
	text, ok := p.Constant()
	_, key, kind := strings.Cut(text, " ")
	if !kind {
		key = text
	}
	return ok && len(key) >= minKey && !strings.ContainsAny(key, " <>{}")
}

// minKey is the length of a key that is none by accident: shorter ones stand for nothing.
const minKey = 12

var keyHeader = lazyregexp.Lazy(`(?i)^(authorization|private-token|x-api-key|x-auth-token|api-key)$`)

// registry is the host of a registry of packages, among those that everybody knows.
var registry = lazyregexp.Lazy(`(?i)(^|\.)(registry|pypi|crates|rubygems|packagist|nuget|maven|golang)\.`)
