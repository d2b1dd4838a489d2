package supply

import (
	"fmt"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// counted is a number of things in words.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

func registryName(r supplychain.Registry) string {
	if r == supplychain.OpenVSX {
		return "Open VSX"
	}
	return "the Visual Studio Marketplace"
}

func daysBetween(from, to string) (days int, known bool) {
	a, err := time.Parse(time.DateOnly, from)
	b, berr := time.Parse(time.DateOnly, to)
	return int(b.Sub(a).Hours() / 24), err == nil && berr == nil
}

// The bounds of the published matrix' table; its text puts them a hair lower.
const (
	scorecardHigh   = 3.0
	scorecardMedium = 6.0
)

// scored rates a score as the published matrix does. What was not scored, or
// not conclusively, is unknown and rates nothing.
func scored(s supplychain.Scorecard, where finding.Location, what string, whose finding.Provenance) []finding.Finding {
	if s.Score == nil || *s.Score > scorecardMedium || *s.Score < 0 {
		return nil
	}
	f := finding.Finding{
		Severity:      finding.Low,
		PaperSeverity: finding.Medium,
		Intent:        finding.Hygiene,
		Confidence:    finding.Confirmed,
		Provenance:    whose,
		Where:         where,
		Message:       fmt.Sprintf("%s has an OpenSSF Scorecard of %.1f of 10", what, *s.Score),
	}
	if *s.Score <= scorecardHigh {
		f.PaperSeverity = finding.High
	}
	if len(s.Low) > 0 {
		f.Message += "; lowest: " + strings.Join(s.Low, ", ")
	}
	return []finding.Finding{f}
}

// publishedLevel maps the severity of an advisory as the published matrix does,
// level by level. What nobody rated is taken for moderate.
func publishedLevel(level string) finding.Severity {
	switch level {
	case "info", "low":
		return finding.Low
	case "high":
		return finding.High
	case "critical":
		return finding.Critical
	}
	return finding.Medium
}

// paperLevel is the matrix's own severity, which knows npm's audit and nothing
// else.
func paperLevel(a supplychain.Advisory) finding.Severity {
	if a.Source != "npm-advisories" {
		return finding.None
	}
	return publishedLevel(a.Level)
}

// ships holds for packages that are known to ship, not only to be installed for
// production.
func ships(p supplychain.Package) bool {
	return p.Basis == supplychain.InFolder || p.Basis == supplychain.InBundle
}

func packageOf(p supplychain.Package) string {
	where := "is locked for production"
	switch p.Basis {
	case supplychain.InFolder:
		where = "ships"
	case supplychain.InBundle:
		where = "is bundled"
	case supplychain.Resolved:
		where = "the registry resolves now and no lock file names"
	}
	return "the package " + p.Name + " " + p.Version + ", which " + where + ","
}

// titled is an advisory's name and title as they can be shown.
func titled(id, title string) string {
	if title == "" {
		return id
	}
	return id + ", " + wording.Quote(title)
}

func ratedAs(level string) string {
	if level == "" {
		return "by nobody"
	}
	return level
}

// atPublisher is the place of the publisher's name, or of the extension's where
// there is none.
func atPublisher(m *extension.Manifest) finding.Location {
	if m.Publisher == "" {
		return packagejson.At(m, "/name")
	}
	return packagejson.At(m, "/publisher")
}

// listed returns the listing of a published extension. What is not published yet
// has done nothing wrong.
func listed(in check.Input) (supplychain.Listing, bool) {
	if l := in.Answers.Listing; l != nil && l.Published {
		return *l, true
	}
	return supplychain.Listing{}, false
}

func metadata(in check.Input, message string) []finding.Finding {
	return []finding.Finding{{
		Severity: finding.Low, PaperSeverity: finding.Medium, Intent: finding.Hygiene, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Where: atPublisher(in.Manifest), Message: message,
	}}
}

// atDependency is where the manifest asks for a package or, when something else
// asked for it, the file that says it ships.
func atDependency(m *extension.Manifest, p supplychain.Package) finding.Location {
	if d, ok := m.Asked(p.Name); ok {
		return packagejson.At(m, d.Pointer)
	}
	return finding.Location{File: p.File}
}
