package code

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeSensitivePath = check.Check{
	Name:       "code_sensitive_path",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.High,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeSensitivePath,
}

func runCodeSensitivePath(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
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
	for u, e := range uses.Calls(in, fileAccess...) {
		place, pattern, writes, ok := uses.SensitiveArgument(in.Catalog, u, e)
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
		if !writes && onlyAsks[u.Member] && u.Module == "fs" {
			// Whether a file is there is no secret of what it holds.
			severity, verb = min(severity, finding.Medium), "asks whether there are"
		}
		if !place.Anchored && severity > finding.Low {
			// "<unknown>/.profile" may be a folder of the extension's own:
			// js-debug keeps browser profiles under that name.
			severity--
		}
		f := finding.Finding{
			Severity:      files.Rate(severity, u.Where.File),
			PaperSeverity: finding.High,
			Intent:        finding.Capability,
			Confidence:    finding.Heuristic,
			Provenance:    files.Provenance(u.Where.File),
			Message:       fmt.Sprintf("%s %s %s: %s", uses.Symbol(u), verb, noun(place.Description), wording.Quote(pattern.String())),
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
			Provenance:    files.Provenance(s.Where.File),
			Message:       fmt.Sprintf("names %s, and nothing was seen to open it: %s", noun(place.Description), wording.Quote(s.Text)),
			Where:         s.Where,
		})
	}
	return out
}

// onlyAsks are the functions of fs that tell whether a file is there, and nothing of what it holds.
var onlyAsks = map[string]bool{
	"access": true, "accessSync": true, "exists": true, "existsSync": true, "promises.access": true,
}

// noun makes what a sentence can reach or name of a description that says what happens to a place: run by git.
func noun(description string) string {
	for _, verb := range []string{"run ", "loaded ", "can "} {
		switch {
		case !strings.HasPrefix(description, verb):
		case verb == "can ":
			return "what " + description
		default:
			return "what is " + description
		}
	}
	return description
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
