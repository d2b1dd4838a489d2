package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
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
	out := installed(in, dropped)
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
			if match {
				return []finding.Finding{chain(in, finding.Confirmed, "an extension is fetched and installed behind the marketplace's back",
					append(stepsAsLinks(d.trail), link{u.Where, "what was fetched is installed as an extension"})...)}
			}
		}
	}
	return nil
}
