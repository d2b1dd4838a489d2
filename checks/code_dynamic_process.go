package checks

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeDynamicProcess = Check{
	Name:       "code_dynamic_process",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Critical,
	Confidence: finding.Heuristic,
	CWE:        []int{78},
	Needs:      []Need{NeedCode},
	Run:        runCodeDynamicProcess,
}

func runCodeDynamicProcess(_ context.Context, in Input) []finding.Finding {
	files := filesOf(in.Program)
	var out []finding.Finding
	for u, e := range calls(in, catalog.ProcessShell, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := sinkOf(u, e)
		if !ok {
			continue
		}
		f, ok := s.finding(u)
		if !ok {
			continue
		}
		f.Severity = files.rate(f.Severity, u.Where.File)
		f.Provenance = files.provenance(u.Where.File)
		f.Where = u.Where
		out = append(out, f)
	}
	return out
}

// sink is what a call hands to the system: a line for a shell, or a program.
// The shape comes before the severity: eight of fifteen benign extensions that
// a plain "child_process with a variable" flags only spawn a program with a
// list of arguments, which no quoting mistake can turn into another program.
type sink struct {
	shell bool
	// asked is true when an option, not the function, asks for the shell.
	asked bool
	what  facts.Value
}

func sinkOf(u facts.Use, e catalog.Entry) (sink, bool) {
	role := catalog.RoleCommand
	if e.Capability == catalog.ProcessFork {
		role = catalog.RoleModule
	}
	what := withRole(u, e, role)
	if len(what) == 0 {
		return sink{}, false
	}
	s := sink{shell: e.Capability == catalog.ProcessShell, what: what[0]}
	if s.shell {
		return s, true
	}
	for _, v := range withRole(u, e, catalog.RoleShell) {
		if asksForShell(v) {
			// With a shell the arguments are part of the line.
			return sink{shell: true, asked: true, what: line(s.what, withRole(u, e, catalog.RoleArgs))}, true
		}
	}
	if script, ok := interpreterScript(s.what, withRole(u, e, catalog.RoleArgs)); ok {
		return sink{shell: true, what: script}, true
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
		if a.Items == nil && (a.Open || len(text(a)) > 0) {
			return facts.Value{Alts: command.Alts, Open: true}
		}
		words = append(words, a.Items...)
	}
	for _, w := range words {
		if certaintyOf(w) != constant {
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

func (s sink) finding(u facts.Use) (finding.Finding, bool) {
	known := certaintyOf(s.what)
	f := finding.Finding{Confidence: finding.Heuristic, PaperSeverity: finding.Critical, Intent: finding.Capability}
	switch {
	case known == constant && !s.asked:
		// A constant command is a permission, not a fault: the policy's.
		return f, false
	case known == constant:
		f.Severity, f.PaperSeverity, f.Confidence = finding.None, finding.High, finding.Confirmed
		f.Message = fmt.Sprintf("%s asks for a shell to run the constant command %s", symbol(u), show(s.what))
		return f, true
	case s.shell:
		f.Severity, f.Intent = finding.Medium, finding.Vulnerable
		if known == resolved {
			f.Severity = finding.Low
		}
		f.Message = fmt.Sprintf("%s hands a shell a line that is not constant: %s", symbol(u), show(s.what))
	default:
		f.Severity = finding.Low
		if known == resolved {
			f.Severity = finding.None
		}
		f.Message = fmt.Sprintf("%s starts a program that is not constant: %s", symbol(u), show(s.what))
	}
	if !s.what.IsUnknown() {
		f.Confidence = finding.Likely
	}
	if ids := settingsIn(s.what); len(ids) > 0 {
		f.Message += " (from the setting " + finding.Printable(strings.Join(ids, ", "), 120) + ")"
	}
	return f, true
}
