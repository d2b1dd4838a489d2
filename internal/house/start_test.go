package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// madeAtStart returns the places where a package compiles an expression before
// anybody has asked for it. Every child that parses is a start of the program.
func madeAtStart(f goFile) []string {
	var places []string
	for _, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			if _, later := n.(*ast.FuncLit); later {
				return false
			}
			if s, ok := n.(*ast.SelectorExpr); ok && strings.HasSuffix(s.Sel.Name, "Compile") {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "regexp" {
					places = append(places, f.fset.Position(s.Pos()).String())
				}
			}
			return true
		})
	}
	return places
}

// startsOften leaves out the programs of the workshop, which a person starts once.
func startsOften(f goFile) bool {
	return !f.test && !inWorkshop(f.dir) && f.dir != "checks/new" && f.dir != "cmd/ringfence-scorecard"
}

func TestNoExpressionIsMadeAtTheStart(t *testing.T) {
	for _, f := range goFiles(t) {
		if !startsOften(f) {
			continue
		}
		for _, p := range madeAtStart(f) {
			t.Errorf("%s: a start of the program compiles this expression, needed or not; write regex.Lazy", p)
		}
	}
}

func TestMadeAtStart(t *testing.T) {
	for text, want := range map[string]int{
		"var a = regexp.MustCompile(`x`)":                                        1,
		"var a = []*regexp.Regexp{regexp.MustCompile(`x`), regexp.Compile(`y`)}": 2,
		"var a = regex.Lazy(`x`)":                                                0,
		"var a = func() any { return regexp.MustCompile(`x`) }":                  0,
		"func a() any { return regexp.MustCompile(`x`) }":                        0,
	} {
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, "a.go", "package a\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := madeAtStart(goFile{syntax: syntax, fset: fset}); len(got) != want {
			t.Errorf("%s: %d places, want %d", text, len(got), want)
		}
	}
}

// What is made late fails late, so the texts are compiled here.
func TestEveryLazyExpressionCompiles(t *testing.T) {
	seen := 0
	for _, f := range goFiles(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) != 1 {
				return true
			}
			if s, ok := c.Fun.(*ast.SelectorExpr); !ok || s.Sel.Name != "Lazy" {
				return true
			}
			// A text put together of constants is its package's own to test.
			if lit, ok := c.Args[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				seen++
				text, err := strconv.Unquote(lit.Value)
				if err == nil {
					_, err = regexp.Compile(text)
				}
				if err != nil {
					t.Errorf("%s: %v", f.fset.Position(lit.Pos()), err)
				}
			}
			return true
		})
	}
	if seen < 50 {
		t.Errorf("only %d expressions: this test does not see them", seen)
	}
}
