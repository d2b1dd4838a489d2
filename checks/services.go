package checks

import (
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

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
func paperLevel(a supply.Advisory) finding.Severity {
	if a.Source != "npm-advisories" {
		return finding.None
	}
	return publishedLevel(a.Level)
}

// ships holds for packages that are known to ship, not only to be installed for
// production.
func ships(p supply.Package) bool { return p.Basis == supply.InFolder || p.Basis == supply.InBundle }

func packageOf(p supply.Package) string {
	where := "is locked for production"
	switch p.Basis {
	case supply.InFolder:
		where = "ships"
	case supply.InBundle:
		where = "is bundled"
	case supply.Resolved:
		where = "the registry resolves now and no lock file names"
	}
	return "the package " + p.Name + " " + p.Version + ", which " + where + ","
}

// titled is an advisory's name and title as they can be shown.
func titled(id, title string) string {
	if title == "" {
		return id
	}
	return id + ", " + quote(title)
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
		return inManifest(m, "/name")
	}
	return inManifest(m, "/publisher")
}

// listed gives the listing of a published extension. What is not published yet
// has done nothing wrong.
func listed(in Input) (supply.Listing, bool) {
	if l := in.World.Listing; l != nil && l.Published {
		return *l, true
	}
	return supply.Listing{}, false
}

func metadata(in Input, message string) []finding.Finding {
	return []finding.Finding{{
		Severity: finding.Low, PaperSeverity: finding.Medium, Intent: finding.Hygiene, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Where: atPublisher(in.Manifest), Message: message,
	}}
}

// atDependency is where the manifest asks for a package or, when something else
// asked for it, the file that says it ships.
func atDependency(m *extension.Manifest, p supply.Package) finding.Location {
	if d, ok := m.Asked(p.Name); ok {
		return inManifest(m, d.Pointer)
	}
	return finding.Location{File: p.File}
}
