package chain

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainRemoteControl = check.Check{
	Name:       "chain_remote_control",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainRemoteControl,
}

// controls are programs by which others see and steer a screen.
var controls = lazyregexp.Lazy(
	`(?i)screenconnect|connectwisecontrol|anydesk|teamviewer|rustdesk|ultraviewer|netsupport|client32\.exe|ateraagent|splashtop|meshagent|` +
		`remoteutilities|rutserv|dwagent|supremo|\bhvnc\b|quasarrat|asyncrat|octorat`,
)

// silently are the flags of an installer that asks nobody.
var silently = lazyregexp.Lazy(`(?i)\s(/qn|/quiet|/passive|/s|/silent|/verysilent|--silent|--install|-s|-q)\b`)

func runChainRemoteControl(_ context.Context, in check.Input) []finding.Finding {
	for _, c := range commands(in) {
		if c.shown || !controls().MatchString(c.line) {
			continue
		}
		links := []link{{c.use.Where, "starts a program by which others steer the screen: " + wording.Quote(c.line)}}
		sure := finding.Heuristic
		if silently().MatchString(c.line) {
			sure = finding.Likely
			links = append(links, link{c.use.Where, "so that it asks nobody"})
		}
		for _, d := range drops(in) {
			if controls().MatchString(d.path) {
				if sure == finding.Likely || c.silent {
					sure = finding.Confirmed
				} else {
					sure = finding.Likely
				}
				links = append(stepsAsLinks(d.trail), links...)
				break
			}
		}
		if len(links) < 2 {
			links = append(links, link{c.use.Where, "in a process that nobody sees"})
		}
		return []finding.Finding{chain(in, sure, "a program for remote control is started: "+wording.Quote(c.line), links...)}
	}
	return nil
}
