package chain

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainCommandSends = check.Check{
	Name:       "chain_command_sends",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainCommandSends,
}

func runChainCommandSends(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, c := range commands(in) {
		if seen[c.use.Where] || c.typed || strings.Contains(c.line, "//127.0.0.1") || strings.Contains(c.line, "//localhost") {
			continue
		}
		m := sendsLine(c.line)
		if m == "" {
			continue
		}
		links := []link{{c.use.Where, "a command sends what is on the machine: " + wording.Quote(c.line)}}
		sure := finding.Likely
		switch {
		case remoteShell().MatchString(c.line):
			sure = finding.Confirmed
			links[0].message = "a command ties a shell to a connection: " + wording.Quote(c.line)
			links = append(links, link{c.use.Where, "whoever is at its other end runs what they like"})
		case c.shown && !c.silent, c.use.Trigger == facts.ByCommand:
			sure = finding.Heuristic
			links = append(links, link{c.use.Where, "by a command, or where the user sees it"})
		default:
			links = append(links, link{c.use.Where, "in a process without a window; it happens " + whatRuns(c.use.Trigger)})
		}
		seen[c.use.Where] = true
		out = append(out, chain(in, sure, fmt.Sprintf("%s has a program send: %s", uses.Symbol(c.use), wording.Quote(m)), links...))
	}
	return out
}
