package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/fold"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/taint"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// report turns what was collected into the Program's sorted lists.
func (c *collector) report(p *Program, ext *extension.Extension) {
	where := c.places(ext)
	if c.flows != nil {
		p.Flows = append(p.Flows, c.flows.Flows(where)...)
		p.notFollowed(c.flows)
	}
	if c.trails != nil {
		p.Trails = append(p.Trails, c.trails.Flows(where)...)
		p.notFollowed(c.trails)
	}
	var in []int32
	if c.ways != nil {
		in = c.ways.report(p, c.uses, where)
	}
	for i, f := range c.uses {
		f.use.Where = where(f.at)
		if in != nil {
			f.use.In = in[i]
		}
		if acts, moves := acted(c.s.Catalog(), f.use); c.trails != nil && (acts || moves) {
			f.use.Scope, f.use.Callers = c.trails.Triggers().Around(f.at.Unit, f.local)
			f.use.Asked = moves && c.trails.Triggers().Asks(f.at.Unit, f.local)
			if acts {
				f.use.Trigger = c.trails.Triggers().Act(f.at.Unit, f.local)
			}
		}
		if c.personals && f.use.Module == "vscode" && (f.person != nil || givesDocuments(f.use)) {
			f.use.Scope, f.use.Callers = c.trails.Triggers().Around(f.at.Unit, f.local)
		}
		if f.person != nil {
			f.use.Person, f.use.PersonAt = f.person.What, where(f.person.At)
			f.use.Trigger = c.trails.Triggers().Act(f.at.Unit, f.local)
		}
		p.Uses = append(p.Uses, f.use)
	}
	for _, f := range c.imports {
		p.Imports = append(p.Imports, Import{Module: f.module, Kind: f.kind, Where: where(f.at)})
	}
	for _, f := range c.texts {
		p.Strings = append(p.Strings, String{Text: f.text, Shown: f.shown, Copied: f.copied, Where: where(f.at)})
	}
	for _, f := range c.expressions {
		p.Expressions = append(p.Expressions, String{Text: f.text, Where: where(f.at)})
	}
	for _, f := range c.requests {
		p.Requests = append(p.Requests, Request{To: f.to, Where: where(f.at)})
	}
	for _, f := range c.writes {
		f.write.Where = where(f.at)
		if f.from != (solver.Site{}) {
			f.write.From = where(f.from)
		}
		p.Writes = append(p.Writes, f.write)
	}
	for _, f := range c.settings {
		p.Settings = append(p.Settings, Setting{ID: f.id, Inspected: f.inspected, Where: where(f.at)})
	}
	for _, f := range c.changes {
		w := SettingWrite{ID: f.id, Value: f.value, Where: where(f.at)}
		if c.trails != nil {
			w.Trigger = c.trails.Triggers().Act(f.at.Unit, f.local)
		}
		p.SettingWrites = append(p.SettingWrites, w)
	}
}

// acted are the uses whose Trigger is asked for, what writes a file or the clipboard, runs a program, code or a
// command of the editor; and those of which it matters beside which others they stand.
func acted(known *catalog.Catalog, u Use) (acts, moves bool) {
	if u.Kind != Call && u.Kind != New {
		return false, false
	}
	e, ok := known.Lookup(u.Module, u.Member)
	if !ok {
		return false, false
	}
	switch e.Capability {
	case catalog.FileWrite, catalog.VSFilesWrite, catalog.VSCommand, catalog.VSTask, catalog.VSTerminal, catalog.ProcessRun,
		catalog.ProcessShell, catalog.ProcessFork, catalog.VSOpen:
		return true, true
	case catalog.CodeEval, catalog.CodeVM, catalog.CodeNative, catalog.CodeWasm:
		return true, false
	case catalog.FileRead, catalog.VSFilesRead, catalog.NetConnect, catalog.NetResolve:
		return false, true
	}
	return u.Module == "vscode" && u.Member == "env.clipboard.writeText", u.Module == "vscode" && u.Member == "env.clipboard.readText"
}

// notFollowed makes the program blind where the engine had to stop.
func (p *Program) notFollowed(t *taint.Engine) {
	if file, cut := t.Cut(); cut {
		const reason = "the code is too large or too entangled to follow all data through it: some flows may be missing"
		p.BlindSpots = append(p.BlindSpots, BlindSpot{File: file, Reason: reason})
	}
}

// sort puts everything into its one order and drops repeats.
func (p *Program) sort() {
	slices.SortFunc(p.Obfuscated, func(a, b Obfuscation) int { return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Form, b.Form)) })
	p.Uses = mergeUses(p.Uses)
	p.Writes = mergeWrites(p.Writes)
	slices.SortFunc(p.Imports, func(a, b Import) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Module, b.Module), cmp.Compare(a.Kind, b.Kind))
	})
	p.Imports = slices.Compact(p.Imports)
	slices.SortFunc(p.Settings, func(a, b Setting) int {
		inspected := 0
		if a.Inspected != b.Inspected {
			inspected = 1
			if a.Inspected {
				inspected = -1
			}
		}
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.ID, b.ID), inspected)
	})
	p.Settings = slices.Compact(p.Settings)
	p.SettingWrites = mergeSettingWrites(p.SettingWrites)
	slices.SortFunc(p.Requests, func(a, b Request) int { return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.To, b.To)) })
	p.Requests = slices.Compact(p.Requests)
	slices.SortFunc(p.Flows, taint.Compare)
	slices.SortFunc(p.Trails, taint.Compare)
	slices.SortFunc(p.BlindSpots, func(a, b BlindSpot) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	p.BlindSpots = slices.Compact(p.BlindSpots)
	for _, list := range [][]String{p.Strings, p.Expressions} {
		slices.SortFunc(list, func(a, b String) int {
			return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Text, b.Text))
		})
	}
	slices.SortFunc(p.Entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Via, b.Via))
	})
	p.Entries = slices.Compact(p.Entries)
}

// places returns the line and column of a site, reading each file that has any
// once more.
func (c *collector) places(ext *extension.Extension) func(solver.Site) finding.Location {
	wanted := map[int32][]int32{}
	for _, f := range c.uses {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
		if f.person != nil {
			wanted[f.person.At.Unit] = append(wanted[f.person.At.Unit], f.person.At.Pos)
		}
	}
	for _, f := range c.imports {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	for _, f := range c.writes {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
		if f.from != (solver.Site{}) {
			wanted[f.from.Unit] = append(wanted[f.from.Unit], f.from.Pos)
		}
	}
	for _, f := range c.changes {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	for _, f := range c.settings {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	for _, f := range c.requests {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	for _, f := range c.texts {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	for _, f := range c.expressions {
		wanted[f.at.Unit] = append(wanted[f.at.Unit], f.at.Pos)
	}
	if c.ways != nil {
		c.ways.sites(c.uses, func(at solver.Site) { wanted[at.Unit] = append(wanted[at.Unit], at.Pos) })
	}
	if c.trails != nil {
		c.trails.Sites(func(at solver.Site) { wanted[at.Unit] = append(wanted[at.Unit], at.Pos) })
	}
	if c.flows != nil {
		c.flows.Sites(func(at solver.Site) { wanted[at.Unit] = append(wanted[at.Unit], at.Pos) })
	}
	known := make(map[solver.Site]finding.Location)
	for unit, offsets := range wanted {
		file := c.s.Unit(unit).Path
		source, err := ext.ReadFile(file)
		if err != nil {
			source = nil // the file changed under us; its name is still right
		}
		slices.Sort(offsets)
		offsets = slices.Compact(offsets)
		locate(source, offsets, func(offset int32, line, column int) {
			known[solver.Site{Unit: unit, Pos: offset}] = finding.Location{File: file, Line: line, Column: column}
		})
	}
	return func(at solver.Site) finding.Location {
		if loc, ok := known[at]; ok {
			return loc
		}
		return finding.Location{File: c.s.Unit(at.Unit).Path}
	}
}

// locate returns line and column (from 1, in UTF-16 units) of ascending offsets.
// Lines end as JavaScript ends them.
func locate(source []byte, offsets []int32, found func(offset int32, line, column int)) {
	line, column, at := 1, 1, 0
	text := source
	for _, offset := range offsets {
		for at < int(offset) && at < len(text) {
			switch b := text[at]; {
			case b == '\n':
				line, column = line+1, 1
				at++
			case b == '\r':
				at++
				if at < len(text) && text[at] == '\n' {
					at++
				}
				line, column = line+1, 1
			case b < utf8.RuneSelf:
				column++
				at++
			default:
				r, size := utf8.DecodeRune(text[at:])
				at += size
				switch {
				case r == '\u2028' || r == '\u2029':
					line, column = line+1, 1
				case r > 0xFFFF:
					column += 2
				default:
					column++
				}
			}
		}
		found(offset, line, column)
	}
}

func lineOf(source []byte, offset int) int {
	if offset < 0 {
		return 0
	}
	out := 0
	locate(source, []int32{int32(offset)}, func(_ int32, line, _ int) { out = line })
	return out
}

// mergeUses sorts uses and joins those of one symbol at one place: copies of a
// function for several callers see it with several arguments.
func mergeUses(uses []Use) []Use {
	slices.SortStableFunc(uses, func(a, b Use) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Module, b.Module), cmp.Compare(a.Member, b.Member),
			cmp.Compare(a.Kind, b.Kind))
	})
	out := uses[:0]
	for _, u := range uses {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if last.Where == u.Where && last.Module == u.Module && last.Member == u.Member {
				if last.Kind == u.Kind {
					last.Args = fold.MergeArgs(last.Args, u.Args)
					last.Spread = last.Spread || u.Spread
					last.Imprecise = last.Imprecise && u.Imprecise
					continue
				}
				if u.Kind == Reference {
					continue // calling it is reading it
				}
			}
		}
		out = append(out, u)
	}
	return out
}

// destroyers are the members of fs by which what is there is lost.
var destroyers = []string{
	"writeFile", "writeFileSync", "unlink", "unlinkSync", "rm", "rmSync", "rmdir", "rmdirSync", "truncate", "truncateSync", "rename",
	"renameSync", "outputFile", "outputFileSync", "remove", "removeSync", "emptyDir", "emptyDirSync",
}

// destroys holds for acts by which what is there may be lost: a file that is written over or deleted, the text of a document, a
// program that is run.
func destroys(u Use) bool {
	if u.Module == "vscode" && u.Member == "TextEdit" {
		return true // where it is asked for a replacement; see replacement
	}
	if u.Kind != Call {
		return false
	}
	last := u.Member[strings.LastIndexByte(u.Member, '.')+1:]
	switch u.Module {
	case "fs":
		return slices.Contains(destroyers, last)
	case "vscode":
		switch last {
		case "replace", "delete", "set":
			return strings.Contains(u.Member, "Edit") || strings.Contains(u.Member, "workspace.fs") || strings.HasPrefix(u.Member, "FileSystem")
		case "writeFile", "deleteFile":
			return true
		}
	case "child_process":
		return true
	}
	return false
}

// personal finds the acts that happen to some people: who or where somebody is decides, or, of changes to a text, chance.
// Where others get the like, each in words of their own, it happens to all.
func (c *collector) personal() {
	people, chance := c.flows.People(false), c.flows.People(true)
	if people == nil && chance == nil {
		return
	}
	var found []int
	for i := range c.uses {
		f := &c.uses[i]
		if !destroys(f.use) {
			continue
		}
		call := f.node
		if f.use.Member == "TextEdit" {
			if call = c.replacement(f.node); call == 0 {
				continue
			}
		}
		who, ok := people.Of(call)
		if !ok && f.use.Module == "vscode" && (call != f.node || strings.HasSuffix(f.use.Member, ".replace")) {
			who, ok = chance.Of(f.node)
		}
		if ok {
			f.person, f.node, c.personals = &who, call, true
			found = append(found, i)
		}
	}
	var all []int
	for _, i := range found {
		f := &c.uses[i]
		if !slices.ContainsFunc(found, func(k int) bool {
			o := &c.uses[k]
			return k != i && o.use.Member == f.use.Member && o.person.Other(*f.person)
		}) {
			all = append(all, i)
		}
	}
	for _, i := range found {
		f := &c.uses[i]
		if !slices.Contains(all, i) {
			f.person = nil
			continue
		}
		if len(f.use.Args) == 0 {
			for _, a := range c.s.ArgNodes(f.node) {
				if a < 0 {
					break
				}
				f.use.Args = append(f.use.Args, c.values.Of(a))
			}
		}
	}
}

// givesDocuments holds for what gives documents, whoever has opened them.
func givesDocuments(u Use) bool {
	switch u.Member {
	case "workspace.textDocuments", "workspace.findFiles", "window.visibleTextEditors", "window.activeTextEditor":
		return true
	}
	return false
}

// maxReplacement is how many nodes lie between the mention of a class and the call of its method.
const maxReplacement = 200

// replacement returns the call of TextEdit.replace in which the class is mentioned at a node; 0 for other mentions.
func (c *collector) replacement(n int32) int32 {
	u, _, frame := c.s.Code(n)
	_, local := c.s.Local(n)
	method := local + 1
	if int(method) >= len(u.Nodes) || u.Nodes[method].Op != ir.OpLoad || u.Nodes[method].A != local ||
		u.Strings[u.Nodes[method].B] != "replace" {
		return 0
	}
	for i := method + 1; int(i) < len(u.Nodes) && i < method+maxReplacement; i++ {
		if v := &u.Nodes[i]; v.Op == ir.OpCall && v.A == method {
			return c.s.Resolve(frame, i)
		}
	}
	return 0
}
