package policy

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// Unbounded reports a grant of any file, host or program, however it is spelled.
func Unbounded(g Grant) bool {
	plain := Grant{Section: g.Section, Name: g.Name, Shell: g.Shell, Pattern: g.Pattern, Args: g.Args}
	for _, all := range most(g) {
		all.Section, all.Name, all.Shell = g.Section, g.Name, g.Shell
		if by, _, err := Covered([]Grant{plain, all}); err == nil && by[1] == 0 {
			return true
		}
	}
	switch g.Section {
	case FilesRead, FilesWrite:
		p, err := pattern.ParsePath(g.Pattern)
		return err == nil && p.Everywhere()
	case NetworkConnect, NetworkListen:
		a, err := pattern.ParseAddress(g.Pattern)
		return err == nil && a.AnyHost()
	}
	return false
}

// most are the grants of a section of which a bounded one includes none.
func most(g Grant) []Grant {
	switch g.Section {
	case FilesRead, FilesWrite:
		return disks("")
	case NetworkConnect, NetworkListen:
		return append(disks("unix:"), Grant{Pattern: "pipe:*"})
	case Processes:
		if g.Shell {
			return []Grant{{Pattern: "**"}}
		}
		return append(disks("", g.Args...), Grant{Pattern: "**", Args: g.Args}, Grant{Pattern: "*", Args: g.Args})
	case EnvRead:
		return []Grant{{Pattern: "*"}}
	case Modules:
		return []Grant{{Pattern: "*"}}
	case VSCode:
		if strings.HasPrefix(g.Name, "files.") {
			return append(disks(""), Grant{})
		}
		if g.Name == "command" {
			return []Grant{{}, {Pattern: "*"}}
		}
	case Code:
		if g.Pattern != "" {
			return disks("")
		}
	}
	return nil
}

// disks are the files of a disk and of a drive.
func disks(prefix string, args ...string) []Grant {
	return []Grant{{Pattern: prefix + "/*/**", Args: args}, {Pattern: prefix + "C:/*/**", Args: args}}
}

// IsShell reports that a program is a shell by its name: whatever it is given is
// a line or a script of it.
func IsShell(program string) bool {
	name := program[strings.LastIndexAny(program, `/\`)+1:]
	name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	return slices.Contains(Shells(), name)
}

// EditorCommands returns what the names of VS Code's own commands have before their first dot.
// The list is written by hand and compared with no release; what it lacks is seen by the loader,
// which asks the running editor for its commands.
func EditorCommands() []string {
	return []string{
		"breadcrumbs", "debug", "default", "diffEditor", "editor", "explorer", "filesExplorer", "inlineChat", "interactive", "keybindings",
		"list", "merge", "mergeEditor", "multiDiffEditor", "notebook", "notification", "notifications", "problems", "quickInput", "remote",
		"scm", "search", "settings", "terminal", "testing", "timeline", "tree", "undoRedo", "vscode", "welcome", "window", "workbench",
	}
}

// ConditionWords returns what the editor's own keys of conditions begin with, up to a capital letter or a mark (its reference of when
// clauses, and those that it sets itself). A name that begins so is nobody's own for standing in a manifest, which reads such keys.
func ConditionWords() []string {
	return []string{
		"accessibility", "active", "breakpoint", "call", "chat", "code", "comment", "config", "debug", "debuggers", "dirty",
		"editor", "explorer", "extension", "find", "focused", "has", "hover", "in", "inline", "input", "is", "language", "list",
		"merge", "multi", "notebook", "notification", "open", "output", "panel", "parameter", "problem", "problems", "process",
		"quick", "references", "remote", "rename", "replace", "resource", "scm", "search", "settings", "shell", "side", "snippet",
		"splash", "suggest", "supported", "task", "terminal", "test", "testing", "text", "timeline", "tree", "variable", "view",
		"virtual", "watch", "welcome", "workbench", "workspace", "zen",
	}
}

// AddressCommands returns the commands of VS Code's, and of what it ships, that open, show or fetch the address
// that they are handed: who may run one needs the surface open for it. Written by hand, from the code of the editor.
func AddressCommands() []string {
	return []string{
		"_workbench.open", "git.clone", "git.cloneRecursive", "simpleBrowser.api.open", "simpleBrowser.show", "vscode.open", "vscode.openFolder",
		"vscode.openWith", "workbench.action.browser.open", "workbench.extensions.installExtension",
	}
}

// EditorsCommand reports whether a command is VS Code's by its name: a name of one word, without a dot, a slash
// or a hyphen, or one that begins as VS Code's do. The loader asks the running editor as well.
func EditorsCommand(name string) bool {
	group, end := name, strings.IndexAny(name, "./")
	if end >= 0 {
		group = name[:end]
	}
	word := end < 0 && !strings.Contains(strings.Trim(name, "-"), "-")
	return word || strings.HasPrefix(name, "default:") || strings.HasPrefix(name, "_workbench") || slices.Contains(EditorCommands(), group)
}

// Shells returns the names of shells.
func Shells() []string {
	return []string{"sh", "bash", "zsh", "fish", "dash", "ksh", "cmd", "powershell", "pwsh"}
}
