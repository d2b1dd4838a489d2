package checks

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func raw(s string) facts.Value    { return alt(facts.Part{Kind: facts.Bytes, Text: s}) }
func number(s string) facts.Value { return alt(facts.Part{Kind: facts.Keyword, Text: s}) }

func either(vs ...facts.Value) facts.Value {
	var out facts.Value
	for _, v := range vs {
		out.Alts = append(out.Alts, v.Alts...)
		out.Open = out.Open || v.Open
	}
	return out
}

func vulnerable(s, paper finding.Severity, c finding.Confidence) []rated {
	return []rated{{s, paper, finding.Vulnerable, c}}
}

func TestWeakHash(t *testing.T) {
	name := []rated{{finding.None, finding.Medium, finding.Hygiene, finding.Confirmed}}
	signature := vulnerable(finding.Medium, finding.Medium, finding.Confirmed)
	var cases []codeCase
	for algorithm, broken := range map[string]bool{
		"md5": true, "MD5": true, "md4": true, "sha1": true, "SHA-1": true, "RSA-SHA1": true, "sha1WithRSAEncryption": true,
		"ssl3-md5": true, "ecdsa-with-SHA1": true, "sha256": false, "SHA-512": false, "RSA-SHA256": false, "sha512-256": false, "": false,
	} {
		want, wantSigned := name, signature
		if !broken {
			want, wantSigned = nil, nil
		}
		cases = append(cases,
			codeCase{algorithm + " hashed", use("crypto", "createHash", facts.Call, lit(algorithm)), want},
			codeCase{algorithm + " signed", use("crypto", "createSign", facts.Call, lit(algorithm)), wantSigned},
			codeCase{algorithm + " in an HMAC", use("crypto", "createHmac", facts.Call, lit(algorithm), unknown), nil},
		)
	}
	runCases(t, codeWeakHash, append(cases,
		codeCase{"nothing known", use("crypto", "createHash", facts.Call, unknown), nil},
		codeCase{"one of two", use("crypto", "createHash", facts.Call, either(lit("sha256"), lit("md5"))), name},
		codeCase{"WebCrypto, by an object", use("crypto", "subtle.digest", facts.Call, props("name", lit("SHA-1"))), name},
	))
}

func TestStaticIV(t *testing.T) {
	stream := vulnerable(finding.High, finding.High, finding.Confirmed)
	block := vulnerable(finding.Medium, finding.High, finding.Confirmed)
	back := vulnerable(finding.Low, finding.High, finding.Confirmed)
	null := number("null")
	runCases(t, codeStaticIV, []codeCase{
		{"CBC", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), unknown, raw("0123456789abcdef")), block},
		{"CBC with text", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), unknown, lit("0123456789abcdef")), block},
		{"GCM", use("crypto", "createCipheriv", facts.Call, lit("aes-256-gcm"), unknown, raw("0123456789ab")), stream},
		{"ChaCha20", use("crypto", "createCipheriv", facts.Call, lit("chacha20-poly1305"), unknown, raw("0123456789ab")), stream},
		{"a cipher nobody knows", use("crypto", "createCipheriv", facts.Call, unknown, unknown, raw("0123456789ab")), block},
		{"decrypting", use("crypto", "createDecipheriv", facts.Call, lit("aes-256-gcm"), unknown, raw("0123456789ab")), back},
		{"not known", use("crypto", "createCipheriv", facts.Call, lit("aes-256-gcm"), unknown, unknown), nil},
		{"known or not", use("crypto", "createCipheriv", facts.Call, lit("aes-256-gcm"), unknown, either(lit("0123456789ab"), unknown)), nil},
		{"none", use("crypto", "createCipheriv", facts.Call, lit("aes-256-ecb"), unknown, null), nil},
		{"empty", use("crypto", "createCipheriv", facts.Call, lit("aes-256-ecb"), unknown, raw("")), nil},
		{"WebCrypto", use("crypto", "subtle.encrypt", facts.Call, props("name", lit("AES-GCM"), "iv", raw("0123456789ab"))), stream},
		{"WebCrypto, random", use("crypto", "subtle.encrypt", facts.Call, props("name", lit("AES-GCM"), "iv", unknown)), nil},
	})
}

func TestHardcodedKey(t *testing.T) {
	env := alt(facts.Part{Kind: facts.Env, Text: "KEY"})
	high := vulnerable(finding.High, finding.High, finding.Confirmed)
	medium := vulnerable(finding.Medium, finding.High, finding.Confirmed)
	spare := vulnerable(finding.Low, finding.High, finding.Likely)
	const private, public = "-----BEGIN PRIVATE KEY-----", "-----BEGIN PUBLIC KEY-----"
	runCases(t, codeHardcodedKey, []codeCase{
		{"a cipher", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), lit("key"), unknown), high},
		{"a cipher, bytes", use("crypto", "createDecipheriv", facts.Call, lit("aes-256-cbc"), raw("\x00\x01"), unknown), high},
		{"a cipher, either of two", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), either(lit("a"), lit("b")), unknown), high},
		{"a cipher, not known", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), unknown, unknown), nil},
		{"a cipher, mixed", use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), either(lit("a"), unknown), unknown), nil},
		{"an HMAC", use("crypto", "createHmac", facts.Call, lit("sha256"), lit("key")), medium},
		{"an HMAC, empty", use("crypto", "createHmac", facts.Call, lit("sha256"), lit("")), nil},
		{"an HMAC, the environment's", use("crypto", "createHmac", facts.Call, lit("sha256"), env), nil},
		{"an HMAC, the environment's or ours", use("crypto", "createHmac", facts.Call, lit("sha256"), either(env, lit("key"))), spare},
		{"a password", use("crypto", "scryptSync", facts.Call, lit("key"), unknown, number("32")), medium},
		{"a private key", use("crypto", "createPrivateKey", facts.Call, lit(private)), high},
		{"a public key", use("crypto", "createPrivateKey", facts.Call, lit(public)), nil},
		{"checking with a public key", use("crypto", "verify", facts.Call, lit("sha256"), unknown, lit(public), unknown), nil},
		{"WebCrypto, a public key", use("crypto", "subtle.importKey", facts.Call, lit("spki"), raw("x"), lit("Ed25519")), nil},
		{"WebCrypto, for an HMAC", use("crypto", "subtle.importKey", facts.Call, lit("raw"), raw("x"), props("name", lit("HMAC"))), medium},
		{"WebCrypto, for AES", use("crypto", "subtle.importKey", facts.Call, lit("raw"), raw("x"), lit("AES-GCM")), high},
	})
}

// A report is shared; the key in it must not be.
func TestKeysAreNotPrinted(t *testing.T) {
	for _, key := range []string{"short", "0123456789abcdef0123456789abcdef", "\x00\x01\x02\x03\x04\x05\x06\x07"} {
		p := &facts.Program{Uses: []facts.Use{use("crypto", "createCipheriv", facts.Call, lit("aes-256-cbc"), raw(key), unknown)}}
		r := runChecks(t, []Check{codeHardcodedKey}, Input{Catalog: catalog.Default(), Program: p})[0]
		if len(r.Findings) != 1 || strings.Contains(r.Findings[0].Message, key[:min(len(key), 4)]) {
			t.Errorf("%q: %+v", key, r.Findings)
		}
	}
}

func TestWeakKDF(t *testing.T) {
	medium := vulnerable(finding.Medium, finding.Medium, finding.Confirmed)
	low := vulnerable(finding.Low, finding.Medium, finding.Confirmed)
	pbkdf2 := func(n facts.Value, digest facts.Value) facts.Use {
		return use("crypto", "pbkdf2Sync", facts.Call, unknown, unknown, n, number("32"), digest)
	}
	runCases(t, codeWeakKDF, []codeCase{
		{"a thousand", pbkdf2(number("1000"), lit("sha512")), medium},
		{"9 999", pbkdf2(number("9999"), lit("sha512")), medium},
		{"10 000", pbkdf2(number("10000"), lit("sha512")), low},
		{"209 999 with SHA-512", pbkdf2(number("209999"), lit("sha512")), low},
		{"210 000 with SHA-512", pbkdf2(number("210000"), lit("sha512")), nil},
		{"599 999 with SHA-256", pbkdf2(number("599999"), lit("sha256")), low},
		{"600 000 with SHA-256", pbkdf2(number("600000"), lit("sha256")), nil},
		{"600 000 with SHA-1", pbkdf2(number("600000"), lit("sha1")), low},
		{"210 000 with a hash nobody knows", pbkdf2(number("210000"), unknown), nil},
		{"one number or another", pbkdf2(either(number("1000"), number("600000")), lit("sha256")), nil},
		{"not known", pbkdf2(unknown, lit("sha256")), nil},
		{"a path where the number should be", pbkdf2(lit("1000"), lit("sha256")), nil},
		{"WebCrypto", use("crypto", "subtle.deriveBits", facts.Call, props("name", lit("PBKDF2"), "iterations", number("1000"), "hash", lit("SHA-256"))), medium},
	})
}
