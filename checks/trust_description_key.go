package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustDescriptionKey = Check{
	Name:       "trust_description_key",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runTrustDescriptionKey,
}

func runTrustDescriptionKey(_ context.Context, in Input) []finding.Finding {
	const pointer = trustPointer + "/description"
	m := in.Manifest
	s := m.Capabilities.UntrustedWorkspaces
	if s == nil || s.Description == "" {
		return nil
	}
	if s.DescriptionKey == "" {
		if !m.Translated() {
			return nil
		}
		value, texts := say(m, "workspaceTrust", s.Description)
		return []finding.Finding{trustFinding(m, pointer, finding.Low,
			"tells people about untrusted workspaces in English only, though its texts are in package.nls.json",
			fixed("Move the text to package.nls.json.", append(texts, set(pointer, value))...))}
	}
	if text, _ := m.Text(s.DescriptionKey); text != "" {
		return nil
	}
	text := textRefused
	if supportOf(m) == supportLimited {
		text = textLimited
	}
	return []finding.Finding{trustFinding(m, pointer, finding.Medium,
		"package.nls.json has no "+quote(s.DescriptionKey)+", so that people see the key instead of a reason",
		fixed("Add the text to package.nls.json.", edit("package.nls.json", jsonPointer(s.DescriptionKey), text)))}
}
