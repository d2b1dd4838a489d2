package enrich

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/advisory"
	"github.com/ringfence-dev/ringfence/internal/clients/osv"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// advisories asks the npm registry about the packages that ship.
func (s *session) advisories(ctx context.Context) error {
	if err := s.nothingNamed(advisory.Service); err != nil || len(s.inventory.Packages) == 0 {
		return err
	}
	base, err := s.npm(ctx)
	if err != nil {
		return err
	}
	s.fromNPM, err = advisory.Client{Web: s.web, Base: base}.Query(ctx, s.inventory.Packages)
	return err
}

// nothingNamed is the error for an extension whose packages nobody can name.
func (s *session) nothingNamed(service string) error {
	if len(s.inventory.Packages) > 0 || len(s.inventory.Gaps) == 0 {
		return nil
	}
	return &web.Error{Service: service, State: web.Unavailable, Reason: strings.Join(s.inventory.Gaps, "; ")}
}

// packages asks OSV about them.
func (s *session) packages(ctx context.Context) error {
	if err := s.nothingNamed(osv.Service); err != nil || len(s.inventory.Packages) == 0 {
		return err
	}
	base, err := s.machine.address(osv.Service, osvVariable, osv.DefaultBase)
	if err != nil {
		return err
	}
	var questions []osv.Query
	for _, p := range s.inventory.Packages {
		questions = append(questions, osv.Query{Ecosystem: osv.NPM, Name: p.Name, Version: p.Version})
	}
	answers, err := osv.Client{Web: s.web, Base: base}.Query(ctx, questions)
	for i, records := range answers {
		for _, r := range records {
			s.fromOSV = append(s.fromOSV, supplychain.Advisory{
				Package:   s.inventory.Packages[i],
				ID:        r.ID,
				Aliases:   r.Aliases,
				Source:    osv.Service,
				Title:     r.Summary,
				Level:     r.Level,
				Malicious: r.Malicious(),
			})
		}
	}
	return err
}
