package observation

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Form is a way of calling a program that does no harm: the words in their order,
// and behind them any of the flags.
type Form struct {
	Program string   `json:"program"`
	Words   []string `json:"words"`
	Flags   []string `json:"flags"`
}

// Forms lists the programs that observation may grant by itself. Everything that is
// not here waits for a person: an interpreter, a program that runs others, and those
// that nobody has looked at. A program belongs here when it neither writes nor
// connects, starts nothing that an argument, a file of the workspace or a variable of
// its child names, and tells nothing that a policy keeps from an extension. So
// `cargo --version` is not here (a workspace names the toolchain that answers), nor
// `git remote -v` (addresses may hold passwords), nor `git diff` and `git log`
// (a repository names programs that they run).
func Forms() []Form {
	no := []string{}
	return []Form{
		{"arch", no, no},
		{"date", no, no},
		{"gcc", []string{"--version"}, no},
		{"git", []string{"--version"}, no},
		{"git", []string{"branch", "--show-current"}, no},
		{"git", []string{"rev-parse"}, []string{
			"--abbrev-ref", "--absolute-git-dir", "--git-common-dir", "--git-dir", "--is-bare-repository", "--is-inside-git-dir",
			"--is-inside-work-tree", "--quiet", "--short", "--show-cdup", "--show-prefix", "--show-toplevel", "--verify", "-q", "HEAD",
		}},
		{"git", []string{"status"}, []string{
			"--branch", "--ignored", "--no-renames", "--porcelain", "--porcelain=v1", "--porcelain=v2", "--short", "--untracked-files",
			"--untracked-files=all", "--untracked-files=no", "--untracked-files=normal", "-b", "-s", "-u", "-uall", "-uno", "-unormal", "-z",
		}},
		{"git", []string{"symbolic-ref", "--short", "HEAD"}, no},
		{"git", []string{"version"}, no},
		{"id", []string{"-u"}, no},
		{"id", []string{"-un"}, no},
		{"java", []string{"-version"}, no},
		{"nproc", no, no},
		{"pwd", no, no},
		{"sw_vers", no, []string{"-productVersion", "--productVersion"}},
		{"uname", no, []string{"-a", "-m", "-n", "-o", "-p", "-r", "-s", "-v"}},
		{"whoami", no, no},
	}
}

// Systems lists the folders of programs that only the system's administrator changes.
func Systems() []string { return []string{"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"} }

// Launchers lists the surfaces of the editor that run programs.
func Launchers() []string { return []string{"debug", "task", "terminal"} }

// HarmlessCommands lists the editor's commands that observation may grant by itself: they show, fold or focus what is open, and
// what they are handed is asked for beside them. Everything else waits for a person: nobody has listed what runs programs,
// types into a terminal, installs or switches something off.
func HarmlessCommands() []string {
	return []string{
		"closeMarkersNavigation", "cursorMove", "editor.action.goToLocations", "editor.action.peekLocations", "editor.action.showHover",
		"editor.action.showReferences", "editor.action.triggerParameterHints", "editor.action.triggerSuggest", "editor.fold",
		"editor.foldAll", "editor.unfold", "editor.unfoldAll", "list.collapseAll", "revealInExplorer", "revealLine", "setContext",
		"vscode.diff", "vscode.open", "workbench.action.closeActiveEditor", "workbench.action.focusActiveEditorGroup",
		"workbench.action.openSettings", "workbench.action.openWalkthrough", "workbench.action.problems.focus",
		"workbench.view.explorer", "workbench.view.scm",
	}
}

// Steering lists the variables that decide what a shell, a linker, an interpreter or
// another tool runs or trusts. Prefixes end in *. Nobody has listed all such names:
// what a child gets is an allow-list of its own (shim/loader/node/children/childenv.js), and
// this list takes names from those that only the extension's own programs get.
func Steering() []string {
	return []string{
		"BASHOPTS", "BASH_ENV", "BASH_FUNC_*", "BROWSER", "BUNDLE_*", "BUN_*", "CARGO*", "CC", "CLASSPATH", "COMSPEC",
		"CORECLR_*", "COREPACK_*", "COR_*", "CXX", "DENO_*", "DOTNET_STARTUP_HOOKS", "DYLD_*", "EDITOR", "ELECTRON_*",
		"ENV", "GCONV_PATH", "GEM_*", "GIT_*", "GLIBC_TUNABLES", "GOENV", "GOFLAGS", "GOROOT", "GOTOOLCHAIN", "GRADLE_*",
		"HOME", "IFS", "INPUTRC", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LD_*", "LESSCLOSE", "LESSOPEN", "LOCPATH",
		"LUA_*", "MAKEFILES", "MAKEFLAGS", "MANPAGER", "MAVEN_*", "NODE_*", "NPM_CONFIG_*", "OPENSSL_*", "PAGER", "PATH",
		"PATHEXT", "PERL5*", "PERLLIB", "PHPRC", "PHP_INI_SCAN_DIR", "PIP_*", "PNPM_*", "PROMPT_COMMAND", "PS4",
		"PSMODULEPATH", "PYTHON*", "RINGFENCE_*", "RUBYLIB", "RUBYOPT", "RUSTC*", "RUSTUP_*", "SHELL", "SHELLOPTS",
		"SSH_ASKPASS", "SSL_*", "SUDO_ASKPASS", "SYSTEMROOT", "TAR_OPTIONS", "USERPROFILE", "UV_*", "VISUAL", "WINDIR",
		"XDG_*", "YARN_*", "ZDOTDIR", "_JAVA_OPTIONS",
	}
}

// steers reports a name of Steering.
func steers(name string) bool {
	upper := strings.ToUpper(name)
	return slices.ContainsFunc(Steering(), func(s string) bool {
		stem, prefix := strings.CutSuffix(s, "*")
		return upper == s || prefix && strings.HasPrefix(upper, stem)
	})
}

// takes reports arguments that are of the form.
func (f Form) takes(args []string) bool {
	return len(args) >= len(f.Words) && slices.Equal(args[:len(f.Words)], f.Words) &&
		!slices.ContainsFunc(args[len(f.Words):], func(a string) bool { return !slices.Contains(f.Flags, a) })
}

// harmless reports a program by its bare name, or by its path where the system keeps
// its programs, with arguments of a form.
func (u Use) harmless() bool {
	name := u.Program
	for _, dir := range Systems() {
		if rest, ok := strings.CutPrefix(name, dir); ok {
			name = rest
			break
		}
	}
	return slices.ContainsFunc(Forms(), func(f Form) bool { return f.Program == name && f.takes(u.Args) })
}

// writers answers what an extension, or whoever made its workspace, can change.
type writers struct {
	static policy.Policy
	wrote  []string
}

func newWriters(l *Log, static policy.Policy) writers {
	w := writers{static: static}
	for _, u := range l.Uses {
		if u.Section == policy.FilesWrite || u.Section == policy.VSCode && u.Name == string(policy.FilesWrite) {
			w.wrote = append(w.wrote, u.Path)
		}
	}
	return w
}

// change reports a file that the policy lets the extension write, that it wrote or
// moved while it was observed, or that lies in the workspace or in a folder of the
// extension's other than the one that is given.
func (w writers) change(file, own string) bool {
	for _, root := range append(policy.OwnRoots(), "workspace") {
		if root != own && strings.HasPrefix(file, "${"+root+"}") {
			return true
		}
	}
	if slices.ContainsFunc(w.wrote, func(p string) bool { return p == file || strings.HasPrefix(file, p+"/") }) {
		return true
	}
	for _, g := range []policy.Grant{
		{Section: policy.FilesWrite, Pattern: file}, {Section: policy.VSCode, Name: string(policy.FilesWrite), Pattern: file},
	} {
		g.TrustedOnly = true
		wider, err := policy.Wider(w.static, policy.New(w.static.Extension, g))
		if err != nil || len(wider) == 0 {
			return true
		}
	}
	return false
}

// waits says why a use is not granted by itself although it answers an open question
// and the code names it, or "".
func (u Use) waits(w writers) string {
	switch u.Section {
	case policy.Processes:
		if !u.harmless() {
			return reasonProgram
		}
	case policy.Code:
		// A file elsewhere may be another program's to write, which no log tells.
		if u.Path != "" && (!strings.HasPrefix(u.Path, "${extension}/") || w.change(u.Path, "extension")) {
			return reasonWritable
		}
	case policy.EnvRead:
		if steers(u.Text) {
			return reasonSteers
		}
	case policy.VSCode:
		switch {
		case slices.Contains(Launchers(), u.Name):
			return reasonLauncher
		case u.Name == "settings.write":
			return reasonSetting
		case u.Name == "command" && !slices.Contains(HarmlessCommands(), u.Text):
			return reasonCommand
		}
	}
	return ""
}

// changed lists the programs of which one run found another file than the rest did,
// and somebody may have put it there: no run makes up for that.
func (l *Log) changed(w writers) map[string]bool {
	out := map[string]bool{}
	for _, u := range l.Uses {
		if u.Section != policy.Processes || u.Program == "" {
			continue
		}
		if g, ok := u.grant(); ok && (u.Path == "" || w.change(u.Path, "")) {
			out[g.String()] = true
		}
	}
	return out
}
