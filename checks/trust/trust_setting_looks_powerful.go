package trust

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustSettingLooksPowerful = check.Check{
	Name:       "trust_setting_looks_powerful",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        []int{15},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustSettingLooksPowerful,
}

func runTrustSettingLooksPowerful(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	fix := trustFix(in)
	for _, p := range powerful(in) {
		out = append(out, finding.Finding{
			Severity:      p.severity,
			PaperSeverity: finding.None,
			Intent:        finding.Hygiene,
			Confidence:    finding.Heuristic,
			Provenance:    finding.FirstParty,
			Message: fmt.Sprintf(
				"a workspace nobody has trusted can set %s, which by its name is %s; where it goes was not seen",
				wording.Quote(p.setting.Key),
				p.what,
			),
			Where: packagejson.At(in.Manifest, p.setting.Pointer),
			Fix:   fix,
		})
	}
	return out
}
