package endpoint

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// loose reads a number the way inet_aton and the URL standard do: up to four
// parts, each decimal, octal or hexadecimal, the last one filling what is left.
func loose(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, p := range parts {
		n, ok := part(p)
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (4 - i)
		}
		if !ok || n >= 1<<bits {
			return netip.Addr{}, false
		}
		value = value<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

func part(p string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(p, "0x"):
		base, p = 16, p[2:]
	case len(p) > 1 && p[0] == '0':
		base, p = 8, p[1:]
	}
	if p == "" || p[0] == '+' || p[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(p, base, 33)
	return n, err == nil
}

// Disguised says how a name is written so that it looks like another one: with
// letters of two scripts in one label, or letters of one foreign script that all
// look Latin. Names of one script that reads as itself are nobody's disguise.
// Names in punycode are read first.
func (a Address) Disguised() (shown string, is bool) {
	var labels []string
	for label := range strings.SplitSeq(a.Host, ".") {
		plain := label
		if coded, ok := strings.CutPrefix(label, "xn--"); ok {
			if plain, ok = depunycode(coded); !ok {
				return a.Host, true // it claims to be a name and is none
			}
		}
		labels = append(labels, plain)
		is = is || disguised(plain)
	}
	return strings.Join(labels, "."), is
}

func disguised(label string) bool {
	latin, foreign, alike := 0, 0, 0
	for _, r := range label {
		switch {
		case r < utf8.RuneSelf:
			if r >= 'a' && r <= 'z' {
				latin++
			}
		case unicode.Is(unicode.Latin, r):
			if strings.ContainsRune("ıɑɡɩʟɴʀօ", r) {
				alike, foreign = alike+1, foreign+1
			} else {
				latin++
			}
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee):
			foreign++
			if strings.ContainsRune(lookalikes, r) {
				alike++
			}
		}
	}
	return foreign > 0 && (latin > 0 || alike == foreign)
}

// lookalikes are letters that most fonts draw like Latin ones (Unicode
// Technical Standard 39, confusables; the small letters of names).
const lookalikes = "асеорхуѕіјԁԛԝһӏьвкмнтгαονρυικτχωօոսցհ"

// depunycode reads RFC 3492.
func depunycode(s string) (string, bool) {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	n, i, bias := 128, 0, 72
	var out []rune
	if at := strings.LastIndexByte(s, '-'); at >= 0 {
		for _, r := range s[:at] {
			if r >= utf8.RuneSelf {
				return "", false
			}
			out = append(out, r)
		}
		s = s[at+1:]
	}
	if len(s) > 63 {
		return "", false
	}
	for len(s) > 0 {
		from, w := i, 1
		for k := base; ; k += base {
			if len(s) == 0 {
				return "", false
			}
			c := s[0]
			s = s[1:]
			var digit int
			switch {
			case c >= 'a' && c <= 'z':
				digit = int(c - 'a')
			case c >= '0' && c <= '9':
				digit = int(c-'0') + 26
			default:
				return "", false
			}
			i += digit * w
			t := min(max(k-bias, tmin), tmax)
			if digit < t {
				break
			}
			if w *= base - t; w > 1<<24 || i > 1<<24 {
				return "", false
			}
		}
		size := len(out) + 1
		delta := i - from
		if from == 0 {
			delta /= damp
		} else {
			delta /= 2
		}
		delta += delta / size
		k := 0
		for ; delta > (base-tmin)*tmax/2; k += base {
			delta /= base - tmin
		}
		bias = k + (base-tmin+1)*delta/(delta+skew)
		n += i / size
		i %= size
		if n > unicode.MaxRune {
			return "", false
		}
		out = append(out[:i], append([]rune{rune(n)}, out[i:]...)...)
		i++
	}
	return string(out), true
}
