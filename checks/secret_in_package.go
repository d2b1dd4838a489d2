package checks

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
)

var secretInPackage = Check{
	Name:       "secret_in_package",
	Module:     finding.SecretsModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Likely,
	CWE:        []int{798},
	Redact:     true,
	Needs:      []Need{NeedSecrets},
	Run:        runSecretInPackage,
}

func runSecretInPackage(_ context.Context, in Input) []finding.Finding {
	files := filesOf(in.Program)
	var out []finding.Finding
	for _, s := range in.Secrets.Found {
		f := finding.Finding{
			PaperSeverity: finding.High,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Likely,
			Provenance:    files.provenance(s.Where.File),
			Where:         s.Where,
		}
		value := fmt.Sprintf("(%s, %d characters; gitleaks: %s)", quote(s.Redacted), s.Length, s.Rule)
		switch published := belowModules(s.Where.File); {
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

// belowModules reports that a file came with a package: whatever it gives away
// was given away when the package was published, and was not the author's.
func belowModules(file string) bool { return strings.Contains("/"+file, "/node_modules/") }
