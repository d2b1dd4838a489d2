package bridge

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"strings"

	"github.com/evanw/esbuild/internal/ast"
	"github.com/evanw/esbuild/internal/config"
	"github.com/evanw/esbuild/internal/js_ast"
	"github.com/evanw/esbuild/internal/js_parser"
	"github.com/evanw/esbuild/internal/logger"
)

// Shape tells a function from others by what it does and not by how it is
// written: its tree without places, comments, quotes and brackets, its variables
// numbered in the order in which they are met. What minifiers rewrite is another
// shape.
type Shape struct {
	// Start and End are where the function's body lies, in bytes.
	Start, End int
	// Digests are of the body as a CommonJS module: as esbuild wraps one, whose
	// parameters are exports and module, and as webpack does, whose parameters are
	// module, exports and a require of its own. One that cannot be is zero.
	Digests [2][sha256.Size]byte
	// Nodes is how large it is.
	Nodes int
}

// The ways to wrap a module, as indexes of Digests.
const (
	wrappedByEsbuild = iota
	wrappedByWebpack
)

// maxShapeDepth is how deep in functions a wrapped module can lie.
const maxShapeDepth = 4

// ModuleShape gives the shape of a CommonJS module as a package has it.
//
// It panics or exhausts the stack on some hostile input, as Parse does.
func ModuleShape(name, text string) (Shape, error) {
	if strings.HasPrefix(text, "#!") {
		if _, rest, ok := strings.Cut(text, "\n"); ok {
			text = rest
		}
	}
	// Parsed as what a bundler makes of it.
	tree, err := parseModule(name, "_(function(exports,module,require){"+text+"\n})")
	if err != nil {
		return Shape{}, err
	}
	var stmts []Stmt
	for _, part := range tree.Parts {
		stmts = append(stmts, part.Stmts...)
	}
	if len(stmts) == 1 {
		if e, ok := stmts[0].Data.(*js_ast.SExpr); ok {
			if call, ok := e.Value.Data.(*js_ast.ECall); ok && len(call.Args) == 1 {
				if f, ok := call.Args[0].Data.(*js_ast.EFunction); ok && len(f.Fn.Args) == 3 {
					roles := []role{roleExports, roleModule, roleRequire}
					return shapeOf(&tree, f.Fn.Args, f.Fn.Body, f.Fn.ArgumentsRef, [2][]role{roles, roles}), nil
				}
			}
		}
	}
	// The text closed the function and went on.
	return Shape{}, &ParseError{Text: "it is no CommonJS module"}
}

// FunctionShapes gives the shapes of the functions of a bundle that may be
// modules, in the order of the text.
func FunctionShapes(name, text string) ([]Shape, error) {
	tree, err := parseModule(name, text)
	if err != nil {
		return nil, err
	}
	f := functions{tree: &tree, walker: walker{fields: map[reflect.Type][]int{}}}
	for i := range tree.Parts {
		f.find(reflect.ValueOf(tree.Parts[i].Stmts), 0)
	}
	slices.SortFunc(f.out, func(a, b Shape) int { return a.Start - b.Start })
	return f.out, nil
}

func parseModule(name, text string) (AST, error) {
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	tree, ok := js_parser.Parse(log, logger.Source{
		KeyPath: logger.Path{Text: name}, PrettyPaths: logger.PrettyPaths{Abs: name, Rel: name}, Contents: text,
	}, js_parser.OptionsFromConfig(&config.Options{Mode: config.ModePassThrough, Platform: config.PlatformNode}))
	for _, msg := range log.Done() {
		ok = ok && msg.Kind != logger.Error
	}
	if !ok {
		return AST{}, &ParseError{Text: "the parser gave up"}
	}
	forget(&tree)
	return tree, nil
}

// functions finds the functions that may be modules.
type functions struct {
	tree *AST
	walker
	out []Shape
}

var fnType, arrowType = reflect.TypeFor[Fn](), reflect.TypeFor[EArrow]()

func (f *functions) find(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			f.find(v.Elem(), depth)
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.find(v.Index(i), depth)
		}
	case reflect.Struct:
		switch v.Type() {
		case fnType:
			fn := v.Interface().(Fn)
			if !fn.IsAsync && !fn.IsGenerator && !fn.HasRestArg {
				f.add(fn.Args, fn.Body, fn.ArgumentsRef)
			}
			depth++
		case arrowType:
			fn := v.Interface().(EArrow)
			if !fn.IsAsync && !fn.HasRestArg {
				f.add(fn.Args, fn.Body, ast.InvalidRef)
			}
			depth++
		}
		if depth > maxShapeDepth {
			return
		}
		for _, i := range f.fieldsOf(v.Type()) {
			f.find(v.Field(i), depth)
		}
	}
}

func (f *functions) add(args []Arg, body FnBody, arguments Ref) {
	// An arrow without braces is no module.
	if len(args) > 3 || body.Block.CloseBraceLoc.Start <= body.Loc.Start {
		return
	}
	s := shapeOf(f.tree, args, body, arguments, [2][]role{{roleExports, roleModule}, {roleModule, roleExports, roleRequire}})
	if s.Digests != [2][sha256.Size]byte{} {
		f.out = append(f.out, s)
	}
}

// role is what a parameter of a wrapped module stands for.
type role byte

const (
	roleExports role = iota + 1
	roleModule
	roleRequire
)

func shapeOf(tree *AST, args []Arg, body FnBody, arguments Ref, ways [2][]role) Shape {
	out := Shape{Start: int(body.Loc.Start), End: int(body.Block.CloseBraceLoc.Start) + 1}
	stmts := body.Block.Stmts
	for len(stmts) > 0 {
		if _, ok := stmts[0].Data.(*js_ast.SDirective); !ok {
			break
		}
		stmts = stmts[1:]
	}
	declared := map[Ref]bool{}
	(&declarations{tree: tree, declared: declared, walker: walker{fields: map[reflect.Type][]int{}}}).find(reflect.ValueOf(stmts))
	for way, roles := range ways {
		w := writer{tree: tree, way: way, declared: declared, roles: map[Ref]role{}, numbers: map[Ref]int{}, hash: sha256.New()}
		if len(args) > len(roles) {
			continue
		}
		w.mark(byte(way))
		simple := true
		for i, a := range args {
			id, ok := a.Binding.Data.(*js_ast.BIdentifier)
			if simple = simple && ok && a.DefaultOrNil.Data == nil; simple {
				w.roles[Follow(tree, id.Ref)] = roles[i]
			}
		}
		// A module that uses its arguments is none that a bundler keeps as it is.
		if w.statements(stmts); simple && !w.outer {
			w.hash.Sum(out.Digests[way][:0])
			out.Nodes = w.nodes
		}
	}
	return out
}

// declarations collects the names that a function's own statements bind.
type declarations struct {
	tree     *AST
	declared map[Ref]bool
	walker
}

var (
	bindingType = reflect.TypeFor[*js_ast.BIdentifier]()
	classType   = reflect.TypeFor[Class]()
	labelType   = reflect.TypeFor[*js_ast.SLabel]()
	privateType = reflect.TypeFor[*js_ast.EPrivateIdentifier]()
)

func (d *declarations) add(r Ref) {
	if r != ast.InvalidRef {
		d.declared[Follow(d.tree, r)] = true
	}
}

func (d *declarations) find(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			d.find(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch v.Type() {
		case bindingType:
			d.add(v.Interface().(*js_ast.BIdentifier).Ref)
		case labelType:
			d.add(v.Interface().(*js_ast.SLabel).Name.Ref)
		case privateType:
			d.add(v.Interface().(*js_ast.EPrivateIdentifier).Ref)
		}
		d.find(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			d.find(v.Index(i))
		}
	case reflect.Struct:
		switch v.Type() {
		case fnType:
			fn := v.Interface().(Fn)
			d.add(fn.ArgumentsRef)
			if fn.Name != nil {
				d.add(fn.Name.Ref)
			}
		case classType:
			if c := v.Interface().(Class); c.Name != nil {
				d.add(c.Name.Ref)
			}
		}
		for _, i := range d.fieldsOf(v.Type()) {
			d.find(v.Field(i))
		}
	}
}
