package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeDynamicProcess = check.Check{
	Name:       "code_dynamic_process",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Critical,
	Confidence: finding.Heuristic,
	CWE:        []int{78},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeDynamicProcess,
}

func runCodeDynamicProcess(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for u, e := range uses.Calls(in, catalog.ProcessShell, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := uses.LaunchOf(u, e)
		if !ok {
			continue
		}
		f, ok := rateLaunch(s, u)
		if !ok {
			continue
		}
		f.Severity = files.Rate(f.Severity, u.Where.File)
		f.Provenance = files.Provenance(u.Where.File)
		f.Where = u.Where
		out = append(out, f)
	}
	return out
}

// rateLaunch words what a call hands to the system; a constant program is none.
func rateLaunch(s uses.Launch, u facts.Use) (finding.Finding, bool) {
	known := uses.CertaintyOf(s.What)
	f := finding.Finding{Confidence: finding.Heuristic, PaperSeverity: finding.Critical, Intent: finding.Capability}
	switch {
	case known == uses.Constant && !s.Asked:
		// A constant command is a permission, not a fault: the policy's.
		return f, false
	case known == uses.Constant:
		f.Severity, f.PaperSeverity, f.Confidence = finding.None, finding.High, finding.Confirmed
		f.Message = fmt.Sprintf("%s asks for a shell to run the constant command %s", uses.Symbol(u), uses.Show(s.What))
		return f, true
	case s.Shell:
		f.Severity, f.Intent = finding.Medium, finding.Vulnerable
		if known == uses.Resolved {
			f.Severity = finding.Low
		}
		f.Message = fmt.Sprintf("%s hands a shell a line that is not constant: %s", uses.Symbol(u), uses.Show(s.What))
	default:
		f.Severity = finding.Low
		if known == uses.Resolved {
			f.Severity = finding.None
		}
		f.Message = fmt.Sprintf("%s starts a program that is not constant: %s", uses.Symbol(u), uses.Show(s.What))
		if ownFile(s.What) {
			f.Message = fmt.Sprintf("%s starts a file of the extension: %s", uses.Symbol(u), uses.Show(s.What))
		}
	}
	if !s.What.IsUnknown() {
		f.Confidence = finding.Likely
	}
	if ids := uses.SettingsIn(s.What); len(ids) > 0 {
		f.Message += " (from the setting " + escape.Printable(strings.Join(ids, ", "), 120) + ")"
	}
	return f, true
}

// ownFile holds for a path that is a file of the extension whatever happens.
func ownFile(v facts.Value) bool {
	return !v.Open && len(v.Alts) > 0 && !slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		return len(p) != 2 || p[0].Kind != facts.Root || p[0].Text != "extension" || p[1].Kind != facts.Literal
	})
}
