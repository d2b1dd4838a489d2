package checks

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/content"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var binaryDisguised = Check{
	Name:       "binary_disguised",
	Module:     finding.ObfuscationModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 646},
	Needs:      []Need{NeedFiles},
	Run:        runBinaryDisguised,
}

func runBinaryDisguised(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, o := range in.Content.Odd {
		if !o.Disguised {
			continue
		}
		f := onFile(o.Path)
		f.Message = "by its name it is " + called(o.Path) + ", by its first bytes " + string(o.Kind)
		switch {
		case o.Kind.Native():
			f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
		case o.Kind == content.Text:
			// What a failed download or a pointer to another store leaves behind.
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
		case o.Kind == content.Data && !picture(o.Path):
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Heuristic
		default:
			f.Severity, f.Intent, f.Confidence = finding.Medium, finding.Malicious, finding.Heuristic
		}
		out = append(out, f)
	}
	return out
}

// onFile is a finding about a file as a whole.
func onFile(file string) finding.Finding {
	f := finding.Finding{PaperSeverity: finding.None, Provenance: finding.FirstParty, Where: finding.Location{File: file}}
	if belowModules(file) {
		f.Provenance = finding.ThirdPartyUnverified
	}
	return f
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
	return "a " + quote(strings.ToLower(path.Ext(file)))
}
