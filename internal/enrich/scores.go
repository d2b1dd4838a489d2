package enrich

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/packument"
	"github.com/ringfence-dev/ringfence/internal/clients/scorecard"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// maxScored is how many direct dependencies are asked about.
const maxScored = 50

// ReadScorecard reads the score of an extension's repository that somebody brings
// along, as ringfence-scorecard writes it. It refuses one of another repository.
func ReadScorecard(r io.Reader, ext *extension.Extension) (*supplychain.Scorecard, error) {
	card, err := scorecard.Read(r)
	if err != nil {
		return nil, err
	}
	named := supplychain.RepositoryName(supplychain.Repository(ext))
	if card.Repository != "" && named != "" && !strings.EqualFold(card.Repository, named) {
		return nil, &WrongRepository{Scored: card.Repository, Named: named}
	}
	if card.Repository == "" {
		card.Repository = named
	}
	if card.Repository == "" {
		card.Repository = "a checkout"
	}
	return &card, nil
}

// WrongRepository is the error for a score of another repository than the
// extension names.
type WrongRepository struct{ Scored, Named string }

func (w *WrongRepository) Error() string {
	return fmt.Sprintf("it scores %s, and the extension names %s", w.Scored, w.Named)
}

// repository asks for the score of the extension's repository.
func (s *session) repository(ctx context.Context) error {
	if s.options.Scorecard != nil {
		s.own = []supplychain.Scorecard{*s.options.Scorecard}
		return inconclusive(*s.options.Scorecard)
	}
	address := supplychain.Repository(s.ext)
	name := supplychain.RepositoryName(address)
	switch {
	case address == "":
		return &web.Error{Service: scorecard.Service, State: web.Skipped, Reason: "neither the .vsixmanifest nor package.json names a repository"}
	case name == "":
		return &web.Error{
			Service: scorecard.Service,
			State:   web.Skipped,
			Reason:  "unsupported: only repositories on GitHub and GitLab are scored",
		}
	}
	card, err := s.score(ctx, name)
	if err != nil {
		return err
	}
	if card.Score == nil && card.Low == nil {
		return &web.Error{
			Service: scorecard.Service,
			State:   web.Unavailable,
			Reason:  "it has not scored " + name + " (ringfence-scorecard does, for --scorecard)",
		}
	}
	s.own = []supplychain.Scorecard{card}
	return inconclusive(card)
}

func inconclusive(card supplychain.Scorecard) error {
	if card.Score == nil {
		return partial("the score of " + card.Repository + " is inconclusive")
	}
	return nil
}

func (s *session) score(ctx context.Context, name string) (supplychain.Scorecard, error) {
	base, err := s.machine.address(scorecard.Service, scorecardVariable, scorecard.DefaultBase)
	if err != nil {
		return supplychain.Scorecard{}, err
	}
	return scorecard.Client{Web: s.web, Base: base}.Project(ctx, name)
}

// dependencies asks for the scores of the direct dependencies: the registry for
// their repositories, the service for those.
func (s *session) dependencies(ctx context.Context) error {
	list := s.ext.Manifest.Dependencies
	if len(list) == 0 {
		return nil
	}
	base, err := s.npm(ctx)
	if err != nil {
		return err
	}
	registry := packument.Client{Web: s.web, Base: base}
	unknown := 0
	for _, d := range list[:min(len(list), maxScored)] {
		if !supplychain.IsName(d.Key) {
			unknown++
			continue
		}
		address, err := registry.Repository(ctx, d.Key)
		if err != nil {
			return err
		}
		name := supplychain.RepositoryName(address)
		if name == "" {
			unknown++
			continue
		}
		card, err := s.score(ctx, name)
		if err != nil {
			return err
		}
		if card.Score == nil {
			unknown++
			continue
		}
		card.Package = d.Key
		s.theirs = append(s.theirs, card)
	}
	if unknown += max(len(list)-maxScored, 0); unknown > 0 {
		return partial(fmt.Sprintf("it has no score for %d of %d direct dependencies", unknown, len(list)))
	}
	return nil
}
