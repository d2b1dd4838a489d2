package review

import (
	"context"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/policygen"
)

// start says how much of ringfence the base holds. A change that begins with
// it is judged by less, so that the first pull request can pass: nobody was held
// to anything before. All of it is read from the base, and what the base holds
// is never forgiven.
type start struct {
	// atStart: the base holds the extension at the same path, and nothing of
	// ringfence for it.
	atStart bool
	// fresh: nor does the repository use ringfence anywhere in the base. Only then
	// is the change the one that brings ringfence in.
	fresh bool
	// new: the base does not hold the extension at all.
	new bool
}

// start looks at the base. where is where the extension lies in it, known
// whether it does. An extension that was moved is no start, whatever its new
// folder lacks.
func (r *repository) start(ctx context.Context, at, where string, known bool) (start, error) {
	if r.base == nil {
		return start{}, nil
	}
	out := start{new: !known, atStart: known && where == at, fresh: true}
	for _, name := range r.base.Names("") {
		if !strings.Contains("/"+name, "/"+policygen.Dir+"/") && path.Base(name) != policygen.Dir {
			continue
		}
		out.fresh = false
		// A link of that name counts as well: it is no file of ours, and the base
		// holds it.
		if own := path.Join(at, policygen.Dir); name == own || strings.HasPrefix(name, own+"/") {
			out.atStart = false
		}
	}
	base, _, err := r.workflows(ctx)
	if err != nil {
		return out, err
	}
	for _, text := range base {
		out.fresh = out.fresh && !namesUs(text)
	}
	return out, nil
}

// forgiven sorts what the change touches that it is judged by: what counts
// against it, and what a start may bring. Where the repository uses ringfence
// already, that is a configuration which only asks for more.
func (s start) forgiven(at string, settings []string, head baseline.Documents) (against, notes []string) {
	if !s.atStart {
		return settings, nil
	}
	for _, line := range settings {
		if s.fresh || line == path.Join(at, baseline.ConfigName)+" is added" && onlyStricter(head.Config) {
			notes = append(notes, line+", which counts from the next pull request on")
			continue
		}
		against = append(against, line)
	}
	word := "this is a start: the base holds the extension and nothing of ringfence"
	if !s.fresh {
		word = "this is a start: the base holds the extension and nothing of ringfence for it"
	}
	return against, append([]string{word}, notes...)
}

// onlyStricter reports a configuration that answers no finding and asks for at
// least what is asked without one.
func onlyStricter(data []byte) bool {
	c, err := config.Parse(baseline.ConfigName, data, config.Words{Checks: checkNames()})
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
