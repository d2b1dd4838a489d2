// Package checks holds what ringfence looks for. A check is a value: a name, a
// page of documentation, what it needs and a function from facts to findings.
// Checks live in families, a folder each: one .go file, one .md page and one
// folder of fixtures with a benign twin that must stay quiet for every check, and
// beside them what the family shares. What several families share is below
// internal; no family imports another and no check calls another, which a test
// holds. This package lists the families, and is the one door to all of it.
//
// Checks judge facts and never see a syntax tree, a file system or a network.
// They know nothing of policies or of each other.
package checks

import (
	"cmp"
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/chain"
	"github.com/ringfence-dev/ringfence/checks/code"
	"github.com/ringfence-dev/ringfence/checks/content"
	"github.com/ringfence-dev/ringfence/checks/flow"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/manifest"
	"github.com/ringfence-dev/ringfence/checks/network"
	"github.com/ringfence-dev/ringfence/checks/supply"
	"github.com/ringfence-dev/ringfence/checks/trust"
	"github.com/ringfence-dev/ringfence/checks/update"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// What a check is, what it looks at and what it says. The families share these
// types, so they are defined below them.
type (
	// Check is one thing to look for.
	Check = check.Check
	// Need is an input a check cannot do without.
	Need = check.Need
	// Input is what checks look at. A nil part could not be had.
	Input = check.Input
	// Base is the release before the one that is scanned.
	Base = check.Base
	// Power is what of a release's code counts for the one after it.
	Power = check.Power
	// State says what became of a check.
	State = check.State
	// Result is what one check had to say.
	Result = check.Result
	// Host is a public host or address that the code names.
	Host = uses.Host
)

// The needs and states that callers ask about.
const (
	NeedCode     = check.NeedCode
	NeedServices = check.NeedServices
	NeedBase     = check.NeedBase
	NeedBaseCode = check.NeedBaseCode

	Found       = check.Found
	Nothing     = check.Nothing
	Skipped     = check.Skipped
	Unavailable = check.Unavailable
	Failed      = check.Failed

	// NoBase is why a check did not look that compares with the release before.
	NoBase = check.NoBase
	// MaxFindings is how many findings of one check are kept: the worst.
	MaxFindings = check.MaxFindings
)

// States lists the states.
func States() []State { return check.States() }

// Run runs checks over one extension, in the order of the list.
func Run(ctx context.Context, list []Check, in Input) ([]Result, error) {
	return check.Run(ctx, list, in)
}

// Gather reads all that checks look at in an extension itself.
func Gather(ctx context.Context, ext *extension.Extension, program *facts.Program, noSecrets bool) (Input, error) {
	return check.Gather(ctx, ext, program, noSecrets)
}

// PowerOf returns what counts of a release's code for the next; nil of none.
func PowerOf(c *catalog.Catalog, p *facts.Program) *Power { return uses.PowerOf(c, p) }

// PublicHosts lists the hosts that the code names and anybody may ask about.
func PublicHosts(c *catalog.Catalog, p *facts.Program) []Host { return uses.PublicHosts(c, p) }

// Family is a folder of checks that look at the same things.
type Family struct {
	// Name is the folder's.
	Name   string
	Checks []Check
}

// Families lists the families, sorted by name. A test fails when a folder is
// missing from it.
func Families() []Family {
	return []Family{
		{"chain", chain.Checks()},
		{"code", code.Checks()},
		{"content", content.Checks()},
		{"flow", flow.Checks()},
		{"manifest", manifest.Checks()},
		{"network", network.Checks()},
		{"supply", supply.Checks()},
		{"trust", trust.Checks()},
		{"update", update.Checks()},
	}
}

// All lists every check, sorted by name.
func All() []Check {
	var out []Check
	for _, f := range Families() {
		out = append(out, f.Checks...)
	}
	slices.SortFunc(out, func(a, b Check) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// ByName finds a check.
func ByName(name string) (Check, bool) {
	for _, c := range All() {
		if c.Name == name {
			return c, true
		}
	}
	return Check{}, false
}
