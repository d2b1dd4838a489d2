package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeStaticIV = check.Check{
	Name:       "code_static_iv",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	CWE:        []int{323, 329},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeStaticIV,
}

func runCodeStaticIV(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	decrypting := []string{"createDecipheriv", "Decipheriv", "subtle.decrypt"}
	for u, e := range cryptoCalls(in, append(decrypting, "createCipheriv", "Cipheriv", "subtle.encrypt")...) {
		for _, v := range uses.WithRole(u, e, catalog.RoleIV) {
			iv, ok := shipped(v)
			if !ok {
				continue
			}
			f := finding.Finding{
				Severity:      finding.Medium,
				PaperSeverity: finding.High,
				Intent:        finding.Vulnerable,
				Confidence:    finding.Confirmed,
				Provenance:    files.Provenance(u.Where.File),
				Where:         u.Where,
			}
			why := "equal beginnings of two texts stay equal"
			if slices.ContainsFunc(algorithms(u, e), streams) {
				// One key stream twice: the two texts together are readable, and
				// with GCM the key of the authentication is found as well.
				f.Severity, why = finding.High, "two texts under one key give each other away"
			}
			if slices.Contains(decrypting, u.Member) {
				// Somebody else encrypted, maybe with a protocol that says so.
				f.Severity = finding.Low
			}
			f.Severity = files.Rate(f.Severity, u.Where.File)
			f.Message = fmt.Sprintf("%s is given the same initialisation vector every time (%d bytes): %s", uses.Symbol(u), len(iv), why)
			out = append(out, f)
			break
		}
	}
	return out
}

// streams reports whether a cipher turns its vector into a key stream.
func streams(algorithm string) bool {
	for _, mode := range []string{"gcm", "ccm", "ocb", "ctr", "cfb", "ofb", "chacha20", "rc4"} {
		if strings.Contains(algorithm, mode) {
			return true
		}
	}
	return false
}
