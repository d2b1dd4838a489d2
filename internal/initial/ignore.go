package initial

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/packlist"
)

// Ignore is the file that says what does not ship, in the extension's folder.
const Ignore = ".vscodeignore"

// unpackaged is the line that keeps our documents out of the package. A loader
// that is kept among them is put into the package by who wraps it, and into one
// that holds it already it is not put at all.
const unpackaged = ".ringfence/**"

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

// Unpackaged gives .vscodeignore as it has to be so that none of the documents
// ships, by their names below the extension's folder; changed is false where
// nothing is to be written. ships is the first of them that ships all the same,
// which only a person can change: a line that begins with an exclamation mark
// or the list of package.json brings it back. A .vscodeignore beside that list is
// never made, because vsce refuses to package with both.
func (p Packaging) Unpackaged(documents []string) (text string, changed bool, ships string) {
	first := func(r *packlist.Rules) string {
		if i := slices.IndexFunc(documents, r.Ships); i >= 0 {
			return documents[i]
		}
		return ""
	}
	if !p.HasIgnore && p.HasFiles {
		return "", false, first(packlist.FromFiles(p.Files))
	}
	ships = first(packlist.FromIgnore(p.Ignore))
	for line := range strings.Lines(p.Ignore) {
		if strings.TrimSpace(line) == unpackaged {
			return p.Ignore, false, ships
		}
	}
	if ships == "" {
		return p.Ignore, false, ""
	}
	end := "\n"
	if strings.Contains(p.Ignore, "\r\n") {
		end = "\r\n"
	}
	text = p.Ignore
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += end
	}
	text += unpackaged + end
	return text, true, first(packlist.FromIgnore(text))
}
