package code

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeWeakKDF = check.Check{
	Name:       "code_weak_kdf",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	CWE:        []int{916},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeWeakKDF,
}

// few is how many iterations are too few whatever is derived: NIST SP 800-63B
// asks for 10 000 at least since 2017.
const few = 10_000

func runCodeWeakKDF(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for u, e := range cryptoCalls(in, "pbkdf2", "pbkdf2Sync", "subtle.deriveKey", "subtle.deriveBits") {
		for _, v := range uses.WithRole(u, e, catalog.RoleIterations) {
			n, ok := wholeNumber(v)
			want, hash := advised(algorithms(u, e))
			if !ok || n >= want {
				continue
			}
			severity := finding.Low
			if n < few {
				severity = finding.Medium
			}
			out = append(out, finding.Finding{
				Severity:      files.Rate(severity, u.Where.File),
				PaperSeverity: finding.Medium,
				Intent:        finding.Vulnerable,
				Confidence:    finding.Confirmed,
				Provenance:    files.Provenance(u.Where.File),
				Message:       fmt.Sprintf("%s derives a key with %d iterations of PBKDF2, OWASP asks for %d with %s", uses.Symbol(u), n, want, hash),
				Where:         u.Where,
			})
		}
	}
	return out
}

// advised is how many iterations OWASP asks for; of a hash that is not known,
// what it asks of the slowest.
func advised(algorithms []string) (int64, string) {
	for _, a := range algorithms {
		switch strings.ReplaceAll(a, "-", "") {
		case "md5", "sha1":
			return 1_300_000, "SHA-1"
		case "sha256", "sha224":
			return 600_000, "SHA-256"
		case "sha512", "sha384":
			return 210_000, "SHA-512"
		}
	}
	return 210_000, "SHA-512"
}
