package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustDescriptionKey = check.Check{
	Name:       "trust_description_key",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustDescriptionKey,
}

func runTrustDescriptionKey(_ context.Context, in check.Input) []finding.Finding {
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
		value, texts := packagejson.Say(m, "workspaceTrust", s.Description)
		return []finding.Finding{trustFinding(m, pointer, finding.Low,
			"tells people about untrusted workspaces in English only, though its texts are in package.nls.json",
			packagejson.Fix("Move the text to package.nls.json.", append(texts, packagejson.Set(pointer, value))...))}
	}
	if text, _ := m.Text(s.DescriptionKey); text != "" {
		return nil
	}
	text := textRefused
	if workspacetrust.SupportOf(m) == workspacetrust.SupportLimited {
		text = textLimited
	}
	return []finding.Finding{trustFinding(m, pointer, finding.Medium,
		"package.nls.json has no "+wording.Quote(s.DescriptionKey)+", so that people see the key instead of a reason",
		packagejson.Fix("Add the text to package.nls.json.", packagejson.Edit("package.nls.json", packagejson.Pointer(s.DescriptionKey), text)))}
}
