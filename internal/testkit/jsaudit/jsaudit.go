// Package jsaudit measures JavaScript of our own by its syntax tree: how long its
// functions are, how many names they capture, and on what its methods are called.
//
// It is for tests that hold the loader's rules. It reads files that are ours, in the
// testing process, and says nothing of hostile input.
package jsaudit

import (
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/evanw/esbuild/bridge"
)

// Function is one function of a file with everything inside it.
type Function struct {
	Name  string
	Line  int
	Lines int
	// Captured are the names it takes from functions around it; what the file declares
	// at its top, and what it is given, are not among them.
	Captured []string
}

// Call is a call of a member: receiver.method(...).
type Call struct {
	Line int
	// Receiver is the text of what stands before the member, without arguments.
	Receiver string
	// Method is the member's name; empty when it is computed.
	Method string
	// Own says that the receiver is a name which the file gives an object literal without a
	// prototype, or an object of a class of its own.
	Own bool
	// Module is the file that the receiver is required from; empty: another receiver.
	Module string
	// Loading says that it stands outside every function: it runs while the file loads.
	Loading bool
}

// Use is one place where a name stands.
type Use struct {
	Name string
	Line int
}

// File is what was found in one file.
type File struct {
	Functions []Function
	Calls     []Call
	// Tables are the names that hold an object literal without a prototype, and the
	// methods and fields of each.
	Tables map[string]map[string]bool
	// Literals are the fields of every object literal without a prototype.
	Literals []map[string]bool
	// Free are the names that nobody in the file declares; Unused are those that it declares
	// and never reads.
	Free, Unused []string
	// Late are the names of Free that a function takes, or a field of a class: what stands
	// there when it runs, and not when the file loads.
	Late []Use
	// Assigned are the members that the file gives values, as owner.member.
	Assigned []string
	// Classes are the classes of the file and their own methods.
	Classes map[string]map[string]bool
}

// Read parses a file.
func Read(name, text string) (*File, error) {
	tree, err := bridge.Parse(name, text)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", name, err)
	}
	w := &walker{
		tree: &tree, home: map[bridge.Ref]int{}, value: map[bridge.Ref]*bridge.Expr{}, given: map[bridge.Ref]bool{},
		file: &File{Tables: map[string]map[string]bool{}, Classes: map[string]map[string]bool{}},
	}
	for i, c := range text {
		if c == '\n' {
			w.ends = append(w.ends, i)
		}
	}
	w.scopes = []*scope{{}}
	w.stack = []int{0}
	for _, part := range tree.Parts {
		w.walk(reflect.ValueOf(part.Stmts))
	}
	for _, s := range w.scopes[1:] {
		w.file.Functions = append(w.file.Functions, w.measured(s))
	}
	for ref := range w.home {
		if w.tree.Symbols[ref.InnerIndex].UseCountEstimate == 0 && !w.given[ref] {
			w.file.Unused = append(w.file.Unused, w.name(ref))
		}
	}
	for _, s := range tree.Symbols {
		if s.Kind == bridge.SymbolUnbound && s.UseCountEstimate > 0 {
			w.file.Free = append(w.file.Free, s.OriginalName)
		}
	}
	sort.Strings(w.file.Free)
	sort.Strings(w.file.Unused)
	for _, c := range w.calls {
		w.receiver(&c)
		w.file.Calls = append(w.file.Calls, c.Call)
	}
	return w.file, nil
}

type scope struct {
	name       string
	above      []int
	start, end int32
	uses       map[bridge.Ref]bool
}

type seenCall struct {
	Call
	ref    bridge.Ref
	direct bridge.Expr
}

type walker struct {
	tree   *bridge.AST
	file   *File
	ends   []int
	scopes []*scope // 0 is the file
	stack  []int
	home   map[bridge.Ref]int
	value  map[bridge.Ref]*bridge.Expr
	calls  []seenCall
	given  map[bridge.Ref]bool // the arguments of functions, which a form may ask for
	named  string              // what the next function is called
	fields int                 // how many classes are around
}

func (w *walker) name(ref bridge.Ref) string { return w.tree.Symbols[ref.InnerIndex].OriginalName }

func (w *walker) line(at int32) int { return 1 + sort.SearchInts(w.ends, int(at)) }

func (w *walker) measured(s *scope) Function {
	f := Function{Name: s.name, Line: w.line(s.start), Lines: w.line(s.end) - w.line(s.start) + 1}
	for ref := range s.uses {
		home, known := w.home[ref]
		if !known || home == 0 {
			continue
		}
		for _, above := range s.above {
			if above == home {
				f.Captured = append(f.Captured, w.name(ref))
			}
		}
	}
	sort.Strings(f.Captured)
	return f
}

// walk visits everything that a value of the tree holds.
func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case bridge.Expr:
			w.expr(x)
			return
		case bridge.Stmt:
			w.stmt(x)
			return
		case bridge.Decl:
			w.decl(x)
			return
		case bridge.Arg:
			if id, plain := x.Binding.Data.(*bridge.BIdentifier); plain {
				w.given[id.Ref] = true
			}
		case bridge.BObject:
			w.leftAway(x)
		case bridge.Property:
			w.property(x)
			return
		case bridge.BIdentifier:
			w.declare(x.Ref)
			return
		case bridge.Loc:
			for _, i := range w.stack {
				w.scopes[i].end = max(w.scopes[i].end, x.Start)
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				w.walk(v.Field(i))
			}
		}
	}
}

func (w *walker) declare(ref bridge.Ref) { w.home[ref] = w.stack[len(w.stack)-1] }

// leftAway notes the names that stand before ...rest: what rest is without.
func (w *walker) leftAway(b bridge.BObject) {
	for _, p := range b.Properties {
		if !p.IsSpread {
			continue
		}
		for _, q := range b.Properties {
			if id, plain := q.Value.Data.(*bridge.BIdentifier); plain {
				w.given[id.Ref] = true
			}
		}
	}
}

// function visits a function that begins at a place, under its own name or the one it is given.
func (w *walker) function(at int32, name string, visit func()) {
	if name == "" {
		name = w.named
	}
	w.named = ""
	s := &scope{name: name, start: at, end: at, above: append([]int{}, w.stack...), uses: map[bridge.Ref]bool{}}
	w.scopes = append(w.scopes, s)
	w.stack = append(w.stack, len(w.scopes)-1)
	visit()
	w.stack = w.stack[:len(w.stack)-1]
	for _, i := range w.stack {
		w.scopes[i].end = max(w.scopes[i].end, s.end)
	}
}

func (w *walker) stmt(s bridge.Stmt) {
	w.walk(reflect.ValueOf(s.Loc))
	switch x := s.Data.(type) {
	case *bridge.SFunction:
		if x.Fn.Name != nil {
			w.declare(x.Fn.Name.Ref)
		}
		w.fn(s.Loc.Start, x.Fn)
	case *bridge.SClass:
		if x.Class.Name != nil {
			w.declare(x.Class.Name.Ref)
			w.class(w.name(x.Class.Name.Ref), x.Class)
		}
		w.fields++
		w.walk(reflect.ValueOf(x.Class))
		w.fields--
	default:
		w.walk(reflect.ValueOf(s.Data))
	}
}

func (w *walker) fn(at int32, fn bridge.Fn) {
	name := ""
	if fn.Name != nil {
		name = w.name(fn.Name.Ref)
	}
	w.function(at, name, func() {
		w.walk(reflect.ValueOf(fn.Args))
		w.walk(reflect.ValueOf(fn.Body))
	})
}

func (w *walker) decl(d bridge.Decl) {
	w.walk(reflect.ValueOf(d.Binding))
	if id, plain := d.Binding.Data.(*bridge.BIdentifier); plain && d.ValueOrNil.Data != nil {
		value := d.ValueOrNil
		w.value[id.Ref] = &value
		w.named = w.name(id.Ref)
		if fields := table(value); fields != nil {
			w.file.Tables[w.name(id.Ref)] = fields
		}
	}
	w.expr(d.ValueOrNil)
	w.named = ""
}

func (w *walker) property(p bridge.Property) {
	w.expr(p.Key)
	if text, plain := p.Key.Data.(*bridge.EString); plain {
		w.named = bridge.Text(text.Value)
	}
	w.expr(p.ValueOrNil)
	w.expr(p.InitializerOrNil)
	if p.ClassStaticBlock != nil {
		w.walk(reflect.ValueOf(p.ClassStaticBlock))
	}
}

func (w *walker) expr(e bridge.Expr) {
	if e.Data == nil {
		return
	}
	w.walk(reflect.ValueOf(e.Loc))
	switch x := e.Data.(type) {
	case *bridge.EArrow:
		w.function(e.Loc.Start, "", func() {
			w.walk(reflect.ValueOf(x.Args))
			w.walk(reflect.ValueOf(x.Body))
		})
		return
	case *bridge.EFunction:
		w.fn(e.Loc.Start, x.Fn)
		return
	case *bridge.EIdentifier:
		for _, i := range w.stack[1:] {
			w.scopes[i].uses[x.Ref] = true
		}
		if (len(w.stack) > 1 || w.fields > 0) && w.tree.Symbols[x.Ref.InnerIndex].Kind == bridge.SymbolUnbound {
			w.file.Late = append(w.file.Late, Use{w.name(x.Ref), w.line(e.Loc.Start)})
		}
		return
	case *bridge.EClass:
		w.class(w.named, x.Class)
		w.named = ""
		w.fields++
		w.walk(reflect.ValueOf(x.Class))
		w.fields--
		return
	case *bridge.EBinary:
		if _, is := x.Left.Data.(*bridge.EDot); is && x.Op == bridge.BinOpAssign {
			w.file.Assigned = append(w.file.Assigned, w.text(x.Left))
		}
	case *bridge.EObject:
		if fields := table(e); fields != nil {
			w.file.Literals = append(w.file.Literals, fields)
		}
	case *bridge.ECall:
		// A member may also be given by a call: give('name', f).
		if len(x.Args) == 2 {
			if key, plain := x.Args[0].Data.(*bridge.EString); plain {
				w.file.Assigned = append(w.file.Assigned, w.text(x.Target)+"("+bridge.Text(key.Value)+")")
			}
		}
		w.call(e, x)
	}
	w.named = ""
	w.walk(reflect.ValueOf(e.Data))
}

func (w *walker) class(name string, c bridge.Class) {
	methods := map[string]bool{}
	for _, p := range c.Properties {
		if key, plain := p.Key.Data.(*bridge.EString); plain {
			methods[bridge.Text(key.Value)] = true
		}
	}
	w.file.Classes[name] = methods
}

func (w *walker) call(e bridge.Expr, x *bridge.ECall) {
	var receiver bridge.Expr
	method := ""
	switch target := x.Target.Data.(type) {
	case *bridge.EDot:
		receiver, method = target.Target, target.Name
	case *bridge.EIndex:
		receiver = target.Target
		switch key := target.Index.Data.(type) {
		case *bridge.EString:
			method = bridge.Text(key.Value)
		case *bridge.EPrivateIdentifier:
			return // nothing outside the class has it
		}
	default:
		return
	}
	c := seenCall{Call: Call{Line: w.line(e.Loc.Start), Receiver: w.text(receiver), Method: method, Loading: len(w.stack) == 1}}
	c.ref, c.direct = bridge.Ref{SourceIndex: ^uint32(0)}, receiver
	if id, plain := receiver.Data.(*bridge.EIdentifier); plain {
		c.ref = id.Ref
	}
	w.calls = append(w.calls, c)
}

// text writes the names of an expression.
func (w *walker) text(e bridge.Expr) string {
	switch x := e.Data.(type) {
	case *bridge.EIdentifier:
		return w.name(x.Ref)
	case *bridge.EThis:
		return "this"
	case *bridge.EDot:
		return w.text(x.Target) + "." + x.Name
	case *bridge.EIndex:
		if key, private := x.Index.Data.(*bridge.EPrivateIdentifier); private {
			return w.text(x.Target) + "." + w.name(key.Ref)
		}
		return w.text(x.Target) + "[]"
	case *bridge.ECall:
		return w.text(x.Target) + "()"
	case *bridge.ENew:
		return "new " + w.text(x.Target)
	case *bridge.EString, *bridge.ETemplate:
		return "''"
	case *bridge.ERequireString:
		return "require()"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", e.Data), "*js_ast.")
}

// receiver says what a call's receiver is.
func (w *walker) receiver(c *seenCall) {
	value := c.direct
	if bound := w.value[c.ref]; bound != nil {
		value = *bound
	}
	switch x := value.Data.(type) {
	case *bridge.EObject:
		c.Own = table(value) != nil
	case *bridge.ENew:
		if id, plain := x.Target.Data.(*bridge.EIdentifier); plain {
			_, c.Own = w.file.Classes[w.name(id.Ref)]
		}
	case *bridge.ERequireString:
		c.Module = w.tree.ImportRecords[x.ImportRecordIndex].Path.Text
	case *bridge.ECall:
		if id, plain := x.Target.Data.(*bridge.EIdentifier); plain && w.name(id.Ref) == "require" && len(x.Args) == 1 {
			if text, is := x.Args[0].Data.(*bridge.EString); is {
				c.Module = bridge.Text(text.Value)
			}
		}
	}
}

// table returns the fields of an object literal that says it has no prototype.
func table(e bridge.Expr) map[string]bool {
	object, is := e.Data.(*bridge.EObject)
	if !is {
		return nil
	}
	bare, fields := false, map[string]bool{}
	for _, p := range object.Properties {
		key, plain := p.Key.Data.(*bridge.EString)
		if !plain {
			continue
		}
		name := bridge.Text(key.Value)
		if _, null := p.ValueOrNil.Data.(*bridge.ENull); name == "__proto__" && null {
			bare = true
			continue
		}
		fields[name] = true
	}
	if !bare {
		return nil
	}
	return fields
}
