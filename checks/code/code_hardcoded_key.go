package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeHardcodedKey = check.Check{
	Name:       "code_hardcoded_key",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	CWE:        []int{321, 798},
	Redact:     true,
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeHardcodedKey,
}

// keyUses are the functions whose key must be a secret, and how bad it is when
// it is none. Public keys belong into the code and are left out.
var keyUses = []struct {
	severity finding.Severity
	does     string
	names    []string
}{
	{finding.High, "encrypts or decrypts with", []string{
		"createCipheriv", "createDecipheriv", "createCipher", "createDecipher", "Cipheriv", "Decipheriv", "Cipher", "Decipher",
	}},
	{finding.High, "is given", []string{"createPrivateKey", "privateDecrypt", "privateEncrypt", "sign"}},
	{finding.Medium, "makes a key of", []string{
		"pbkdf2", "pbkdf2Sync", "scrypt", "scryptSync", "hkdf", "hkdfSync", "argon2", "argon2Sync", "createSecretKey", "subtle.importKey",
	}},
	// A constant here is at times only the name of a purpose.
	{finding.Medium, "authenticates with", []string{"createHmac", "Hmac"}},
}

func runCodeHardcodedKey(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, k := range keyUses {
		for u, e := range cryptoCalls(in, k.names...) {
			for _, v := range uses.WithRole(u, e, catalog.RoleKey) {
				f := finding.Finding{
					Severity:      k.severity,
					PaperSeverity: finding.High,
					Intent:        finding.Vulnerable,
					Confidence:    finding.Confirmed,
					Provenance:    files.Provenance(u.Where.File),
					Where:         u.Where,
				}
				secret, ok := shipped(v)
				where := "a key that ships with the code"
				if !ok {
					secret, ok = fallback(v)
					where = "a key that ships with the code, where none is set"
					f.Severity, f.Confidence = f.Severity-1, finding.Likely
				}
				if !ok || public(u, secret) {
					continue
				}
				if u.Member == "subtle.importKey" && slices.ContainsFunc(algorithms(u, e), func(a string) bool { return strings.HasPrefix(a, "aes") }) {
					f.Severity++
				}
				f.Severity = files.Rate(f.Severity, u.Where.File)
				f.Message = fmt.Sprintf("%s %s %s (%s)", uses.Symbol(u), k.does, where, hide(secret))
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// public reports whether a key may be known to all.
func public(u facts.Use, key string) bool {
	if strings.Contains(key, "PUBLIC KEY") || strings.Contains(key, "BEGIN CERTIFICATE") {
		return true
	}
	if u.Member == "subtle.importKey" && len(u.Args) > 0 {
		formats, _ := u.Args[0].Constants()
		return slices.Contains(formats, "spki")
	}
	return false
}
