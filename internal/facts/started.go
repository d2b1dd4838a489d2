package facts

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

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
