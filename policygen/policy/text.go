package policy

import (
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Title returns what a section lets an extension do, for a list of permissions: "may
// read". A section without one is not in that list.
func (s Section) Title() string {
	return map[Section]string{
		FilesRead: "may read", FilesWrite: "may write", NetworkConnect: "may connect to", NetworkListen: "may accept connections at",
		Processes: "may run", EnvRead: "may read the variables", VSCode: "may use, of the editor", Code: "may turn into code, or start",
	}[s]
}

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
	return escape.Printable(b.String(), finding.MaxMessage)
}

// word quotes what a space or a quotation mark would make two of.
func word(s string) string {
	if s == "" || strings.ContainsAny(s, " \"'") {
		return strconv.Quote(s)
	}
	return s
}
