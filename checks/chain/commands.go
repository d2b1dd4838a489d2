package chain

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// command is a line that the code has run, as far as it is known.
type command struct {
	use facts.Use
	// line is the program and its arguments, holes written as they are shown.
	line string
	// shown is true where the user sees it run: a terminal, a task, a script
	// that the user has started in one.
	shown bool
	// silent is true where nothing of it is seen, and asked for so: a hidden
	// terminal, a child cut off from its parent.
	silent bool
	// steers is true for a variable that has programs of others load the file.
	steers bool
	// typed is true for text that a terminal is given and does not run yet.
	typed bool
}

// maxLines bounds the alternatives of one command.
const maxLines = 16

// commands returns what the code has run: each alternative of each call.
func commands(in check.Input) []command {
	hiddenTerminals := map[string]bool{}
	for u := range uses.Calls(in, catalog.VSTerminal) {
		if len(u.Args) > 0 && uses.IsTrue(u.Args[0].Props["hideFromUser"]) {
			hiddenTerminals[u.Where.File] = true
		}
	}
	var out []command
	for u, e := range uses.Calls(in, catalog.ProcessShell, catalog.ProcessRun, catalog.ProcessFork, catalog.VSTask, catalog.VSTerminal) {
		c := command{use: u, shown: e.Capability == catalog.VSTask || e.Capability == catalog.VSTerminal}
		if c.shown {
			c.silent = hiddenTerminals[u.Where.File] && e.Capability == catalog.VSTerminal
		} else {
			c.silent = cutOff(u)
			c.shown = inherits(u)
		}
		roles := []catalog.Role{catalog.RoleCommand, catalog.RoleModule}
		if e.Capability == catalog.VSTerminal && strings.HasSuffix(u.Member, "sendText") {
			roles = []catalog.Role{catalog.RoleContent}
			c.typed = len(u.Args) > 1 && saysFalse(u.Args[1])
		}
		var words []facts.Value
		for _, role := range roles {
			words = append(words, uses.WithRole(u, e, role)...)
		}
		if len(words) == 0 {
			continue
		}
		var rest []string
		for _, a := range uses.WithRole(u, e, catalog.RoleArgs) {
			for _, item := range a.Items {
				rest = append(rest, oneOf(item))
			}
			if a.Items == nil && len(uses.Texts(a)) > 0 {
				rest = append(rest, oneOf(a))
			}
			for _, p := range a.Beyond {
				rest = append(rest, p.String())
			}
		}
		for i, p := range uses.Texts(words[0]) {
			if i == maxLines {
				break
			}
			c.line = strings.Join(append([]string{p.String()}, rest...), " ")
			out = append(out, c)
		}
	}
	return out
}

// oneOf shows all a word of a command may be.
func oneOf(v facts.Value) string {
	var all []string
	for _, p := range uses.Texts(v) {
		all = append(all, p.String())
	}
	if len(all) == 0 {
		return "<unknown>"
	}
	return strings.Join(all, " ")
}

// cutOff reports that a child is started so that nobody hears of it.
func cutOff(u facts.Use) bool {
	for _, a := range u.Args {
		if slices.ContainsFunc(uses.Texts(a.Props["stdio"]), func(p facts.Pattern) bool { return p.String() == "ignore" }) ||
			uses.IsTrue(a.Props["detached"]) {
			return true
		}
	}
	return false
}

// inherits reports that a child writes where its parent does: to the terminal
// that the user runs the script in.
func inherits(u facts.Use) bool {
	return slices.ContainsFunc(u.Args, func(a facts.Value) bool {
		return slices.ContainsFunc(uses.Texts(a.Props["stdio"]), func(p facts.Pattern) bool { return p.String() == "inherit" })
	})
}

func saysFalse(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		return len(p) == 1 && p[0].Kind == facts.Keyword && p[0].Text == "false"
	})
}

// programs are the paths and names that the code runs or loads as code, with
// the use that does.
func programs(in check.Input) []command {
	out := commands(in)
	for _, u := range in.Program.Uses {
		if u.Module == "module" && u.Member == "require" && u.Kind == facts.Call && len(u.Args) > 0 {
			for _, p := range uses.Texts(u.Args[0]) {
				out = append(out, command{use: u, line: p.String()})
			}
		}
	}
	for u, e := range uses.Calls(in, catalog.CodeLoad, catalog.CodeNative, catalog.CodeWorker) {
		for _, role := range []catalog.Role{catalog.RolePath, catalog.RoleModule, catalog.RoleURL} {
			for _, v := range uses.WithRole(u, e, role) {
				for _, p := range uses.Texts(v) {
					out = append(out, command{use: u, line: p.String()})
				}
			}
		}
	}
	return append(append(out, steeredLoads(in)...), compiledReads(in)...)
}

// nothingElse reports that the command is the data and nothing of the code's own:
// who puts a version number into a line of theirs made a mistake, and no more.
func nothingElse(in check.Input, s facts.Sink) bool {
	for _, c := range commands(in) {
		if c.use.Where != s.Where || c.use.Member != s.Member {
			continue
		}
		own := strings.NewReplacer("<unknown>", "", `"`, "", "'", "").Replace(c.line)
		if len(strings.TrimSpace(own)) > 0 && !shellOnly(own) {
			return false
		}
	}
	return true
}

// shellOnly holds for lines that only name a shell: sh -c <unknown>.
func shellOnly(line string) bool {
	for _, w := range strings.Fields(strings.ToLower(line)) {
		switch w {
		case "sh",
			"bash",
			"zsh",
			"/bin/sh",
			"/bin/bash",
			"cmd",
			"cmd.exe",
			"powershell",
			"powershell.exe",
			"pwsh",
			"-c",
			"/c",
			"-command",
			"-noprofile",
			"-e",
			"node",
			"python",
			"python3":
		default:
			return false
		}
	}
	return true
}
