package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainTargetedHarm = check.Check{
	Name:       "chain_targeted_harm",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 511},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainTargetedHarm,
}

// runChainTargetedHarm joins what tells who or where somebody is with what destroys, where the one decides whether the other happens and
// nobody asked.
func runChainTargetedHarm(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, u := range in.Program.Uses {
		if u.Person == "" || seen[u.PersonAt] || strings.HasSuffix(u.Person, "of an answer") && !asksNetwork(in) {
			continue
		}
		asked := u.Trigger == facts.ByCommand
		if u.Person == facts.Chance {
			if unaskedBy(u.Trigger) {
				seen[u.PersonAt] = true
				out = append(out, chain(in, finding.Likely, "chance decides whether the text of a document is changed, "+whatRuns(u.Trigger),
					link{u.PersonAt, "a number is drawn, and decides whether it happens"},
					link{u.Where, uses.Symbol(u) + " does it; no command and no answer of the user leads here"}))
			}
			continue
		}
		does, by := destroysFor(in, u)
		// What a command deletes may be what it is for. Nobody asks for one text in all files that are found.
		if does == "" || asked && does != writesOver {
			continue
		}
		seen[u.PersonAt] = true
		last := " does it; no command and no answer of the user leads here"
		if asked {
			last = " does it, in every file that was found"
		}
		links := []link{{u.PersonAt, u.Person + " decides whether it happens"}}
		if by != nil {
			links = append(links, link{by.Where, uses.Symbol(*by) + " finds what is there"})
		}
		out = append(out, chain(in, finding.Likely, does+", "+whatRuns(u.Trigger)+", for people whom "+u.Person+" gives away",
			append(links, link{u.Where, uses.Symbol(u) + last})...))
	}
	return out
}

// writesOver is what one text in every file that is there does.
const writesOver = "files that are there are written over by a text that the code writes out"

// asksNetwork holds for code that asks anybody where an address is.
func asksNetwork(in check.Input) bool {
	if len(in.Program.Requests) > 0 {
		return true
	}
	for range uses.Calls(in, catalog.NetConnect) {
		return true
	}
	return false
}

// destroysFor says what an act destroys, and names what found it; "" when that is the extension's own or nothing.
func destroysFor(in check.Input, u facts.Use) (does string, by *facts.Use) {
	last := u.Member[strings.LastIndexByte(u.Member, '.')+1:]
	if u.Module == "child_process" {
		for _, c := range commands(in) {
			if c.use.Where == u.Where && unaskedLines[0].line().MatchString(c.line) {
				return "what the user has is deleted by a program", nil
			}
		}
		return "", nil
	}
	if u.Module == "vscode" && (last == "replace" || u.Member == "TextEdit") {
		if by := others(in, u); by != nil && len(u.Args) > 0 && saysOne(u.Args[len(u.Args)-1]) {
			return "the text of documents is replaced by a text that the code writes out", by
		}
		return "", nil
	}
	if u.Module == "vscode" && (last == "set" || last == "delete" && strings.Contains(u.Member, "Edit")) || len(u.Args) == 0 {
		return "", nil
	}
	by = found(in, u)
	if !theirs(u.Args[0], by != nil) || by != nil && len(by.Args) > 0 && ownPlace(by.Args[0]) {
		return "", nil
	}
	switch {
	case strings.HasPrefix(last, "writeFile") || strings.HasPrefix(last, "outputFile"):
		if by == nil || len(u.Args) < 2 || !saysOne(u.Args[1]) {
			return "", nil
		}
		return writesOver, by
	case strings.HasPrefix(last, "rename"):
		return "", nil
	}
	return "files that are there are deleted", by
}

// found is what lists files near an act.
func found(in check.Input, u facts.Use) *facts.Use {
	var list []facts.Use
	for _, o := range in.Program.Uses {
		if o.Kind == facts.Call && (o.Module == "fs" || o.Module == "vscode") && slices.Contains(walks, o.Member) {
			list = append(list, o)
		}
	}
	return nearestUse(list, u.Where)
}

// others is what gives documents that nobody has asked to change: all that are open or that a search found, or, where nobody does
// anything, the one in which somebody works.
func others(in check.Input, u facts.Use) *facts.Use {
	var list []facts.Use
	for _, o := range in.Program.Uses {
		switch {
		case o.Module != "vscode" || !o.Beside(u):
		case slices.Contains([]string{"workspace.textDocuments", "workspace.findFiles", "window.visibleTextEditors"}, o.Member),
			o.Member == "window.activeTextEditor" && (u.Trigger == facts.ByStart || u.Trigger == facts.ByTimer):
			list = append(list, o)
		}
	}
	return nearestUse(list, u.Where)
}

// theirs holds for a path of the user's: one that a listing found, or a whole folder of theirs.
func theirs(v facts.Value, listed bool) bool {
	if ownPlace(v) {
		return false
	}
	if v.IsUnknown() || v.Open && len(v.Alts) == 0 {
		return listed
	}
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		if len(p) == 0 {
			return listed
		}
		last := p[len(p)-1]
		switch {
		case last.Kind == facts.Unknown:
			return listed
		case p[0].Kind == facts.Root && (p[0].Text == "home" || p[0].Text == "workspace" || p[0].Text == "document"):
			text := p.String()
			return len(p) == 1 || wholeFolder(text[strings.IndexByte(text, '}')+1:])
		}
		return false
	})
}

// wholeFolder holds for a folder below somebody's own in which they keep all they have.
func wholeFolder(rest string) bool {
	folders := []string{"documents", "desktop", "downloads", "pictures", "src", ".git", ".ssh"}
	return slices.Contains(folders, strings.ToLower(strings.Trim(rest, `/\`)))
}
