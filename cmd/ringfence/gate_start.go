package main

import (
	"context"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
)

// beginning says how much of ringfence the base holds. A change that begins with
// it is judged by less, so that the first pull request can pass: nobody was held
// to anything before. All of it is read from the base, and what the base holds
// is never forgiven.
type beginning struct {
	// start: the base holds the extension at the same path, and nothing of
	// ringfence for it.
	start bool
	// fresh: nor does the repository use ringfence anywhere in the base. Only then
	// is the change the one that brings ringfence in.
	fresh bool
	// new: the base does not hold the extension at all.
	new bool
}

// begins looks at the base. where is where the extension lies in it, known
// whether it does. An extension that was moved is no start, whatever its new
// folder lacks.
func (w *workplace) begins(ctx context.Context, at, where string, known bool) (beginning, error) {
	if w.base == nil {
		return beginning{}, nil
	}
	out := beginning{new: !known, start: known && where == at, fresh: true}
	for _, name := range w.base.Names("") {
		if !strings.Contains("/"+name, "/"+policygen.Dir+"/") && path.Base(name) != policygen.Dir {
			continue
		}
		out.fresh = false
		// A link of that name counts as well: it is no file of ours, and the base
		// holds it.
		if own := path.Join(at, policygen.Dir); name == own || strings.HasPrefix(name, own+"/") {
			out.start = false
		}
	}
	base, _, err := w.workflows(ctx)
	if err != nil {
		return out, err
	}
	for _, text := range base {
		out.fresh = out.fresh && !ours(text)
	}
	return out, nil
}

// forgiven sorts what the change touches that it is judged by: what counts
// against it, and what a start may bring. Where the repository uses ringfence
// already, that is a configuration which only asks for more.
func (b beginning) forgiven(at string, settings []string, head run.Documents) (against, notes []string) {
	if !b.start {
		return settings, nil
	}
	for _, s := range settings {
		if b.fresh || s == path.Join(at, run.ConfigName)+" is added" && onlyStricter(head.Config) {
			notes = append(notes, s+", which counts from the next pull request on")
			continue
		}
		against = append(against, s)
	}
	word := "this is a start: the base holds the extension and nothing of ringfence"
	if !b.fresh {
		word = "this is a start: the base holds the extension and nothing of ringfence for it"
	}
	return against, append([]string{word}, notes...)
}

// onlyStricter reports a configuration that answers no finding and asks for at
// least what is asked without one.
func onlyStricter(data []byte) bool {
	c, err := config.Parse(run.ConfigName, data, config.Words{Checks: checkNames()})
	if err != nil || len(c.Entries) > 0 || c.Profile != "" || c.RejectOn != "" {
		return false
	}
	for _, word := range c.FailOn {
		if word == "none" {
			return false
		}
	}
	return true
}
