package solver

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Three tables say in advance what three switches do, so that nothing is made
// for names nobody models. A name in one and not in the other is a mistake:
// either it is modelled and never arrives, or it arrives and nothing happens.
func TestTablesSayWhatTheSwitchesDo(t *testing.T) {
	global := cases(t, "native.go", "callGlobal")
	method := cases(t, "builtin.go", "builtin")

	modelled := map[string]bool{}
	for name := range global {
		if natives[name] || travels[name] {
			continue
		}
		modelled[name] = true
	}
	// Timers are globals of Node, which the catalogue knows.
	if diff := cmp.Diff([]string{"setInterval", "setTimeout"}, slices.Sorted(maps.Keys(modelled))); diff != "" {
		t.Errorf("names callGlobal models and no table has (-known +found):\n%s", diff)
	}

	// Names that are only steps to others, or that are followed elsewhere.
	onTheWay := []string{
		"Function()", "Function().bind", "JSON", "Reflect", "String", "Symbol.for",
	}
	var idle []string
	for _, table := range []map[string]bool{natives, travels} {
		for name := range table {
			if !global[name] {
				idle = append(idle, name)
			}
		}
	}
	slices.Sort(idle)
	if diff := cmp.Diff(onTheWay, idle); diff != "" {
		t.Errorf("names in a table that callGlobal does not model (-known +found):\n%s", diff)
	}

	// What a method that is no list's does to a module object, it does to any
	// value: those are not in the table of list methods.
	if diff := cmp.Diff(
		[]string{"__defineGetter__", "normalize", "split", "toLowerCase", "toString", "trim", "valueOf"},
		missing(method, builtins),
	); diff != "" {
		t.Errorf("methods that builtin models and the table lacks (-known +found):\n%s", diff)
	}
	// And these only look, which takes no model.
	if diff := cmp.Diff([]string{"has", "includes", "indexOf"}, missing(builtins, method)); diff != "" {
		t.Errorf("methods of the table that builtin does not model (-known +found):\n%s", diff)
	}
}

// missing returns the names of a that b lacks.
func missing(a, b map[string]bool) []string {
	var out []string
	for name := range a {
		if !b[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// cases returns the strings of the first switch in a function.
func cases(t *testing.T, file, function string) map[string]bool {
	t.Helper()
	f, err := goparser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != function {
			continue
		}
		for _, s := range fn.Body.List {
			sw, ok := s.(*ast.SwitchStmt)
			if !ok {
				continue
			}
			for _, c := range sw.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					if text, err := strconv.Unquote(e.(*ast.BasicLit).Value); err == nil {
						out[text] = true
					}
				}
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no function %s with a switch", file, function)
	}
	return out
}
