package policy

import (
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// String writes a grant for people, on one line of printable text:
// "files.read: ${workspace}/**", "processes: git status ...",
// "modules: fs.readFile".
func (g Grant) String() string {
	var b strings.Builder
	b.WriteString(string(g.Section) + ": ")
	switch {
	case g.Section == Modules && g.Pattern == "":
		b.WriteString(g.Name + " (loading it)")
	case g.Section == Modules:
		b.WriteString(g.Name + "." + g.Pattern)
	case g.Shell:
		b.WriteString("shell " + word(g.Pattern))
	default:
		var parts []string
		for _, p := range append([]string{g.Name}, g.Pattern) {
			if p != "" {
				parts = append(parts, word(p))
			}
		}
		for _, a := range g.Args {
			parts = append(parts, word(a))
		}
		if g.SHA256 != "" {
			parts = append(parts, "sha256:"+g.SHA256)
		}
		b.WriteString(strings.Join(parts, " "))
	}
	if g.TrustedOnly {
		b.WriteString(" (trusted workspaces only)")
	}
	if g.Mark != Sure {
		b.WriteString(" (" + string(g.Mark) + ")")
	}
	return finding.Printable(b.String(), finding.MaxMessage)
}

// word quotes what a space or a quotation mark would make two of.
func word(s string) string {
	if s == "" || strings.ContainsAny(s, " \"'") {
		return strconv.Quote(s)
	}
	return s
}
