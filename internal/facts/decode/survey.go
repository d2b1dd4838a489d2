package decode

import (
	"math"
	"slices"

	esbuild "github.com/evanw/esbuild/bridge"
)

// def is what is known of a variable.
type def struct {
	fn    *esbuild.Fn   // a function of that name
	init  *esbuild.Expr // what it is given first
	start int32
	// writes counts what gives it a value, own those among them that stand in the
	// function itself: decoders put a quicker one in their place.
	writes, own     int
	param, declared bool
	// decodes is true for a function in which something is that decoders need.
	decodes bool
	calls   []uint32 // the functions that it calls by their names
	sites   int      // calls with constants
	// called counts the mentions that are calls, most is the largest number of arguments that one has.
	called, most int
	exported     bool // others may call it
	// uses counts the mentions, reads those that do not change a list or an object.
	uses, reads int
	mutated     bool
	sets        []*esbuild.EBinary // o[k] = v
	changed     int                // how often it is changed, these included
	entries     map[string]*esbuild.Expr
	filled      int // how often that was tried
	failed      int // attempts that came to nothing
	// words are the texts that came out of it and were not in what it was given.
	words map[string]bool
}

// survey is what one walk over a file found.
type survey struct {
	tree   *esbuild.AST
	source string
	defs   []def
	bodies map[*esbuild.FnBody]uint32 // of functions with a name
	iifes  map[*esbuild.FnBody]*esbuild.ECall
	// stack are the functions around the place of the walk.
	stack []*esbuild.FnBody
	// rotates are the functions in which a list's first entry goes to its end.
	rotates  []*esbuild.FnBody
	rotators []*esbuild.ECall
	chains   bool                   // an expression is there that may be worked out without a function of the code
	texts    bool                   // a text may be run
	bares    []*esbuild.Stmt        // statements of nothing but brackets
	guarded  []esbuild.Ref          // parameters whose function is made where nobody gives one
	sets     []*esbuild.EBinary     // of members of variables
	lefts    map[*esbuild.Expr]bool // their left sides
	lists    []*esbuild.EArray      // of texts that are written out
	signs    signs
}

func (s *survey) follow(ref esbuild.Ref) esbuild.Ref { return esbuild.Follow(s.tree, ref) }

func (s *survey) id(ref esbuild.Ref) uint32 { return s.follow(ref).InnerIndex }

func (s *survey) valid(ref esbuild.Ref) bool { return int(ref.InnerIndex) < len(s.tree.Symbols) }

func (s *survey) def(ref esbuild.Ref) *def {
	id := s.id(ref)
	if int(id) >= len(s.defs) {
		return nil
	}
	return &s.defs[id]
}

// free reports whether nobody in the file declares a name, and which it is.
func (s *survey) free(ref esbuild.Ref) (string, bool) {
	id := s.id(ref)
	if int(id) >= len(s.tree.Symbols) {
		return "", false
	}
	symbol := &s.tree.Symbols[id]
	return symbol.OriginalName, symbol.Kind == esbuild.SymbolUnbound
}

func (s *survey) record(i uint32) string {
	if int(i) < len(s.tree.ImportRecords) {
		return s.tree.ImportRecords[i].Path.Text
	}
	return ""
}

// sourceOf is a function as it is written: decoders look whether somebody made
// their code pretty.
func (r *run) sourceOf(c *closure) string {
	end := c.body.Block.CloseBraceLoc.Start + 1
	if c.start < 0 || end <= c.start || int(end) > len(r.file.source) {
		r.stop()
	}
	r.charge(int(end-c.start) / 16)
	return r.file.source[c.start:end]
}

func look(tree *esbuild.AST, source string) *survey {
	s := &survey{
		tree: tree, source: source, defs: make([]def, len(tree.Symbols)),
		bodies: map[*esbuild.FnBody]uint32{}, iifes: map[*esbuild.FnBody]*esbuild.ECall{},
	}
	w := walker{enter: s.enter, stmt: s.stmt, param: func(ref esbuild.Ref) {
		if d := s.def(ref); d != nil {
			d.param = true
		}
	}, inner: func(body *esbuild.FnBody, begins bool) {
		if begins {
			s.stack = append(s.stack, body)
			s.guards(body)
		} else {
			s.stack = s.stack[:len(s.stack)-1]
		}
	}}
	w.tree(tree)
	s.neverGiven()
	for _, body := range s.rotates {
		if call := s.iifes[body]; call != nil {
			s.rotators = append(s.rotators, call)
		}
	}
	// A function that calls one that decodes decodes as well; wrappers of
	// wrappers are common.
	for range 4 {
		for i := range s.defs {
			d := &s.defs[i]
			for _, callee := range d.calls {
				if !d.decodes && s.defs[callee].decodes {
					d.decodes = true
				}
			}
		}
	}
	return s
}

func (s *survey) stmt(st *esbuild.Stmt) {
	switch d := st.Data.(type) {
	case *esbuild.SExpr:
		if len(s.source)-int(st.Loc.Start) >= bracketRun && s.signs.brackets(s.source, int(st.Loc.Start)) {
			s.bares = append(s.bares, st)
		}
	case *esbuild.SFunction:
		if d.Fn.Name != nil {
			if f := s.def(d.Fn.Name.Ref); f != nil {
				f.fn, f.start, f.declared = &d.Fn, st.Loc.Start, true
				s.bodies[&d.Fn.Body] = s.id(d.Fn.Name.Ref)
				f.exported = f.exported || d.IsExport
			}
		}
	case *esbuild.SExportClause:
		for i := range d.Items {
			if f := s.def(d.Items[i].Name.Ref); f != nil {
				f.exported = true
			}
		}
	case *esbuild.SExportDefault:
		if f, ok := d.Value.Data.(*esbuild.SFunction); ok && f.Fn.Name != nil {
			if f := s.def(f.Fn.Name.Ref); f != nil {
				f.exported = true
			}
		}
	case *esbuild.SLocal:
		for i := range d.Decls {
			id, ok := d.Decls[i].Binding.Data.(*esbuild.BIdentifier)
			if !ok {
				continue
			}
			v := s.def(id.Ref)
			if v == nil {
				continue
			}
			v.declared = true
			if d.Decls[i].ValueOrNil.Data != nil {
				s.given(id.Ref, &d.Decls[i].ValueOrNil)
			}
		}
	case *esbuild.SForIn:
		s.looped(d.Init)
	case *esbuild.SForOf:
		s.looped(d.Init)
	}
}

// looped marks the variable of a loop: its value is not the one it is given.
func (s *survey) looped(init esbuild.Stmt) {
	switch d := init.Data.(type) {
	case *esbuild.SLocal:
		for i := range d.Decls {
			if id, ok := d.Decls[i].Binding.Data.(*esbuild.BIdentifier); ok {
				s.unknown(id.Ref)
			}
		}
	case *esbuild.SExpr:
		if id, ok := d.Value.Data.(*esbuild.EIdentifier); ok {
			s.unknown(id.Ref)
		}
	}
}

func (s *survey) unknown(ref esbuild.Ref) {
	if d := s.def(ref); d != nil {
		d.param = true
	}
}

// given notes that a variable gets a value.
func (s *survey) given(ref esbuild.Ref, v *esbuild.Expr) {
	d := s.def(ref)
	if d == nil {
		return
	}
	d.writes++
	id := s.id(ref)
	for _, body := range s.stack {
		if own, ok := s.bodies[body]; ok && own == id {
			d.own++
			d.decodes = true
			return
		}
	}
	if v != nil && d.init == nil {
		d.init = v
		switch f := v.Data.(type) {
		case *esbuild.EFunction:
			s.bodies[&f.Fn.Body] = id
		case *esbuild.EArrow:
			s.bodies[&f.Body] = id
		}
	}
}

// decoding notes that the functions around a place have what decoders need.
func (s *survey) decoding() {
	for i := len(s.stack) - 1; i >= 0 && i >= len(s.stack)-3; i-- {
		if id, ok := s.bodies[s.stack[i]]; ok {
			s.defs[id].decodes = true
		}
	}
}

func (s *survey) enter(e *esbuild.Expr) {
	switch d := e.Data.(type) {
	case *esbuild.EString:
		s.signs.text(d.Value, e.Loc.Start)
		if len(d.Value) >= 6 {
			s.signs.cut(s.source, int(e.Loc.Start), len(d.Value))
		}
	case *esbuild.EFunction:
		if d.Fn.Name != nil {
			s.unknown(d.Fn.Name.Ref)
		}
	case *esbuild.EBinary:
		s.operator(d)
	case *esbuild.EUnary:
		switch d.Op {
		case esbuild.UnOpPreInc, esbuild.UnOpPreDec, esbuild.UnOpPostInc, esbuild.UnOpPostDec:
			switch v := d.Value.Data.(type) {
			case *esbuild.EIdentifier:
				s.given(v.Ref, nil)
			case *esbuild.EDot:
				s.changes(v.Target)
			case *esbuild.EIndex:
				s.changes(v.Target)
			}
		case esbuild.UnOpDelete:
			switch v := d.Value.Data.(type) {
			case *esbuild.EDot:
				s.changes(v.Target)
			case *esbuild.EIndex:
				s.changes(v.Target)
			}
		}
	case *esbuild.EIdentifier:
		if v := s.def(d.Ref); v != nil {
			v.uses++
		}
		if name, free := s.free(d.Ref); free && decoderNames[name] {
			s.decoding()
			s.chains = true
		}
	case *esbuild.EDot:
		s.member(d.Name)
		s.reads(d.Target, d.Name)
	case *esbuild.EIndex:
		s.reads(d.Target, memberName(*e))
		if id, ok := d.Target.Data.(*esbuild.EIdentifier); ok && !s.chains {
			name, free := s.free(id.Ref)
			s.chains = free && (name == "globalThis" || name == "global")
		}
		if name, ok := d.Index.Data.(*esbuild.EString); ok {
			s.member(esbuild.Text(name.Value))
		} else if _, ok := d.Index.Data.(*esbuild.ENumber); !ok && len(s.stack) > 0 {
			s.tabled(d)
		}
		s.signs.indexed(s, d, e.Loc.Start)
	case *esbuild.ECall:
		s.called(d, e.Loc.Start)
		s.texts = s.texts || s.runsText(d.Target)
	case *esbuild.ENew:
		s.texts = s.texts || s.runsText(d.Target) || len(d.Args) > 1 && evaluates(d.Args[1])
		if name, ok := d.Target.Data.(*esbuild.EIdentifier); ok && len(d.Args) > 0 {
			if name, free := s.free(name.Ref); free && name == "Uint8Array" {
				s.reads(d.Args[0], "")
			}
		}
	case *esbuild.EObject:
		s.signs.object(d, e.Loc.Start)
	case *esbuild.EArray:
		s.list(d)
	}
}

// changers are the methods that change what they are called on.
var changers = map[string]bool{
	"push": true, "pop": true, "shift": true, "unshift": true, "splice": true, "reverse": true, "sort": true, "fill": true, "set": true,
	"copyWithin": true, "write": true,
}

// reads notes that a list or an object is only looked at.
func (s *survey) reads(target esbuild.Expr, member string) {
	if id, ok := target.Data.(*esbuild.EIdentifier); ok && !changers[member] {
		if d := s.def(id.Ref); d != nil {
			d.reads++
		}
	}
}

func (s *survey) changes(target esbuild.Expr) {
	if id, ok := target.Data.(*esbuild.EIdentifier); ok {
		if d := s.def(id.Ref); d != nil {
			d.mutated = true
			d.changed++
		}
	}
}

// readers are the methods that do not change the lists they are given.
var readers = map[string]bool{"from": true, "fromCharCode": true, "fromCodePoint": true, "apply": true, "concat": true, "decode": true}

// tabled notes a function that gives back an entry of a list by a number that it
// is given: the simplest decoder.
func (s *survey) tabled(d *esbuild.EIndex) {
	id, ok := d.Target.Data.(*esbuild.EIdentifier)
	if !ok {
		return
	}
	if list := s.def(id.Ref); list != nil && list.init != nil {
		switch v := list.init.Data.(type) {
		case *esbuild.EArray:
			if len(v.Items) >= 3 {
				s.decoding()
			}
		case *esbuild.ECall:
			if f, ok := v.Target.Data.(*esbuild.EIdentifier); ok && len(v.Args) == 0 {
				if f := s.def(f.Ref); f != nil && f.own > 0 {
					s.decoding()
				}
			}
		}
	}
}

// decoderNames are the globals that decoders need.
var decoderNames = map[string]bool{
	"atob": true, "unescape": true, "decodeURIComponent": true, "Buffer": true, "TextDecoder": true, "String": true,
}

// decoderMembers are the methods that decoders need.
var decoderMembers = map[string]bool{
	"fromCharCode": true, "fromCodePoint": true, "charCodeAt": true, "codePointAt": true, "reverse": true, "join": true,
	"decode": true, "inflateSync": true, "gunzipSync": true, "inflateRawSync": true, "unzipSync": true,
}

func (s *survey) member(name string) {
	if decoderMembers[name] {
		s.decoding()
		s.chains = true
	}
}

func (s *survey) operator(d *esbuild.EBinary) {
	switch d.Op {
	case esbuild.BinOpAssign:
		switch left := d.Left.Data.(type) {
		case *esbuild.EIdentifier:
			s.given(left.Ref, &d.Right)
		case *esbuild.EArray, *esbuild.EObject:
			s.pattern(d.Left)
		case *esbuild.EDot:
			s.changes(left.Target)
			s.set(left.Target, d)
		case *esbuild.EIndex:
			s.changes(left.Target)
			s.set(left.Target, d)
		}
	case esbuild.BinOpBitwiseXor:
		s.decoding()
	default:
		if _, ok := assigns[d.Op]; ok || d.Op == esbuild.BinOpLogicalOrAssign || d.Op == esbuild.BinOpLogicalAndAssign ||
			d.Op == esbuild.BinOpNullishCoalescingAssign {
			switch left := d.Left.Data.(type) {
			case *esbuild.EIdentifier:
				s.given(left.Ref, nil)
			case *esbuild.EDot:
				s.changes(left.Target)
			case *esbuild.EIndex:
				s.changes(left.Target)
			}
		}
	}
	s.signs.operator(d)
}

// pattern marks what a pattern assigns to.
func (s *survey) pattern(e esbuild.Expr) {
	switch d := e.Data.(type) {
	case *esbuild.EIdentifier:
		s.unknown(d.Ref)
	case *esbuild.EDot:
		s.changes(d.Target)
	case *esbuild.EIndex:
		s.changes(d.Target)
	case *esbuild.EArray:
		for _, item := range d.Items {
			s.pattern(item)
		}
	case *esbuild.EObject:
		for i := range d.Properties {
			s.pattern(d.Properties[i].ValueOrNil)
		}
	case *esbuild.ESpread:
		s.pattern(d.Value)
	case *esbuild.EBinary:
		s.pattern(d.Left)
	}
}

func (s *survey) called(d *esbuild.ECall, pos int32) {
	switch t := d.Target.Data.(type) {
	case *esbuild.EIdentifier:
		if f := s.def(t.Ref); f != nil {
			f.called++
			f.most = max(f.most, len(d.Args))
			if slices.ContainsFunc(d.Args, isSpread) {
				f.most = math.MaxInt
			}
		}
		if len(s.stack) > 0 {
			if own, ok := s.bodies[s.stack[len(s.stack)-1]]; ok && len(s.defs[own].calls) < 8 {
				if id := s.id(t.Ref); int(id) < len(s.defs) {
					s.defs[own].calls = append(s.defs[own].calls, id)
				}
			}
		}
		if len(d.Args) > 0 && s.constants(d.Args) {
			if f := s.def(t.Ref); f != nil {
				f.sites++
			}
		}
	case *esbuild.EFunction:
		s.iifes[&t.Fn.Body] = d
		s.chains = s.chains || numbers(d.Args)
	case *esbuild.EArrow:
		s.iifes[&t.Body] = d
		s.chains = s.chains || numbers(d.Args)
	default:
		if readers[memberName(d.Target)] {
			for _, a := range d.Args {
				if spread, ok := a.Data.(*esbuild.ESpread); ok {
					a = spread.Value
				}
				s.reads(a, "")
			}
		}
		if memberName(d.Target) == "push" && len(d.Args) == 1 {
			if inner, ok := d.Args[0].Data.(*esbuild.ECall); ok && memberName(inner.Target) == "shift" && len(s.stack) > 0 {
				s.rotates = append(s.rotates, s.stack[len(s.stack)-1])
			}
		}
	}
	s.signs.call(s, d, pos)
}

// memberName is the name of a member that is written out.
func memberName(e esbuild.Expr) string {
	switch d := e.Data.(type) {
	case *esbuild.EDot:
		return d.Name
	case *esbuild.EIndex:
		if name, ok := d.Index.Data.(*esbuild.EString); ok {
			return esbuild.Text(name.Value)
		}
	}
	return ""
}
