package content

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
)

var secretInPackage = check.Check{
	Name:       "secret_in_package",
	Module:     finding.SecretsModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Likely,
	CWE:        []int{798},
	Redact:     true,
	Needs:      []check.Need{check.NeedSecrets},
	Run:        runSecretInPackage,
}

func runSecretInPackage(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, s := range in.Secrets.Found {
		f := finding.Finding{
			PaperSeverity: finding.High,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Likely,
			Provenance:    files.Provenance(s.Where.File),
			Where:         s.Where,
		}
		value := fmt.Sprintf("(%s, %d characters; gitleaks: %s)", wording.Quote(s.Redacted), s.Length, s.Rule)
		switch published := check.BelowModules(s.Where.File); {
		case s.Class == secrets.Public:
			f.Severity, f.PaperSeverity, f.Intent = finding.None, finding.None, finding.Hygiene
			f.Message = "a key that is public by design ships with the extension: " + s.Why + " " + value
		case published:
			f.Severity, f.Provenance = finding.Low, finding.ThirdPartyUnverified
			if s.Class == secrets.Issued {
				f.Severity = finding.Medium
			}
			f.Message = "what looks like a secret ships in a package below node_modules " + value
		case s.Class == secrets.Issued:
			f.Severity = finding.High
			f.Message = "a secret ships with the extension " + value
		case s.Class == secrets.Named:
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			f.Message = "what may be a secret of a service ships with the extension " + value
		default:
			f.Severity, f.Confidence = finding.Low, finding.Heuristic
			f.Message = "random text stands where a secret would " + value
		}
		out = append(out, f)
	}
	for _, s := range in.Secrets.Skipped {
		out = append(out, finding.Finding{
			Severity: finding.None, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: finding.UnknownProvenance, Where: finding.Location{File: s.File},
			Message: "nobody looked for secrets in this file: " + s.Why,
		})
	}
	return out
}
