package checks

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainThemeWithCode = Check{
	Name:       "chain_theme_with_code",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runChainThemeWithCode,
}

// declaring are the categories of extensions that only declare.
var declaring = []string{"themes", "icons", "snippets", "keymaps", "language packs"}

func runChainThemeWithCode(_ context.Context, in Input) []finding.Finding {
	if len(in.Manifest.Categories) == 0 {
		return nil
	}
	var categories []string
	for _, c := range in.Manifest.Categories {
		if !slices.Contains(declaring, strings.ToLower(c.Value)) {
			return nil
		}
		categories = append(categories, c.Value)
	}
	files := filesOf(in.Program)
	says := link{inManifest(in.Manifest, "/categories"), "says that it is one of " + quote(strings.Join(categories, ", "))}
	for u := range calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM, catalog.CodeNative) {
		if files.runs(u.Where.File) {
			return []finding.Finding{in.chain(finding.Likely, "what says it only declares starts programs or runs text as code: "+symbol(u), says, link{u.Where, "calls " + symbol(u)})}
		}
	}
	for u := range calls(in, catalog.NetConnect) {
		if files.runs(u.Where.File) {
			return []finding.Finding{in.chain(finding.Heuristic, "what says it only declares uses the network: "+symbol(u), says, link{u.Where, "calls " + symbol(u)})}
		}
	}
	return nil
}
