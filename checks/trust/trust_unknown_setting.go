package trust

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustUnknownSetting = check.Check{
	Name:       "trust_unknown_setting",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1188},
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustUnknownSetting,
}

func runTrustUnknownSetting(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	s := m.Capabilities.UntrustedWorkspaces
	if s == nil || s.Level != "limited" {
		return nil
	}
	var out []finding.Finding
	fix := cleaned(in)
	for _, item := range s.RestrictedConfigurations {
		better, known := contributed(m, item.Value)
		if known {
			continue
		}
		f := trustFinding(m, item.Pointer, finding.High, "", fix)
		f.Intent = finding.Vulnerable
		switch {
		case better != "":
			f.Message = "restricts " + wording.Quote(
				item.Value,
			) + ", which is no setting of the extension; did you mean " + wording.Quote(
				better,
			) + "?"
		case sameSection(m, item.Value) && mayRead(in, item.Value):
			f.Message = "restricts " + wording.Quote(
				item.Value,
			) + ", which the code reads and the manifest does not contribute; VS Code holds back only what is contributed"
		case sameSection(m, item.Value):
			f.Message = "restricts " + wording.Quote(item.Value) + ", which is no setting of the extension any more"
			f.Confidence = finding.Likely // it may have been renamed, or only removed
		case in.Program == nil || len(in.Program.BlindSpots) > 0 || mayRead(in, item.Value):
			continue // another extension's, and for all we know read here
		default:
			f.Message = "restricts " + wording.Quote(item.Value) + ", which it neither contributes nor reads"
			f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Likely
		}
		out = append(out, f)
	}
	return out
}

// contributed says whether an id is a setting of the extension, and else which
// one it was probably meant to be.
func contributed(m *extension.Manifest, id string) (better string, known bool) {
	var keys []string
	for _, s := range m.Contributes.Settings {
		if s.Key == id {
			return "", true
		}
		keys = append(keys, s.Key)
	}
	for _, k := range keys {
		if strings.EqualFold(k, id) {
			return k, false
		}
	}
	if sameSection(m, id) {
		better = didyoumean.Word(id, keys, max(1, min(len(id)/5, 8)))
	}
	return better, false
}

// sameSection says whether an id begins as settings of the extension do.
func sameSection(m *extension.Manifest, id string) bool {
	section, _, _ := strings.Cut(id, ".")
	return slices.ContainsFunc(m.Contributes.Settings, func(s extension.Setting) bool {
		own, _, _ := strings.Cut(s.Key, ".")
		return strings.EqualFold(own, section)
	})
}

// mayRead says whether the code reads a setting, or may.
func mayRead(in check.Input, id string) bool {
	if in.Program == nil {
		return false
	}
	return slices.ContainsFunc(in.Program.Settings, func(s facts.Setting) bool {
		return s.ID == id || strings.HasPrefix(s.ID, id+".") || strings.HasPrefix(id, s.ID+".") ||
			strings.Contains(s.ID, "?") && maybe(s.ID, id)
	})
}

// maybe compares two ids of which the first has parts nobody knows.
func maybe(open, id string) bool {
	before, _, _ := strings.Cut(open, "?")
	after := open[strings.LastIndexByte(open, '?')+1:]
	return strings.HasPrefix(id, before) && strings.HasSuffix(id, after)
}

// cleaned is the whole list put right: every finding has the same fix, so that
// no edit moves the place of another.
func cleaned(in check.Input) *finding.Fix {
	m := in.Manifest
	list := []string{}
	for _, item := range m.Capabilities.UntrustedWorkspaces.RestrictedConfigurations {
		better, known := contributed(m, item.Value)
		switch {
		case known, !sameSection(m, item.Value) && better == "" &&
			(in.Program == nil || len(in.Program.BlindSpots) > 0 || mayRead(in, item.Value)):
			better = item.Value
		}
		if better != "" && !slices.Contains(list, better) {
			list = append(list, better)
		}
	}
	return packagejson.Fix(
		"Name the settings as contributes.configuration has them, and leave out what is none.",
		packagejson.Set(trustPointer+"/restrictedConfigurations", list),
	)
}
