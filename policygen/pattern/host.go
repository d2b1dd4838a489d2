package pattern

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"
)

// CanonicalHost returns the one spelling of a host: a name in lower-case ASCII
// without the last dot, an IPv4 address in four decimal numbers, whatever
// notation it came in, an IPv6 address without brackets, shortened as RFC 5952
// says; one that only wraps an IPv4 address is that address. Names that are not
// ASCII are refused: an URL parser has turned them into xn-- before.
func CanonicalHost(host string) (string, error) {
	if len(host) > 512 {
		return "", refuse("a host of more than 512 bytes")
	}
	inner, bracketed := strings.CutPrefix(host, "[")
	if bracketed {
		var ok bool
		if inner, ok = strings.CutSuffix(inner, "]"); !ok || !strings.Contains(inner, ":") {
			return "", refuse("brackets around no IPv6 address")
		}
	}
	if strings.Contains(inner, ":") {
		a, err := netip.ParseAddr(inner)
		if err != nil || a.Zone() != "" {
			return "", refuse("no IPv6 address, or one with a zone")
		}
		return a.Unmap().String(), nil
	}
	name := strings.TrimSuffix(lower(host), ".")
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		return canonicalIPv4(name)
	}
	if name == "" || len(name) > 253 {
		return "", refuse("a host's name is empty or longer than 253 characters")
	}
	for label := range strings.SplitSeq(name, ".") {
		if err := checkLabel(label); err != nil {
			return "", err
		}
	}
	return name, nil
}

func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

func checkLabel(label string) error {
	if label == "" || len(label) > 63 {
		return refuse("a part of a host's name is empty or longer than 63 characters")
	}
	for i := range len(label) {
		c := label[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return refuse("a host's name holds more than letters, digits, - and _")
		}
	}
	return nil
}

// isNumber reports what makes URL parsers and name resolvers read the whole
// host as an IPv4 address.
func isNumber(label string) bool {
	if label == "" {
		return false
	}
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// canonicalIPv4 reads one to four numbers, decimal, octal or hexadecimal, the
// last of which fills what is left.
func canonicalIPv4(host string) (string, error) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", refuse("an IPv4 address of more than four numbers")
	}
	var address uint64
	for i, part := range parts {
		n, err := number(part)
		room := uint64(1) << 8
		if i == len(parts)-1 {
			room = 1 << (8 * (5 - len(parts)))
		}
		if err != nil || n >= room {
			return "", refuse("no IPv4 address")
		}
		if i == len(parts)-1 {
			address += n
		} else {
			address += n << (8 * (3 - i))
		}
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String(), nil
}

// number reads decimal, octal or hexadecimal digits, up to four bytes of them.
func number(s string) (uint64, error) {
	base := 10
	switch {
	case !isNumber(s):
		return 0, errors.New("no number")
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	if s = strings.TrimLeft(s, "0"); s == "" {
		return 0, nil
	}
	return strconv.ParseUint(s, base, 32)
}
