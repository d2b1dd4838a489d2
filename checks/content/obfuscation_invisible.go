package content

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

var obfuscationInvisible = check.Check{
	Name:       "obfuscation_invisible",
	Module:     finding.ObfuscationModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 1007},
	Needs:      []check.Need{check.NeedScripts},
	Run:        runObfuscationInvisible,
}

// harmless are a few plain words, in which no address, path or program is written.
var harmless = lazyregexp.Lazy(`^[\pL\pN ,.!?'’-]{1,80}$`)

// orders are what such words would ask of somebody.
var orders = lazyregexp.Lazy(
	`(?i)\b(run|execute|send|post|upload|curl|fetch|ignore|forget|must|always|never|do not|don't|secrets?|tokens?|passwords?|keys?|env|` +
		`install|add|insert|include|append|write|open|call|use|delete|remove|system|instructions?)\b`,
)

func runObfuscationInvisible(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, s := range in.Content.Scripts {
		if s.Invisible < lookalike.UnseenRun {
			continue
		}
		f := finding.Finding{
			Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
			Provenance: files.Provenance(s.Path), Where: s.AtInvisible,
			Message: fmt.Sprintf("%d characters in a row that nobody sees", s.Invisible),
		}
		switch {
		case s.Decoded > 0:
			f.Severity, f.Confidence = finding.Critical, finding.Confirmed
			f.Message += ", in a script that runs what a decoder returns"
		case s.Says != "":
			f.Message += ", which read " + wording.Quote(s.Says)
			// Who shows what such characters look like has a sample of them.
			if harmless().MatchString(s.Says) && !orders().MatchString(s.Says) {
				f.Severity, f.Intent = finding.Low, finding.Hygiene
			}
		}
		f.Severity = files.Rate(f.Severity, s.Path)
		out = append(out, f)
	}
	return out
}
