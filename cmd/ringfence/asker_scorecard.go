package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/packument"
	"github.com/ringfence-dev/ringfence/internal/clients/scorecard"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

// maxScored is how many direct dependencies are asked about.
const maxScored = 50

// scorecardFile reads the score that somebody brings along; nil: nobody does.
func (c *Command) scorecardFile(ext *extension.Extension, o scanOptions) (*supply.Scorecard, error) {
	if o.scorecard == "" {
		return nil, nil
	}
	f, err := os.Open(c.path(o.scorecard))
	if err != nil {
		return nil, usagef("reading --scorecard: %w", err)
	}
	defer f.Close()
	card, err := scorecard.Read(f)
	if err != nil {
		return nil, usageError{fmt.Errorf("reading --scorecard %s: %w", quoted(o.scorecard), err)}
	}
	named := supply.RepositoryName(supply.Repository(ext))
	if card.Repository != "" && named != "" && !strings.EqualFold(card.Repository, named) {
		return nil, usagef("--scorecard %s scores %s, and the extension names %s", quoted(o.scorecard), card.Repository, named)
	}
	if card.Repository == "" {
		card.Repository = named
	}
	if card.Repository == "" {
		card.Repository = "a checkout"
	}
	return &card, nil
}

// repository asks for the score of the extension's repository.
func (a *asker) repository(ctx context.Context) error {
	if a.card != nil {
		a.own = []supply.Scorecard{*a.card}
		return inconclusive(*a.card)
	}
	address := supply.Repository(a.ext)
	name := supply.RepositoryName(address)
	switch {
	case address == "":
		return &web.Error{Service: scorecard.Service, State: web.Skipped, Reason: "neither the .vsixmanifest nor package.json names a repository"}
	case name == "":
		return &web.Error{Service: scorecard.Service, State: web.Skipped, Reason: "unsupported: only repositories on GitHub and GitLab are scored"}
	}
	card, err := a.score(ctx, name)
	if err != nil {
		return err
	}
	if card.Score == nil && card.Low == nil {
		return &web.Error{Service: scorecard.Service, State: web.Unavailable, Reason: "it has not scored " + name + " (ringfence-scorecard does, for --scorecard)"}
	}
	a.own = []supply.Scorecard{card}
	return inconclusive(card)
}

func inconclusive(card supply.Scorecard) error {
	if card.Score == nil {
		return noted("the score of " + card.Repository + " is inconclusive")
	}
	return nil
}

func (a *asker) score(ctx context.Context, name string) (supply.Scorecard, error) {
	base, err := a.c.base(scorecard.Service, scorecardVariable, scorecard.DefaultBase)
	if err != nil {
		return supply.Scorecard{}, err
	}
	return scorecard.Client{Web: a.web, Base: base}.Project(ctx, name)
}

// dependencies asks for the scores of the direct dependencies: the registry for
// their repositories, the service for those.
func (a *asker) dependencies(ctx context.Context) error {
	list := a.ext.Manifest.Dependencies
	if len(list) == 0 {
		return nil
	}
	base, err := a.npm(ctx)
	if err != nil {
		return err
	}
	registry := packument.Client{Web: a.web, Base: base}
	unknown := 0
	for _, d := range list[:min(len(list), maxScored)] {
		if !supply.IsName(d.Key) {
			unknown++
			continue
		}
		address, err := registry.Repository(ctx, d.Key)
		if err != nil {
			return err
		}
		name := supply.RepositoryName(address)
		if name == "" {
			unknown++
			continue
		}
		card, err := a.score(ctx, name)
		if err != nil {
			return err
		}
		if card.Score == nil {
			unknown++
			continue
		}
		card.Package = d.Key
		a.theirs = append(a.theirs, card)
	}
	if unknown += max(len(list)-maxScored, 0); unknown > 0 {
		return noted(fmt.Sprintf("it has no score for %d of %d direct dependencies", unknown, len(list)))
	}
	return nil
}
