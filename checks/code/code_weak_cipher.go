package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeWeakCipher = check.Check{
	Name:       "code_weak_cipher",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	CWE:        []int{327},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeWeakCipher,
}

// cipherFunctions are the functions that take the name of a cipher.
var cipherFunctions = []string{
	"createCipheriv", "createDecipheriv", "createCipher", "createDecipher",
	"Cipheriv", "Decipheriv", "Cipher", "Decipher",
}

func runCodeWeakCipher(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for u, e := range uses.Calls(in, catalog.Crypto) {
		if u.Module != "crypto" || !slices.Contains(cipherFunctions, u.Member) {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RoleAlgorithm) {
			for _, p := range uses.Texts(v) {
				name, ok := p.Constant()
				if !ok {
					continue
				}
				why, severity := weakness(name)
				if why == "" {
					continue
				}
				out = append(out, finding.Finding{
					Severity:      files.Rate(severity, u.Where.File),
					PaperSeverity: finding.High,
					Intent:        finding.Vulnerable,
					Confidence:    finding.Confirmed,
					Provenance:    files.Provenance(u.Where.File),
					Message:       fmt.Sprintf("%s uses %s, %s", uses.Symbol(u), wording.Quote(name), why),
					Where:         u.Where,
				})
			}
		}
	}
	return out
}

// weakness says what is wrong with a cipher by its OpenSSL name; nothing for a
// sound or unknown one.
func weakness(name string) (why string, severity finding.Severity) {
	n := strings.ToLower(name)
	is := func(families ...string) bool {
		return slices.ContainsFunc(families, func(f string) bool { return n == f || strings.HasPrefix(n, f+"-") })
	}
	switch {
	case is("des-ede", "des-ede3", "des3", "id-smime-alg-cms3deswrap"):
		return "which NIST no longer allows: blocks of 64 bits repeat after a few gigabytes", finding.Medium
	case is("des", "desx"):
		return "whose 56-bit key is found by trying all", finding.High
	case is("rc4"):
		return "whose key stream leaks the plaintext", finding.High
	case is("rc2"):
		return "which related keys break", finding.High
	case is("bf", "blowfish", "cast", "cast5", "idea"):
		return "a retired cipher: blocks of 64 bits repeat after a few gigabytes", finding.Medium
	}
	return "", finding.None
}
