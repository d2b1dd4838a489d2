// Package lookalike says which well-known extension a name could be taken for:
// by Unicode's skeletons (UTS #39), by one letter, or by the same name for
// people under another publisher.
//
// It knows names and nothing of what is behind them; everything may import it.
// Its data are two commented tables that say where they are from.
package lookalike

import (
	"embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed data/*.tsv
var tables embed.FS

// confusables maps a character to what it looks like.
var confusables = sync.OnceValue(func() map[rune]string {
	out := map[rune]string{}
	for looks, codes := range rows("data/confusables.tsv") {
		for code := range strings.FieldsSeq(codes) {
			n, err := strconv.ParseUint(code, 16, 32)
			if err != nil {
				panic("lookalike: confusables.tsv has a line that is none: " + code)
			}
			out[rune(n)] = looks
		}
	}
	return out
})

// rows returns the lines of a table: what stands before and behind the tab.
func rows(file string) func(yield func(a, b string) bool) {
	text, err := tables.ReadFile(file)
	if err != nil {
		panic("lookalike: " + err.Error())
	}
	return func(yield func(a, b string) bool) {
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\n")
			a, b, ok := strings.Cut(line, "\t")
			if strings.HasPrefix(line, "# ") || line == "#" {
				continue
			}
			if !ok {
				panic("lookalike: " + file + " has a line without a tab: " + line)
			}
			if !yield(a, b) {
				return
			}
		}
	}
}

// maxName is the longest name that is looked at, in bytes.
const maxName = 512

// Skeleton is what a name looks like, as UTS #39 makes it: two names with one
// skeleton can be taken for each other. Characters nobody sees are left out.
func Skeleton(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s[:min(len(s), maxName)]) {
		looks, ok := confusables()[r]
		switch {
		case ok:
			b.WriteString(looks)
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r):
		default:
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// folded is a skeleton without case. Capitals are what they look like first: an
// I is an l before it is an i.
func folded(s string) string { return Skeleton(strings.ToLower(Skeleton(s))) }

// form is a folded skeleton without what separates words: people do not
// remember it.
func form(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-_.,:()[]", r) {
			return -1
		}
		return r
	}, folded(s))
}
