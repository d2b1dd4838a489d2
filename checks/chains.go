package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// A chain is two things an extension does that are each a privilege and
// together look like what malware was seen to do. Every chain_* check shows its
// links with their places. How sure it is says how the links hang together:
// confirmed where data or constant text joins them and honest code is not known
// to do it, likely where they are joined, heuristic where one is only suggested.

// link is one thing a chain is made of.
type link struct {
	where   finding.Location
	message string
}

// chain words a chain. The finding stands at its last link.
func (in Input) chain(sure finding.Confidence, message string, links ...link) finding.Finding {
	files := filesOf(in.Program)
	last := links[len(links)-1].where
	f := finding.Finding{
		Severity:      map[finding.Confidence]finding.Severity{finding.Confirmed: finding.Critical, finding.Likely: finding.High, finding.Heuristic: finding.Medium}[sure],
		PaperSeverity: finding.None,
		Intent:        finding.Malicious,
		Confidence:    sure,
		Provenance:    files.provenance(last.File),
		Message:       message,
		Where:         last,
	}
	for _, l := range links {
		if n := len(f.Flow); n > 0 && f.Flow[n-1].Where == l.where && f.Flow[n-1].Message == l.message {
			continue
		}
		f.Flow = append(f.Flow, finding.Step{Where: l.where, Message: finding.Printable(l.message, finding.MaxMessage)})
	}
	if n := len(f.Flow) - finding.MaxSteps; n > 0 {
		f.Flow = slices.Delete(f.Flow, finding.MaxSteps/2, finding.MaxSteps/2+n)
	}
	if !files.runs(last.File) {
		// What no path of imports leads to does not run today.
		f.Severity, f.Confidence = min(f.Severity, finding.Medium), finding.Heuristic
	}
	return f
}

// stepsAsLinks are the places of a flow.
func stepsAsLinks(f facts.Flow) []link {
	var out []link
	for _, s := range f.Steps {
		out = append(out, link{s.Where, cmp.Or(s.Message, "goes on")})
	}
	return out
}

// trails are the trails of some sources to a kind of sink that are near enough
// to be believed.
func (in Input) trails(to facts.SinkKind, from ...facts.SourceKind) []facts.Flow {
	var out []facts.Flow
	for _, f := range in.Program.Trails {
		if f.Sink.Kind == to && slices.Contains(from, f.Source.Kind) && len(f.Steps) <= far {
			out = append(out, f)
		}
	}
	return out
}

// usesAt are the uses of one place.
func (in Input) usesAt(where ...finding.Location) []facts.Use {
	var out []facts.Use
	for _, u := range in.Program.Uses {
		if slices.Contains(where, u.Where) {
			out = append(out, u)
		}
	}
	return out
}

// destination is where a trail that is sent goes.
type destination struct {
	address endpoint.Address
	// known is false when what stands there is decided at run time.
	known bool
}

// destinations gives the addresses of the request a trail is sent with.
func (in Input) destinations(f facts.Flow) []destination {
	var out []destination
	for _, u := range in.usesAt(f.Sink.Where, f.Opened) {
		out = append(out, in.addressesOf(u)...)
	}
	return out
}

func (in Input) addressesOf(u facts.Use) []destination {
	e, ok := in.Catalog.Lookup(u.Module, u.Member)
	if !ok || e.Capability != catalog.NetConnect {
		return nil
	}
	var out []destination
	for _, role := range []catalog.Role{catalog.RoleURL, catalog.RoleHost} {
		for _, v := range withRole(u, e, role) {
			for _, p := range text(v) {
				a, ok := endpoint.Parse(hostPart(p))
				out = append(out, destination{a, ok})
			}
		}
	}
	return out
}

// hostPart is the text of a pattern up to its first hole: of an address that
// is enough when the host is whole.
func hostPart(p facts.Pattern) string {
	var b strings.Builder
	for _, part := range p {
		if part.Kind != facts.Literal {
			if s := b.String(); !strings.Contains(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), "/") && !strings.Contains(s, "?") {
				return "" // the host is not whole
			}
			break
		}
		b.WriteString(part.Text)
	}
	return b.String()
}

// foreign gives an address that the code names, on another machine, that is
// none of some hosts.
func foreign(list []destination, homes ...string) (endpoint.Address, bool) {
	for _, d := range list {
		if !d.known || d.address.Private() {
			continue
		}
		if !slices.ContainsFunc(homes, func(h string) bool { return endpoint.Under(d.address.Host, h) }) {
			return d.address, true
		}
	}
	return endpoint.Address{}, false
}

// bare reports an address that is a number of another machine.
func bare(a endpoint.Address) bool {
	_, is := a.IP()
	return is && !a.Private()
}

// whatRuns words a trigger.
func whatRuns(t facts.Trigger) string {
	switch t {
	case facts.ByTimer:
		return "again and again"
	case facts.ByEvent:
		return "whatever the user does"
	case facts.ByStart:
		return "when the extension starts"
	case facts.ByCommand:
		return "by a command"
	}
	return "at some time"
}
