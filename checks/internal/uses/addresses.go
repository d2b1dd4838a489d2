package uses

import (
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Destination is where a trail that is sent goes.
type Destination struct {
	Address endpoint.Address
	// Known is false when what stands there is decided at run time.
	Known bool
}

// AddressesOf returns the addresses that a call which connects is given.
func AddressesOf(in check.Input, u facts.Use) []Destination {
	e, ok := in.Catalog.Lookup(u.Module, u.Member)
	if ok && e.Capability == catalog.NetResolve {
		return asked(u, e)
	}
	if !ok || e.Capability != catalog.NetConnect {
		return nil
	}
	var out []Destination
	for _, role := range []catalog.Role{catalog.RoleURL, catalog.RoleHost} {
		for _, v := range WithRole(u, e, role) {
			for _, p := range Texts(v) {
				text := hostPart(p)
				a, ok := endpoint.Parse(text)
				// fetch('data.bin') is given a path: only an address says where its host begins.
				relative := role == catalog.RoleURL && !strings.Contains(text, "//")
				out = append(out, Destination{a, ok && !relative && !unset(a.Host)})
			}
		}
	}
	return out
}

// asked are the names that a call has looked up: of one that is put together, its end, which says whose
// server hears of the rest.
func asked(u facts.Use, e catalog.Entry) []Destination {
	var out []Destination
	for _, v := range WithRole(u, e, catalog.RoleHost) {
		for _, p := range Texts(v) {
			if len(p) < 2 || p[len(p)-1].Kind != facts.Literal {
				continue
			}
			name := strings.TrimLeft(p[len(p)-1].Text, ".")
			a, ok := endpoint.Parse("dns://" + name)
			out = append(out, Destination{a, ok && strings.Contains(name, ".")})
		}
	}
	return out
}

// hostPart is the text of a pattern up to its first hole: of an address that
// is enough when the host is whole.
func hostPart(p facts.Pattern) string {
	var b strings.Builder
	for _, part := range p {
		if part.Kind != facts.Literal {
			if s := b.String(); !strings.Contains(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), "/") &&
				!strings.Contains(s, "?") {
				return "" // the host is not whole
			}
			break
		}
		b.WriteString(part.Text)
	}
	return b.String()
}

// unset holds for what a text says where a value is not set: nobody's server has that name.
func unset(host string) bool { return host == "undefined" || host == "null" }

// Bare reports an address that is a number of another machine.
func Bare(a endpoint.Address) bool {
	_, is := a.IP()
	return is && !a.Private()
}

// HostOf is the host on another machine that a trail is sent to, as far as the code writes it out; "" when it does not.
func HostOf(in check.Input, t facts.Flow) string {
	if a, ok := endpoint.Parse(t.To); ok && t.To != "" && !a.Private() {
		return a.Host
	}
	for _, u := range in.Program.Uses {
		if u.Where != t.Sink.Where && u.Where != t.Opened {
			continue
		}
		for _, d := range AddressesOf(in, u) {
			if d.Known && !d.Address.Private() {
				return d.Address.Host
			}
		}
	}
	return ""
}
