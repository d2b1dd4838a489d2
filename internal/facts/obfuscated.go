package facts

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/decode"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// forms say of each sign what it is; a verb takes how often it is there.
var forms = map[decode.SignKind]string{
	decode.SignNames:     "%d variables have names like _0x1a2b3c",
	decode.SignTable:     "%d texts come out of functions that are asked by numbers",
	decode.SignMembers:   "%d members are named by what a function makes of numbers",
	decode.SignRotated:   "%d lists of texts are turned until a sum fits",
	decode.SignOrder:     "the order of statements is in a text (%d times)",
	decode.SignOperators: "%d operators are functions of an object",
	decode.SignNumbers:   "%d numbers are sums of products",
	decode.SignPool:      "constants come %d times out of a list of all kinds",
	decode.SignBare:      "%d statements are nothing but brackets and signs",
	decode.SignRun:       "%d texts that are decoded, or longer than anybody writes code as a text, are run",
	decode.SignStates:    "%d numbers of a list are changed by others of it, to say what runs next",
	decode.SignSelf:      "the code looks %d times whether somebody made it readable",
	decode.SignSplit:     "%d texts are cut into pieces of one length",
}

// obfuscations are the forms of a file, with their places.
func obfuscations(file string, source []byte, signs []ir.Sign) []Obfuscation {
	var out []Obfuscation
	for _, s := range signs {
		form, ok := forms[decode.SignKind(s.Kind)]
		if !ok {
			continue
		}
		o := Obfuscation{Form: fmt.Sprintf(form, s.Count), Where: finding.Location{File: file}}
		locate(source, []int32{s.Pos}, func(_ int32, line, column int) { o.Where.Line, o.Where.Column = line, column })
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Obfuscation) int { return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Form, b.Form)) })
	return out
}

// unread makes each obfuscated file a blind spot: its texts were worked out as
// far as they could be, and nobody knows what was not.
func unread(p *Program) {
	seen := map[string]bool{}
	for _, o := range p.Obfuscated {
		if seen[o.Where.File] {
			continue
		}
		seen[o.Where.File] = true
		p.BlindSpots = append(p.BlindSpots, BlindSpot{
			File: o.Where.File, Line: o.Where.Line,
			Reason: "it is written not to be read: " + o.Form + "; what it does may be more than what was seen",
		})
	}
}

// foreign are the files that ship and that nobody here follows, by what their names end with, and the powers by which
// code has them run.
var foreign = map[string]struct {
	what   string
	powers []catalog.Capability
}{
	".py": {"a script for Python", starting}, ".pyc": {"bytecode of Python", starting}, ".pyz": {"an archive for Python", starting},
	".sh": {"a script for a shell", starting}, ".bash": {"a script for a shell", starting}, ".zsh": {"a script for a shell", starting},
	".ps1": {"a script for PowerShell", starting}, ".psm1": {"a script for PowerShell", starting}, ".bat": {"a script for cmd", starting},
	".cmd": {"a script for cmd", starting}, ".vbs": {"a script for Windows", starting}, ".rb": {"a script for Ruby", starting},
	".pl": {"a script for Perl", starting}, ".php": {"a script for PHP", starting}, ".lua": {"a script for Lua", starting},
	".jar": {"classes for Java", starting}, ".exe": {"a program", starting}, ".dll": {"machine code", starting},
	".applescript": {"a script for macOS", starting}, ".scpt": {"a script for macOS", starting},
	".node": {"machine code", []catalog.Capability{catalog.CodeNative, catalog.CodeLoad}},
	".jsc":  {"bytecode of V8", []catalog.Capability{catalog.CodeVM, catalog.CodeLoad, catalog.CodeNative}},
	".wasm": {"WebAssembly", []catalog.Capability{catalog.CodeWasm}},
}

var starting = []catalog.Capability{
	catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.VSTask, catalog.VSTerminal, catalog.VSDebug,
}

// started makes a blind spot of each such file that the code names and has what it takes to run: what is in it was not
// read, whoever reads its lines.
func started(p *Program, ext *extension.Extension, names map[string]string) {
	known := catalog.Default()
	has := map[catalog.Capability]bool{}
	for _, u := range p.Uses {
		if e, ok := known.Lookup(u.Module, u.Member); ok {
			has[e.Capability] = true
		}
	}
	for _, i := range p.Imports {
		if strings.HasSuffix(i.Module, ".node") {
			has[catalog.CodeNative] = true
		}
	}
	for _, f := range ext.Files() {
		kind, ok := foreign[strings.ToLower(path.Ext(f.Path))]
		if !ok || !slices.ContainsFunc(kind.powers, func(c catalog.Capability) bool { return has[c] }) {
			continue
		}
		if by := names[path.Base(f.Path)]; by != "" {
			p.BlindSpots = append(p.BlindSpots, BlindSpot{
				File: f.Path, Reason: "it is " + kind.what + ", and " + by + " names it: what it does was not followed",
			})
		}
	}
}

// namesOf gives, for the last names of the files that ship, the file of the code that runs and writes it out first.
func namesOf(p *Program, ext *extension.Extension, units []*solver.Unit) map[string]string {
	wanted := map[string]bool{}
	for _, f := range ext.Files() {
		if _, ok := foreign[strings.ToLower(path.Ext(f.Path))]; ok {
			wanted[path.Base(f.Path)] = true
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	reached := map[string]bool{}
	for _, m := range p.Modules {
		reached[m.Path] = m.Reached
	}
	out := map[string]string{}
	for _, u := range units {
		if !reached[u.Path] {
			continue
		}
		for _, text := range u.Strings {
			if base := text[strings.LastIndexAny(text, `/\`)+1:]; wanted[base] && (out[base] == "" || u.Path < out[base]) {
				out[base] = u.Path
			}
		}
	}
	return out
}
