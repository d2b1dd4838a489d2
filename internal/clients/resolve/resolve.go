// Package resolve asks the DNS where names lead: nowhere, into a private
// network, or to the world. A name that leads nowhere is told apart from one that
// nobody holds, and both from a resolver that answers anything or nothing.
//
// It sends names to a resolver and keeps no address. Whoever makes a Client
// brings the resolver; the package opens no connection of its own.
package resolve

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "dns"

// Resolver answers questions; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	LookupNS(ctx context.Context, name string) ([]*net.NS, error)
}

// timeout bounds one question.
const timeout = 5 * time.Second

// The names whose answers are known: a resolver that does not know the first
// one sees nothing of the world, as behind a proxy; one that knows the second
// makes answers up.
const (
	exists = "example.com"
	none   = "no-such-host.invalid"
)

// Client asks a resolver.
type Client struct{ Resolver Resolver }

// Trusted asks for the two names whose answers are known. Its error says that
// this resolver's word means nothing, or that it cannot be had.
func (c Client) Trusted(ctx context.Context) error {
	if c.Resolver == nil {
		return &web.Error{Service: Service, State: web.Skipped, Reason: "the network is not to be used"}
	}
	lost := func(reason string) error { return &web.Error{Service: Service, State: web.Unavailable, Reason: reason} }
	if list, err := c.addresses(ctx, exists); err != nil || len(list) == 0 {
		if notFound(err) {
			return lost("the resolver knows no names of the outside")
		}
		return lost("no resolver answers")
	}
	switch list, err := c.addresses(ctx, none); {
	case err == nil && len(list) > 0:
		return lost("the resolver has an answer to names that do not exist")
	case err != nil && !notFound(err):
		return lost("no resolver answers")
	}
	return nil
}

// Ask says where a public name leads. ok is false when nobody answers, which
// says nothing of the name.
func (c Client) Ask(ctx context.Context, name string) (r supplychain.Resolution, ok bool) {
	r.Name = name
	list, err := c.addresses(ctx, name)
	switch {
	case err == nil && len(list) > 0:
		r.Leads = leads(list)
		return r, true
	case err != nil && !notFound(err):
		return r, false
	}
	r.Leads = supplychain.Nowhere
	// Whose it is to give: for a name below a hoster's, that is the hoster's
	// customer.
	held, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return r, true
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if servers, err := c.Resolver.LookupNS(ctx, held+"."); len(servers) == 0 && notFound(err) {
		r.Unheld = held
	}
	return r, true
}

// addresses asks for a name as it stands: the dot at its end keeps the machine's
// own domains from being tried behind it.
func (c Client) addresses(ctx context.Context, name string) ([]netip.Addr, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return c.Resolver.LookupNetIP(ctx, "ip", name+".")
}

// leads sums addresses up: by the most telling of them, for whoever connects may
// be given any.
func leads(list []netip.Addr) supplychain.Leads {
	out := supplychain.Outside
	for _, ip := range list {
		ip = ip.Unmap()
		_, _, public := endpoint.Address{Host: ip.String()}.Public()
		switch {
		case ip.IsLinkLocalUnicast():
			return supplychain.LinkLocal
		case ip.IsLoopback() || ip.IsUnspecified():
			out = supplychain.ThisMachine
		case !public && out != supplychain.ThisMachine:
			out = supplychain.Inside
		}
	}
	return out
}

func notFound(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound && !dns.IsTimeout
}

// Through is a resolver that asks the server at an address of this machine or a
// number ("192.0.2.1:53"), in place of those the machine is set up for.
func Through(address string) (*net.Resolver, error) {
	at, err := netip.ParseAddrPort(address)
	if err != nil || at.Port() == 0 {
		return nil, errors.New("it is no address and port such as 192.0.2.1:53")
	}
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, at.String())
	}}, nil
}
