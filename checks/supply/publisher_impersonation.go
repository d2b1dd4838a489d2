package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

var publisherImpersonation = check.Check{
	Name:       "publisher_impersonation",
	Module:     finding.PublisherModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        []int{451, 1007},
	Needs:      []check.Need{check.NeedManifest},
	Run:        runPublisherImpersonation,
}

func runPublisherImpersonation(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	lists := [][]lookalike.Name{lookalike.Known()}
	if in.Answers != nil {
		lists = append(lists, in.Answers.Known)
	}
	like, ok := lookalike.Of(lookalike.Name{ID: m.Publisher + "." + m.Name, Display: m.DisplayName}, lists...)
	if !ok {
		return nil
	}
	f := finding.Finding{
		Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Heuristic,
		Provenance: finding.FirstParty, Where: atPublisher(m),
	}
	known := wording.Quote(like.Name.ID)
	switch like.Kind {
	case lookalike.Glyphs:
		f.Severity, f.Confidence = finding.High, finding.Likely
		f.Message = "its letters are others that look like those of the well-known " + known
	case lookalike.Letter:
		f.Severity, f.Confidence = finding.High, finding.Likely
		f.Message = "it has the name of the well-known " + known + ", by a publisher that is one letter away"
	case lookalike.Spelling:
		f.Message = "its publisher is written like that of the well-known " + known + " but for dashes and dots"
	case lookalike.Display:
		f.Where = packagejson.At(m, "/displayName")
		f.Message = "it has the name for people of the well-known " + known + ", and another publisher"
	}
	return []finding.Finding{f}
}
