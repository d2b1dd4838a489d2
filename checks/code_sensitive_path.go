package checks

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeSensitivePath = Check{
	Name:       "code_sensitive_path",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.High,
	Confidence: finding.Heuristic,
	Needs:      []Need{NeedCode},
	Run:        runCodeSensitivePath,
}

func runCodeSensitivePath(_ context.Context, in Input) []finding.Finding {
	files := filesOf(in.Program)
	var out []finding.Finding
	// One finding a place and file: a list of well-known files would say the
	// same thing forty times.
	type key struct{ file, place string }
	used := map[key]bool{}
	first := map[key]int{} // in out
	more := map[key]int{}
	fileAccess := []catalog.Capability{
		catalog.FileRead, catalog.FileWrite, catalog.FileWatch, catalog.VSFilesRead, catalog.VSFilesWrite,
	}
	for u, e := range calls(in, fileAccess...) {
		place, pattern, writes, ok := sensitiveArgument(in.Catalog, u, e)
		if !ok {
			continue
		}
		k := key{u.Where.File, place.ID}
		used[k] = true
		severity := severityOf(place)
		verb := "reaches"
		if !writes && !place.ReadMatters() {
			// Looking at what other programs run is everybody's daily work.
			severity, verb = finding.Low, "only reads"
		}
		if !place.Anchored && severity > finding.Low {
			// "<unknown>/.profile" may be a folder of the extension's own:
			// js-debug keeps browser profiles under that name.
			severity--
		}
		f := finding.Finding{
			Severity:      files.rate(severity, u.Where.File),
			PaperSeverity: finding.High,
			Intent:        finding.Capability,
			Confidence:    finding.Heuristic,
			Provenance:    files.provenance(u.Where.File),
			Message:       fmt.Sprintf("%s %s %s: %s", symbol(u), verb, place.Description, quote(pattern.String())),
			Where:         u.Where,
		}
		if place.Anchored {
			f.Confidence = finding.Likely
		}
		at, seen := first[k]
		switch {
		case !seen:
			first[k] = len(out)
			out = append(out, f)
			continue
		case f.Severity > out[at].Severity:
			out[at] = f // the worst of them is the one to look at
		}
		more[k]++
	}
	for k, n := range more {
		out[first[k]].Message += fmt.Sprintf(" (and %d more in this file)", n)
	}
	for _, s := range in.Program.Strings {
		place, ok := in.Catalog.SensitivePath(s.Text)
		if !ok || used[key{s.Where.File, place.ID}] {
			continue
		}
		used[key{s.Where.File, place.ID}] = true
		out = append(out, finding.Finding{
			Severity:      finding.Low,
			PaperSeverity: finding.High,
			Intent:        finding.Capability,
			Confidence:    finding.Heuristic,
			Provenance:    files.provenance(s.Where.File),
			Message:       fmt.Sprintf("names %s, and nothing was seen to open it: %s", place.Description, quote(s.Text)),
			Where:         s.Where,
		})
	}
	return out
}

// sensitiveArgument finds the sensitive place among the paths of a call, one
// that is written before one that is read.
func sensitiveArgument(c *catalog.Catalog, u facts.Use, e catalog.Entry) (place catalog.SensitivePath, pattern facts.Pattern, writes, ok bool) {
	for _, role := range []catalog.Role{catalog.RolePathDest, catalog.RolePath, catalog.RolePattern, catalog.RolePathSource} {
		for _, v := range withRole(u, e, role) {
			for _, p := range text(v) {
				if place, ok := c.SensitivePath(p.String()); ok {
					return place, p, role != catalog.RolePathSource && mayWrite(u, e), true
				}
			}
		}
	}
	return catalog.SensitivePath{}, nil, false, false
}

// mayWrite reports whether a use changes what its path names. Flags decide
// where a function takes them: what is not known to only read may write.
func mayWrite(u facts.Use, e catalog.Entry) bool {
	if e.Capability == catalog.FileWrite || e.Capability == catalog.VSFilesWrite {
		return true
	}
	for _, v := range withRole(u, e, catalog.RoleFlags) {
		if v.Props != nil && v.Alts == nil {
			// createReadStream's options: flags are one of them.
			flags, given := v.Props["flags"]
			if !given {
				continue
			}
			v = flags
		}
		for _, p := range text(v) {
			if s, ok := p.Constant(); !ok || s != "r" && s != "rs" && s != "sr" {
				return true
			}
		}
		if v.IsUnknown() && v.Open {
			return true
		}
	}
	return false
}

// severityOf reads the catalogue's word; a word it does not know is a mistake
// in our data and rated high rather than dropped.
func severityOf(place catalog.SensitivePath) finding.Severity {
	s := finding.High
	if err := s.UnmarshalText([]byte(place.Severity)); err != nil {
		return finding.High
	}
	return s
}
