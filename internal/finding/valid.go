package finding

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Intents lists the intents. Like the other closed sets they are in the order
// of their declarations, which for severities rises.
func Intents() []Intent { return []Intent{Malicious, Vulnerable, Capability, Hygiene} }

// Confidences lists the confidences, surest first.
func Confidences() []Confidence { return []Confidence{Confirmed, Likely, Heuristic} }

// Provenances lists the provenances.
func Provenances() []Provenance {
	return []Provenance{FirstParty, ThirdPartyVerified, ThirdPartyUnverified, UnknownProvenance}
}

// Modules lists the scoring layers. To add one: a constant, a word here, a word
// in docs/schemas/report.schema.json and docs/schemas/config.schema.json.
func Modules() []Module {
	return []Module{
		PublisherModule, ManifestModule, DependenciesModule, ScorecardModule, MalwareModule,
		SecretsModule, ObfuscationModule, NetworkModule, CodeModule, ModelModule,
	}
}

// Severities lists the levels, rising.
func Severities() []Severity { return []Severity{None, Low, Medium, High, Critical} }

// Validate checks a finding that comes from outside, from a saved report: its
// words are of the closed sets, its text is printable and its place lies
// inside the extension.
func (f Finding) Validate() error {
	switch {
	case !isName(f.Check):
		return fmt.Errorf("check %q is no name of a check", escape.Printable(f.Check, 80))
	case !slices.Contains(Modules(), f.Module):
		return fmt.Errorf("module %q is unknown", escape.Printable(string(f.Module), 80))
	case f.Severity < None || f.Severity > Critical || f.PaperSeverity < None || f.PaperSeverity > Critical:
		return fmt.Errorf("a severity is out of range")
	case !slices.Contains(Intents(), f.Intent):
		return fmt.Errorf("intent %q is unknown", escape.Printable(string(f.Intent), 80))
	case !slices.Contains(Confidences(), f.Confidence):
		return fmt.Errorf("confidence %q is unknown", escape.Printable(string(f.Confidence), 80))
	case !slices.Contains(Provenances(), f.Provenance):
		return fmt.Errorf("provenance %q is unknown", escape.Printable(string(f.Provenance), 80))
	case f.Message == "" || !escape.IsPrintable(f.Message, MaxMessage):
		return fmt.Errorf("a message is empty, too long or holds characters that do not print")
	case f.Reach != Reached && f.Reach != Unreached && f.Reach != NoCode:
		return fmt.Errorf("reach %q is unknown", escape.Printable(string(f.Reach), 80))
	case !isLineHash(f.LineHash):
		return fmt.Errorf("line hash %q is none", escape.Printable(f.LineHash, 80))
	case len(f.Flow) > MaxSteps:
		return fmt.Errorf("a flow has %d steps, more than %d", len(f.Flow), MaxSteps)
	}
	for _, s := range f.Flow {
		if err := s.Validate(); err != nil {
			return err
		}
	}
	if f.Excerpt != nil {
		if err := f.Excerpt.Validate(); err != nil {
			return err
		}
	}
	if f.Origin != nil {
		if err := f.Origin.Validate(); err != nil {
			return err
		}
	}
	if f.Fix != nil {
		if err := f.Fix.Validate(); err != nil {
			return err
		}
	}
	if f.Opinion != nil {
		if err := f.Opinion.Validate(f); err != nil {
			return err
		}
	}
	if f.Suppressed != nil {
		if err := f.Suppressed.Validate(); err != nil {
			return err
		}
	}
	return f.Where.Validate()
}

// Validate checks that a place lies inside the extension and that its region
// does not end before it begins. No file at all means the extension as a whole.
func (a Location) Validate() error {
	if !LocalPath(a.File) && a.File != "" {
		return fmt.Errorf("file %q is not a path inside the extension", escape.Printable(a.File, 120))
	}
	const most = 1 << 31
	for _, n := range []int{a.Line, a.Column, a.EndLine, a.EndColumn} {
		if n < 0 || n >= most {
			return fmt.Errorf("position %d is out of range", n)
		}
	}
	switch {
	case a.File == "" && a != (Location{}),
		a.Line == 0 && a.Column != 0,
		a.EndLine == 0 && a.EndColumn != 0,
		a.EndLine != 0 && (a.EndLine < a.Line || a.Line == 0),
		a.EndLine == a.Line && a.EndColumn != 0 && a.EndColumn < a.Column:
		return fmt.Errorf("the positions of a place in %q contradict each other", escape.Printable(a.File, 120))
	}
	return nil
}

// LocalPath reports whether a slash-separated path stays inside the folder it
// is relative to.
func LocalPath(p string) bool {
	return p != "" && !strings.ContainsRune(p, 0) && !path.IsAbs(p) && path.Clean(p) == p &&
		p != "." && p != ".." && !strings.HasPrefix(p, "../")
}

// isLineHash holds for a number in hexadecimal, a colon and a count, and for
// nothing at all.
func isLineHash(s string) bool {
	hash, count, ok := strings.Cut(s, ":")
	h, err := strconv.ParseUint(hash, 16, 64)
	n, nerr := strconv.Atoi(count)
	return s == "" || ok && err == nil && nerr == nil && n > 0 && s == fmt.Sprintf("%x:%d", h, n)
}

// isName holds for names of checks: lower-case words joined by underscores.
func isName(s string) bool {
	if s == "" || len(s) > 80 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
	})
}
