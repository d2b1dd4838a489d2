package update

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

var updateAddsExtensions = check.Check{
	Name:       "update_adds_extensions",
	Module:     finding.PublisherModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 829},
	Needs:      []check.Need{check.NeedManifest, check.NeedBase},
	Run:        runUpdateAddsExtensions,
}

func runUpdateAddsExtensions(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	// A pack that was nothing but a pack grows; that is its purpose.
	pack := !in.Base.Change.Ran && len(in.Base.Change.Entries) == 0
	for _, e := range in.Base.Change.Extensions {
		f := updated(packagejson.At(in.Manifest, e.Pointer), finding.High, finding.Malicious, finding.Likely,
			"VS Code installs "+wording.Quote(e.Value)+" along with this release, and did not with the one before")
		if pack || wellKnown(e.Value) {
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Capability, finding.Confirmed
		}
		out = append(out, f)
	}
	return out
}

// wellKnown holds for extensions of the editor itself and for those of the list
// of well-known ones, by their ids.
func wellKnown(id string) bool {
	if publisher, _, _ := strings.Cut(id, "."); strings.EqualFold(publisher, "vscode") {
		return true
	}
	return slices.ContainsFunc(lookalike.Known(), func(n lookalike.Name) bool { return strings.EqualFold(n.ID, id) })
}
