package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns the spelling under which a platform compares names. Posix compares
// what is written. Windows takes a capital and its small letter for the same
// where each is the other's only partner, as NTFS does in the basic plane: the
// Kelvin sign is not a k there. APFS decomposes first and knows Unicode's simple
// folding, where it is one.
func (p Platform) fold(s string) string {
	switch p {
	case Win32:
		return mapRunes(s, foldPair)
	case Darwin:
		return norm.NFC.String(mapRunes(norm.NFD.String(s), foldOrbit))
	}
	return s
}

// foldsCase reports that names differing in case alone are the same.
func (p Platform) foldsCase() bool { return p != Posix }

func mapRunes(s string, f func(rune) rune) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < utf8.RuneSelf && (s[i] < 'A' || s[i] > 'Z')
	}
	if plain {
		return s
	}
	return strings.Map(f, s)
}

// foldPair is the small letter of a capital that is its only capital.
func foldPair(r rune) rune {
	if l := unicode.ToLower(r); r <= 0xFFFF && l <= 0xFFFF && l != r && unicode.ToUpper(l) == r {
		return l
	}
	return r
}

// foldOrbit is the one character that stands for all that Unicode's simple
// folding takes for the same.
func foldOrbit(r rune) rune {
	if r < utf8.RuneSelf && (r < 'A' || r > 'Z') && r != 'k' && r != 's' {
		return r
	}
	least, size := r, 1
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
		size++
	}
	if size == 1 {
		return r
	}
	small := unicode.ToLower(unicode.ToUpper(least))
	for o := unicode.SimpleFold(r); ; o = unicode.SimpleFold(o) {
		if o == small {
			return small
		}
		if o == r {
			return least
		}
	}
}
