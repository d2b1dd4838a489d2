package network

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var endpointContacted = check.Check{
	Name:       "endpoint_contacted",
	Module:     finding.NetworkModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedCode},
	Run:        runEndpointContacted,
}

// Each host is one finding: what it is, where the code first names it, and
// whether a call that connects does or only some string.
func runEndpointContacted(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	index := map[string]int{}
	more := map[string]int{} // further calls
	add := func(a endpoint.Address, contacted bool, where finding.Location) {
		if i, seen := index[a.Host]; seen {
			if contacted && out[i].Where != where {
				more[a.Host]++
			}
			return
		}
		f, ok := rateEndpoint(a, contacted)
		if !ok {
			return
		}
		f.PaperSeverity, f.Where, f.Provenance = finding.None, where, files.Provenance(where.File)
		f.Severity = files.Rate(f.Severity, where.File)
		index[a.Host] = len(out)
		out = append(out, f)
	}
	// Calls come first: a host that is contacted is more than one that is named.
	for u := range uses.Calls(in, catalog.NetConnect, catalog.NetResolve) {
		for _, d := range uses.AddressesOf(in, u) {
			if d.Known {
				add(d.Address, true, u.Where)
			}
		}
	}
	for _, s := range in.Program.Strings {
		if a, ok := endpoint.Parse(s.Text); ok && strings.Contains(s.Text, "://") {
			add(a, false, s.Where)
		}
	}
	for host, n := range more {
		if i, ok := index[host]; ok {
			out[i].Message += fmt.Sprintf(" (and from %d more places)", n)
		}
	}
	return out
}

// kindWords say what is to be known of hosts of a kind.
var kindWords = map[endpoint.Kind]string{
	endpoint.DeadDrop:  "a page whose text anybody may change",
	endpoint.Paste:     "a place for text and files without an owner",
	endpoint.Webhook:   "which takes what is sent and does not say for whom",
	endpoint.RPC:       "a node of a blockchain, where orders can be left that nobody takes down",
	endpoint.Shortener: "which hides another address",
	endpoint.Tunnel:    "a tunnel to somebody's machine",
	endpoint.Pool:      "a pool of miners",
}

// rateEndpoint words a host. Hosts that are only named in a string, and are
// nothing special, are links in texts and no finding.
func rateEndpoint(a endpoint.Address, contacted bool) (finding.Finding, bool) {
	verb := "connects to"
	f := finding.Finding{Severity: finding.None, Intent: finding.Capability, Confidence: finding.Confirmed}
	if !contacted {
		verb = "names"
		f.Confidence = finding.Heuristic
	}
	f.Message = "the code " + verb + " " + wording.Quote(a.Host)
	step := func(s finding.Severity) finding.Severity {
		if contacted {
			return s
		}
		return s - 1
	}
	if shown, is := a.Disguised(); is {
		f.Severity, f.Intent, f.Confidence = step(finding.Medium), finding.Malicious, finding.Heuristic
		f.Message += ", which is written to look like another name: " + wording.Quote(shown)
		return f, true
	}
	if uses.Bare(a) {
		f.Severity = step(finding.Medium)
		f.Message += ", a number: no name says whose it is, and nobody can be asked"
		return f, true
	}
	if e, ok := a.Entry(); ok {
		f.Message += ", " + kindWords[e.Kind] + " (" + e.Source + ")"
		f.Severity = finding.Low
		if e.Kind == endpoint.Pool {
			f.Severity, f.Intent, f.Confidence = finding.Medium, finding.Malicious, finding.Heuristic
		}
		return f, contacted || e.Kind == endpoint.Pool || e.Kind == endpoint.Webhook
	}
	switch {
	case a.Local():
		return f, contacted
	case a.Private():
		f.Severity, f.Intent = finding.Low, finding.Hygiene
		f.Message += ", a name of some private network, which means nothing or something else elsewhere"
	}
	return f, contacted
}
