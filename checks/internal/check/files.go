package check

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// OnFile is a finding about a file as a whole.
func OnFile(file string) finding.Finding {
	f := finding.Finding{PaperSeverity: finding.None, Provenance: finding.FirstParty, Where: finding.Location{File: file}}
	if BelowModules(file) {
		f.Provenance = finding.ThirdPartyUnverified
	}
	return f
}

// Files answers what checks ask about the file a fact is in.
type Files struct {
	ByPath map[string]facts.Module
	// entered is false when nothing at all is reached: an extension whose
	// entries are not known says nothing about what runs.
	entered bool
}

// FilesOf reads the files of a program; nil has none.
func FilesOf(p *facts.Program) Files {
	if p == nil {
		return Files{}
	}
	m := Files{ByPath: make(map[string]facts.Module, len(p.Modules))}
	for _, f := range p.Modules {
		m.ByPath[f.Path] = f
		m.entered = m.entered || f.Reached
	}
	return m
}

// Provenance says whose code a file is. A path below node_modules claims to be
// a package and proves nothing: trojans hide exactly there. A file outside may
// be a bundle of everybody's code, and only its build could tell.
func (m Files) Provenance(path string) finding.Provenance {
	if m.ByPath[path].Dependency != "" {
		return finding.ThirdPartyUnverified
	}
	return finding.UnknownProvenance
}

// reach says whether a file's code can run; NoCode for what is no code. Where
// no entry is known, nobody can say that a file does not run.
func (m Files) reach(path string) finding.Reach {
	switch f, ok := m.ByPath[path]; {
	case !ok:
		return finding.NoCode
	case f.Reached || !m.entered:
		return finding.Reached
	}
	return finding.Unreached
}

// Rate lowers a severity by one level, never below low, where no path of
// imports leads to the file: such code does not run today.
func (m Files) Rate(s finding.Severity, path string) finding.Severity {
	if m.reach(path) == finding.Unreached && s > finding.Low {
		return s - 1
	}
	return s
}

// Runs says that the code of a file can run, as far as anybody knows.
func (m Files) Runs(path string) bool {
	f, ok := m.ByPath[path]
	return !ok || !m.entered || f.Reached
}

// Perhaps reports a file of a package that nothing is seen to load: it may run because some file loads others by names that
// nobody knows, as the tests may that a package ships.
func (m Files) Perhaps(path string) bool {
	f := m.ByPath[path]
	return f.Perhaps && f.Dependency != "" && m.entered
}

// BelowModules reports that a file came with a package: whatever it gives away
// was given away when the package was published, and was not the author's.
func BelowModules(file string) bool { return strings.Contains("/"+file, "/node_modules/") }
