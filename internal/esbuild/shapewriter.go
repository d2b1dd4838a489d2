package bridge

import (
	"encoding/binary"
	"hash"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/evanw/esbuild/internal/ast"
	"github.com/evanw/esbuild/internal/js_ast"
	"github.com/evanw/esbuild/internal/logger"
)

// writer writes a tree in a form in which two are the same only if they mean the
// same: every field there is, but for places and what is about looks. What it does
// not know it writes, so that at worst two are told apart that need not be.
type writer struct {
	tree     *AST
	way      int
	declared map[Ref]bool
	roles    map[Ref]role
	numbers  map[Ref]int
	next     int
	hash     hash.Hash
	nodes    int
	// outer is set when the code names something of the file around it.
	outer bool
}

var (
	refType     = reflect.TypeFor[Ref]()
	locType     = reflect.TypeFor[Loc]()
	rangeType   = reflect.TypeFor[logger.Range]()
	commentType = reflect.TypeFor[*js_ast.SComment]()
)

// looks are fields that say how something was written, or what may be left out.
var looks = []string{
	"IsMultiLine",
	"IsSingleLine",
	"IsSingleLineStmt",
	"IsSingleLineYes",
	"IsSingleLineNo",
	"IsSingleLineBody",
	"IsParenthesized",
	"PreferExpr",
	"PreferTemplate",
	"PreferQuotedKey",
	"WasShorthand",
	"WasOriginallyIdentifier",
	"WasOriginallyTypeofIdentifier",
	"CanBeRemovedIfUnused",
	"CanBeUnwrappedIfUnused",
	"CallCanBeUnwrappedIfUnused",
	"HasPropertyKeyComment",
	"HasNoSideEffectsComment",
	"HasIfScope",
	"ArgumentsRef",
	"MustKeepDueToWithStmt",
	"IsSymbolInstance",
}

// statements writes those of a module itself. esbuild makes variables of what they
// declare, one declaration after the other: const, let and class as well.
func (w *writer) statements(stmts []Stmt) {
	for _, s := range stmts {
		switch data := s.Data.(type) {
		case *js_ast.SComment:
		case *js_ast.SLocal:
			for _, d := range data.Decls {
				if w.way != wrappedByEsbuild {
					w.number(uint64(data.Kind))
				}
				w.declare(d.Binding, d.ValueOrNil)
			}
		case *js_ast.SClass:
			if w.way == wrappedByEsbuild && !data.IsExport && data.Class.Name != nil {
				name := *data.Class.Name
				w.declare(Binding{Data: &js_ast.BIdentifier{Ref: name.Ref}}, Expr{Data: &js_ast.EClass{Class: data.Class}})
				continue
			}
			w.write(reflect.ValueOf(s))
		default:
			w.write(reflect.ValueOf(s))
		}
	}
}

// declare writes one declaration. The name that a class expression has for itself
// is the variable's.
func (w *writer) declare(b Binding, value Expr) {
	w.text("declare")
	w.write(reflect.ValueOf(b))
	if note, ok := value.Data.(*js_ast.EAnnotation); ok {
		value = note.Value
	}
	if class, ok := value.Data.(*js_ast.EClass); ok && w.way == wrappedByEsbuild {
		if id, ok := b.Data.(*js_ast.BIdentifier); ok {
			c := class.Class
			if c.Name != nil {
				w.numbers[Follow(w.tree, c.Name.Ref)] = w.numbers[Follow(w.tree, id.Ref)]
				c.Name = nil
			}
			w.text("class")
			w.write(reflect.ValueOf(c))
			return
		}
	}
	w.write(reflect.ValueOf(value))
}

func (w *writer) write(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			w.mark(0)
			return
		}
		w.write(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			w.mark(0)
			return
		}
		switch e := v.Interface().(type) {
		case *js_ast.ECall:
			if w.require(e) {
				return
			}
		case *js_ast.EAnnotation: // that it may be left out
			w.write(reflect.ValueOf(e.Value.Data))
			return
		}
		w.nodes++
		w.text(v.Type().Elem().Name())
		w.write(v.Elem())
	case reflect.Slice:
		n := 0
		for i := range v.Len() {
			if v.Index(i).Type() == stmtType && isComment(v.Index(i)) {
				continue
			}
			n++
		}
		w.number(uint64(n))
		for i := range v.Len() {
			if v.Index(i).Type() == stmtType && isComment(v.Index(i)) {
				continue
			}
			w.write(v.Index(i))
		}
	case reflect.Struct:
		switch t := v.Type(); t {
		case propertyType:
			p := v.Interface().(Property)
			p.Flags &^= js_ast.PropertyWasShorthand | js_ast.PropertyPreferQuotedKey
			w.fields(reflect.ValueOf(p))
		case refType:
			w.ref(v.Interface().(Ref))
		case locType, rangeType:
		default:
			w.fields(v)
		}
	case reflect.String:
		w.text(v.String())
	case reflect.Bool:
		w.mark(map[bool]byte{false: 1, true: 2}[v.Bool()])
	case reflect.Float64, reflect.Float32:
		w.number(math.Float64bits(v.Float()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(v.Uint())
	default:
		w.outer = true // nothing that is known: it is not compared
	}
}

func (w *writer) fields(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !slices.Contains(looks, f.Name) {
			w.write(v.Field(i))
		}
	}
}

var propertyType = reflect.TypeFor[Property]()

var stmtType = reflect.TypeFor[Stmt]()

func isComment(v reflect.Value) bool {
	data := v.Interface().(Stmt).Data
	return data != nil && reflect.TypeOf(data) == commentType
}

// ref writes a name: its number when the function binds it, what it stands for when
// it is a parameter, itself when nothing binds it.
func (w *writer) ref(r Ref) {
	if r == ast.InvalidRef {
		w.mark(3)
		return
	}
	r = Follow(w.tree, r)
	symbol := &w.tree.Symbols[r.InnerIndex]
	role, isRole := w.roles[r]
	switch {
	case w.declared[r]:
		n, ok := w.numbers[r]
		if !ok {
			n = w.next
			w.numbers[r], w.next = n, n+1
		}
		w.mark(4)
		w.number(uint64(n))
	case isRole && role == roleRequire && w.way == wrappedByEsbuild:
		// esbuild leaves the require of what is not bundled.
		w.free("require")
	case isRole:
		w.mark(5)
		w.mark(byte(role))
	case symbol.Kind == ast.SymbolUnbound:
		w.free(symbol.OriginalName)
	default:
		w.outer = true
	}
}

func (w *writer) free(name string) {
	w.mark(6)
	w.text(name)
}

// require writes a call that asks for another module as such: which one it is, the
// bundler decided, and it is another module's matter. Node's own stay what they are
// where the bundler leaves them.
func (w *writer) require(call *js_ast.ECall) bool {
	id, ok := call.Target.Data.(*js_ast.EIdentifier)
	if !ok || call.OptionalChain != js_ast.OptionalChainNone {
		return false
	}
	r := Follow(w.tree, id.Ref)
	is := false
	switch role, isRole := w.roles[r]; {
	case isRole && role == roleRequire && len(call.Args) == 1:
		switch arg := call.Args[0].Data.(type) {
		case *js_ast.EString:
			is = w.way == wrappedByWebpack || !builtin(Text(arg.Value))
		case *js_ast.ENumber:
			is = w.way == wrappedByWebpack
		}
	case w.way == wrappedByEsbuild && !isRole && len(call.Args) == 0 && !w.declared[r]:
		is = w.tree.Symbols[r.InnerIndex].Kind != ast.SymbolUnbound
	}
	if is {
		w.nodes++
		w.mark(7)
	}
	return is
}

// builtin holds for the names of Node's own modules, as packages write them.
func builtin(name string) bool {
	return strings.HasPrefix(name, "node:") || slices.Contains(builtins, strings.SplitN(name, "/", 2)[0]) && !strings.HasPrefix(name, ".")
}

var builtins = strings.Fields(
	`assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs
http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers ` +
		`tls trace_events
tty url util v8 vm wasi worker_threads zlib`,
)

func (w *writer) mark(b byte) { _, _ = w.hash.Write([]byte{b}) }

func (w *writer) number(n uint64) {
	_, _ = w.hash.Write(binary.LittleEndian.AppendUint64([]byte{8}, n))
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	_, _ = w.hash.Write([]byte(s))
}
