package chain

import (
	"cmp"
	"math"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/escape"
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
func chain(in check.Input, sure finding.Confidence, message string, links ...link) finding.Finding {
	files := check.FilesOf(in.Program)
	last := links[len(links)-1].where
	f := finding.Finding{
		Severity: map[finding.Confidence]finding.Severity{finding.Confirmed: finding.Critical, finding.Likely: finding.High,
			finding.Heuristic: finding.Medium}[sure],
		PaperSeverity: finding.None,
		Intent:        finding.Malicious,
		Confidence:    sure,
		Provenance:    files.Provenance(last.File),
		Message:       message,
		Where:         last,
	}
	for _, l := range links {
		if n := len(f.Flow); n > 0 && f.Flow[n-1].Where == l.where && f.Flow[n-1].Message == l.message {
			continue
		}
		f.Flow = append(f.Flow, finding.Step{Where: l.where, Message: escape.Printable(l.message, finding.MaxMessage)})
	}
	if n := len(f.Flow) - finding.MaxSteps; n > 0 {
		f.Flow = slices.Delete(f.Flow, finding.MaxSteps/2, finding.MaxSteps/2+n)
	}
	if !files.Runs(last.File) {
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
// to be believed. What only a verb gives away as a client is one where its host is told nowhere (chain_untold_host).
func trails(in check.Input, to facts.SinkKind, from ...facts.SourceKind) []facts.Flow {
	var out []facts.Flow
	for _, f := range in.Program.Trails {
		if f.Sink.Kind == to && slices.Contains(from, f.Source.Kind) && len(f.Steps) <= dataflow.Far && !f.Sink.ByVerb {
			out = append(out, f)
		}
	}
	return nearest(in, out)
}

// nearest leaves of the ways of one source to one host one: to the client that was asked
// rather than to what goes on inside of it, and of these the shortest.
func nearest(in check.Input, list []facts.Flow) []facts.Flow {
	type way struct {
		from       finding.Location
		what, host string
	}
	keys := make([]way, len(list))
	best := map[way]int{}
	for i, f := range list {
		to, ok := foreign(destinations(in, f))
		if !ok || f.Sink.Kind != facts.ToSend {
			continue
		}
		keys[i] = way{f.Source.Where, f.Source.What, to.Host}
		b, ok := best[keys[i]]
		if !ok || rank(f) < rank(list[b]) {
			best[keys[i]] = i
		}
	}
	var out []facts.Flow
	for i, f := range list {
		if keys[i].host == "" || best[keys[i]] == i {
			out = append(out, f)
		}
	}
	return out
}

// rank says how near the end of a flow is to who sends: the client that the code asks, in its own
// file, by few steps.
func rank(f facts.Flow) int {
	out := len(f.Steps)
	if f.Sink.Where.File != f.Source.Where.File {
		out += finding.MaxSteps
	}
	if f.To == "" {
		out += 2 * finding.MaxSteps
	}
	return out
}

// usesAt are the uses of one place.
func usesAt(in check.Input, where ...finding.Location) []facts.Use {
	var out []facts.Use
	for _, u := range in.Program.Uses {
		if slices.Contains(where, u.Where) {
			out = append(out, u)
		}
	}
	return out
}

// destinations returns the addresses of the request a trail is sent with.
func destinations(in check.Input, f facts.Flow) []uses.Destination {
	var out []uses.Destination
	if a, ok := endpoint.Parse(f.To); f.To != "" {
		out = append(out, uses.Destination{Address: a, Known: ok})
	}
	raw := false
	for _, u := range usesAt(in, f.Sink.Where, f.Opened) {
		out = append(out, uses.AddressesOf(in, u)...)
		raw = raw || u.Module == "net" || u.Module == "tls" || u.Module == "http2"
	}
	if raw && len(out) == 0 {
		// A socket is made first and told where to later.
		best := math.MaxInt
		for _, u := range in.Program.Uses {
			if u.Module != "net" && u.Module != "tls" && u.Module != "http2" || !near(u.Where, f.Sink.Where) {
				continue
			}
			if list := uses.AddressesOf(in, u); len(list) > 0 && apart(u.Where, f.Sink.Where) < best {
				best, out = apart(u.Where, f.Sink.Where), list
			}
		}
	}
	return out
}

// foreign returns an address that the code names, on another machine, that is
// none of some hosts.
func foreign(list []uses.Destination, homes ...string) (endpoint.Address, bool) {
	for _, d := range list {
		if !d.Known || d.Address.Private() {
			continue
		}
		if !slices.ContainsFunc(homes, func(h string) bool { return endpoint.Under(d.Address.Host, h) }) {
			return d.Address, true
		}
	}
	return endpoint.Address{}, false
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

// unaskedBy holds for what somebody is known to set off who is no person that asks.
func unaskedBy(t facts.Trigger) bool {
	return t == facts.ByStart || t == facts.ByTimer || t == facts.ByEvent
}

// nearestUse is the use of some that is near a place and the nearest to it; nil when none is.
func nearestUse(list []facts.Use, where finding.Location) *facts.Use {
	var best *facts.Use
	for i, u := range list {
		if near(u.Where, where) && (best == nil || apart(u.Where, where) < apart(best.Where, where)) {
			best = &list[i]
		}
	}
	return best
}
