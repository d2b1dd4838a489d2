package chain

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainCommandFetchesCode = check.Check{
	Name:       "chain_command_fetches_code",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{494, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainCommandFetchesCode,
}

// fetchAndRun are lines that fetch code and run it at once.
var fetchAndRun = []func() *regexp.Regexp{
	lazyregexp.Lazy(
		`(?i)\b(curl|wget|fetch|aria2c)\b[^|;&]*\|\s*(sudo\s+(-\w+\s+)*)?(/\S*/)?((ba|z|da|k|fi|a)?sh|python3?|node|perl|ruby|bun|deno|php|` +
			`osascript)\b`,
	),
	lazyregexp.Lazy("(?i)\\b((ba|z|da|k)?sh|eval|source|python3?|node)\\b[^;&]{0,20}(\\$\\(|<\\(|`)\\s*(curl|wget)\\b"),
	lazyregexp.Lazy(
		`(?i)\b(iex|invoke-expression)\b.*\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata|net\.webclient|curl|wget)\b`,
	),
	lazyregexp.Lazy(
		`(?i)\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|net\.webclient|curl|wget)\b.*\|\s*(iex|invoke-expression)\b`,
	),
	lazyregexp.Lazy(`(?i)\bmshta(\.exe)?\s+"?(https?:|javascript:|vbscript:)`),
	lazyregexp.Lazy(`(?i)\bregsvr32(\.exe)?\b.*/i:https?:`),
	lazyregexp.Lazy(
		`(?i)\b(curl|wget|iwr|invoke-webrequest|certutil|bitsadmin|start-bitstransfer)\b.*\bhttps?://.*(&&|;|&)\s*(chmod\s+\S*[+]?x|` +
			`start-process|start\s|msiexec|\./|(ba)?sh\s|powershell|/tmp/|%temp%|\$env:temp)`,
	),
	unreleased,
}

// unreleased runs what stands at some commit and was never published.
var unreleased = lazyregexp.Lazy(
	`(?i)\b(npx|bunx|npm\s+(exec|i|install)|pnpm\s+(dlx|add|i|install)|yarn\s+(dlx|add)|bun\s+(x|add)|uvx|pipx\s+run|pip3?\s+install)\b.` +
		`*\s["']?(github:|git\+|gist:|https?://)`,
)

// What makes such a line one that hides: a window nobody sees, text nobody can
// read, a host without a name or without TLS, a commit pinned so that no
// release has to be made.
var hides = []struct {
	pattern func() *regexp.Regexp
	word    string
}{
	{lazyregexp.Lazy(`(?i)\s[-/](w|win|windowstyle)\s+(hidden|1)\b|\bstart\s+/b\b`), "in a window nobody sees"},
	{lazyregexp.Lazy(`(?i)github:\S+#[0-9a-f]{7,40}\b|git\+\S+#[0-9a-f]{7,40}\b`), "from a commit that is no release"},
	{lazyregexp.Lazy(`(?i)\bhttps?://\d{1,3}(\.\d{1,3}){3}\b`), "from a host without a name"},
	{lazyregexp.Lazy(`(?i)\bhttp://[^\s"'/]*[a-z][^\s"'/]*`), "without TLS"},
}

var encoded = lazyregexp.Lazy(`(?i)\b(powershell|pwsh)(\.exe)?\b.*\s[-/](e|ec|en|enc|enco\w*)\s+["']?[A-Za-z0-9+/]{24,}`)

func runChainCommandFetchesCode(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, c := range commands(in) {
		if seen[c.use.Where] || c.typed {
			continue
		}
		links := []link{}
		for _, re := range fetchAndRun {
			if re().MatchString(c.line) {
				links = append(links, link{c.use.Where, "a command fetches code and runs it at once: " + wording.Quote(c.line)})
				break
			}
		}
		if encoded().MatchString(c.line) {
			links = append(links, link{c.use.Where, "a command is written so that nobody can read it"})
		}
		if len(links) == 0 {
			continue
		}
		hidden := []string{}
		for _, h := range hides {
			if h.pattern().MatchString(c.line) && !strings.Contains(c.line, "//127.0.0.1") && !strings.Contains(c.line, "//localhost") {
				hidden = append(hidden, h.word)
			}
		}
		sure := finding.Likely
		switch {
		case len(hidden) > 0:
			sure = finding.Confirmed
			links = append(links, link{c.use.Where, "and does so " + strings.Join(hidden, ", ")})
		case c.silent:
			links = append(links, link{c.use.Where, "and nobody sees it run"})
		case c.shown:
			// The user sees it; whether they asked for it is not known.
			sure = finding.Heuristic
		default:
			links = append(links, link{c.use.Where, "in a process without a window, where nobody sees what it says"})
		}
		seen[c.use.Where] = true
		out = append(
			out,
			chain(in, sure, fmt.Sprintf("%s runs what it has just fetched: %s", uses.Symbol(c.use), wording.Quote(c.line)), links...),
		)
	}
	return out
}
