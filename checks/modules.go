package checks

import (
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// files answers what checks ask about the file a fact is in.
type files struct {
	byPath map[string]facts.Module
	// entered is false when nothing at all is reached: an extension whose
	// entries are not known says nothing about what runs.
	entered bool
}

func filesOf(p *facts.Program) files {
	if p == nil {
		return files{}
	}
	m := files{byPath: make(map[string]facts.Module, len(p.Modules))}
	for _, f := range p.Modules {
		m.byPath[f.Path] = f
		m.entered = m.entered || f.Reached
	}
	return m
}

// provenance says whose code a file is. A path below node_modules claims to be
// a package and proves nothing: trojans hide exactly there. A file outside may
// be a bundle of everybody's code, and only its build could tell.
func (m files) provenance(path string) finding.Provenance {
	if m.byPath[path].Dependency != "" {
		return finding.ThirdPartyUnverified
	}
	return finding.UnknownProvenance
}

// reach says whether a file's code can run; NoCode for what is no code. Where
// no entry is known, nobody can say that a file does not run.
func (m files) reach(path string) finding.Reach {
	switch f, ok := m.byPath[path]; {
	case !ok:
		return finding.NoCode
	case f.Reached || !m.entered:
		return finding.Reached
	}
	return finding.Unreached
}

// rate lowers a severity by one level, never below low, where no path of
// imports leads to the file: such code does not run today.
func (m files) rate(s finding.Severity, path string) finding.Severity {
	if m.reach(path) == finding.Unreached && s > finding.Low {
		return s - 1
	}
	return s
}

// runs says that the code of a file can run, as far as anybody knows.
func (m files) runs(path string) bool {
	f, ok := m.byPath[path]
	return !ok || !m.entered || f.Reached
}
