package decode

import (
	"slices"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"
)

// Bounds on what one file may cost. A file without a rotated list and without signs of an obfuscator gets the
// small one: nobody there asks a function a hundred times.
const (
	fewSteps  = 400_000
	manySteps = 60_000_000
	oneCall   = 60_000    // a call, in a file with the small bound
	oneHeavy  = 8_000_000 // in one with the other
	maxFails  = 3         // attempts of one function that come to nothing
	maxResult = 64 << 10  // code units of what comes out
	maxMade   = 1000
	maxInline = 2000
)

// Text is code in a constant text that the file runs.
type Text struct {
	// Start and End are the bytes of the call that runs it.
	Start, End int
	// Params are the names that new Function gives its code; nil with Body
	// false for what eval runs.
	Params []string
	Body   bool
	Code   string
}

// Result is what there is to know of a file beside its tree.
type Result struct {
	// Hidden are the texts that a decoder of the language made (atob, Buffer, zlib).
	Hidden map[*esbuild.EString]bool
	Texts  []Text
	Signs  []Sign
	// Made are the texts that were worked out, the first maxMade of them.
	Made []string
}

// rewriter puts texts in the place of what makes them.
type rewriter struct {
	*survey
	run    *run
	heavy  bool
	ready  bool
	out    Result
	made   counter // by functions of the code, of numbers or texts
	ran    counter // decoded texts that are run
	inline int     // functions that were called where they stand
	spot   def     // stands for all of those
	asked  int
	// places are the texts that stand where they are used now.
	places map[string]bool
}

// File works out the constant texts of a file, in its tree.
func File(tree *esbuild.AST, source string) Result {
	s := look(tree, source)
	w := &rewriter{survey: s, heavy: len(s.rotators) > 0 || s.signed()}
	w.run = &run{file: s, cells: map[uint32]*value{}, bad: map[uint32]bool{}, steps: fewSteps,
		known: map[*esbuild.EString]string{}, locals: map[*esbuild.FnBody][]uint32{}}
	if w.heavy {
		w.run.steps = manySteps
		s.guardedParams()
		s.tables()
	}
	// Each function of an obfuscated file has a name of its own for the one decoder.
	for i := range s.defs {
		if d := &s.defs[i]; d.sites > 0 {
			if f := w.alias(d); f != d {
				f.sites += d.sites
			}
		}
	}
	for _, st := range s.bares[:min(len(s.bares), 20)] {
		w.bare(st)
	}
	if w.worth() {
		(&walker{leave: w.leave}).tree(tree)
		w.emptyLists()
	}
	w.out.Signs = s.judge(w)
	return w.out
}

// worth reports whether a second walk can find anything.
func (w *rewriter) worth() bool {
	if w.heavy || w.survey.chains || w.texts {
		return true
	}
	return slices.ContainsFunc(w.defs, func(d def) bool { return d.decodes && d.sites > 0 })
}

// rotate turns the lists, once, before anything is asked of them.
func (w *rewriter) rotate() {
	if w.ready {
		return
	}
	w.ready = true
	for _, call := range w.rotators[:min(len(w.rotators), 64)] {
		w.run.touched = map[uint32]bool{}
		_, ok := w.run.attempt(manySteps/2, func() value { return w.run.callExpr(call, nil, undefined) })
		if !ok {
			for id := range w.run.touched {
				w.run.bad[id] = true
			}
		}
		w.run.touched = nil
	}
}

func (w *rewriter) leave(e *esbuild.Expr) {
	switch d := e.Data.(type) {
	case *esbuild.ECall:
		if v, ok := w.call(e, d); ok {
			w.put(e, v)
			return
		}
		if w.heavy && w.through(e, d) {
			w.leave(e)
			return
		}
		w.runs(e.Loc.Start, d.Target, d.Args, d.CloseParenLoc)
	case *esbuild.ENew:
		w.runs(e.Loc.Start, d.Target, d.Args, d.CloseParenLoc)
	case *esbuild.EBinary:
		if d.Op == esbuild.BinOpAdd {
			left, right := textOf(d.Left), textOf(d.Right)
			if left != nil && right != nil && len(left.Value)+len(right.Value) <= maxResult {
				v := &esbuild.EString{Value: append(slices.Clone(left.Value), right.Value...)}
				if w.out.Hidden[left] || w.out.Hidden[right] {
					w.hide(v)
				}
				w.put(e, v)
			}
		}
		if w.heavy {
			calculated(e)
		}
	case *esbuild.EUnary:
		if w.heavy {
			calculated(e)
		}
	case *esbuild.EDot:
		if w.heavy {
			w.untable(e, d.Target, d.Name)
		}
	case *esbuild.EIndex:
		if v := textOf(d.Index); v != nil {
			d.Index.Data = v
		}
		w.unpool(e, d)
		if w.heavy {
			w.dotted(e)
		}
	case *esbuild.EObject:
		for i := range d.Properties {
			if v := textOf(d.Properties[i].Key); v != nil {
				d.Properties[i].Key.Data = v
			}
		}
	}
}

// put writes a text in the place of what makes it. What a decoder of the language
// made stays beside it: that it was decoded is a fact of its own.
func (w *rewriter) put(e *esbuild.Expr, v *esbuild.EString) {
	if !w.out.Hidden[v] {
		e.Data = v
		return
	}
	e.Data = &esbuild.EIf{
		Test: esbuild.Expr{Data: &esbuild.EBoolean{Value: true}, Loc: e.Loc}, Yes: esbuild.Expr{Data: e.Data, Loc: e.Loc},
		No: esbuild.Expr{Data: v, Loc: e.Loc},
	}
}

// textOf is the text of an expression, as it is written or as put left it.
func textOf(e esbuild.Expr) *esbuild.EString {
	switch d := e.Data.(type) {
	case *esbuild.EString:
		return d
	case *esbuild.EIf:
		if b, ok := d.Test.Data.(*esbuild.EBoolean); ok && b.Value {
			if v, ok := d.No.Data.(*esbuild.EString); ok {
				return v
			}
		}
	}
	return nil
}

func (w *rewriter) hide(v *esbuild.EString) {
	if w.out.Hidden == nil {
		w.out.Hidden = map[*esbuild.EString]bool{}
	}
	w.out.Hidden[v] = true
}

// call works out a call.
func (w *rewriter) call(e *esbuild.Expr, d *esbuild.ECall) (*esbuild.EString, bool) {
	var f *def
	switch t := d.Target.Data.(type) {
	case *esbuild.EIdentifier:
		if name, free := w.free(t.Ref); free {
			if name != "atob" && name != "unescape" && name != "decodeURIComponent" && name != "decodeURI" && name != "String" {
				return nil, false
			}
			break
		}
		f = w.def(t.Ref)
		if f == nil {
			return nil, false
		}
		f = w.alias(f)
		if !f.decodes || f.failed >= maxFails || len(d.Args) == 0 {
			return nil, false
		}
	case *esbuild.EFunction, *esbuild.EArrow:
		if w.inline++; !numbers(d.Args) || w.inline > maxInline {
			return nil, false
		}
		f = &w.spot
	default:
		if !finishers[memberName(d.Target)] {
			return nil, false
		}
	}
	budget := 150
	if f != nil && !w.constants(d.Args) {
		return nil, false
	}
	if f == nil && !w.pure(*e, &budget, 0) {
		return nil, false
	}
	w.rotate()
	steps := oneCall
	if w.heavy {
		steps = oneHeavy
	}
	w.run.decoded = false
	v, ok := w.run.attempt(steps, func() value { return w.run.eval(*e, nil, undefined) })
	if !ok || v.kind != isString || len(v.str) > maxResult {
		if f != nil && f != &w.spot {
			f.failed++
		}
		return nil, false
	}
	out := &esbuild.EString{Value: v.str}
	w.placed(v.str)
	if len(w.out.Made) < maxMade {
		w.out.Made = append(w.out.Made, esbuild.Text(v.str))
	}
	if f != nil {
		if word := esbuild.Text(v.str); (f == &w.spot || isWord(word) && !within(word, d.Args)) && len(f.words) < maxMade {
			if f.words == nil {
				f.words = map[string]bool{}
			}
			f.words[word] = true
		}
		w.made.add(e.Loc.Start)
	}
	if w.run.decoded && (f == nil || f.sites < 10) {
		w.hide(out)
	}
	return out, true
}

// isWord reports whether a text has three letters side by side.
func isWord(s string) bool {
	n := 0
	for i := range len(s) {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' {
			if n++; n == 3 {
				return true
			}
		} else {
			n = 0
		}
	}
	return false
}

// within reports whether a text is one that a call is given, but for a little:
// what makes words plural or large is no decoder.
func within(word string, args []esbuild.Expr) bool {
	word = strings.ToLower(word)
	for _, a := range args {
		if s := textOf(a); s != nil {
			given := strings.ToLower(esbuild.Text(s.Value))
			if len(given) >= 3 && (strings.Contains(word, given) || strings.Contains(given, word)) {
				return true
			}
		}
	}
	return false
}

// alias follows const g = f.
func (w *rewriter) alias(d *def) *def {
	for range 8 {
		if d.fn != nil || d.init == nil || d.writes != 1 {
			return d
		}
		id, ok := d.init.Data.(*esbuild.EIdentifier)
		if !ok {
			return d
		}
		next := w.def(id.Ref)
		if next == nil {
			return d
		}
		d = next
	}
	return d
}

// finishers are the methods whose result is a text that somebody hid.
var finishers = map[string]bool{
	"join": true, "toString": true, "fromCharCode": true, "fromCodePoint": true, "decode": true, "replace": true, "reduce": true,
	"concat": true, "slice": true, "substring": true, "substr": true, "charAt": true, "apply": true, "atob": true, "unescape": true,
	"decodeURIComponent": true, "toLowerCase": true, "toUpperCase": true,
}

// pure reports whether an expression hangs on nothing but constants, as far as
// can be seen without working it out.
func (w *rewriter) pure(e esbuild.Expr, budget *int, depth int) bool {
	if *budget--; *budget < 0 || depth > 40 {
		return false
	}
	all := func(list []esbuild.Expr) bool {
		for i := range list {
			if _, ok := list[i].Data.(*esbuild.ENumber); ok {
				continue
			}
			if !w.pure(list[i], budget, depth+1) {
				return false
			}
		}
		return true
	}
	switch d := e.Data.(type) {
	case *esbuild.EIf:
		return textOf(e) != nil
	case *esbuild.EString, *esbuild.ENumber, *esbuild.EBoolean, *esbuild.ENull, *esbuild.EUndefined, *esbuild.ERegExp, *esbuild.EMissing:
		return true
	case *esbuild.EFunction, *esbuild.EArrow:
		return depth > 0
	case *esbuild.EIdentifier:
		name, free := w.free(d.Ref)
		if free {
			return pureNames[name]
		}
		v := w.def(d.Ref)
		if v == nil || v.param || v.writes > 1+v.own {
			return false
		}
		if v.fn != nil {
			return v.decodes
		}
		if v.init == nil {
			return false
		}
		switch v.init.Data.(type) {
		case *esbuild.EFunction, *esbuild.EArrow:
			return v.decodes
		case *esbuild.EArray, *esbuild.EObject, *esbuild.ENew, *esbuild.ECall:
			if v.uses != v.reads || v.mutated {
				return false
			}
		}
		return w.pure(*v.init, budget, depth+1)
	case *esbuild.EDot:
		return w.pure(d.Target, budget, depth+1)
	case *esbuild.EIndex:
		return w.pure(d.Target, budget, depth+1) && w.pure(d.Index, budget, depth+1)
	case *esbuild.ECall:
		return w.pure(d.Target, budget, depth+1) && all(d.Args)
	case *esbuild.ENew:
		return w.pure(d.Target, budget, depth+1) && all(d.Args)
	case *esbuild.EArray:
		return all(d.Items)
	case *esbuild.ESpread:
		return w.pure(d.Value, budget, depth+1)
	case *esbuild.EUnary:
		return w.pure(d.Value, budget, depth+1)
	case *esbuild.EBinary:
		switch d.Op {
		case esbuild.BinOpAdd, esbuild.BinOpSub, esbuild.BinOpMul, esbuild.BinOpBitwiseXor, esbuild.BinOpBitwiseAnd, esbuild.BinOpRem:
			return w.pure(d.Left, budget, depth+1) && w.pure(d.Right, budget, depth+1)
		}
	case *esbuild.ETemplate:
		if d.TagOrNil.Data != nil {
			return false
		}
		for i := range d.Parts {
			if !w.pure(d.Parts[i].Value, budget, depth+1) {
				return false
			}
		}
		return true
	case *esbuild.ERequireString:
		name := w.record(d.ImportRecordIndex)
		return name == "zlib" || name == "buffer" || name == "util"
	}
	return false
}

var pureNames = map[string]bool{
	"String": true, "Array": true, "Buffer": true, "Uint8Array": true, "TextDecoder": true, "atob": true, "unescape": true, "escape": true,
	"decodeURIComponent": true, "decodeURI": true, "encodeURIComponent": true, "parseInt": true, "Number": true, "Math": true,
	"globalThis": true, "global": true, "undefined": true, "NaN": true, "Infinity": true, "require": true, "Object": true,
}
