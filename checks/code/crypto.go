package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// What the checks of cryptography share: which function is which, and which
// values ship with the code.

// cryptoCalls yields the calls of the named functions of node:crypto; names of
// WebCrypto begin with "subtle.".
func cryptoCalls(in check.Input, names ...string) func(yield func(facts.Use, catalog.Entry) bool) {
	return func(yield func(facts.Use, catalog.Entry) bool) {
		for u, e := range uses.Calls(in, catalog.Crypto) {
			if u.Module == "crypto" && slices.Contains(names, u.Member) && !yield(u, e) {
				return
			}
		}
	}
}

// shipped returns the text or bytes of a value that is written out in the code,
// whatever way is taken. Nothing at all, undefined and null are no secret and
// no vector.
func shipped(v facts.Value) (string, bool) {
	if v.Open || len(v.Alts) == 0 {
		return "", false
	}
	first := ""
	for _, p := range v.Alts {
		s, ok := written(p)
		if !ok {
			return "", false
		}
		if first == "" {
			first = s
		}
	}
	return first, first != ""
}

// written is the text or bytes of a pattern without holes.
func written(p facts.Pattern) (string, bool) {
	if len(p) == 1 && p[0].Kind == facts.Bytes {
		return p[0].Text, true
	}
	return p.Constant()
}

// fallback returns the secret of process.env.KEY || "secret": what is used where
// nobody set anything better.
func fallback(v facts.Value) (string, bool) {
	if len(v.Alts) < 2 {
		return "", false
	}
	secret, from := "", false
	for _, p := range v.Alts {
		switch s, ok := written(p); {
		case ok && s != "":
			secret = s
		case len(p) == 1 && (p[0].Kind == facts.Env || p[0].Kind == facts.Config):
			from = true
		default:
			return "", false
		}
	}
	return secret, from && secret != ""
}

// hide says enough of a secret to find it, and no more: reports are shared.
func hide(s string) string {
	const shown = 3
	for _, r := range s {
		if r < 0x20 || r > 0x7e {
			return fmt.Sprintf("%d bytes", len(s))
		}
	}
	if len(s) <= 2*shown {
		return fmt.Sprintf("%d characters", len(s))
	}
	return fmt.Sprintf("%s, %d characters", wording.Quote(s[:shown]+"…"), len(s))
}

// algorithms returns the constant names among a call's algorithms, lower case.
func algorithms(u facts.Use, e catalog.Entry) []string {
	var out []string
	add := func(v facts.Value) {
		for _, p := range uses.Texts(v) {
			if s, ok := p.Constant(); ok {
				out = append(out, strings.ToLower(s))
			}
		}
	}
	for _, v := range uses.WithRole(u, e, catalog.RoleAlgorithm) {
		add(v)
		add(v.Props["name"]) // hash: {name: "SHA-1"}
	}
	return out
}

// wholeNumber returns the largest number a value may be when it is nothing else.
func wholeNumber(v facts.Value) (int64, bool) {
	if v.Open || len(v.Alts) == 0 {
		return 0, false
	}
	var most int64
	for _, p := range v.Alts {
		if len(p) != 1 || p[0].Kind != facts.Keyword {
			return 0, false
		}
		n, err := strconv.ParseInt(p[0].Text, 10, 64)
		if err != nil {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}
