package chain

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

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
