package redaction

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// places are where passwords stand in a text. The last group is the secret; the
// first, where there are two, is a name that has to mean one.
var places = []func() *regexp.Regexp{
	lazyregexp.Lazy(`[A-Za-z][A-Za-z0-9+.-]*://([^/@\s"'*$\x00]+)@`),                                 // the user's part of an address
	lazyregexp.Lazy(`(?i)\b(?:authorization|proxy-authorization|cookie):\s*([^"'*\x00]+)`),           // a header
	lazyregexp.Lazy(`(?i)\b([a-z0-9-]*(?:key|token|secret|password|auth)):\s+([^"'\s*\x00]+)`),       // another
	lazyregexp.Lazy(`(?:^|[\s?&;"'])(-{0,2}[A-Za-z][A-Za-z0-9_.-]*)=([^\s&"'*$\x00][^\s&"'*\x00]*)`), // --token=…, TOKEN=…, ?token=…
	lazyregexp.Lazy(`(?:^|[\s"'])(--?[A-Za-z][A-Za-z0-9_-]*)\s+([^\s"'*$\x00-][^\s"'*\x00]*)`),       // --token … in a line
}

func replaceGroup(r *regexp.Regexp, text, by string) string {
	var out strings.Builder
	done := 0
	for _, m := range r.FindAllStringSubmatchIndex(text, -1) {
		if len(m) > 4 && !secretName(text[m[2]:m[3]]) {
			continue
		}
		last := m[len(m)-2:]
		out.WriteString(text[done:last[0]] + by)
		done = last[1]
	}
	return out.String() + text[done:]
}

// secretName reports a flag, a variable or a parameter whose value is a secret by
// its last words: --api-key, GITHUB_TOKEN, accessToken, and not --token-file.
func secretName(name string) bool {
	var words []string
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, strings.ToLower(word))
		}
		word = ""
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		lower = unicode.IsLower(r)
		word += string(r)
	}
	flush()
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if slices.Contains(
		[]string{
			"password",
			"passwd",
			"passphrase",
			"pass",
			"pwd",
			"token",
			"secret",
			"secrets",
			"apikey",
			"authtoken",
			"accesstoken",
			"bearer",
			"credentials",
		},
		last,
	) {
		return true
	}
	return last == "key" && len(words) > 1 &&
		slices.Contains([]string{"api", "access", "secret", "private", "auth", "account", "client", "encryption", "signing"}, words[len(words)-2])
}
