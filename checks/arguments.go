package checks

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// calls yields the calls and constructions of symbols with a capability, along
// with what the catalogue says of them.
func calls(in Input, caps ...catalog.Capability) func(yield func(facts.Use, catalog.Entry) bool) {
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

// argument gives one argument of a use. known is false when nothing was passed
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

// withRole gives the arguments that have a role. A call through which somebody
// else's array is spread has the role somewhere, and nobody knows where: it
// gives one unknown value.
func withRole(u facts.Use, e catalog.Entry, role catalog.Role) []facts.Value {
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

// text keeps the alternatives of a value that are strings: keywords and numbers
// (an options object left undefined) are not.
func text(v facts.Value) []facts.Pattern {
	var out []facts.Pattern
	for _, p := range v.Alts {
		if len(p) == 1 && p[0].Kind == facts.Keyword {
			continue
		}
		out = append(out, p)
	}
	return out
}

// certainty says how much of a value is known.
type certainty int

const (
	constant certainty = iota // every alternative is plain text
	resolved                  // named roots and text: where it points is known
	dynamic                   // something in it is decided at run time
)

func certaintyOf(v facts.Value) certainty {
	if v.Open || len(v.Alts) == 0 {
		return dynamic
	}
	worst := constant
	for _, p := range v.Alts {
		for _, part := range p {
			switch part.Kind {
			case facts.Root:
				worst = max(worst, resolved)
			case facts.Config, facts.Env, facts.Unknown, facts.Bytes:
				return dynamic
			}
		}
	}
	return worst
}

// settingsIn names the settings that flow into a value, sorted.
func settingsIn(v facts.Value) []string {
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

// show writes a value for a message: its first alternatives, printable.
func show(v facts.Value) string {
	const most = 2
	var parts []string
	for i, p := range v.Alts {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, quote(p.String()))
	}
	if len(parts) == 0 {
		return "a value decided at run time"
	}
	return strings.Join(parts, " or ")
}

// quote puts hostile text between quotation marks, printable and short.
func quote(s string) string { return `"` + finding.Printable(s, 120) + `"` }

// symbol writes a use's symbol the way a person does: child_process.exec.
func symbol(u facts.Use) string {
	switch {
	case u.Module == "globals":
		return u.Member
	case u.Member == "":
		return u.Module
	}
	return finding.Printable(u.Module+"."+u.Member, 120)
}
