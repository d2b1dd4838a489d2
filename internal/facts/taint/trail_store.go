package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Places with names, in which one part of a program leaves a value and another finds it: the memory of an extension, the
// variables of the process, the commands of the editor.

// slot is one such place: what is left there, and what finds it.
type slot struct{ left, found []int32 }

// memories are the properties of an extension's context that remember, with the methods that put and take.
var memories = map[string][2]string{
	"globalState": {"update", "get"}, "workspaceState": {"update", "get"}, "secrets": {"store", "get"},
}

// maxFound bounds what finds, and what leaves, one value.
const maxFound = 16

// handStores ties them.
func (x *trailer) handStores() {
	t, s := x.t, x.t.s
	slots := map[string]*slot{}
	at := func(key string) *slot {
		if slots[key] == nil {
			slots[key] = &slot{}
		}
		return slots[key]
	}
	registered, executed := map[string][]int32{}, map[string][]int32{}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 {
			continue
		}
		name := t.calleeName(u, v)
		if !keepers[name] || !t.live(n) {
			continue
		}
		args := s.ArgNodes(n)
		if len(args) == 0 || args[0] <= 0 {
			continue
		}
		switch name {
		case "registerCommand", "executeCommand":
			into := registered
			if name == "executeCommand" {
				into = executed
			}
			if ids := t.texts(args[0]); len(ids) == 1 && len(into[ids[0]]) < maxFound {
				into[ids[0]] = append(into[ids[0]], n)
			}
		case "publish":
			for _, id := range x.channel(n, u, v, c) {
				at("channel " + id).left = append(at("channel "+id).left, args[0])
			}
		case "subscribe":
			if len(args) > 1 && args[1] > 0 && x.calls(n, func(r solver.Symbol) bool { return r.Module == "diagnostics_channel" }) {
				for _, id := range t.texts(args[0]) {
					at("channel " + id).found = append(at("channel "+id).found, t.params(args[1], 0)...)
				}
			}
			for _, id := range x.channel(n, u, v, c) {
				at("channel " + id).found = append(at("channel "+id).found, t.params(args[0], 0)...)
			}
		default:
			memory := x.memory(u, v, c)
			if memory == "" {
				continue
			}
			for _, id := range t.texts(args[0]) {
				switch k := at(memory + " " + id); {
				case name == memories[memory][1]:
					k.found = append(k.found, n)
				case name == memories[memory][0] && len(args) > 1 && args[1] > 0:
					k.left = append(k.left, args[1])
				}
			}
		}
	}
	x.variables(at)
	for _, key := range sortedKeys(slots) {
		k := slots[key]
		if len(k.left) == 0 || len(k.found) == 0 || len(k.left) > maxFound || len(k.found) > maxFound {
			continue
		}
		for _, n := range k.found {
			x.reaches(k.left, n)
		}
	}
	x.handCommands(registered, executed)
}

// keepers are the methods that handStores looks at.
var keepers = map[string]bool{
	"update": true, "store": true, "get": true, "publish": true, "subscribe": true, "registerCommand": true, "executeCommand": true,
}

// memory is the property of the context that a method is called of; "" for others.
func (x *trailer) memory(u *solver.Unit, v *ir.Value, c int32) string {
	callee := u.Nodes[v.A]
	if callee.Op != ir.OpLoad {
		return ""
	}
	if of := u.Nodes[callee.A]; of.Op == ir.OpLoad {
		if name := u.Strings[of.B]; memories[name][0] != "" {
			return name
		}
	}
	out := ""
	x.t.s.EachOf(x.t.s.Resolve(c, callee.A), solver.KindSymbol, func(k solver.Token) {
		switch r := x.t.s.SymbolOf(k); {
		case r.Module != "vscode":
		case r.Member == "SecretStorage":
			out = "secrets"
		case memories[strings.TrimPrefix(r.Member, "ExtensionContext.")][0] != "":
			out = strings.TrimPrefix(r.Member, "ExtensionContext.")
		}
	})
	return out
}

// channel are the names of the channel of diagnostics that a method is called of.
func (x *trailer) channel(n int32, u *solver.Unit, v *ir.Value, c int32) []string {
	if u.Nodes[v.A].Op != ir.OpLoad {
		return nil
	}
	made := x.maker(x.t.s.Resolve(c, u.Nodes[v.A].A), func(r solver.Symbol) bool {
		return r.Module == "diagnostics_channel" && r.Member == "channel"
	})
	if made == 0 {
		return nil
	}
	if args := x.t.s.ArgNodes(made); len(args) > 0 && args[0] > 0 {
		return x.t.texts(args[0])
	}
	return nil
}

// variables adds those of the process that are set and read by the same name.
func (x *trailer) variables(at func(string) *slot) {
	t, s := x.t, x.t.s
	set := map[string]bool{}
	s.Stores(func(object int32, property string, stored int32) {
		if _, v, _ := s.Code(stored); v != nil && v.Op != ir.OpStr && x.environment(object, 0) {
			set[property] = true
			at("variable " + property).left = append(at("variable "+property).left, stored)
		}
	})
	if len(set) == 0 {
		return
	}
	for _, n := range s.ActNodes() {
		if u, v, c := s.Code(n); v.Op == ir.OpLoad && set[u.Strings[v.B]] && t.live(n) && x.environment(s.Resolve(c, v.A), 0) {
			at("variable " + u.Strings[v.B]).found = append(at("variable "+u.Strings[v.B]).found, n)
		}
	}
}

// handCommands ties what commands of the program's own are given, and what they give, to where it runs them.
func (x *trailer) handCommands(registered, executed map[string][]int32) {
	t, s := x.t, x.t.s
	for _, id := range sortedKeys(executed) {
		for _, r := range registered[id] {
			args := s.ArgNodes(r)
			if len(args) < 2 || args[1] <= 0 {
				continue
			}
			for _, n := range executed[id] {
				for i, a := range s.ArgNodes(n)[1:] {
					if a <= 0 {
						break
					}
					for _, p := range t.params(args[1], i) {
						x.reaches([]int32{a}, p)
					}
				}
				var given []int32
				t.returned(args[1], func(ret int32) { given = append(given, ret) })
				slices.Sort(given)
				x.reaches(given, n)
			}
		}
	}
}
