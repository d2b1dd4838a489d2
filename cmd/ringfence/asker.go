package main

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/advisory"
	"github.com/ringfence-dev/ringfence/internal/clients/gallery"
	"github.com/ringfence-dev/ringfence/internal/clients/openvsx"
	"github.com/ringfence-dev/ringfence/internal/clients/osv"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

// asker asks the services about one extension. Its methods may run side by
// side: each fills fields of its own.
type asker struct {
	c         *Command
	o         scanOptions
	web       *web.Client
	target    string
	ext       *extension.Extension
	program   *facts.Program
	inventory *supply.Inventory
	w         *supply.World
	// npm is the registry npm is set up for, asked once.
	npm func(context.Context) (string, error)
	// card is the score that a file gives; nil: none does.
	card *supply.Scorecard

	fromNPM, fromOSV   []supply.Advisory
	ofArchive, ofHosts []supply.Reputation
	led                []supply.Resolution
	own, theirs        []supply.Scorecard
	compared           []supply.Comparison
	bundled            []supply.Bundled
	histories          []supply.History
}

// advisories asks the npm registry about the packages that ship.
func (a *asker) advisories(ctx context.Context) error {
	if err := a.nothingNamed(advisory.Service); err != nil || len(a.inventory.Packages) == 0 {
		return err
	}
	base, err := a.npm(ctx)
	if err != nil {
		return err
	}
	a.fromNPM, err = advisory.Client{Web: a.web, Base: base}.Query(ctx, a.inventory.Packages)
	return err
}

// nothingNamed is the error for an extension whose packages nobody can name.
func (a *asker) nothingNamed(service string) error {
	if len(a.inventory.Packages) > 0 || len(a.inventory.Gaps) == 0 {
		return nil
	}
	return &web.Error{Service: service, State: web.Unavailable, Reason: strings.Join(a.inventory.Gaps, "; ")}
}

// packages asks OSV about them.
func (a *asker) packages(ctx context.Context) error {
	if err := a.nothingNamed(osv.Service); err != nil || len(a.inventory.Packages) == 0 {
		return err
	}
	base, err := a.c.base(osv.Service, osvVariable, osv.DefaultBase)
	if err != nil {
		return err
	}
	var questions []osv.Query
	for _, p := range a.inventory.Packages {
		questions = append(questions, osv.Query{Ecosystem: osv.NPM, Name: p.Name, Version: p.Version})
	}
	answers, err := osv.Client{Web: a.web, Base: base}.Query(ctx, questions)
	for i, records := range answers {
		for _, r := range records {
			a.fromOSV = append(a.fromOSV, supply.Advisory{
				Package: a.inventory.Packages[i], ID: r.ID, Aliases: r.Aliases, Source: osv.Service, Title: r.Summary, Level: r.Level, Malicious: r.Malicious(),
			})
		}
	}
	return err
}

// records asks OSV about the extension and those it installs along, as both
// registries know them.
func (a *asker) records(ctx context.Context) error {
	m := a.ext.Manifest
	if m.ID() == "" {
		return a.nameless(osv.Service)
	}
	base, err := a.c.base(osv.Service, osvVariable, osv.DefaultBase)
	if err != nil {
		return err
	}
	var questions []osv.Query
	var about []supply.Record
	ask := func(id, version, pointer string) {
		for _, r := range []struct {
			ecosystem string
			registry  supply.Registry
		}{{osv.Marketplace, supply.Marketplace}, {osv.OpenVSX, supply.OpenVSX}} {
			questions = append(questions, osv.Query{Ecosystem: r.ecosystem, Name: strings.ToLower(id), Version: version})
			about = append(about, supply.Record{Registry: r.registry, Extension: id, Pointer: pointer, Exact: version != ""})
		}
	}
	ask(m.ID(), m.Version, "")
	for _, r := range a.installedAlong() {
		if r.Pointer != "" {
			ask(r.Extension, "", r.Pointer)
		}
	}
	answers, err := osv.Client{Web: a.web, Base: base}.Query(ctx, questions)
	for i, records := range answers {
		for _, r := range records {
			if !r.Malicious() {
				continue
			}
			found := about[i]
			found.ID, found.Title, found.Exact = r.ID, r.Summary, found.Exact || r.All
			a.w.Records = append(a.w.Records, found)
		}
	}
	return err
}

func (a *asker) nameless(service string) error {
	return &web.Error{Service: service, State: web.Failed, Reason: "the extension has no name and publisher that could be asked for"}
}

// listing asks the registry the extension is said to be from.
func (a *asker) listing(ctx context.Context) error {
	id := a.ext.ID()
	if a.w.Registry == supply.OpenVSX {
		base, err := a.c.base(openvsx.Service, openVSXVariable, openvsx.DefaultBase)
		if err != nil {
			return err
		}
		a.w.Listing, err = openvsx.Client{Web: a.web, Base: base}.Listing(ctx, id)
		return err
	}
	if id == "" {
		return a.nameless(gallery.Service)
	}
	base, err := a.c.base(gallery.Service, marketplaceVariable, gallery.DefaultBase)
	if err != nil {
		return err
	}
	a.w.Listing, err = gallery.Client{Web: a.web, Base: base}.Listing(ctx, id)
	return err
}

// known asks which extensions are the best known today. Where nobody says, the
// list that ships is what names are held against.
func (a *asker) known(ctx context.Context) error {
	base, err := a.c.base(gallery.KnownService, marketplaceVariable, gallery.DefaultBase)
	if err != nil {
		return err
	}
	a.w.Known, err = gallery.Client{Web: a.web, Base: base}.Known(ctx)
	return err
}
