package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

// signed reports whether a file has, before anything is worked out, what no honest script has: there a function
// may be asked a thousand times.
func (s *survey) signed() bool {
	g := &s.signs
	return g.pooled.n >= fewPooled || g.keyed.n >= fewMembers || g.wrapped.n >= fewOperators || g.summed.n >= fewSums ||
		g.states.n >= fewStates || g.self.n > 0 || s.hexNames().n >= fewNames
}

// unpool writes a constant in the place of the entry of a list that holds it, where constants of all kinds come out
// of one list and nobody changes that: what is asked with an entry is asked with a constant then.
func (w *rewriter) unpool(e *esbuild.Expr, d *esbuild.EIndex) {
	if w.signs.pooled.n < fewPooled {
		return
	}
	n, ok := d.Index.Data.(*esbuild.ENumber)
	if !ok {
		return
	}
	id, ok := d.Target.Data.(*esbuild.EIdentifier)
	if !ok {
		return
	}
	list := w.def(id.Ref)
	if list == nil || list.init == nil || list.param || list.writes != 1 || list.mutated || list.uses != list.reads {
		return
	}
	a, ok := list.init.Data.(*esbuild.EArray)
	if !ok || !mixed(a) || n.Value < 0 || n.Value >= float64(len(a.Items)) || n.Value != float64(int(n.Value)) {
		return
	}
	switch item := a.Items[int(n.Value)].Data.(type) {
	case *esbuild.EString:
		w.placed(item.Value)
		e.Data = &esbuild.EString{Value: item.Value}
	case *esbuild.ENumber, *esbuild.EBoolean, *esbuild.ENull, *esbuild.EUndefined:
		e.Data = item
	}
}

// guards notes the parameters at whose function's beginning stands if (!p) p = function …: a declaration that was
// moved there.
func (s *survey) guards(body *esbuild.FnBody) {
	for i := range body.Block.Stmts {
		branch, ok := body.Block.Stmts[i].Data.(*esbuild.SIf)
		if !ok {
			if _, ok := body.Block.Stmts[i].Data.(*esbuild.SDirective); ok {
				continue
			}
			return
		}
		not, ok := branch.Test.Data.(*esbuild.EUnary)
		if !ok || not.Op != esbuild.UnOpNot || branch.NoOrNil.Data != nil {
			return
		}
		id, ok := not.Value.Data.(*esbuild.EIdentifier)
		if !ok {
			return
		}
		yes := branch.Yes
		if b, ok := yes.Data.(*esbuild.SBlock); ok && len(b.Stmts) == 1 {
			yes = b.Stmts[0]
		}
		st, ok := yes.Data.(*esbuild.SExpr)
		if !ok {
			return
		}
		set, ok := st.Value.Data.(*esbuild.EBinary)
		if !ok || set.Op != esbuild.BinOpAssign || !isFunction(set.Right) {
			return
		}
		if to, ok := set.Left.Data.(*esbuild.EIdentifier); !ok || s.id(to.Ref) != s.id(id.Ref) {
			return
		}
		s.guarded = append(s.guarded, id.Ref)
	}
}

// guardedParams makes variables of them, in a file that is signed: who calls the function by a table is not seen
// there, and what stands in the guard is what its author wrote.
func (s *survey) guardedParams() {
	for _, ref := range s.guarded {
		if d := s.def(ref); d != nil && d.init != nil && d.writes == 1 && isFunction(*d.init) {
			d.param = false
		}
	}
}

// Bounds of the lists that are emptied.
const (
	shortList  = 5
	manyLists  = 256
	manyPlaces = 1 << 16
)

// list notes a list of texts as it is written. One of a person has, where an obfuscator was, calls among its texts.
func (s *survey) list(a *esbuild.EArray) {
	texts := 0
	for i := range a.Items {
		switch a.Items[i].Data.(type) {
		case *esbuild.EString:
			texts++
		case *esbuild.ENumber, *esbuild.EBoolean, *esbuild.ENull, *esbuild.EUndefined, *esbuild.EUnary:
		default:
			return
		}
	}
	if texts >= shortList && len(s.lists) < manyLists {
		s.lists = append(s.lists, a)
	}
}

// placed notes a text that was put where it is used.
func (w *rewriter) placed(text []uint16) {
	if !w.heavy || len(w.lists) == 0 || len(w.places) >= manyPlaces {
		return
	}
	if w.places == nil {
		w.places = map[string]bool{}
	}
	w.places[esbuild.Text(text)] = true
}

// emptyLists takes the texts that stand where they are used now out of the lists that hold most of an obfuscator's
// texts: what a text is for is said by the place where it is used, and the list is no such place.
func (w *rewriter) emptyLists() {
	if len(w.places) == 0 {
		return
	}
	for _, a := range w.lists {
		texts, found := 0, make([]int, 0, len(a.Items))
		for i := range a.Items {
			if text, ok := a.Items[i].Data.(*esbuild.EString); ok {
				if texts++; w.places[esbuild.Text(text.Value)] {
					found = append(found, i)
				}
			}
		}
		if 3*len(found) < 2*texts {
			continue
		}
		for _, i := range found {
			a.Items[i].Data = &esbuild.EString{}
		}
	}
}
