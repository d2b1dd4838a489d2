package uses

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Launch is what a call hands to the system: a line for a shell, or a program.
// The shape comes before the severity: eight of fifteen benign extensions that
// a plain "child_process with a variable" flags only spawn a program with a
// list of arguments, which no quoting mistake can turn into another program.
type Launch struct {
	Shell bool
	// Asked is true when an option, not the function, asks for the shell.
	Asked bool
	What  facts.Value
}

// LaunchOf returns what a call that starts a program hands to the system.
func LaunchOf(u facts.Use, e catalog.Entry) (Launch, bool) {
	role := catalog.RoleCommand
	if e.Capability == catalog.ProcessFork {
		role = catalog.RoleModule
	}
	what := WithRole(u, e, role)
	if len(what) == 0 {
		return Launch{}, false
	}
	s := Launch{Shell: e.Capability == catalog.ProcessShell, What: what[0]}
	if s.Shell {
		return s, true
	}
	for _, v := range WithRole(u, e, catalog.RoleShell) {
		if asksForShell(v) {
			// With a shell the arguments are part of the line.
			return Launch{Shell: true, Asked: true, What: line(s.What, WithRole(u, e, catalog.RoleArgs))}, true
		}
	}
	if script, ok := interpreterScript(s.What, WithRole(u, e, catalog.RoleArgs)); ok {
		return Launch{Shell: true, What: script}, true
	}
	return s, true
}

// asksForShell holds for `shell: true` and for a shell's name.
func asksForShell(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		if len(p) == 1 && p[0].Kind == facts.Keyword {
			return p[0].Text == "true"
		}
		constant, ok := p.Constant()
		return !ok || constant != ""
	})
}

// line is a command with its arguments when all of it is constant; else a
// value that is not.
func line(command facts.Value, args []facts.Value) facts.Value {
	words := []facts.Value{command}
	for _, a := range args {
		if a.Items == nil && (a.Open || len(Texts(a)) > 0) {
			return facts.Value{Alts: command.Alts, Open: true}
		}
		words = append(words, a.Items...)
	}
	for _, w := range words {
		if CertaintyOf(w) != Constant {
			return facts.Value{Alts: joinAlts(words), Open: true}
		}
	}
	return command
}

// joinAlts writes the words as one pattern, for the message.
func joinAlts(words []facts.Value) []facts.Pattern {
	var p facts.Pattern
	for i, w := range words {
		if i > 0 {
			p = append(p, facts.Part{Kind: facts.Literal, Text: " "})
		}
		if len(w.Alts) == 1 && !w.Open {
			p = append(p, w.Alts[0]...)
			continue
		}
		p = append(p, facts.Part{Kind: facts.Unknown})
	}
	return []facts.Pattern{p}
}

// scriptFlags are, per interpreter, the arguments after which the next one is
// a script.
var scriptFlags = map[string][]string{
	"sh": {"-c", "-lc", "-ic", "-lic"}, "bash": {"-c", "-lc", "-ic", "-lic"}, "zsh": {"-c", "-lc", "-ic", "-lic"},
	"dash": {"-c"}, "ash": {"-c"}, "ksh": {"-c"}, "fish": {"-c"},
	"cmd":        {"/c", "/k", "/s /c"},
	"powershell": {"-command", "-c", "-encodedcommand", "-enc", "-e"},
	"pwsh":       {"-command", "-c", "-encodedcommand", "-enc", "-e"},
}

// interpreterScript finds the script in spawn("sh", ["-c", script]).
func interpreterScript(command facts.Value, args []facts.Value) (facts.Value, bool) {
	names, _ := command.Constants()
	for _, name := range names {
		base := strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/"))), ".exe")
		flags := scriptFlags[base]
		for _, a := range args {
			for i, item := range a.Items {
				words, _ := item.Constants()
				for _, w := range words {
					if slices.Contains(flags, strings.ToLower(w)) && i+1 < len(a.Items) {
						return a.Items[i+1], true
					}
				}
			}
		}
	}
	return facts.Value{}, false
}
