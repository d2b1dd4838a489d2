package house

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const factsRoom = "internal/facts/"

// partsOfFacts are the steps by which internal/facts finds what it says, and which other
// parts of it each may import. None may import internal/facts.
var partsOfFacts = map[string][]string{
	"value":     nil,
	"sanitizer": nil,
	"solver":    {"ir"},
	"callgraph": {"ir", "solver"},
	"fold":      {"ir", "solver", "value"},
	"taint":     {"callgraph", "fold", "ir", "sanitizer", "solver", "value"},
}

// readers are those that only read a solved graph, by solver.View.
var readers = []string{"callgraph", "fold", "taint"}

func TestPartsOfFactsBuildOnEachOther(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		part := strings.TrimPrefix(f.dir, factsRoom)
		allowed, ok := partsOfFacts[part]
		if f.test || !ok || !strings.HasPrefix(f.dir, factsRoom) {
			continue
		}
		seen[part] = true
		for _, spec := range f.syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			to, ours := strings.CutPrefix(imported, modulePath)
			if !ours || !within(to, "internal/facts") {
				continue
			}
			if !slices.Contains(allowed, strings.TrimPrefix(to, factsRoom)) {
				t.Errorf("%s imports %s: %s builds on %v only", f.fset.Position(spec.Pos()), to, part, allowed)
			}
		}
	}
	if len(seen) != len(partsOfFacts) {
		t.Errorf("%d parts have code, want %d: this test does not see them", len(seen), len(partsOfFacts))
	}
}

// TestASolvedGraphIsOnlyRead: who reads it names what a View gives, and nothing that makes
// or changes a graph.
func TestASolvedGraphIsOnlyRead(t *testing.T) {
	views := 0
	for _, f := range goFiles(t) {
		part := strings.TrimPrefix(f.dir, factsRoom)
		if f.test || !slices.Contains(readers, part) || !strings.HasPrefix(f.dir, factsRoom) {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); !ok || x.Name != "solver" {
				return true
			}
			switch s.Sel.Name {
			case "View":
				views++
			case "Solver", "New", "Options", "Split":
				t.Errorf("%s: %s reads a graph by solver.View and does not solve one", f.fset.Position(s.Pos()), part)
			}
			return true
		})
	}
	if views < len(readers) {
		t.Errorf("only %d uses of solver.View were seen", views)
	}
}
