package callgraph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

func solve(t *testing.T, code string) solver.View {
	t.Helper()
	u, err := worker.Lower("main.js", code)
	if err != nil {
		t.Fatal(err)
	}
	s := solver.New(catalog.Default(), solver.Options{})
	s.Add(&solver.Unit{Unit: u, Path: "main.js", Runs: "main.js"})
	s.Start()
	if err := s.Solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.View()
}

// TestCalls: who calls whom, by name; the file is "file", and an arrow function has none.
func TestCalls(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"nobody", `function a() {}`, ""},
		{"a call", `function a() {} function b() { a(); } b();`, "file>b b>a"},
		{"twice is once", `function a() {} a(); a();`, "file>a"},
		{"new", `class A { constructor() {} } new A();`, "file>A"},
		{"handed on", `function a() {} unknown(a);`, "file>a"},
		{"spread", `function a() {} unknown(...[a]);`, ""},
		{"not called", `function a() { b(); } function b() {} a;`, "a>b"},
		{"itself", `function a() { a(); }`, "a>a"},
		{"in an arrow", `function a() {} const b = () => a(); b();`, "file> >a"},
		{"an object's", `const o = {m: function a() {}}; o.m();`, "file>a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := callgraph.New(solve(t, c.code))
			name := func(scope int32) string {
				_, name, file := g.At(scope)
				if file {
					return "file"
				}
				return name
			}
			var got []string
			for _, pair := range g.Calls() {
				got = append(got, name(pair[0])+">"+name(pair[1]))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", strings.Join(got, " "), c.want)
			}
		})
	}
}

// TestInner: what each function stands in, and that every node of a function says so.
func TestInner(t *testing.T) {
	s := solve(t, `function a() { function b() { unknown(1); } const f = function c() { unknown(2); }; } function d() { unknown(3); }`)
	g := callgraph.New(s)
	around := map[string]string{}
	g.Inner(func(scope, outer int32) {
		_, name, _ := g.At(scope)
		_, of, _ := g.At(outer)
		around[name] = of
	})
	for name, want := range map[string]string{"a": "", "b": "a", "c": "a", "d": ""} {
		if got, ok := around[name]; !ok || got != want {
			t.Errorf("%s stands in %q (%v), want %q", name, got, ok, want)
		}
	}
	var callers []string
	for _, n := range s.CallNodes() {
		_, name, _ := g.At(g.Scope(s.Local(n)))
		callers = append(callers, name)
	}
	if want := []string{"b", "c", "d"}; !slices.Equal(callers, want) {
		t.Errorf("calls stand in %v, want %v", callers, want)
	}
	if g.Len() != 5 || len(g.Files()) != 1 {
		t.Errorf("%d scopes and %d files, want 5 and 1", g.Len(), len(g.Files()))
	}
}
