package chain

import (
	"context"
	"strings"

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
		`(?i)--dangerously-[\w-]+|--yolo\b|--trust-all-tools|--allow-all-tools|--full-auto|--no-interactive\b|--yes-always|` +
			`--permission-mode[= ]+(bypassPermissions|acceptEdits)|--(ask-for-approval|approval-mode|` +
			`approval-policy)[= ]+(never|yolo)|--sandbox[= ]+danger\S*|` +
			`--auto-approve\b|--allow-tool\b|--skip-permissions\b`,
	)
	// seeks is a sentence by which an agent shall gather what is private.
	seeks = lazyregexp.Lazy(
		`(?i)\b(list|find|search|scan|collect|gather|read|enumerate|locate|look for|print|dump|harvest|inventory|summari[sz]e)\b[^\n]{0,160}` +
			`(\bwallets?\b|\b(private|ssh|api|secret|access)[ -]?keys?\b|\bcredentials?\b|\bpasswords?\b|\bsecrets?\b|\btokens?\b|\bcookies\b|` +
			`\bseed phrases?\b|\bmnemonics?\b|\.env\b|\.npmrc\b|\.aws\b|\.ssh\b|\bid_rsa\b|\bkeystores?\b)`,
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
		return sought(in)
	}
	links := append(config, free...)
	if len(links) == 1 {
		links = append(links, link{free[0].where, "in a process that nobody sees"})
	}
	return []finding.Finding{chain(in, finding.Likely, "an assistant is made to act without its user", links...)}
}

// sought finds an option by which an agent asks nobody beside a sentence that has it gather what is private,
// in code that starts programs: how the two are put together need not be known.
func sought(in check.Input) []finding.Finding {
	starts := false
	for range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.VSTerminal) {
		starts = true
		break
	}
	if !starts {
		return nil
	}
	for _, o := range in.Program.Strings {
		if !strings.Contains(o.Text, "--") || len(o.Text) > maxProgram || !unasked().MatchString(o.Text) {
			continue
		}
		for _, s := range nearStrings(in, o.Where) {
			if len(s.Text) < 20 || len(s.Text) > maxProgram {
				continue
			}
			if at := seeks().FindStringIndex(s.Text); at != nil && !forbids().MatchString(s.Text[max(0, at[0]-40):at[1]]) {
				message := "an agent that asks nobody (" + wording.Quote(o.Text) + ") is told to gather what is private: " + wording.Quote(s.Text)
				return []finding.Finding{chain(in, finding.Likely, message,
					link{s.Where, "what the agent is told: " + wording.Quote(s.Text)},
					link{o.Where, "the option by which it asks nobody: " + wording.Quote(o.Text)})}
			}
		}
	}
	return nil
}
