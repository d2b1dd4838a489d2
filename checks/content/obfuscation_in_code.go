package content

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var obfuscationInCode = check.Check{
	Name:       "obfuscation_in_code",
	Module:     finding.ObfuscationModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedScripts},
	Run:        runObfuscationInCode,
}

// What no honest script of the corpus reaches.
const (
	manyNames  = 10
	manyHex    = 20
	manyHidden = 10
)

func runObfuscationInCode(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	forms := map[string][]facts.Obfuscation{}
	if in.Program != nil {
		for _, o := range in.Program.Obfuscated {
			forms[o.Where.File] = append(forms[o.Where.File], o)
		}
	}
	var out []finding.Finding
	var hidden map[string][]named
	for _, s := range in.Content.Scripts {
		f := finding.Finding{
			Severity: finding.None, PaperSeverity: finding.None, Intent: finding.Malicious,
			Provenance: files.Provenance(s.Path),
		}
		var signs []string
		// The strongest sign comes first and says how sure the finding is.
		sign := func(severity finding.Severity, sure finding.Confidence, where finding.Location, format string, args ...any) {
			if len(signs) == 0 {
				f.Severity, f.Confidence, f.Where = severity, sure, where
			}
			signs = append(signs, fmt.Sprintf(format, args...))
		}
		for _, o := range forms[s.Path] {
			sign(finding.High, finding.Likely, o.Where, "%s", o.Form)
		}
		hex := s.Hex > manyHex && 10*s.Hex > 3*s.Numbers
		if s.Names >= manyNames && len(forms[s.Path]) == 0 {
			sign(finding.High, finding.Likely, s.AtName, "%d names like _0x1a2b3c", s.Names)
		}
		if s.Decoded > 0 {
			sign(finding.High, finding.Likely, s.AtDecoded, "what a decoder returns is run as code")
		}
		if hex && (s.Rotated || s.Packed) {
			sign(finding.High, finding.Likely, s.AtHex, "%d of %d numerals are short and hexadecimal", s.Hex, s.Numbers)
		}
		if s.Hidden >= manyHidden {
			sign(finding.High, finding.Likely, s.AtHidden, "%d runs of escapes stand for plain letters", s.Hidden)
		}
		switch {
		case len(signs) == 0 && hex:
			sign(finding.Low, finding.Heuristic, s.AtHex, "%d of %d numerals are short and hexadecimal", s.Hex, s.Numbers)
			f.Intent = finding.Hygiene
		case len(signs) == 0 && s.Hidden > 0:
			sign(finding.Low, finding.Heuristic, s.AtHidden, "escapes stand for plain letters")
			f.Intent = finding.Hygiene
		case len(signs) == 0:
			continue
		}
		signs = append(signs, supporting(s)...)
		f.Severity = files.Rate(f.Severity, s.Path)
		f.Message = "the script is written not to be read: " + strings.Join(signs, ", ")
		if f.Severity >= finding.High {
			if hidden == nil {
				hidden = namedIn(in)
			}
			const begins = "; worked out, it "
			if clause, steps := hides(hidden[s.Path], finding.MaxMessage-utf8.RuneCountInString(f.Message+begins)); clause != "" {
				f.Message += begins + clause
				f.Flow = steps
			}
		}
		out = append(out, f)
	}
	for _, s := range in.Content.Skipped {
		out = append(out, finding.Finding{
			Severity: finding.None, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: files.Provenance(s.File), Where: finding.Location{File: s.File},
			Message: "nobody looked at how this script is written: " + s.Why,
		})
	}
	return out
}

// supporting are signs that honest code has as well.
func supporting(s filetype.Script) []string {
	var out []string
	if s.Rotated {
		out = append(out, "a list is rotated")
	}
	if s.Packed {
		out = append(out, "a list of strings is in base64")
	}
	return out
}
