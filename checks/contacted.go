package checks

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Host is a public host or address that the code names.
type Host struct {
	// Name is in lower case, as DNS spells it.
	Name    string
	Address bool
	// Contacted is set when a call that connects has it among its arguments;
	// else it only stands in a string.
	Contacted bool
	Where     finding.Location
	// Dependency is set when only code below node_modules names it.
	Dependency bool
}

// PublicHosts lists the hosts that the code names and anybody may ask about,
// once each: those of the author's own code first, those contacted before those
// only named. Names and addresses of private networks are not among them: they
// are nobody's business outside.
func PublicHosts(c *catalog.Catalog, p *facts.Program) []Host {
	if p == nil {
		return nil
	}
	found := map[string]Host{}
	files := filesOf(p)
	add := func(text string, contacted bool, where finding.Location) {
		name, address, ok := publicHost(text)
		if !ok {
			return
		}
		h := Host{Name: name, Address: address, Contacted: contacted, Where: where, Dependency: files.byPath[where.File].Dependency != ""}
		if old, seen := found[name]; !seen || h.before(old) {
			found[name] = h
		}
	}
	for u, e := range calls(Input{Program: p, Catalog: c}, catalog.NetConnect, catalog.NetResolve) {
		for _, v := range withRole(u, e, catalog.RoleURL) {
			for _, alternative := range v.Alts {
				if host, ok := urlHost(beginning(alternative)); ok {
					add(host, true, u.Where)
				}
			}
		}
		for _, v := range withRole(u, e, catalog.RoleHost) {
			for _, alternative := range v.Alts {
				if host, ok := alternative.Constant(); ok {
					add(host, true, u.Where)
				}
			}
		}
	}
	for _, s := range p.Strings {
		if host, ok := urlHost(s.Text); ok {
			add(host, false, s.Where)
		}
	}
	out := make([]Host, 0, len(found))
	for _, h := range found {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b Host) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// before puts first what matters more.
func (h Host) before(o Host) bool {
	switch {
	case h.Dependency != o.Dependency:
		return !h.Dependency
	case h.Contacted != o.Contacted:
		return h.Contacted
	}
	return h.Where.Compare(o.Where) < 0
}

// beginning is the text in front of a pattern's first hole, and the hole as a
// character no host has.
func beginning(p facts.Pattern) string {
	var b strings.Builder
	for _, part := range p {
		if part.Kind != facts.Literal {
			return b.String() + "\x00"
		}
		b.WriteString(part.Text)
	}
	return b.String()
}

// urlHost gives the host of an address; what is open up to a hole is none:
// https://api.<unknown> may be anybody.
func urlHost(text string) (string, bool) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || !slices.Contains([]string{"http", "https", "ws", "wss", "ftp"}, strings.ToLower(scheme)) || len(text) > 8192 {
		return "", false
	}
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, "?")
	host, _, _ = strings.Cut(host, "#")
	u, err := url.Parse("http://" + host)
	if err != nil {
		return "", false
	}
	return u.Hostname(), true
}

// notPublic are the endings of names that lead nowhere outside (RFC 2606, 6761,
// 6762, 8375, 9476 and custom).
var notPublic = [...]string{
	".localhost", ".local", ".internal", ".intranet", ".corp", ".home", ".lan", ".private", ".test", ".example", ".invalid", ".arpa", ".onion", ".alt",
	".example.com", ".example.net", ".example.org",
}

// publicHost gives the one spelling of a host that is public, and whether it
// is an address.
func publicHost(text string) (name string, address, ok bool) {
	name = strings.TrimSuffix(strings.ToLower(text), ".")
	if a, err := netip.ParseAddr(name); err == nil {
		a = a.Unmap()
		public := a.Zone() == "" && a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
		return a.String(), true, public
	}
	if len(name) > 253 || !strings.Contains(name, ".") {
		return "", false, false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || label[0] == '-' || label[len(label)-1] == '-' {
			return "", false, false
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.Trim(last, "0123456789") == "" {
		return "", false, false // 10.1 and the like are addresses to some and names to nobody
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
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001:db8::/32"),
}
