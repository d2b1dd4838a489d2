package enrich

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/gallery"
	"github.com/ringfence-dev/ringfence/internal/clients/openvsx"
	"github.com/ringfence-dev/ringfence/internal/clients/osv"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// records asks OSV about the extension and those it installs along, as both
// registries know them.
func (s *session) records(ctx context.Context) error {
	m := s.ext.Manifest
	if m.ID() == "" {
		return s.nameless(osv.Service)
	}
	base, err := s.machine.address(osv.Service, osvVariable, osv.DefaultBase)
	if err != nil {
		return err
	}
	var questions []osv.Query
	var about []supplychain.Record
	ask := func(id, version, pointer string) {
		for _, r := range []struct {
			ecosystem string
			registry  supplychain.Registry
		}{{osv.Marketplace, supplychain.Marketplace}, {osv.OpenVSX, supplychain.OpenVSX}} {
			questions = append(questions, osv.Query{Ecosystem: r.ecosystem, Name: strings.ToLower(id), Version: version})
			about = append(about, supplychain.Record{Registry: r.registry, Extension: id, Pointer: pointer, Exact: version != ""})
		}
	}
	ask(m.ID(), m.Version, "")
	for _, r := range s.installedAlong() {
		if r.Pointer != "" {
			ask(r.Extension, "", r.Pointer)
		}
	}
	answers, err := osv.Client{Web: s.web, Base: base}.Query(ctx, questions)
	for i, records := range answers {
		for _, r := range records {
			if !r.Malicious() {
				continue
			}
			found := about[i]
			found.ID, found.Title, found.Exact = r.ID, r.Summary, found.Exact || r.All
			s.w.Records = append(s.w.Records, found)
		}
	}
	return err
}

func (s *session) nameless(service string) error {
	return &web.Error{Service: service, State: web.Failed, Reason: "the extension has no name and publisher that could be asked for"}
}

// listing asks the registry the extension is said to be from.
func (s *session) listing(ctx context.Context) error {
	id := s.ext.ID()
	if s.w.Registry == supplychain.OpenVSX {
		base, err := s.machine.address(openvsx.Service, openVSXVariable, openvsx.DefaultBase)
		if err != nil {
			return err
		}
		s.w.Listing, err = openvsx.Client{Web: s.web, Base: base}.Listing(ctx, id)
		return err
	}
	if id == "" {
		return s.nameless(gallery.Service)
	}
	base, err := s.machine.address(gallery.Service, marketplaceVariable, gallery.DefaultBase)
	if err != nil {
		return err
	}
	s.w.Listing, err = gallery.Client{Web: s.web, Base: base}.Listing(ctx, id)
	return err
}

// known asks which extensions are the best known today. Where nobody says, the
// list that ships is what names are held against.
func (s *session) known(ctx context.Context) error {
	base, err := s.machine.address(gallery.KnownService, marketplaceVariable, gallery.DefaultBase)
	if err != nil {
		return err
	}
	s.w.Known, err = gallery.Client{Web: s.web, Base: base}.Known(ctx)
	return err
}
