package content

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var binaryInPackage = check.Check{
	Name:       "binary_in_package",
	Module:     finding.ObfuscationModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedFiles},
	Run:        runBinaryInPackage,
}

func runBinaryInPackage(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, o := range in.Content.Odd {
		if o.Disguised || o.Behind > 0 {
			continue
		}
		f := check.OnFile(o.Path)
		f.Intent, f.Confidence = finding.Capability, finding.Confirmed
		from, unknown := cameFrom(o.Path)
		if in.Answers.Verified(o.Path) {
			from += ", as the registry's tarball has it"
		}
		what := string(o.Kind)
		switch {
		case o.Kind.Native() && strings.EqualFold(path.Ext(o.Path), ".node"):
			what = strings.Replace(what, "program", "library that Node loads into its own process", 1)
			fallthrough
		case o.Kind.Native():
			f.Severity = finding.Low
			if unknown {
				f.Severity = finding.Medium
			}
		case o.Kind == filetype.Wasm:
			f.Severity = finding.None
			if unknown {
				f.Severity = finding.Low
			}
		case o.Kind == filetype.Archive:
			f.Severity, f.Intent = finding.None, finding.Hygiene
			if unknown {
				f.Severity = finding.Low
			}
			what += ", which is not looked into,"
		default:
			f.Severity = finding.None
			if unknown {
				f.Severity = finding.Low
			}
		}
		f.Message = fmt.Sprintf("%s ships (%d bytes), %s", what, o.Bytes, from)
		out = append(out, f)
	}
	return out
}

// cameFrom says what a file came with; unknown: with nothing that could be
// named.
func cameFrom(file string) (text string, unknown bool) {
	if folder := filetype.Below(file); folder != "" {
		return "in the folder of the package " + wording.Quote(folder[strings.LastIndex(folder, "node_modules/")+len("node_modules/"):]), false
	}
	return "and nothing says where it was built", true
}
