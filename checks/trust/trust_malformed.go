package trust

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustMalformed = check.Check{
	Name:       "trust_malformed",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1188},
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustMalformed,
}

func runTrustMalformed(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	s := m.Capabilities.UntrustedWorkspaces
	if s == nil {
		return nil
	}
	var out []finding.Finding
	switch {
	case workspacetrust.SupportOf(m) == workspacetrust.SupportMalformed:
		level := meant(s.Raw)
		if level == true && len(s.RestrictedConfigurations) > 0 {
			level = "limited"
		}
		f := trustFinding(
			m,
			trustPointer+"/supported",
			finding.High,
			"says "+escape.Printable(
				s.Raw,
				120,
			)+" to untrusted workspaces, which is neither true, false nor \"limited\"; VS Code runs whatever does not say false, and restricts "+
				"nothing",
			packagejson.Fix(fmt.Sprintf("Write %v, which is what it seems to mean.", level), change(m, level, textRefused)...),
		)
		f.Intent = finding.Vulnerable
		out = append(out, f)
	case s.Bare && m.Main != "":
		a := trustAnswer{level: meant(s.Raw), text: textRefused}
		out = append(out, trustFinding(
			m,
			trustPointer,
			finding.Low,
			"answers for untrusted workspaces with "+escape.Printable(
				s.Raw,
				120,
			)+" instead of an object; VS Code looks for \"supported\" inside, finds nothing and does not run the extension there",
			packagejson.Fix(fmt.Sprintf("Write {\"supported\": %v}.", a.level), declare(m, a)...),
		))
	}
	if f, ok := malformedList(m, s); ok {
		out = append(out, f)
	}
	return out
}

// malformedList looks at restrictedConfigurations. VS Code asks the value itself
// whether it includes an id, so that in a string every part of it counts, an
// object is an error, and elements that are no strings match nothing.
func malformedList(m *extension.Manifest, s *extension.Support) (finding.Finding, bool) {
	const pointer = trustPointer + "/restrictedConfigurations"
	at := ""
	for _, p := range m.Problems() {
		if p.Kind == extension.WrongType && (p.Pointer == pointer || strings.HasPrefix(p.Pointer, pointer+"/")) {
			at = p.Pointer
			break
		}
	}
	if at == "" || s.Level != "limited" {
		return finding.Finding{}, false // beside another level it counts for nothing anyhow
	}
	list := []string{}
	for _, item := range s.RestrictedConfigurations {
		list = append(list, item.Value)
	}
	var one string
	if json.Unmarshal([]byte(m.Raw(pointer)), &one) == nil && one != "" {
		list = append(list, one)
	}
	f := trustFinding(
		m,
		at,
		finding.High,
		"restrictedConfigurations is not a list of setting ids; VS Code does not hold back what it does not understand",
		packagejson.Fix("Make it a list of strings.", packagejson.Set(pointer, list)),
	)
	f.Intent = finding.Vulnerable
	return f, true
}

// meant guesses the level behind another word; a no is the guess that harms
// nobody.
func meant(raw string) any {
	switch strings.ToLower(strings.Trim(raw, "\" ")) {
	case "true", "yes", "1":
		return true
	case "limited", "partial":
		return "limited"
	}
	return false
}
