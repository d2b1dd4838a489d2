package content

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var binaryDisguised = check.Check{
	Name:       "binary_disguised",
	Module:     finding.ObfuscationModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 646},
	Needs:      []check.Need{check.NeedFiles},
	Run:        runBinaryDisguised,
}

func runBinaryDisguised(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, o := range in.Content.Odd {
		if !o.Disguised {
			continue
		}
		f := check.OnFile(o.Path)
		f.Message = "by its name it is " + called(o.Path) + ", by its first bytes " + string(o.Kind)
		switch {
		case o.Kind.Native():
			f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
		case o.Kind == filetype.Text:
			// What a failed download or a pointer to another store leaves behind.
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
		case o.Kind == filetype.Data && !picture(o.Path):
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Heuristic
		default:
			f.Severity, f.Intent, f.Confidence = finding.Medium, finding.Malicious, finding.Heuristic
		}
		out = append(out, f)
	}
	return out
}

// picture holds for names of pictures.
func picture(file string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".ico", ".webp", ".bmp"}, strings.ToLower(path.Ext(file)))
}

// called says what a file's name makes people believe.
func called(file string) string {
	if picture(file) {
		return "a picture"
	}
	return "a " + wording.Quote(strings.ToLower(path.Ext(file)))
}
