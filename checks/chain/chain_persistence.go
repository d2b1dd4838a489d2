package chain

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainPersistence = check.Check{
	Name:       "chain_persistence",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode, check.NeedTold},
	Run:        runChainPersistence,
}

// registers are run that have something run later, whoever is there.
var registers = lazyregexp.Lazy(
	`(?i)\bschtasks(\.exe)?\b.*/create\b|\bregister-scheduledtask\b|\blaunchctl\s+(load|bootstrap|enable|submit)\b|\bcrontab\s+(-\s*$|` +
		`-\s*[|<]|/|[^-\s])|\|\s*crontab\b|\breg(\.exe)?\s+add\b.*\\run\b|currentversion\\run\b|\bsystemctl\s+(--user\s+)?(enable|--now)\b|` +
		`\bsc(\.exe)?\s+create\b|\bupdate-rc\.d\b|\bcreateshortcut\b.*\bstartup\b|\\start menu\\programs\\startup\\`,
)

func runChainPersistence(_ context.Context, in check.Input) []finding.Finding {
	var writes, run, unasked []link
	asked := in.Told != nil && slices.ContainsFunc(stays, in.Told.Says)
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		place, pattern, _, ok := uses.SensitiveArgument(in.Catalog, u, e)
		if !ok || place.Kind != "startup" {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
			for _, p := range uses.Texts(v) {
				if starts().MatchString(p.String()) {
					asked = asked && u.Trigger == facts.ByCommand && loudLine(p.String()) == ""
					writes = append(
						writes,
						link{u.Where, "a line that starts a program is written to " + wording.Quote(pattern.String()) + ", which is " + place.Description},
					)
				}
			}
		}
	}
	seen := map[finding.Location]bool{}
	for _, c := range commands(in) {
		if !c.shown && !seen[c.use.Where] && registers().MatchString(c.line) {
			seen[c.use.Where] = true
			asked = asked && c.use.Trigger == facts.ByCommand && loudLine(c.line) == ""
			run = append(run, link{c.use.Where, "a command has something run later: " + wording.Quote(c.line)})
			if c.use.Trigger != facts.ByCommand && c.use.Trigger != facts.ByUnknown {
				unasked = append(unasked, link{c.use.Where, "no command and no answer of the user leads here: it happens " + whatRuns(c.use.Trigger)})
			}
		}
	}
	links := append(writes, run...)
	if len(links) == 0 {
		return nil
	}
	message := "it stays when the extension is removed: " + links[0].message
	switch {
	case asked && len(writes) > 0:
		return []finding.Finding{chain(in, finding.Heuristic, message,
			append(links, link{writes[0].where, "a command or an answer of the user leads here, and a page says what it is"})...)}
	case len(links) > 1 && len(writes) > 0:
		return []finding.Finding{chain(in, finding.Confirmed, message+"; and there is more than one way", links...)}
	case len(writes) > 0:
		return []finding.Finding{
			chain(
				in,
				finding.Likely,
				message,
				append(writes, link{writes[0].where, "and it runs whenever the user starts a session, with or without the editor"})...),
		}
	}
	if len(unasked) > 0 {
		return []finding.Finding{chain(in, finding.Likely, message, append(run, unasked...)...)}
	}
	return []finding.Finding{chain(in, finding.Heuristic, message, append(run, link{run[0].where, "nothing was seen that asks the user"})...)}
}

// stays are words by which a page says that something runs later, in lower case.
var stays = []string{
	"crontab", "cron job", "launchagent", "launch agent", "launchd", "login item", "systemd", "scheduled task", "task scheduler", "autostart",
	"at login", "when you log in",
}
