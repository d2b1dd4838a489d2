package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainThemeWithCode = check.Check{
	Name:       "chain_theme_with_code",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runChainThemeWithCode,
}

// declaring are the categories of extensions that only declare.
var declaring = []string{"themes", "icons", "snippets", "keymaps", "language packs"}

// onlyNames holds for text that is run as code and is one name: bundlers write eval("require") where they found nothing to bundle.
func onlyNames(u facts.Use, e catalog.Entry) bool {
	code := uses.WithRole(u, e, catalog.RoleCode)
	return e.Capability == catalog.CodeEval && len(code) > 0 && !slices.ContainsFunc(code, func(v facts.Value) bool {
		names, ok := v.Constants()
		return !ok || slices.ContainsFunc(names, func(name string) bool { return !oneName().MatchString(name) })
	})
}

var oneName = lazyregexp.Lazy(`^[A-Za-z_$][\w$]*$`)

func runChainThemeWithCode(_ context.Context, in check.Input) []finding.Finding {
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
	files := check.FilesOf(in.Program)
	says := link{packagejson.At(in.Manifest, "/categories"), "says that it is one of " + wording.Quote(strings.Join(categories, ", "))}
	for u, e := range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM,
		catalog.CodeNative) {
		// What the user has it do by a command it does not only declare.
		if files.Runs(u.Where.File) && u.Trigger != facts.ByCommand && !onlyNames(u, e) {
			return []finding.Finding{
				chain(
					in,
					finding.Likely,
					"what says it only declares starts programs or runs text as code: "+uses.Symbol(u),
					says,
					link{u.Where, "calls " + uses.Symbol(u)},
				),
			}
		}
	}
	for u := range uses.Calls(in, catalog.NetConnect) {
		if files.Runs(u.Where.File) {
			return []finding.Finding{
				chain(
					in,
					finding.Heuristic,
					"what says it only declares uses the network: "+uses.Symbol(u),
					says,
					link{u.Where, "calls " + uses.Symbol(u)},
				),
			}
		}
	}
	return nil
}
