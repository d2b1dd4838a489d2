package scaffold

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/packlist"
)

// Ignore is the file that says what does not ship, in the extension's folder.
const Ignore = ".vscodeignore"

// The lines that keep what init writes out of the package. A loader that is kept
// among our documents is put into the package by who wraps it, and into one that
// holds it already it is not put at all. vsce's own list has ".github", which is
// a file of that name and not what lies in a folder.
const (
	documentsLine = ".ringfence/**"
	workflowsLine = ".github/**"
)

// Unpacked are files that have no place in the package, by their names below the
// extension's folder, and the line that leaves them out.
type Unpacked struct {
	Line  string
	Files []string
}

// Documents are the files below .ringfence.
func Documents(names ...string) Unpacked { return Unpacked{documentsLine, names} }

// Workflows are the files below .github.
func Workflows(names ...string) Unpacked { return Unpacked{workflowsLine, names} }

// Packaging is what decides which files of a folder ship.
type Packaging struct {
	// Ignore is the text of .vscodeignore, and HasIgnore whether there is one.
	Ignore    string
	HasIgnore bool
	// Files is the list of package.json, which counts where there is no
	// .vscodeignore, and HasFiles whether there is one.
	Files    []string
	HasFiles bool
}

// Unpackaged returns .vscodeignore as it has to be so that none of these files
// ships; lines are those it adds, empty where nothing is to be written. ships is
// the first file that ships all the same, which only a person can change: a line
// that begins with an exclamation mark or the list of package.json brings it back.
// A .vscodeignore beside that list is never made, because vsce refuses to package
// with both.
func (p Packaging) Unpackaged(all []Unpacked) (text string, lines []string, ships string) {
	listed := !p.HasIgnore && p.HasFiles
	rules := func(text string) *packlist.Rules {
		if listed {
			return packlist.FromFiles(p.Files)
		}
		return packlist.FromIgnore(text)
	}
	text = p.Ignore
	before := rules(text)
	for _, u := range all {
		if listed || !slices.ContainsFunc(u.Files, before.Ships) || hasLine(p.Ignore, u.Line) {
			continue
		}
		text = appended(text, u.Line)
		lines = append(lines, u.Line)
	}
	after := rules(text)
	for _, u := range all {
		if i := slices.IndexFunc(u.Files, after.Ships); i >= 0 {
			return text, lines, u.Files[i]
		}
	}
	return text, lines, ""
}

// Evidence is the document that is not committed: it follows from the others and
// changes with every line of code.
const Evidence = "evidence.json"

// Uncommitted is the file that says so, beside the documents.
const Uncommitted = ".ringfence/.gitignore"

// WithoutEvidence returns the text of that file as it has to be.
func WithoutEvidence(text string) string {
	if hasLine(text, Evidence) || hasLine(text, "/"+Evidence) {
		return text
	}
	return appended(text, Evidence)
}

func hasLine(text, want string) bool {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == want {
			return true
		}
	}
	return false
}

// appended adds a line, with the ends of lines that the text has.
func appended(text, line string) string {
	end := "\n"
	if strings.Contains(text, "\r\n") {
		end = "\r\n"
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += end
	}
	return text + line + end
}
