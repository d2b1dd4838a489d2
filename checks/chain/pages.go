package chain

import (
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// throughPage finds what is private that a webview's page is told unasked, where a script of a page
// asks a host that the code names.
func throughPage(in check.Input) []finding.Finding {
	pages := map[string]bool{}
	for _, m := range in.Program.Modules {
		pages[m.Path] = m.Shallow
	}
	var asks *link
	host := ""
	for u := range uses.Calls(in, catalog.NetConnect) {
		if to, ok := foreign(uses.AddressesOf(in, u)); ok && pages[u.Where.File] {
			asks, host = &link{u.Where, "a script of a page asks " + wording.Quote(to.Host)}, to.Host
			break
		}
	}
	if asks == nil {
		return nil
	}
	for _, f := range trails(in, facts.ToPage, facts.FromText, facts.FromClipboard, facts.FromSecret, facts.FromToken, facts.FromEnvironment) {
		if f.Source.Kind == facts.FromText && f.Trigger != facts.ByTimer && f.Trigger != facts.ByEvent && f.Trigger != facts.ByStart {
			continue
		}
		links := append(stepsAsLinks(f), link{f.Sink.Where, "this happens " + whatRuns(f.Trigger)}, *asks)
		return []finding.Finding{
			chain(in, finding.Likely, "what is private goes to a page, whose script asks "+wording.Quote(host)+", "+whatRuns(f.Trigger), links...),
		}
	}
	return nil
}
