package endpoint

import (
	"net/netip"
	"slices"
	"strings"
)

// notPublic are the endings of names that lead nowhere outside (RFC 2606, 6761,
// 6762, 8375, 9476 and custom).
var notPublic = [...]string{
	".localhost",
	".local",
	".internal",
	".intranet",
	".corp",
	".home",
	".lan",
	".private",
	".test",
	".example",
	".invalid",
	".arpa",
	".onion",
	".alt",
	".example.com",
	".example.net",
	".example.org",
}

// Public returns the one spelling of a host that anybody may be asked about, and
// whether it is a number. What is this machine's, some
// private network's or an example's is not public, and neither is what DNS cannot
// spell.
func (a Address) Public() (name string, number, ok bool) {
	if ip, err := netip.ParseAddr(a.Host); err == nil {
		ip = ip.Unmap()
		public := ip.Zone() == "" && ip.IsGlobalUnicast() && !ip.IsPrivate() &&
			!slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
		return ip.String(), true, public
	}
	name = a.Host
	if _, loose := a.IP(); loose {
		return "", false, false // 10.1 and the like are addresses to some and names to nobody
	}
	if len(name) > 253 || !strings.Contains(name, ".") {
		return "", false, false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || label[0] == '-' ||
			label[len(label)-1] == '-' {
			return "", false, false
		}
	}
	if digits(name[strings.LastIndexByte(name, '.')+1:]) {
		return "", false, false // 1.2.3.4.5 is an address to nobody
	}
	for _, ending := range notPublic {
		if strings.HasSuffix("."+name, ending) {
			return "", false, false
		}
	}
	return name, false, true
}

// reserved are networks for documentation, benchmarks and carriers.
var reserved = []netip.Prefix{
	netip.MustParsePrefix(
		"0.0.0.0/8",
	),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix(
		"198.18.0.0/15",
	),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001:db8::/32"),
}
