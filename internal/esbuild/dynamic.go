package bridge

import (
	"reflect"
	"slices"
	"strings"

	"github.com/evanw/esbuild/internal/ast"
	"github.com/evanw/esbuild/internal/config"
	"github.com/evanw/esbuild/internal/js_ast"
)

// ParseScript is Parse for text that Node itself runs: JavaScript, with no second
// try as JSX or TypeScript, which Node would refuse.
func ParseScript(name, text string) (AST, error) {
	return parse(name, text, config.TSOptions{}, config.JSXOptions{})
}

// Dynamic is where a file leaves what can be known by reading it.
type Dynamic struct {
	// Imports are the byte offsets of "import" in import(…), import.source(…) and
	// import.defer(…), in no order; those in code that cannot run are left out.
	Imports []int
	// Eval reports a direct call of eval, With a with statement: names in their
	// reach may mean something else than they seem to.
	Eval, With bool
	// Withs are the byte offsets of "with" in with statements; those in code that cannot run are left out.
	Withs []int
	// Evals are the byte offsets of the name eval as an expression, and whether it is
	// what a direct call calls.
	Evals map[int]bool
	// Literals are the byte offsets of numbers and strings, in no order. One that the parser joined to the
	// one before it is left out, and so are those in code that cannot run.
	Literals []int
	// Short reports {eval}: a name and an expression at once.
	Short bool
	// Meta reports import.meta, and Await an await outside functions.
	Meta, Await bool
	// ESM reports import or export statements.
	ESM bool
	// Statics are what import and export statements load, in their order, each once.
	Statics []string
	// Assigned are the names that no declaration binds and that the file assigns to, sorted. A name
	// that stands in a target may be among them without being one: a key that is computed.
	Assigned []string
}

// FindDynamic walks a whole tree. It walks by reflection, over every field there
// is, so that no place of the language can be forgotten here.
func FindDynamic(tree *AST) Dynamic {
	w := walker{tree: tree, fields: map[reflect.Type][]int{}, out: Dynamic{
		Evals: map[int]bool{}, ESM: tree.ExportKeyword.Len > 0, Await: tree.TopLevelAwaitKeyword.Len > 0,
	}}
	for i := range tree.Parts {
		w.walk(reflect.ValueOf(tree.Parts[i].Stmts))
	}
	for _, r := range tree.ImportRecords {
		if r.Kind == ast.ImportStmt && !slices.Contains(w.out.Statics, r.Path.Text) {
			w.out.Statics = append(w.out.Statics, r.Path.Text)
		}
	}
	slices.Sort(w.out.Assigned)
	w.out.Assigned = slices.Compact(w.out.Assigned)
	return w.out
}

// FreeNames lists the names that no declaration in the file binds, in no order.
// Names in code that cannot run may be among them.
func FreeNames(tree *AST) []string {
	var out []string
	for i := range tree.Symbols {
		if s := &tree.Symbols[i]; s.Kind == ast.SymbolUnbound {
			out = append(out, s.OriginalName)
		}
	}
	return out
}

// Strict reports that a file begins with "use strict".
func Strict(tree *AST) bool {
	for _, d := range tree.Directives {
		if d == "use strict" {
			return true
		}
	}
	return false
}

type walker struct {
	tree   *AST
	out    Dynamic
	fields map[reflect.Type][]int
	// named is told each name that nothing binds, where a target is walked.
	named func(string)
}

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.node(v)
			w.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Struct:
		fields := w.fieldsOf(v.Type())
		if v.Type() == exprType && !v.Field(0).IsNil() {
			switch v.Field(0).Elem().Type() {
			case importStringType, importCallType:
				w.out.Imports = append(w.out.Imports, int(v.Interface().(Expr).Loc.Start))
			case numberType, stringType:
				w.out.Literals = append(w.out.Literals, int(v.Interface().(Expr).Loc.Start))
			case identifierType:
				e := v.Interface().(Expr)
				if s := w.symbol(e); w.named != nil && s.Kind == ast.SymbolUnbound {
					w.named(s.OriginalName)
				}
				if w.isEval(e) && !w.out.Evals[int(e.Loc.Start)] {
					w.out.Evals[int(e.Loc.Start)] = false
				}
			}
		}
		if v.Type() == stmtType && !v.Field(0).IsNil() && v.Field(0).Elem().Type() == withType {
			w.out.Withs = append(w.out.Withs, int(v.Interface().(Stmt).Loc.Start))
		}
		if v.Type() == propertyType {
			p := v.Interface().(Property)
			w.out.Short = w.out.Short || p.Flags.Has(js_ast.PropertyWasShorthand) && w.isEval(p.ValueOrNil)
		}
		for _, i := range fields {
			w.walk(v.Field(i))
		}
	}
}

func (w *walker) node(v reflect.Value) {
	switch v.Type() {
	case callType:
		if call := v.Interface().(*ECall); call.Kind == DirectEval {
			w.out.Eval = true
			w.out.Evals[int(call.Target.Loc.Start)] = true
		}
	case withType:
		w.out.With = true
	case binaryType:
		if b := v.Interface().(*EBinary); b.Op.BinaryAssignTarget() != js_ast.AssignTargetNone {
			w.assigned(reflect.ValueOf(b.Left))
		}
	case unaryType:
		if u := v.Interface().(*EUnary); u.Op.UnaryAssignTarget() != js_ast.AssignTargetNone {
			w.assigned(reflect.ValueOf(u.Value))
		}
	case forInType:
		w.assignedBy(v.Interface().(*SForIn).Init)
	case forOfType:
		w.assignedBy(v.Interface().(*SForOf).Init)
	case importType, exportClauseType, exportDefaultType, exportFromType, exportStarType:
		w.out.ESM = true
	case metaType:
		w.out.Meta = true
	}
}

// assignedBy notes what the head of a loop assigns to: a declaration binds names of its own.
func (w *walker) assignedBy(init Stmt) {
	if s, ok := init.Data.(*SExpr); ok {
		w.assigned(reflect.ValueOf(s.Value))
	}
}

// assigned notes every name in a target that nothing in the file binds.
func (w *walker) assigned(target reflect.Value) {
	inner := walker{tree: w.tree, fields: w.fields, named: func(name string) { w.out.Assigned = append(w.out.Assigned, name) }}
	inner.out.Evals = map[int]bool{}
	inner.walk(target)
}

// isEval reports the name eval, as an expression.
func (w *walker) isEval(e Expr) bool {
	_, ok := e.Data.(*EIdentifier)
	return ok && w.symbol(e).OriginalName == "eval"
}

// symbol is what the name of an expression means.
func (w *walker) symbol(e Expr) *ast.Symbol {
	return &w.tree.Symbols[e.Data.(*EIdentifier).Ref.InnerIndex]
}

// The types that matter. Comparing types costs nothing, turning each value of a
// large tree into an interface does.
var (
	exprType          = reflect.TypeFor[Expr]()
	importStringType  = reflect.TypeFor[*EImportString]()
	importCallType    = reflect.TypeFor[*EImportCall]()
	callType          = reflect.TypeFor[*ECall]()
	identifierType    = reflect.TypeFor[*EIdentifier]()
	numberType        = reflect.TypeFor[*ENumber]()
	stringType        = reflect.TypeFor[*EString]()
	withType          = reflect.TypeFor[*SWith]()
	binaryType        = reflect.TypeFor[*EBinary]()
	unaryType         = reflect.TypeFor[*EUnary]()
	forInType         = reflect.TypeFor[*SForIn]()
	forOfType         = reflect.TypeFor[*SForOf]()
	importType        = reflect.TypeFor[*SImport]()
	exportClauseType  = reflect.TypeFor[*SExportClause]()
	exportDefaultType = reflect.TypeFor[*SExportDefault]()
	exportFromType    = reflect.TypeFor[*SExportFrom]()
	exportStarType    = reflect.TypeFor[*SExportStar]()
	metaType          = reflect.TypeFor[*EImportMeta]()
)

// fieldsOf gives the fields of a type that can lead to an expression or a
// statement: most of what a tree holds is strings and numbers.
func (w *walker) fieldsOf(t reflect.Type) []int {
	if known, ok := w.fields[t]; ok {
		return known
	}
	var out []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && leads(f.Type, map[reflect.Type]bool{}) {
			out = append(out, i)
		}
	}
	w.fields[t] = out
	return out
}

// leads reports a type that holds nodes of the tree. Every interface of the
// tree's package may; ending a search where it meets itself is sound because
// the type it met is being searched.
func leads(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return leads(t.Elem(), seen)
	case reflect.Map:
		panic("the tree keeps nodes in a map: " + t.String())
	case reflect.Struct:
		if !strings.HasPrefix(t.PkgPath(), "github.com/evanw/esbuild/") {
			return false
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && leads(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// Names reports that a name of the file, declared or not, begins with a prefix,
// however it is escaped.
func Names(tree *AST, prefix string) bool {
	for i := range tree.Symbols {
		if strings.HasPrefix(tree.Symbols[i].OriginalName, prefix) {
			return true
		}
	}
	return false
}
