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

// Ways by which a file becomes a part of what runs and nobody starts it: a variable that makes a program load it, and the
// text of it that is read and compiled. They are in one list with require, threads and children, so that whoever asks for
// what runs a file sees them all.

// steeredLoads are the variables of children and terminals that make a program load a file, with what they say.
func steeredLoads(in check.Input) []command {
	var out []command
	add := func(u facts.Use, name string, v facts.Value) {
		if what, _ := uses.Steers(name); what != uses.SteersCode {
			return
		}
		for _, p := range uses.Texts(v) {
			out = append(out, command{use: u, line: name + "=" + p.String(), steers: true})
		}
	}
	for u, e := range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.VSTerminal, catalog.VSTask) {
		for _, env := range uses.WithRole(u, e, catalog.RoleEnv) {
			for name, v := range env.Props {
				add(u, name, v)
			}
		}
		for _, name := range uses.WithRole(u, e, catalog.RoleEnvName) {
			for _, p := range uses.Texts(name) {
				for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
					add(u, p.String(), v)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b command) int {
		if n := a.use.Where.Compare(b.use.Where); n != 0 {
			return n
		}
		return strings.Compare(a.line, b.line)
	})
	return out
}

// compiledReads are the files that a function reads where it compiles a text or bytes: what of them nobody follows.
func compiledReads(in check.Input) []command {
	type place struct {
		file  string
		scope int32
	}
	reads := map[place][]string{}
	for u, e := range uses.Calls(in, catalog.FileRead, catalog.VSFilesRead) {
		if !readsContent(u) || u.Scope == 0 {
			continue
		}
		at := place{u.Where.File, u.Scope}
		for _, v := range uses.WithRole(u, e, catalog.RolePath) {
			for _, p := range uses.Texts(v) {
				reads[at] = append(reads[at], p.String())
			}
		}
	}
	var out []command
	for u, e := range uses.Calls(in, catalog.CodeVM, catalog.CodeEval, catalog.CodeWasm) {
		if len(uses.WithRole(u, e, catalog.RoleCode)) == 0 {
			continue
		}
		for _, line := range reads[place{u.Where.File, u.Scope}] {
			out = append(out, command{use: u, line: line})
		}
	}
	return out
}

// readsContent tells what reads a file from what asks whether it is there.
func readsContent(u facts.Use) bool {
	return strings.Contains(u.Member, "readFile") || strings.HasSuffix(u.Member, "createReadStream") || strings.HasSuffix(u.Member, "open") ||
		strings.HasSuffix(u.Member, "openSync")
}
