package chain

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainAgentAbuse = check.Check{
	Name:       "chain_agent_abuse",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{77, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainAgentAbuse,
}

var (
	assistants = lazyregexp.Lazy(
		`(?i)(^|[\s/\\"'])(claude|gemini|q|codex|cursor-agent|opencode|amp|copilot|aider|goose)(\.cmd|\.exe)?["']?(\s|$)`,
	)
	unasked = lazyregexp.Lazy(
		`(?i)--dangerously-skip-permissions|--yolo\b|--trust-all-tools|--dangerously-bypass-approvals\S*|--allow-all-tools|--full-auto|` +
			`--no-interactive\b|--yes-always`,
	)
)

func runChainAgentAbuse(_ context.Context, in check.Input) []finding.Finding {
	var free, config []link
	seen := map[finding.Location]bool{}
	for _, c := range commands(in) {
		if c.shown && !c.silent || seen[c.use.Where] || !assistants().MatchString(c.line) || !unasked().MatchString(c.line) {
			continue
		}
		seen[c.use.Where] = true
		free = append(free, link{c.use.Where, "an assistant is started that asks nobody before it acts: " + wording.Quote(c.line)})
	}
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		place, pattern, _, ok := uses.SensitiveArgument(in.Catalog, u, e)
		if ok && place.Kind == "agent" {
			config = append(config, link{u.Where, "the configuration of an assistant is written: " + wording.Quote(pattern.String())})
		}
	}
	if len(free) == 0 {
		return nil
	}
	links := append(config, free...)
	if len(links) == 1 {
		links = append(links, link{free[0].where, "in a process that nobody sees"})
	}
	return []finding.Finding{chain(in, finding.Likely, "an assistant is made to act without its user", links...)}
}
