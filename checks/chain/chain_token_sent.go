package chain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainTokenSent = check.Check{
	Name:       "chain_token_sent",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 522},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainTokenSent,
}

// providers are the hosts a session of VS Code's own providers is for. GitHub
// takes Microsoft's: VS Code's own sign-in exchanges them there for GitHub's.
var providers = map[string][]string{
	"github":            {"github.com", "githubusercontent.com", "githubcopilot.com", "ghe.com"},
	"github-enterprise": nil,
	"microsoft": {
		"microsoft.com",
		"microsoftonline.com",
		"azure.com",
		"windows.net",
		"visualstudio.com",
		"live.com",
		"office.com",
		"azure.net",
		"office365.com",
		"github.com",
		"ghe.com",
	},
}

// mayWriteScopes let their holder change code and releases.
var mayWriteScopes = lazyregexp.Lazy(`^(repo|public_repo|workflow|write:.*|admin:.*|delete_repo|delete:.*)$`)

func runChainTokenSent(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range trails(in, facts.ToSend, facts.FromToken) {
		homes := providers[f.Source.What]
		to, elsewhere := foreign(destinations(in, f), homes...)
		if len(homes) == 0 || !elsewhere || seen[f.Sink.Where] {
			continue
		}
		seen[f.Sink.Where] = true
		// A service of one's own that signs people in by their account is common,
		// and asks who they are; one that asks to change code is not.
		sure, what := finding.Likely, "a session"
		if asksToWrite(in, f.Source.Where) {
			sure, what = finding.Confirmed, "a session that may change code"
		}
		out = append(
			out,
			chain(
				in,
				sure,
				fmt.Sprintf("%s of %s goes to %s, which is not theirs", what, wording.Quote(f.Source.What), wording.Quote(to.Host)),
				stepsAsLinks(f)...),
		)
	}
	return append(out, entrustedSent(in)...)
}

func asksToWrite(in check.Input, where finding.Location) bool {
	for _, u := range usesAt(in, where) {
		if u.Member != "authentication.getSession" || len(u.Args) < 2 {
			continue
		}
		for _, item := range u.Args[1].Items {
			for _, p := range uses.Texts(item) {
				if mayWriteScopes().MatchString(p.String()) {
					return true
				}
			}
		}
	}
	return false
}

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
		case unaskedBy(f.Trigger) && f.Sink.Role == facts.AsContent && !strings.HasSuffix(f.Source.What, "secrets.get") && namesMachine(in, f):
			how = "together with who uses the machine; the box came unasked, " + whatRuns(f.Trigger)
		default:
			continue
		}
		seen[f.Sink.Where] = true
		out = append(out, chain(in, finding.Likely,
			fmt.Sprintf("what the user typed or gave to keep goes to %s, %s", wording.Quote(to.Host), how), stepsAsLinks(f)...))
	}
	return out
}

// namesMachine holds for a request that is told, beside what was typed, whose machine it is: no service has a use for both.
func namesMachine(in check.Input, f facts.Flow) bool {
	return slices.ContainsFunc(trails(in, facts.ToSend, facts.FromMachine), func(o facts.Flow) bool {
		return o.Sink.Where == f.Sink.Where && (o.Source.What == "os.userInfo" || o.Source.What == "the variable USER" ||
			o.Source.What == "the variable USERNAME")
	})
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
