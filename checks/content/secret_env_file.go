package content

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var secretEnvFile = check.Check{
	Name:       "secret_env_file",
	Module:     finding.SecretsModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Likely,
	CWE:        []int{538},
	Redact:     true,
	Needs:      []check.Need{check.NeedSecrets},
	Run:        runSecretEnvFile,
}

func runSecretEnvFile(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, e := range in.Secrets.Env {
		f := finding.Finding{
			Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: finding.FirstParty, Where: finding.Location{File: e.File},
			Message: "a file of environment variables ships with the extension",
			Fix:     packagejson.Fix("List it in .vscodeignore."),
		}
		published := check.BelowModules(e.File)
		switch {
		case e.Names == 0 || published && e.Secret == "":
			f.Severity = finding.None
		case e.Secret != "":
			f.Severity, f.PaperSeverity, f.Intent, f.Confidence = finding.High, finding.High, finding.Vulnerable, finding.Likely
			f.Where.Line = e.Line
			f.Message = fmt.Sprintf("a file of environment variables ships with the extension and gives %s a value", wording.Quote(e.Secret))
		}
		if published {
			f.Provenance = finding.ThirdPartyUnverified
			if f.Severity == finding.High {
				f.Severity = finding.Low
			}
		}
		out = append(out, f)
	}
	return out
}
