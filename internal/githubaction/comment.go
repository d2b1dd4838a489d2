package githubaction

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/review/result"
)

// maxComment is the length GitHub takes of a comment's body, in bytes here although it
// counts characters.
const maxComment = 65_536 - 1024

// Comment is the body of the one comment about the extensions of a run, a section
// each, and the marker with which it starts. The marker makes the comment known again.
// It is no proof: whoever updates the comment has to see that it is their own.
func Comment(pages []result.Page) (body, marker string) {
	var paths []string
	for _, p := range pages {
		paths = append(paths, p.Path)
	}
	sum := sha256.Sum256([]byte(strings.Join(paths, "\x00")))
	marker = "<!-- ringfence " + hex.EncodeToString(sum[:8]) + " -->"
	var b strings.Builder
	b.WriteString(marker + "\n")
	for i, p := range pages {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(p.Markdown((maxComment-64)/len(pages) - 1))
	}
	return b.String(), marker
}
