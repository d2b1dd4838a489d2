package policy

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/docs/reference"
)

// SignsPage is where all signs of a pattern are explained.
const SignsPage = reference.Docs + "guide/policy.md#patterns"

// roots says what the name at the beginning of a path stands for.
var roots = []struct{ name, is string }{
	{"${workspace}", "the folders that are open"},
	{"${extension}", "the extension's own folder"},
	{"${globalStorage}", "its folder for data"},
	{"${workspaceStorage}", "its folder for the workspace's data"},
	{"${logs}", "its folder for logs"},
	{"${tmp}", "the folder for temporary files"},
	{"${home}", "the user's home folder"},
	{"${app}", "the editor's folder"},
	{"${config:", "what that setting says"},
	{"${env:", "what that environment variable says"},
}

// Signs explains the signs that stand in lines of a policy to somebody who has not read
// its guide, each once: "... any further arguments". Empty: there are none.
func Signs(grants []Grant) []string {
	var out []string
	say := func(there bool, text string) {
		if there && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for _, g := range grants {
		last := ""
		if n := len(g.Args); n > 0 {
			last = g.Args[n-1]
		}
		say(last == "...", "... any further arguments")
		say(slices.ContainsFunc(g.Args, star), "* in an argument: any text")
		for _, text := range stars(g) {
			say(true, text)
		}
	}
	for _, r := range roots {
		closed := r.name
		if !strings.HasSuffix(closed, "}") {
			closed += "…}"
		}
		say(slices.ContainsFunc(grants, func(g Grant) bool {
			return strings.Contains(g.Pattern, r.name) || strings.Contains(strings.Join(g.Args, " "), r.name)
		}), closed+" "+r.is)
	}
	for _, g := range grants {
		say(g.Mark == Imprecise, "(imprecise) wider than the code shows")
		say(g.Mark == Unresolved, "(unresolved) the code does not say what, so the default of its kind is allowed")
	}
	return out
}

// star reports a star that is a sign: one of a regular expression is none of ours.
func star(text string) bool { return strings.Contains(text, "*") && !strings.Contains(text, "re:") }

// stars explains the stars of a pattern, which stand for other things in a path than in a
// shell's line.
func stars(g Grant) (out []string) {
	if !star(g.Pattern) {
		return nil
	}
	socket := strings.HasPrefix(g.Pattern, "unix:") || strings.HasPrefix(g.Pattern, "pipe:")
	single := star(strings.ReplaceAll(g.Pattern, "**", ""))
	switch {
	case g.Section == Modules:
		return []string{"* all functions of the module"}
	case g.Shell && g.Pattern == "**":
		return []string{"** any line for a shell"}
	case g.Shell:
		return []string{"* in a shell's line: one word"}
	case !socket && (g.Section == NetworkConnect || g.Section == NetworkListen):
		host, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(g.Pattern, "https://"), "http://"), "/")
		if star(host) {
			out = append(out, "* in an address: any host, or any port")
		}
		if star(path) {
			out = append(out, "** at the end of an address: all below it")
		}
		return out
	case g.Section == EnvRead || g.Section == VSCode:
		return []string{"* in a name: any text"}
	}
	if strings.Contains(g.Pattern, "**") {
		out = append(out, "** in a path: all files and folders below")
	}
	if single {
		out = append(out, "* in a path: any one name")
	}
	return out
}
