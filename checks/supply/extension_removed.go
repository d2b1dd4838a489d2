package supply

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var extensionRemoved = check.Check{
	Name:       "extension_removed",
	Module:     finding.MalwareModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runExtensionRemoved,
}

func runExtensionRemoved(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, r := range in.Answers.Removed {
		f := finding.Finding{
			Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Heuristic,
			Provenance: finding.FirstParty, Where: atPublisher(in.Manifest),
			Message: "an extension of this name was taken down before: " + titled(r.ID, r.Title),
		}
		if r.Pointer != "" {
			f.Where = packagejson.At(in.Manifest, r.Pointer)
			f.Message = wording.Quote(r.Extension) + ", which is installed along, was taken down before: " + titled(r.ID, r.Title)
		}
		if settled(r) {
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
		}
		out = append(out, f)
	}
	return out
}

// settled holds for what its own publisher, or a quarrel about rights, took down.
func settled(r supplychain.Record) bool {
	reason := strings.ToLower(r.Title)
	for _, word := range []string{"owner request", "publisher requested", "deprecated", "copyright", "expired domain"} {
		if strings.HasPrefix(reason, word) {
			return true
		}
	}
	return false
}
