package synth

import (
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The default scopes: what a use gets whose resource nobody can name. Each is
// marked unresolved and asks which resource it is. docs/guide/unresolved.md lists them.
//
//	files.read       the workspace, the extension, its own storage and ${tmp}
//	files.write      the same without the extension
//	network.connect  any host over https; any port of this machine
//	network.listen   any port of 127.0.0.1, sockets in ${tmp}
//	processes        programs that lie in the extension
//	code             (native, worker, fork) files that lie in the extension
//
// Files and programs that the extension's own settings name belong to it, and to files.read the folders
// of programs where the code asks for PATH (settings.go).
// Its own storage and ${tmp} only where the code asks for them anywhere: what
// never learns the folder's name cannot make a path in it.

// scope is one line of a default scope.
type scope struct {
	pattern string
	args    []string
	// trusted says that a workspace may choose it.
	trusted bool
}

func (b *builder) scopes(s policy.Section) []scope {
	var out []scope
	folders := func(roots ...string) {
		for _, r := range roots {
			if r == "workspace" || r == "extension" || b.roots[r] {
				out = append(out, scope{pattern: "${" + r + "}/**"})
			}
		}
	}
	switch s {
	case policy.FilesRead:
		folders("workspace", "extension", "globalStorage", "workspaceStorage", "logs", "tmp")
	case policy.FilesWrite:
		folders("workspace", "globalStorage", "workspaceStorage", "logs", "tmp")
	case policy.NetworkConnect:
		out = []scope{{pattern: "https://*"}, {pattern: "127.0.0.1:*"}}
	case policy.NetworkListen:
		out = []scope{{pattern: "127.0.0.1:*"}}
		if b.roots["tmp"] {
			out = append(out, scope{pattern: "unix:${tmp}/**"})
		}
	case policy.Processes:
		out = []scope{{pattern: "${extension}/**", args: []string{"..."}}}
	case policy.Code:
		out = []scope{{pattern: "${extension}/**"}}
	}
	return append(append(out, b.bySettings(s)...), b.searched(s)...)
}

// questions ask what a person can answer about an unresolved grant.
func question(s policy.Section, name string) string {
	switch s {
	case policy.FilesRead:
		return "Which files are read? Some paths are not known from the code."
	case policy.FilesWrite:
		return "Which files are written? Some paths are not known from the code."
	case policy.NetworkConnect:
		return "Which hosts are connected to? Some addresses are not known from the code."
	case policy.NetworkListen:
		return "Where are connections accepted? Some addresses are not known from the code."
	case policy.Processes:
		return "Which programs are run? Some are not known from the code."
	case policy.Code:
		return "Which files are started or loaded as " + name + "? Some are not known from the code."
	case policy.VSCode:
		return "Of what is " + name + " used? Some of it is not known from the code."
	}
	return ""
}

// unresolved grants the default scope of a kind.
func (b *builder) unresolved(s policy.Section, name string, trusted bool, place Place) {
	for _, x := range b.scopes(s) {
		b.grant(policy.Grant{Section: s, Name: name, Pattern: x.pattern, Args: x.args, TrustedOnly: trusted || x.trusted,
			Mark: policy.Unresolved, Question: question(s, name)}, place)
	}
}
