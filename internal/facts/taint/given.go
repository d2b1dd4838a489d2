package taint

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// A program may be given another one as a text: among its arguments, behind a flag, or on its standard input. Who decides
// that text decides what runs.

// interpreters are the programs that run such a text, with the flags behind which it stands.
var interpreters = map[string][]string{
	"node": {"-e", "--eval", "-p", "--print"}, "bun": {"-e", "--eval"}, "deno": {"eval"}, "electron": {"-e"},
	"python": {"-c"}, "python3": {"-c"}, "python2": {"-c"}, "py": {"-c"}, "pypy3": {"-c"},
	"ruby": {"-e"}, "perl": {"-e", "-E"}, "php": {"-r"}, "lua": {"-e"}, "osascript": {"-e"}, "Rscript": {"-e"},
}

// runsText says what kind of program a call starts: a shell, another interpreter or neither.
func (t *Engine) runsText(e catalog.Entry, r solver.Call) (flags []string, shell bool) {
	for _, a := range e.Args {
		if a.Role != catalog.RoleCommand || a.Prop != "" {
			continue
		}
		for _, n := range t.argument(r.Args, a.Index) {
			for _, p := range t.values.Of(n).Alts {
				text := p.String()
				if text == "${execPath}" || strings.HasSuffix(text, "execPath}") {
					return interpreters["node"], false
				}
				if _, ok := p.Constant(); !ok {
					continue
				}
				name := strings.TrimSuffix(path.Base(strings.ReplaceAll(text, `\`, "/")), ".exe")
				if shells[name] {
					return nil, true
				}
				if flags := interpreters[name]; flags != nil {
					return flags, false
				}
			}
		}
	}
	return nil, false
}

// maxWords is how many arguments of a program are looked at.
const maxWords = 8

// sinkProgram makes a sink of the argument that an interpreter takes for a program.
func (t *Engine) sinkProgram(e catalog.Entry, r solver.Call) {
	if e.Capability != catalog.ProcessRun {
		return
	}
	flags, _ := t.runsText(e, r)
	if flags == nil {
		return
	}
	sym := t.s.Symbol(r.Symbol)
	for _, a := range e.Args {
		if a.Role != catalog.RoleArgs || a.Prop != "" {
			continue
		}
		for _, list := range t.argument(r.Args, a.Index) {
			after := false
			for i := range maxWords {
				word := t.properties(list, strconv.Itoa(i))
				for _, n := range word {
					if after {
						t.sink(n, r.Node, Sink{Kind: ToProcess, Module: sym.Module, Member: sym.Member, Role: AsCommand})
					}
				}
				after = false
				for _, n := range word {
					for _, f := range flags {
						after = after || slices.Contains(t.texts(n), f)
					}
				}
			}
		}
	}
}

// sinkInputs makes sinks of what is written to the standard input of an interpreter that is given no script.
func (t *Engine) sinkInputs() {
	s := t.s
	children := copies{s, map[int32]string{}}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if sym.Module != "child_process" || !t.live(r.Node) {
			continue
		}
		e, ok := s.Catalog().Lookup(sym.Module, sym.Member)
		if !ok || e.Capability != catalog.ProcessRun {
			continue
		}
		if flags, shell := t.runsText(e, r); (flags != nil || shell) && t.noScript(e, r) {
			children.add(r.Node, sym.Member)
		}
	}
	if len(children.names) == 0 {
		return
	}
	inputs := copies{s, map[int32]string{}}
	for _, n := range s.ActNodes() {
		if u, v, c := s.Code(n); v.Op == ir.OpLoad && u.Strings[v.B] == "stdin" {
			if member, ok := children.names[s.Resolve(c, v.A)]; ok {
				inputs.add(n, member)
			}
		}
	}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad || !t.live(n) {
			continue
		}
		base, args := s.Resolve(c, u.Nodes[v.A].A), s.ArgNodes(n)
		if len(args) == 0 || args[0] <= 0 {
			continue
		}
		sink := Sink{Kind: ToProcess, Module: "child_process", Member: "ChildProcess().stdin", Role: AsCommand}
		switch t.calleeName(u, v) {
		case "write", "end":
			if _, ok := inputs.names[base]; ok {
				t.sink(args[0], n, sink)
			}
		case "pipe":
			if _, ok := inputs.names[args[0]]; ok {
				t.sink(base, n, sink)
			}
		}
	}
}

// noScript holds for a program that is given no argument but flags.
func (t *Engine) noScript(e catalog.Entry, r solver.Call) bool {
	for _, a := range e.Args {
		if a.Role != catalog.RoleArgs || a.Prop != "" {
			continue
		}
		for _, list := range t.argument(r.Args, a.Index) {
			for i := range maxWords {
				for _, n := range t.properties(list, strconv.Itoa(i)) {
					texts := t.texts(n)
					if len(texts) == 0 {
						return false
					}
					for _, text := range texts {
						if text != "-" && !strings.HasPrefix(text, "-") || text == "-m" || text == "-c" || text == "-e" {
							return false
						}
					}
				}
			}
		}
	}
	return true
}
