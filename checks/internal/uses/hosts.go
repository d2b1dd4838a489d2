package uses

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
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
	files := check.FilesOf(p)
	add := func(text string, contacted bool, where finding.Location) {
		name, address, ok := endpoint.Address{Host: strings.TrimSuffix(strings.ToLower(text), ".")}.Public()
		if !ok {
			return
		}
		h := Host{Name: name, Address: address, Contacted: contacted, Where: where, Dependency: files.ByPath[where.File].Dependency != ""}
		if old, seen := found[name]; !seen || h.precedes(old) {
			found[name] = h
		}
	}
	for u, e := range Calls(check.Input{Program: p, Catalog: c}, catalog.NetConnect, catalog.NetResolve) {
		for _, v := range WithRole(u, e, catalog.RoleURL) {
			for _, alternative := range v.Alts {
				if host, ok := URLHost(beginning(alternative)); ok {
					add(host, true, u.Where)
				}
			}
		}
		for _, v := range WithRole(u, e, catalog.RoleHost) {
			for _, alternative := range v.Alts {
				if host, ok := alternative.Constant(); ok {
					add(host, true, u.Where)
				}
			}
		}
	}
	for _, s := range p.Strings {
		if host, ok := URLHost(s.Text); ok {
			add(host, false, s.Where)
		}
	}
	out := make([]Host, 0, len(found))
	for _, h := range found {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b Host) int {
		switch {
		case a.precedes(b):
			return -1
		case b.precedes(a):
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// precedes puts first what matters more.
func (h Host) precedes(o Host) bool {
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

// URLHost returns the host of an address of the web; what is open up to a hole is
// none: https://api.<unknown> may be anybody.
func URLHost(text string) (string, bool) {
	if len(text) > 8192 {
		return "", false
	}
	a, ok := endpoint.Parse(text)
	return a.Host, ok && slices.Contains([]string{"http", "https", "ws", "wss", "ftp"}, a.Scheme)
}
