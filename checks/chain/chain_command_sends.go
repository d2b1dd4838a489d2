package chain

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
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

// sending are lines by which a program sends what is on the machine, or lets others steer it.
var sending = []func() *regexp.Regexp{
	lazyregexp.Lazy(`(?i)\bcurl(\.exe)?\b[^|;&\n]*\s(-d|--data\S*|-F|--form\S*|-T|--upload-file)\s*["']?[^\n]*\bhttps?://[^\s"']+`),
	lazyregexp.Lazy(`(?i)\bcurl(\.exe)?\b[^|;&\n]*\bhttps?://\S+[^|;&\n]*\s(-d|--data\S*|-F|--form\S*|-T|--upload-file)\b`),
	lazyregexp.Lazy(`(?i)\bwget\b[^\n]*--post-(file|data)`),
	lazyregexp.Lazy(`(?i)\b(upload(string|file|data)(async)?\(|(invoke-restmethod|invoke-webrequest|irm|iwr)\b[^\n]*-method\s+["']?(post|put)\b)`),
}

// shells are lines that tie a shell to a connection.
var remoteShell = lazyregexp.Lazy(
	`(?i)/dev/(tcp|udp)/\S+|\b(nc|ncat|netcat)(\.exe)?\b[^\n]*\s(-e|-c|--exec|--sh-exec)\s|\bsocat\b[^\n]*\bexec:|\bmkfifo\b[^\n]*\b(nc|ncat|telnet)\b|` +
		`\bnew-object\s+(system\.)?net\.sockets\.tcpclient\b|\bsocket\.socket\([^\n]*\.connect\(`,
)

// sendsLine is what of a text sends, or ties a shell to a connection; "" when nothing does.
func sendsLine(text string) string {
	for _, re := range sending {
		if m := re().FindString(text); m != "" {
			return m
		}
	}
	return remoteShell().FindString(text)
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
