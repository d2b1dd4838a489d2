// Package uses asks the questions that checks of several families have about what
// the code calls and with which arguments: what a value may be, what a call starts,
// which hosts and sensitive places it reaches.
package uses

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Calls yields the calls and constructions of symbols with a capability, along
// with what the catalogue says of them.
func Calls(in check.Input, caps ...catalog.Capability) func(yield func(facts.Use, catalog.Entry) bool) {
	return func(yield func(facts.Use, catalog.Entry) bool) {
		for _, u := range in.Program.Uses {
			if u.Kind != facts.Call && u.Kind != facts.New {
				continue
			}
			e, ok := in.Catalog.Lookup(u.Module, u.Member)
			if !ok || !slices.Contains(caps, e.Capability) {
				continue
			}
			if !yield(u, e) {
				return
			}
		}
	}
}

// argument returns one argument of a use. known is false when nothing was passed
// there, or when a spread leaves open what was.
func argument(u facts.Use, a catalog.Arg) (v facts.Value, known bool) {
	if a.Index < 0 || a.Index >= len(u.Args) {
		return facts.Value{}, false
	}
	v = u.Args[a.Index]
	if a.Prop == "" {
		return v, true
	}
	v, known = v.Props[a.Prop]
	return v, known
}

// WithRole returns the arguments that have a role. A call through which somebody
// else's array is spread has the role somewhere, and nobody knows where: it
// gives one unknown value.
func WithRole(u facts.Use, e catalog.Entry, role catalog.Role) []facts.Value {
	var out []facts.Value
	for _, a := range e.Args {
		if a.Role != role {
			continue
		}
		if v, ok := argument(u, a); ok {
			out = append(out, v)
		}
	}
	if len(out) == 0 && u.Spread {
		out = append(out, facts.Value{Open: true})
	}
	return out
}

// Texts keeps the alternatives of a value that are strings: keywords and numbers
// (an options object left undefined) are not.
func Texts(v facts.Value) []facts.Pattern {
	var out []facts.Pattern
	for _, p := range v.Alts {
		if len(p) == 1 && p[0].Kind == facts.Keyword {
			continue
		}
		out = append(out, p)
	}
	return out
}

// IsTrue holds for a value that may be the word true.
func IsTrue(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		return len(p) == 1 && p[0].Kind == facts.Keyword && p[0].Text == "true"
	})
}

// Certainty says how much of a value is known.
type Certainty int

// How much is known, less and less.
const (
	Constant Certainty = iota // every alternative is plain text
	Resolved                  // named roots and text: where it points is known
	Dynamic                   // something in it is decided at run time
)

// CertaintyOf says how much of a value is known: as much as of its worst part.
func CertaintyOf(v facts.Value) Certainty {
	if v.Open || len(v.Alts) == 0 {
		return Dynamic
	}
	worst := Constant
	for _, p := range v.Alts {
		for _, part := range p {
			switch part.Kind {
			case facts.Root:
				worst = max(worst, Resolved)
			case facts.Config, facts.Env, facts.Unknown, facts.Bytes:
				return Dynamic
			}
		}
	}
	return worst
}

// SettingsIn names the settings that flow into a value, sorted.
func SettingsIn(v facts.Value) []string {
	var out []string
	for _, p := range v.Alts {
		for _, part := range p {
			if part.Kind == facts.Config {
				out = append(out, part.Text)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Show writes a value for a message: its first alternatives, printable.
func Show(v facts.Value) string {
	const most = 2
	var parts []string
	for i, p := range v.Alts {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, wording.Quote(p.String()))
	}
	if len(parts) == 0 {
		return "a value decided at run time"
	}
	return strings.Join(parts, " or ")
}

// Symbol writes a use's symbol the way a person does: child_process.exec.
func Symbol(u facts.Use) string {
	switch {
	case u.Module == "globals":
		return u.Member
	case u.Member == "":
		return u.Module
	}
	return escape.Printable(u.Module+"."+u.Member, 120)
}
