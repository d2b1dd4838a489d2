package supply

import (
	"cmp"
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var extensionMalicious = check.Check{
	Name:       "extension_malicious",
	Module:     finding.MalwareModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Run:        runExtensionMalicious,
}

func runExtensionMalicious(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	from := cmp.Or(in.Answers.Registry, supplychain.Marketplace)
	for _, r := range in.Answers.Records {
		f := finding.Finding{
			Severity: finding.Critical, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Confirmed,
			Provenance: finding.FirstParty, Where: atPublisher(in.Manifest),
		}
		who := "this extension is"
		if r.Pointer != "" {
			f.Where = packagejson.At(in.Manifest, r.Pointer)
			who = "VS Code installs " + wording.Quote(r.Extension) + " along with this extension, which is"
			if strings.HasPrefix(r.Pointer, "/extensionPack") {
				who = "the pack installs " + wording.Quote(r.Extension) + ", which is"
			}
		}
		// Two registries can hold different extensions under one name, and lists
		// of one have named honest ones of the other.
		note := ""
		switch {
		case !r.Exact:
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			note = " in some of its versions"
		case r.Registry != from:
			f.Severity, f.Confidence = finding.High, finding.Likely
		}
		on := ""
		if r.Registry != "" {
			on = " on " + registryName(r.Registry)
		}
		f.Message = who + " reported as malware" + on + note + ": " + titled(r.ID, r.Title)
		out = append(out, f)
	}
	return out
}
