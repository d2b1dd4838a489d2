package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainSpreads = check.Check{
	Name:       "chain_spreads",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainSpreads,
}

// editors are the programs that take --install-extension.
var editors = lazyregexp.Lazy(`(?i)\b(code|code-insiders|cursor|windsurf|codium|vscodium|positron|trae|kiro|code-server)(\.cmd|\.exe)?\b`)

func runChainSpreads(_ context.Context, in check.Input) []finding.Finding {
	var installs []link
	names := map[string]bool{}
	var lines []string
	for _, c := range commands(in) {
		if !strings.Contains(c.line, "--install-extension") || c.shown {
			continue
		}
		for _, m := range editors().FindAllString(c.line[:strings.Index(c.line, "--install-extension")], -1) {
			names[strings.ToLower(m)] = true
		}
		if len(installs) == 0 || installs[len(installs)-1].where != c.use.Where {
			installs = append(installs, link{c.use.Where, "another extension is installed by command: " + wording.Quote(c.line)})
		}
		lines = append(lines, c.line)
	}
	dropped := drops(in)
	out := append(installed(in, dropped), published(in)...)
	for _, d := range dropped {
		for _, l := range lines {
			if strings.Contains(l, d.path) {
				message := "an extension is fetched and installed behind the marketplace's back"
				return append(out, chain(in, finding.Confirmed, message, append(stepsAsLinks(d.trail), installs...)...))
			}
		}
		if place, ok := in.Catalog.SensitivePath(d.path); ok && place.ID == "editor-extensions" {
			out = append(out, chain(in, finding.Likely, "what was fetched is written among the editor's extensions: "+wording.Quote(d.path),
				append(stepsAsLinks(d.trail), link{d.trail.Sink.Where, "where every extension is code that runs"})...))
		}
	}
	if len(names) > 1 {
		message := "an extension is installed into several editors"
		out = append(out, chain(in, finding.Likely, message, append(installs, link{installs[0].where, "into more than one editor"})...))
	}
	return out
}

// installed finds a command of the editor that installs what was fetched, which dropped are.
func installed(in check.Input, dropped []drop) []finding.Finding {
	for u := range uses.Calls(in, catalog.VSCommand) {
		if !strings.HasSuffix(u.Member, "executeCommand") || len(u.Args) < 2 {
			continue
		}
		if names, _ := u.Args[0].Constants(); !slices.Contains(names, "workbench.extensions.installExtension") &&
			!slices.Contains(names, "workbench.extensions.action.installVSIX") &&
			!slices.Contains(names, "workbench.extensions.command.installFromVSIX") {
			continue
		}
		texts := uses.Texts(u.Args[1])
		for _, d := range dropped {
			match := len(texts) == 0 && strings.HasSuffix(d.path, ".vsix")
			for _, p := range texts {
				match = match || strings.Contains(p.String(), d.path)
			}
			if match && !(u.Trigger == facts.ByCommand && d.fromElsewhere(in)) {
				return []finding.Finding{chain(in, finding.Confirmed, "an extension is fetched and installed behind the marketplace's back",
					append(stepsAsLinks(d.trail), link{u.Where, "what was fetched is installed as an extension"})...)}
			}
		}
	}
	return nil
}

// published finds a release that nobody sees made, by code that takes the token for it out of the user's own files, or
// that writes into the manifests of packages beside the one that is open: so a worm goes on, whoever starts it.
func published(in check.Input) []finding.Finding {
	var found []finding.Finding
	for _, c := range commands(in) {
		if c.shown && !c.silent || c.typed || !publishes().MatchString(c.line) {
			continue
		}
		links := []link{{c.use.Where, "publishes where nobody sees it: " + wording.Quote(c.line)}}
		for u, e := range uses.Calls(in, catalog.FileRead, catalog.FileWrite, catalog.VSFilesRead, catalog.VSFilesWrite) {
			place, pattern, _, ok := uses.SensitiveArgument(in.Catalog, u, e)
			switch {
			case !near(u.Where, c.use.Where):
			case ok && reads(e) && (place.ID == "npmrc" || place.ID == "pypirc" || place.ID == "cargo" || place.ID == "gem"):
				links = append(links, link{u.Where, "the token for it is read out of " + wording.Quote(pattern.String())})
			case writesContent(u, e) && manifestBeside(u, e):
				links = append(links, link{u.Where, "the manifest of a package beside the open one is written"})
			case copiesItself(in, u, e):
				links = append(links, link{u.Where, "the extension's own code is copied to where it is published from"})
			}
		}
		if len(links) > 1 {
			slices.SortStableFunc(links[1:], func(a, b link) int { return a.where.Compare(b.where) })
			links = append(links[1:], links[0])
			found = append(found, chain(in, finding.Likely, "packages are published where nobody sees it, with what belongs to the user", links...))
			break
		}
	}
	return found
}

// copiesItself holds for a copy of what the extension runs itself to a place that is none of its own.
func copiesItself(in check.Input, u facts.Use, e catalog.Entry) bool {
	files := check.FilesOf(in.Program)
	for _, v := range uses.WithRole(u, e, catalog.RolePathSource) {
		for _, p := range uses.Texts(v) {
			file, ok := strings.CutPrefix(p.String(), "${extension}/")
			if !ok || !files.Runs(file) {
				continue
			}
			for _, to := range uses.WithRole(u, e, catalog.RolePathDest) {
				if !ownPlace(to) {
					return true
				}
			}
		}
	}
	return false
}

// reads holds for what reads a file: who writes one for a release keeps the token that was typed.
func reads(e catalog.Entry) bool {
	return e.Capability == catalog.FileRead || e.Capability == catalog.VSFilesRead
}

// manifestBeside holds for a write of a package's manifest in a folder that is not the open one.
func manifestBeside(u facts.Use, e catalog.Entry) bool {
	for _, role := range []catalog.Role{catalog.RolePath, catalog.RolePathDest} {
		for _, v := range uses.WithRole(u, e, role) {
			for _, p := range uses.Texts(v) {
				text := strings.ReplaceAll(p.String(), `\`, "/")
				if strings.HasSuffix(text, "/package.json") && (strings.Contains(text, "/../") || strings.HasPrefix(text, "${home}")) {
					return true
				}
			}
		}
	}
	return false
}

// publishes are the lines that release a package.
var publishes = lazyregexp.Lazy(
	`(?i)\b(npm|pnpm|yarn(\s+npm)?|bun)(\.cmd)?\s+(\S+\s+)*publish\b|\b(vsce|ovsx)(\.cmd)?\s+publish\b|\btwine\s+upload\b|` +
		`\bcargo\s+publish\b|\bgem\s+push\b`,
)
