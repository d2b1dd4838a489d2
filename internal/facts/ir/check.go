package ir

import "fmt"

// check holds every index of a unit within its array. It looks at every entry
// once: no two nodes share a list, so that lists cost what they take.
func (u *Unit) check() error {
	nodes, strs := int32(len(u.Nodes)), int32(len(u.Strings))
	if nodes < 2 || strs < 1 || len(u.Lists) < 1 || u.Nodes[1].Op != OpExports {
		return fmt.Errorf("the beginning is missing")
	}
	node := func(n int32) bool { return n >= 0 && n < nodes }
	str := func(n int32) bool { return n >= 0 && n < strs }
	unseen := int64(len(u.Lists))
	list := func(i int32) bool {
		if i < 0 || int(i) >= len(u.Lists) {
			return false
		}
		n := u.Lists[i]
		if unseen -= int64(n); n < 0 || unseen < 0 || int64(i)+int64(n) >= int64(len(u.Lists)) {
			return false
		}
		for _, v := range u.Lists[i+1 : i+1+n] {
			if v <= -nodes || v >= nodes {
				return false
			}
		}
		return true
	}
	plainList := func(i int32) bool {
		if !list(i) {
			return false
		}
		for _, v := range u.List(i) {
			if v < 0 {
				return false
			}
		}
		return true
	}
	for i := range u.Nodes {
		v := &u.Nodes[i]
		ok := v.Op < OpCount && v.Pos >= 0
		switch v.Op {
		case OpVar, OpStr, OpWord, OpGlobal, OpImport, OpRegExp:
			ok = ok && str(v.A)
		case OpConcat, OpPhi:
			ok = ok && plainList(v.A)
		case OpLoad:
			ok = ok && node(v.A) && str(v.B)
		case OpStored:
			ok = ok && node(v.A) && str(v.B) && node(v.C)
		case OpIndex, OpCopied:
			ok = ok && node(v.A) && node(v.B)
		case OpCall, OpNew, OpSuper:
			ok = ok && node(v.A) && node(v.B) && list(v.C)
		case OpFunc:
			ok = ok && v.A >= 0 && int(v.A) < len(u.Funcs)
		case OpDynamic:
			ok = ok && node(v.A)
		}
		if !ok {
			return fmt.Errorf("node %d points outside", i)
		}
	}
	for i, e := range u.Effects {
		ok := e.Kind < EffectCount && node(e.A) && node(e.C)
		switch e.Kind {
		case Store, StoreGet, StoreSet:
			ok = ok && str(e.B)
		default:
			ok = ok && node(e.B)
		}
		if !ok {
			return fmt.Errorf("effect %d points outside", i)
		}
	}
	for i := range u.Guards {
		g := &u.Guards[i]
		if g.Kind >= GuardCount || !node(int32(g.Cond)) || !node(int32(g.Subject)) || !node(int32(g.Base)) || g.Lo < 0 || g.Lo > g.Hi ||
			g.Hi > nodes {
			return fmt.Errorf("guard %d points outside", i)
		}
	}
	for i := range u.Picks {
		p := &u.Picks[i]
		if p.Func < 0 || int(p.Func) >= len(u.Funcs) || p.Param < 0 || p.Lo < 0 || p.Lo > p.Hi || p.Hi > nodes || p.When > PickAny {
			return fmt.Errorf("pick %d points outside", i)
		}
	}
	effects := int32(len(u.Effects))
	for i := range u.Funcs {
		f := &u.Funcs[i]
		ok := node(int32(f.Node)) && plainList(f.Params) && node(int32(f.Ret)) && node(int32(f.This)) && node(int32(f.Args)) &&
			0 <= f.Lo && f.Lo <= f.Hi && f.Hi <= nodes && 0 <= f.ELo && f.ELo <= f.EHi && f.EHi <= effects && str(int32(f.Name))
		if !ok {
			return fmt.Errorf("function %d points outside", i)
		}
	}
	return nil
}
