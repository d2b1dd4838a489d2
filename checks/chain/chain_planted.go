package chain

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainPlanted = check.Check{
	Name:       "chain_planted",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainPlanted,
}

// runChainPlanted joins the writing of a file that somebody else runs or obeys later with what
// makes it bad: what is written fetches, sends or gives hidden orders, or nobody asked for it.
func runChainPlanted(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[string]bool{}
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		soil, path, ok := plantedAt(in, u, e)
		if !ok {
			soil, path, ok = scriptAt(in, u, e)
		}
		if !ok || seen[u.Where.File+soil.name] {
			continue
		}
		line, inside := loudContent(in, u, e)
		unasked := u.Trigger != facts.ByCommand
		if soil.obeyed && line == "" && unaskedBy(u.Trigger) {
			line, inside = ruleContent(in, u, e)
		}
		links := []link{{u.Where, "writes " + wording.Quote(path) + ": " + soil.name}}
		switch {
		case inside:
			links = append(links, link{u.Where, "what is written: " + wording.Quote(line)})
		case unasked && startsPrograms(in, u, e, soil):
			continue // chain_persistence says it
		case line != "" && unasked:
			links = append(links, link{u.Where, "beside a line that fetches or sends: " + wording.Quote(line)})
		case unasked && soil.always && u.Trigger != facts.ByUnknown || unasked && soil.never:
		default:
			continue
		}
		if unasked {
			links = append(links, link{u.Where, "no command and no answer of the user leads here: it happens " + whatRuns(u.Trigger)})
		}
		if len(links) < 2 {
			continue
		}
		seen[u.Where.File+soil.name] = true
		message := "something is planted that others run or obey later: " + uses.Symbol(u) + " writes " + soil.name
		if line != "" {
			message += " beside " + wording.Quote(line)
		}
		out = append(out, chain(in, finding.Likely, message, links...))
	}
	return out
}

// plantedAt finds the soil that a call writes to. Where the path is not known, the names of such
// places that stand beside the call are taken for it.
func plantedAt(in check.Input, u facts.Use, e catalog.Entry) (soil, string, bool) {
	if !writesContent(u, e) {
		return soil{}, "", false
	}
	known := false
	for _, role := range []catalog.Role{catalog.RolePathDest, catalog.RolePath} {
		for _, v := range uses.WithRole(u, e, role) {
			for _, p := range uses.Texts(v) {
				text := strings.ReplaceAll(p.String(), `\`, "/")
				if s, ok := soilOf(in.Catalog, text); ok {
					return s, text, true
				}
				known = known || strings.Trim(strings.ReplaceAll(text, "<unknown>", ""), "/.") != "" && p[len(p)-1].Kind != facts.Unknown
			}
		}
	}
	if known {
		return soil{}, "", false
	}
	for _, s := range nearStrings(in, u.Where) {
		if found, ok := soilOf(in.Catalog, "<unknown>/"+s.Text); ok && found.named {
			return found, s.Text, true
		}
	}
	return soil{}, "", false
}

// scriptAt takes a file whose path is not known for soil where a line that fetches code, runs it and
// hides what it says stands beside the call: nobody writes such a line to show it.
func scriptAt(in check.Input, u facts.Use, e catalog.Entry) (soil, string, bool) {
	if !writesContent(u, e) || u.Trigger == facts.ByCommand {
		return soil{}, "", false
	}
	for _, s := range nearStrings(in, u.Where) {
		if hushed().MatchString(s.Text) && loudLine(s.Text) != "" || unaskedBy(u.Trigger) && programText(s.Text) != "" {
			return soil{name: "a script"}, "a file", true
		}
	}
	return soil{}, "", false
}

// ruleContent finds a rule that has an agent give away or guard less, in what is written or beside it.
func ruleContent(in check.Input, u facts.Use, e catalog.Entry) (line string, inside bool) {
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if l := badRule(p.String()); l != "" {
				return l, true
			}
		}
	}
	for _, s := range nearStrings(in, u.Where) {
		if l := badRule(s.Text); l != "" {
			return l, false
		}
	}
	return "", false
}

// hushed are lines whose output nobody shall see.
var hushed = lazyregexp.Lazy(`(?i)>\s*/dev/null|2>&1|\bnohup\b|-w(indowstyle)?\s+hidden|>\s*nul\b|\bstart\s+/b\b`)

// writesContent tells what puts a content into a file from what makes folders and changes modes.
func writesContent(u facts.Use, e catalog.Entry) bool {
	if len(uses.WithRole(u, e, catalog.RoleContent)) > 0 || len(uses.WithRole(u, e, catalog.RolePathDest)) > 0 {
		return true
	}
	return strings.HasSuffix(u.Member, "WriteStream")
}

// loudContent finds a line that fetches, sends or orders: in what is written, or beside it.
func loudContent(in check.Input, u facts.Use, e catalog.Entry) (line string, inside bool) {
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if l := loudLine(p.String()); l != "" {
				return l, true
			}
		}
	}
	for _, s := range nearStrings(in, u.Where) {
		if l := loudLine(s.Text); l != "" {
			return l, false
		}
	}
	return "", false
}

// startsPrograms holds for what chain_persistence reports.
func startsPrograms(in check.Input, u facts.Use, e catalog.Entry, s soil) bool {
	if !s.starts {
		return false
	}
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if starts().MatchString(p.String()) {
				return true
			}
		}
	}
	return false
}
