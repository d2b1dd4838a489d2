package checks

import (
	"cmp"
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

var extensionMalicious = Check{
	Name:       "extension_malicious",
	Module:     finding.MalwareModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []Need{NeedManifest, NeedServices},
	Run:        runExtensionMalicious,
}

func runExtensionMalicious(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	from := cmp.Or(in.World.Registry, supply.Marketplace)
	for _, r := range in.World.Records {
		f := finding.Finding{
			Severity: finding.Critical, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Confirmed,
			Provenance: finding.FirstParty, Where: atPublisher(in.Manifest),
		}
		who := "this extension is"
		if r.Pointer != "" {
			f.Where = inManifest(in.Manifest, r.Pointer)
			who = "VS Code installs " + quote(r.Extension) + " along with this extension, which is"
			if strings.HasPrefix(r.Pointer, "/extensionPack") {
				who = "the pack installs " + quote(r.Extension) + ", which is"
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

func registryName(r supply.Registry) string {
	if r == supply.OpenVSX {
		return "Open VSX"
	}
	return "the Visual Studio Marketplace"
}
