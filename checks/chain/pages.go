package chain

import (
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
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
	inline := false
	if asks == nil {
		if asks, host = pageText(in); asks == nil {
			return nil
		}
		inline = true
	}
	for _, f := range trails(in, facts.ToPage, facts.FromText, facts.FromClipboard, facts.FromSecret, facts.FromToken, facts.FromEnvironment) {
		if f.Source.Kind == facts.FromText && !inline && f.Trigger != facts.ByTimer && f.Trigger != facts.ByEvent && f.Trigger != facts.ByStart {
			continue
		}
		links := append(stepsAsLinks(f), link{f.Sink.Where, "this happens " + whatRuns(f.Trigger)}, *asks)
		return []finding.Finding{
			chain(in, finding.Likely, "what is private goes to a page, whose script asks "+wording.Quote(host)+", "+whatRuns(f.Trigger), links...),
		}
	}
	return nil
}

// tellsOn is a script of a page, written out in the code, that sends on what the page is told.
var tellsOn = lazyregexp.Lazy(
	"(?s)\\b(?:sendBeacon|fetch)\\(\\s*[\"'`](https?://[^\"'`\\s]+)[\"'`]\\s*,[^;]*\\b(?:e|ev|evt|event|m|msg|message)\\.data\\b",
)

// maxPageText bounds the texts that are taken for a page.
const maxPageText = 64 << 10

// pageText finds such a script, and the host it sends to.
func pageText(in check.Input) (*link, string) {
	for _, s := range in.Program.Strings {
		if len(s.Text) > maxPageText || !strings.Contains(s.Text, "message") {
			continue
		}
		m := tellsOn().FindStringSubmatch(s.Text)
		if m == nil {
			continue
		}
		if a, ok := endpoint.Parse(m[1]); ok && !a.Private() {
			return &link{s.Where, "a script of a page, written out here, sends what it is told to " + wording.Quote(a.Host)}, a.Host
		}
	}
	return nil, ""
}
