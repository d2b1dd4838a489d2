package tightness

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// Policy makes the policy of an extension of the corpus. It is parsed in this
// process: the corpus is nobody's attack.
func Policy(ctx context.Context, dir string) (policy.Policy, error) {
	ext, err := extension.Load(ctx, dir, extension.DefaultLimits())
	if err != nil {
		return policy.Policy{}, fmt.Errorf("loading %s: %w", dir, err)
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		return policy.Policy{}, fmt.Errorf("analysing %s: %w", dir, err)
	}
	return synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()}).Policy, nil
}

// Cover is how a policy covers a need.
type Cover string

// The ways of covering.
const (
	Resolved  Cover = "resolved"
	Imprecise Cover = "imprecise"
	Default   Cover = "default scope"
	Missed    Cover = "missed"
)

// Answer is one need with its cover.
type Answer struct {
	Need
	Cover Cover
}

// Row is the measurement of one extension.
type Row struct {
	Extension            string
	Policy               policy.Policy
	Functions, Resources []Answer
	// Granted counts the functions with power that the policy grants, Whole the
	// modules that it grants whole.
	Granted, Whole int
}

// Compare looks up every need in a policy. Settings are what the person had set, by name, groups
// in groups, with the roots of policies in texts: ${workspace} is the recorded one's.
func Compare(c *catalog.Catalog, id string, p policy.Policy, functions, resources []Need, settings map[string]any) (Row, error) {
	r := Row{Extension: id, Policy: p}
	m := measure{c, p, placesOf(id).scope(settings)}
	for _, list := range []struct {
		needs []Need
		into  *[]Answer
	}{{functions, &r.Functions}, {resources, &r.Resources}} {
		for _, n := range list.needs {
			cover, err := m.cover(n)
			if err != nil {
				return r, fmt.Errorf("%s: %s: %w", id, n.Text, err)
			}
			*list.into = append(*list.into, Answer{n, cover})
		}
	}
	r.Granted, r.Whole = m.granted()
	return r, nil
}

type measure struct {
	catalog *catalog.Catalog
	policy  policy.Policy
	scope   *pattern.Scope
}

// cover is the best that any of a need's accesses gets, in a trusted workspace,
// as the recorded ones were.
func (m measure) cover(n Need) (Cover, error) {
	for _, step := range []struct {
		cover Cover
		marks []policy.Mark
	}{
		{Resolved, []policy.Mark{policy.Sure}},
		{Imprecise, []policy.Mark{policy.Sure, policy.Imprecise}},
		{Default, []policy.Mark{policy.Sure, policy.Imprecise, policy.Unresolved}},
	} {
		for _, a := range n.Any {
			part := policy.Policy{}
			for _, g := range m.policy.Grants {
				if g.Section == a.Section && g.Name == a.Name && slices.Contains(step.marks, g.Mark) {
					part.Grants = append(part.Grants, g)
				}
			}
			a.Trusted = true
			ok, err := part.Allows(m.scope, a)
			if err != nil || ok {
				return step.cover, err
			}
		}
	}
	return Missed, nil
}

// granted counts functions with power, and modules granted whole.
func (m measure) granted() (functions, whole int) {
	for _, g := range m.policy.In(policy.Modules) {
		switch {
		case g.Pattern == "*":
			whole++
			for _, e := range m.catalog.Symbols() {
				if e.Module == g.Name && !e.Harmless() {
					functions++
				}
			}
		case g.Pattern != "":
			functions++
		}
	}
	return functions, whole
}

// Sensitive counts the functions with power of Node and of the globals.
func Sensitive(c *catalog.Catalog) int {
	n := 0
	for _, e := range c.Symbols() {
		if e.Module != "vscode" && !e.Harmless() && e.Base == (catalog.Symbol{}) {
			n++
		}
	}
	return n
}

// Unbounded lists the grants that bound nothing and say so with no mark.
func Unbounded(p policy.Policy) []policy.Grant {
	var out []policy.Grant
	for _, g := range p.Grants {
		if g.Mark != policy.Sure && g.Question != "" {
			continue
		}
		all := g.Pattern == "**" || strings.HasPrefix(g.Pattern, "**/") || g.Pattern == "*" ||
			strings.Contains(g.Pattern, "://*") && !strings.Contains(g.Pattern, "://*.")
		if all && g.Section != policy.EnvRead {
			out = append(out, g)
		}
	}
	return out
}
