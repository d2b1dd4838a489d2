package code

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

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
			codeCase{algorithm + " hashed", checktest.Use("crypto", "createHash", facts.Call, checktest.Lit(algorithm)), want},
			codeCase{algorithm + " signed", checktest.Use("crypto", "createSign", facts.Call, checktest.Lit(algorithm)), wantSigned},
			codeCase{algorithm + " in an HMAC", checktest.Use("crypto", "createHmac", facts.Call, checktest.Lit(algorithm), checktest.Unknown), nil},
		)
	}
	runCases(t, codeWeakHash, append(
		cases,
		codeCase{"nothing known", checktest.Use("crypto", "createHash", facts.Call, checktest.Unknown), nil},
		codeCase{
			"one of two",
			checktest.Use("crypto", "createHash", facts.Call, checktest.Either(checktest.Lit("sha256"), checktest.Lit("md5"))),
			name,
		},
		codeCase{
			"WebCrypto, by an object",
			checktest.Use("crypto", "subtle.digest", facts.Call, checktest.Props("name", checktest.Lit("SHA-1"))),
			name,
		},
	))
}

func TestStaticIV(t *testing.T) {
	stream := vulnerable(finding.High, finding.High, finding.Confirmed)
	block := vulnerable(finding.Medium, finding.High, finding.Confirmed)
	back := vulnerable(finding.Low, finding.High, finding.Confirmed)
	null := checktest.Number("null")
	runCases(t, codeStaticIV, []codeCase{
		{
			"CBC",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("aes-256-cbc"),
				checktest.Unknown,
				checktest.Raw("0123456789abcdef"),
			),
			block,
		},
		{
			"CBC with text",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("aes-256-cbc"),
				checktest.Unknown,
				checktest.Lit("0123456789abcdef"),
			),
			block,
		},
		{
			"GCM",
			checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-gcm"), checktest.Unknown, checktest.Raw("0123456789ab")),
			stream,
		},
		{
			"ChaCha20",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("chacha20-poly1305"),
				checktest.Unknown,
				checktest.Raw("0123456789ab"),
			),
			stream,
		},
		{
			"a cipher nobody knows",
			checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Unknown, checktest.Unknown, checktest.Raw("0123456789ab")),
			block,
		},
		{
			"decrypting",
			checktest.Use("crypto", "createDecipheriv", facts.Call, checktest.Lit("aes-256-gcm"), checktest.Unknown, checktest.Raw("0123456789ab")),
			back,
		},
		{
			"not known",
			checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-gcm"), checktest.Unknown, checktest.Unknown),
			nil,
		},
		{
			"known or not",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("aes-256-gcm"),
				checktest.Unknown,
				checktest.Either(checktest.Lit("0123456789ab"), checktest.Unknown),
			),
			nil,
		},
		{"none", checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-ecb"), checktest.Unknown, null), nil},
		{"empty", checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-ecb"), checktest.Unknown, checktest.Raw("")), nil},
		{
			"WebCrypto",
			checktest.Use(
				"crypto",
				"subtle.encrypt",
				facts.Call,
				checktest.Props("name", checktest.Lit("AES-GCM"), "iv", checktest.Raw("0123456789ab")),
			),
			stream,
		},
		{
			"WebCrypto, random",
			checktest.Use("crypto", "subtle.encrypt", facts.Call, checktest.Props("name", checktest.Lit("AES-GCM"), "iv", checktest.Unknown)),
			nil,
		},
	})
}

func TestHardcodedKey(t *testing.T) {
	env := checktest.Alt(facts.Part{Kind: facts.Env, Text: "KEY"})
	high := vulnerable(finding.High, finding.High, finding.Confirmed)
	medium := vulnerable(finding.Medium, finding.High, finding.Confirmed)
	spare := vulnerable(finding.Low, finding.High, finding.Likely)
	const private, public = "-----BEGIN PRIVATE KEY-----", "-----BEGIN PUBLIC KEY-----"
	runCases(t, codeHardcodedKey, []codeCase{
		{
			"a cipher",
			checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-cbc"), checktest.Lit("key"), checktest.Unknown),
			high,
		},
		{
			"a cipher, bytes",
			checktest.Use("crypto", "createDecipheriv", facts.Call, checktest.Lit("aes-256-cbc"), checktest.Raw("\x00\x01"), checktest.Unknown),
			high,
		},
		{
			"a cipher, either of two",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("aes-256-cbc"),
				checktest.Either(checktest.Lit("a"), checktest.Lit("b")),
				checktest.Unknown,
			),
			high,
		},
		{
			"a cipher, not known",
			checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-cbc"), checktest.Unknown, checktest.Unknown),
			nil,
		},
		{
			"a cipher, mixed",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				checktest.Lit("aes-256-cbc"),
				checktest.Either(checktest.Lit("a"), checktest.Unknown),
				checktest.Unknown,
			),
			nil,
		},
		{"an HMAC", checktest.Use("crypto", "createHmac", facts.Call, checktest.Lit("sha256"), checktest.Lit("key")), medium},
		{"an HMAC, empty", checktest.Use("crypto", "createHmac", facts.Call, checktest.Lit("sha256"), checktest.Lit("")), nil},
		{"an HMAC, the environment's", checktest.Use("crypto", "createHmac", facts.Call, checktest.Lit("sha256"), env), nil},
		{
			"an HMAC, the environment's or ours",
			checktest.Use("crypto", "createHmac", facts.Call, checktest.Lit("sha256"), checktest.Either(env, checktest.Lit("key"))),
			spare,
		},
		{
			"a password",
			checktest.Use("crypto", "scryptSync", facts.Call, checktest.Lit("key"), checktest.Unknown, checktest.Number("32")),
			medium,
		},
		{"a private key", checktest.Use("crypto", "createPrivateKey", facts.Call, checktest.Lit(private)), high},
		{"a public key", checktest.Use("crypto", "createPrivateKey", facts.Call, checktest.Lit(public)), nil},
		{
			"checking with a public key",
			checktest.Use("crypto", "verify", facts.Call, checktest.Lit("sha256"), checktest.Unknown, checktest.Lit(public), checktest.Unknown),
			nil,
		},
		{
			"WebCrypto, a public key",
			checktest.Use("crypto", "subtle.importKey", facts.Call, checktest.Lit("spki"), checktest.Raw("x"), checktest.Lit("Ed25519")),
			nil,
		},
		{
			"WebCrypto, for an HMAC",
			checktest.Use(
				"crypto",
				"subtle.importKey",
				facts.Call,
				checktest.Lit("raw"),
				checktest.Raw("x"),
				checktest.Props("name", checktest.Lit("HMAC")),
			),
			medium,
		},
		{
			"WebCrypto, for AES",
			checktest.Use("crypto", "subtle.importKey", facts.Call, checktest.Lit("raw"), checktest.Raw("x"), checktest.Lit("AES-GCM")),
			high,
		},
	})
}

// A report is shared; the key in it must not be.
func TestKeysAreNotPrinted(t *testing.T) {
	for _, key := range []string{"short", "0123456789abcdef0123456789abcdef", "\x00\x01\x02\x03\x04\x05\x06\x07"} {
		p := &facts.Program{
			Uses: []facts.Use{
				checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit("aes-256-cbc"), checktest.Raw(key), checktest.Unknown),
			},
		}
		r := checktest.Run(t, []check.Check{codeHardcodedKey}, check.Input{Catalog: catalog.Default(), Program: p})[0]
		if len(r.Findings) != 1 || strings.Contains(r.Findings[0].Message, key[:min(len(key), 4)]) {
			t.Errorf("%q: %+v", key, r.Findings)
		}
	}
}

func TestWeakKDF(t *testing.T) {
	medium := vulnerable(finding.Medium, finding.Medium, finding.Confirmed)
	low := vulnerable(finding.Low, finding.Medium, finding.Confirmed)
	pbkdf2 := func(n facts.Value, digest facts.Value) facts.Use {
		return checktest.Use("crypto", "pbkdf2Sync", facts.Call, checktest.Unknown, checktest.Unknown, n, checktest.Number("32"), digest)
	}
	runCases(t, codeWeakKDF, []codeCase{
		{"a thousand", pbkdf2(checktest.Number("1000"), checktest.Lit("sha512")), medium},
		{"9 999", pbkdf2(checktest.Number("9999"), checktest.Lit("sha512")), medium},
		{"10 000", pbkdf2(checktest.Number("10000"), checktest.Lit("sha512")), low},
		{"209 999 with SHA-512", pbkdf2(checktest.Number("209999"), checktest.Lit("sha512")), low},
		{"210 000 with SHA-512", pbkdf2(checktest.Number("210000"), checktest.Lit("sha512")), nil},
		{"599 999 with SHA-256", pbkdf2(checktest.Number("599999"), checktest.Lit("sha256")), low},
		{"600 000 with SHA-256", pbkdf2(checktest.Number("600000"), checktest.Lit("sha256")), nil},
		{"600 000 with SHA-1", pbkdf2(checktest.Number("600000"), checktest.Lit("sha1")), low},
		{"210 000 with a hash nobody knows", pbkdf2(checktest.Number("210000"), checktest.Unknown), nil},
		{"one number or another", pbkdf2(checktest.Either(checktest.Number("1000"), checktest.Number("600000")), checktest.Lit("sha256")), nil},
		{"not known", pbkdf2(checktest.Unknown, checktest.Lit("sha256")), nil},
		{"a path where the number should be", pbkdf2(checktest.Lit("1000"), checktest.Lit("sha256")), nil},
		{
			"WebCrypto",
			checktest.Use(
				"crypto",
				"subtle.deriveBits",
				facts.Call,
				checktest.Props("name", checktest.Lit("PBKDF2"), "iterations", checktest.Number("1000"), "hash", checktest.Lit("SHA-256")),
			),
			medium,
		},
	})
}
