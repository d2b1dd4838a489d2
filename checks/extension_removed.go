package checks

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

var extensionRemoved = Check{
	Name:       "extension_removed",
	Module:     finding.MalwareModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []Need{NeedManifest, NeedServices},
	Run:        runExtensionRemoved,
}

func runExtensionRemoved(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, r := range in.World.Removed {
		f := finding.Finding{
			Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Heuristic,
			Provenance: finding.FirstParty, Where: atPublisher(in.Manifest),
			Message: "an extension of this name was taken down before: " + titled(r.ID, r.Title),
		}
		if r.Pointer != "" {
			f.Where = inManifest(in.Manifest, r.Pointer)
			f.Message = quote(r.Extension) + ", which is installed along, was taken down before: " + titled(r.ID, r.Title)
		}
		if settled(r) {
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
		}
		out = append(out, f)
	}
	return out
}

// settled holds for what its own publisher, or a quarrel about rights, took down.
func settled(r supply.Record) bool {
	reason := strings.ToLower(r.Title)
	for _, word := range []string{"owner request", "publisher requested", "deprecated", "copyright", "expired domain"} {
		if strings.HasPrefix(reason, word) {
			return true
		}
	}
	return false
}
