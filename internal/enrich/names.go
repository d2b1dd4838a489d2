package enrich

import (
	"context"
	"fmt"
	"net"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/clients/resolve"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
)

// askNames looks up the public names that the code connects to, those that matter
// most first. A name that only stands in a text is nobody's to look up: texts are
// full of links.
func (s *session) askNames(ctx context.Context) error {
	if s.program == nil {
		return &web.Error{Service: resolve.Service, State: web.Skipped, Reason: "the code was not analysed, so that nobody knows its hosts"}
	}
	var names []string
	for _, h := range checks.PublicHosts(catalog.Default(), s.program) {
		if h.Contacted && !h.Address {
			names = append(names, h.Name)
		}
	}
	asked := names[:min(len(names), s.options.Names)]
	if len(asked) == 0 {
		if len(names) > 0 {
			return &web.Error{Service: resolve.Service, State: web.Skipped, Reason: "no name is to be looked up (--dns-names)"}
		}
		return nil
	}
	client, err := s.resolver()
	if err != nil {
		return err
	}
	if err := client.Trusted(ctx); err != nil {
		return err
	}
	silent := 0
	for _, name := range asked {
		if r, ok := client.Ask(ctx, name); ok {
			s.resolutions = append(s.resolutions, r)
		} else {
			silent++
		}
	}
	switch {
	case silent == len(asked):
		return &web.Error{Service: resolve.Service, State: web.Unavailable, Reason: "no resolver answers for any of the names"}
	case silent > 0:
		return partial(fmt.Sprintf("nobody answered for %d of %d names", silent, len(asked)))
	case len(asked) < len(names):
		return partial(fmt.Sprintf("%d of %d names were looked up (--dns-names)", len(asked), len(names)))
	}
	return nil
}

// resolver is who is asked for names: whom the environment names, else whom the
// machine is set up for.
func (s *session) resolver() (resolve.Client, error) {
	address, ok := s.machine.Getenv(dnsVariable)
	if !ok || address == "" {
		return resolve.Client{Resolver: net.DefaultResolver}, nil
	}
	r, err := resolve.Through(address)
	if err != nil {
		return resolve.Client{}, &web.Error{Service: resolve.Service, State: web.Failed, Reason: dnsVariable + " is of no use: " + err.Error()}
	}
	return resolve.Client{Resolver: r}, nil
}
