package chain

import (
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// opensConnection are the names of functions that are told who logs in: a password is for them.
var opensConnection = lazyregexp.Lazy(`(?i)connect|client|login|auth|open|init|create|session|transport|access|pool|setup|configure`)

// entrustedSent finds what the user typed into a box, or gave the extension to keep, where it goes a way that no service
// asks for: as a message of a broker, a datagram or a name, to a host that says not whose it is, or spelled so that nobody
// sees it. As the key of a request it is what it was given for.
func entrustedSent(in check.Input) []finding.Finding {
	hidden := trails(in, facts.ToHide, facts.FromEntrusted)
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range trails(in, facts.ToSend, facts.FromEntrusted) {
		to, elsewhere := foreign(destinations(in, f))
		if !elsewhere || seen[f.Sink.Where] {
			continue
		}
		var how string
		switch {
		case slices.ContainsFunc(hidden, func(h facts.Flow) bool { return f.Source.Where == h.Source.Where && passes(f, h.Sink.Where) }):
			how = "spelled so that nobody sees it"
		case uses.Bare(to) && f.Sink.Role == facts.AsContent, to.Is(endpoint.Paste, endpoint.Tunnel, endpoint.DeadDrop):
			how = "a host that does not say whose it is"
		case isMessage(to, f.Sink):
			how = "as a message and not as a login"
		default:
			continue
		}
		seen[f.Sink.Where] = true
		out = append(out, chain(in, finding.Likely,
			fmt.Sprintf("what the user typed or gave to keep goes to %s, %s", wording.Quote(to.Host), how), stepsAsLinks(f)...))
	}
	return out
}

// passes reports that a place is on the way of a flow.
func passes(f facts.Flow, where finding.Location) bool {
	return slices.ContainsFunc(f.Steps, func(s finding.Step) bool { return s.Where == where })
}

// isMessage holds for what is sent over a connection that is no request of HTTP and once it is open.
func isMessage(to endpoint.Address, s facts.Sink) bool {
	switch to.Scheme {
	case "http", "https", "ws", "wss":
		return false
	}
	switch s.Module {
	case "dgram":
		return s.Role == facts.AsContent
	case "dns":
		return true
	case "": // a client that ships
		return !opensConnection().MatchString(s.Member)
	}
	return false
}
