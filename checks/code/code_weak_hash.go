package code

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeWeakHash = check.Check{
	Name:       "code_weak_hash",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	CWE:        []int{327, 328},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeWeakHash,
}

func runCodeWeakHash(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	look := func(severity finding.Severity, intent finding.Intent, what string, names ...string) {
		for u, e := range cryptoCalls(in, names...) {
			for _, name := range algorithms(u, e) {
				hash, ok := brokenHash(name)
				if !ok {
					continue
				}
				out = append(out, finding.Finding{
					Severity:      files.Rate(severity, u.Where.File),
					PaperSeverity: finding.Medium,
					Intent:        intent,
					Confidence:    finding.Confirmed,
					Provenance:    files.Provenance(u.Where.File),
					Message:       fmt.Sprintf("%s %s %s", uses.Symbol(u), what, hash),
					Where:         u.Where,
				})
				break
			}
		}
	}
	// A hash by itself names cache entries and files far more often than it
	// protects anything: web sockets and git are made of SHA-1.
	look(finding.None, finding.Hygiene, "hashes with", "createHash", "Hash", "hash", "subtle.digest")
	look(finding.Medium, finding.Vulnerable, "signs a hash that can be forged, that of",
		"createSign", "Sign", "sign")
	look(finding.Medium, finding.Vulnerable, "believes a signature of a hash that can be forged, that of",
		"createVerify", "Verify", "verify")
	return out
}

// brokenHash returns the plain name of a hash for which two texts with one sum
// have been made, from any of the names OpenSSL and WebCrypto have for it.
func brokenHash(name string) (string, bool) {
	n := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	n = strings.NewReplacer("withrsaencryption", "", "ecdsawith", "", "ssl3", "", "dsa", "", "rsa", "").Replace(n)
	switch n {
	case "md4":
		return "MD4", true
	case "md5":
		return "MD5", true
	case "sha", "sha1":
		return "SHA-1", true
	}
	return "", false
}
