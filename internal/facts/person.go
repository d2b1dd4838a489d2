package facts

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

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

// personal finds the acts that happen to some people: who or where somebody is decides, or, of changes to a text, chance. Where others get the like, each in words of
// their own, it happens to all.
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
