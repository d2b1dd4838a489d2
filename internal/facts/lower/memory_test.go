package lower_test

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
)

// TestLoweringMakesLittleBesideItsResult: the tree of a large file is in
// memory at the same time, so that what lowering throws away counts. With room
// to grow it is three times what it gives.
func TestLoweringMakesLittleBesideItsResult(t *testing.T) {
	source := strings.Repeat(
		"x = class { m(a, b) { return require('fs').readFile(this.path(`${a}/x`), {encoding: 'utf8'}, (e, d) => b(e, d)); } }\n",
		5000,
	)
	tree, err := esbuild.Parse("a.js", source)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	u := lower.File(&tree)
	runtime.ReadMemStats(&after)
	made := after.TotalAlloc - before.TotalAlloc
	holds := uint64(len(u.Nodes)*20 + len(u.Effects)*16 + len(u.Lists)*4 + len(u.Funcs)*44)
	if made > 4*holds {
		t.Errorf("lowering %d bytes made %d bytes for a result of %d", len(source), made, holds)
	}
}

// TestALoweredFileKeepsNoTree: what a file became outlives its tree, which is
// ten times its size.
func TestALoweredFileKeepsNoTree(t *testing.T) {
	u, tree := func() (*ir.Unit, weak.Pointer[esbuild.AST]) {
		parsed, err := esbuild.Parse("a.js", "const fs = require('fs'); fs.readFile(process.argv[2], console.log)")
		if err != nil {
			t.Fatal(err)
		}
		tree := new(esbuild.AST)
		*tree = parsed
		return lower.File(tree), weak.Make(tree)
	}()
	runtime.GC()
	if tree.Value() != nil {
		t.Error("the tree is still there")
	}
	runtime.KeepAlive(u)
}
