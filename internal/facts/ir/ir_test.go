package ir_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

// sources make units with every operation and effect.
var sources = []string{
	"",
	"// nothing",
	`const fs = require("fs"), p = import(x + "/y"); let {a, ...b} = fs; export {a, b};`,
	`import * as cp from "child_process"; cp.exec(/x/, {shell: true, get a() { return 1; }, set a(v) { b = v; }}, ...c);`,
	`class A extends B { #x = 1; constructor() { super(...arguments); this.y = import.meta.url; } static m = this; } new A();`,
	`module.exports = {...d}; for (const k in d) out[k] = p(d[k]); x ||= y ?? z; exports.ids = [1]; exports.modules = {1: (m, e, r) => { ` +
		`r(1); }};`,
	"async function* g(a, ...r) { yield* await `a${a}b`; return r[0]?.x(arguments); } g(1, null, true);",
	`var t = {1: (m, e, r) => { m.exports = require("fs"); }}; function r(id) { var m = {exports: {}}; t[id](m, m.exports, r);` +
		` return m.exports; } r(1);`,
	`if (!a.isTrusted) { throw 1; } function f(x) { if (OK.includes(x)) { g(x); } switch (x.y) { case "a": g(x.y); } "b" in x && g(x); }`,
	`for (const k of ["readFile"]) out[k] = fs[k]; Object.keys(fs).forEach(function (k) { out[k] = fs[k]; });`,
}

// unit lowers a source.
func unit(t testing.TB, source string) *ir.Unit {
	t.Helper()
	u, err := worker.Lower("a.js", source)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	return u
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	for _, source := range sources {
		want := unit(t, source)
		want.Notes = append(want.Notes, ir.Note{Text: "tæxt", Pos: 3})
		want.Signs = append(want.Signs, ir.Sign{Kind: 2, Count: 7, Pos: 5})
		got, err := ir.Decode(ir.Append(nil, want))
		if err != nil {
			t.Errorf("%q: %v", source, err)
			continue
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", source, diff)
		}
	}
}

// equal compares units, whose empty arrays may be nil.
func equal(a, b *ir.Unit) bool { return string(ir.Append(nil, a)) == string(ir.Append(nil, b)) }

// damage is one index of a unit: how many there are, and how to set one.
type damage struct {
	name  string
	count func(*ir.Unit) int
	set   func(*ir.Unit, int, int32)
	// applies says which of them are indices.
	applies func(*ir.Unit, int) bool
	// low is a value below what is allowed.
	low int32
}

// opsWith returns the nodes whose operation is among those.
func opsWith(ops ...ir.Op) func(*ir.Unit, int) bool {
	return func(u *ir.Unit, i int) bool {
		for _, op := range ops {
			if u.Nodes[i].Op == op {
				return true
			}
		}
		return false
	}
}

func always(*ir.Unit, int) bool     { return true }
func nodes(u *ir.Unit) int          { return len(u.Nodes) }
func effects(u *ir.Unit) int        { return len(u.Effects) }
func guards(u *ir.Unit) int         { return len(u.Guards) }
func funcs(u *ir.Unit) int          { return len(u.Funcs) }
func stores(u *ir.Unit, i int) bool { return !others(u, i) }
func others(u *ir.Unit, i int) bool {
	k := u.Effects[i].Kind
	return k != ir.Store && k != ir.StoreGet && k != ir.StoreSet
}

var damages = []damage{
	{"operation", nodes, func(u *ir.Unit, i int, _ int32) { u.Nodes[i].Op = ir.OpCount }, always, -1},
	{"position", nodes, func(u *ir.Unit, i int, _ int32) { u.Nodes[i].Pos = -1 }, always, -1},
	{"name or text", nodes, func(u *ir.Unit, i int, v int32) { u.Nodes[i].A = v },
		opsWith(ir.OpVar, ir.OpStr, ir.OpWord, ir.OpGlobal, ir.OpImport, ir.OpRegExp), -1},
	{"list", nodes, func(u *ir.Unit, i int, v int32) { u.Nodes[i].A = v }, opsWith(ir.OpConcat, ir.OpPhi), -1},
	{"base", nodes, func(u *ir.Unit, i int, v int32) { u.Nodes[i].A = v },
		opsWith(ir.OpLoad, ir.OpIndex, ir.OpCopied, ir.OpCall, ir.OpNew, ir.OpSuper, ir.OpDynamic, ir.OpFunc), -1},
	{"name, key or this", nodes, func(u *ir.Unit, i int, v int32) { u.Nodes[i].B = v },
		opsWith(ir.OpLoad, ir.OpIndex, ir.OpCopied, ir.OpCall, ir.OpNew, ir.OpSuper), -1},
	{"arguments", nodes, func(u *ir.Unit, i int, v int32) { u.Nodes[i].C = v }, opsWith(ir.OpCall, ir.OpNew, ir.OpSuper), -1},
	{"effect's kind", effects, func(u *ir.Unit, i int, _ int32) { u.Effects[i].Kind = ir.EffectCount }, always, -1},
	{"effect's base", effects, func(u *ir.Unit, i int, v int32) { u.Effects[i].A = v }, always, -1},
	{"effect's name", effects, func(u *ir.Unit, i int, v int32) { u.Effects[i].B = v }, stores, -1},
	{"effect's operand", effects, func(u *ir.Unit, i int, v int32) { u.Effects[i].B = v }, others, -1},
	{"effect's value", effects, func(u *ir.Unit, i int, v int32) { u.Effects[i].C = v }, always, -1},
	{"guard's kind", guards, func(u *ir.Unit, i int, _ int32) { u.Guards[i].Kind = ir.GuardCount }, always, -1},
	{"guard's condition", guards, func(u *ir.Unit, i int, v int32) { u.Guards[i].Cond = ir.Node(v) }, always, -1},
	{"guard's subject", guards, func(u *ir.Unit, i int, v int32) { u.Guards[i].Subject = ir.Node(v) }, always, -1},
	{"guard's variable", guards, func(u *ir.Unit, i int, v int32) { u.Guards[i].Base = ir.Node(v) }, always, -1},
	{"guard's first node", guards, func(u *ir.Unit, i int, v int32) { u.Guards[i].Lo = v }, always, -1},
	{"guard's last node", guards, func(u *ir.Unit, i int, v int32) { u.Guards[i].Hi = v }, always, -1},
	{"function's node", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Node = ir.Node(v) }, always, -1},
	{"function's parameters", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Params = v }, always, -1},
	{"function's return", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Ret = ir.Node(v) }, always, -1},
	{"function's this", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].This = ir.Node(v) }, always, -1},
	{"function's arguments", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Args = ir.Node(v) }, always, -1},
	{"function's first node", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Lo = v }, always, -1},
	{"function's last node", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Hi = v }, always, -1},
	{"function's first effect", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].ELo = v }, always, -1},
	{"function's last effect", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].EHi = v }, always, -1},
	{"function's name", funcs, func(u *ir.Unit, i int, v int32) { u.Funcs[i].Name = ir.Str(v) }, always, -1},
}

func TestEveryDamagedIndexIsRefused(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			tried := 0
			for _, source := range sources {
				whole := ir.Append(nil, unit(t, source))
				for i := range d.count(unit(t, source)) {
					for _, v := range []int32{d.low, math.MinInt32, 1 << 20, math.MaxInt32} {
						u, err := ir.Decode(whole)
						if err != nil {
							t.Fatal(err)
						}
						if !d.applies(u, i) {
							continue
						}
						d.set(u, i, v)
						tried++
						if _, err := ir.Decode(ir.Append(nil, u)); !errors.Is(err, ir.ErrDamaged) {
							t.Fatalf("%q: number %d set to %d: %v", source, i, v, err)
						}
					}
				}
			}
			if tried == 0 {
				t.Error("no unit has one, so nothing was tried")
			}
		})
	}
}

func TestDamagedListsAreRefused(t *testing.T) {
	for name, list := range map[string][]int32{
		"longer than the rest":  {0, 5, 1, 1},
		"negative length":       {0, -1, 1, 1},
		"a node that is none":   {0, 2, 1, 1 << 20},
		"a spread that is none": {0, 2, 1, -1 << 20},
		"the smallest number":   {0, 1, math.MinInt32},
		"length without an end": {0, math.MaxInt32, 1},
	} {
		u := &ir.Unit{Strings: []string{""}, Lists: list,
			Nodes: []ir.Value{{}, {Op: ir.OpExports}, {Op: ir.OpCall, C: 1}}}
		if _, err := ir.Decode(ir.Append(nil, u)); !errors.Is(err, ir.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The mirrors: a list that fits, with a spread, of a call but not of a phi.
	for _, c := range []struct {
		op ir.Op
		ok bool
	}{{ir.OpCall, true}, {ir.OpPhi, false}} {
		u := &ir.Unit{Strings: []string{""}, Lists: []int32{0, 2, 1, -1},
			Nodes: []ir.Value{{}, {Op: ir.OpExports}, {Op: c.op, A: 1, C: 1}}}
		if _, err := ir.Decode(ir.Append(nil, u)); (err == nil) != c.ok {
			t.Errorf("operation %d with a spread: %v", c.op, err)
		}
	}
}

// TestSharedListsAreRefused: what a child that lies makes of a few bytes would
// otherwise take hours to look at.
func TestSharedListsAreRefused(t *testing.T) {
	const many = 300_000
	u := &ir.Unit{Strings: []string{""}, Lists: make([]int32, 2+many), Nodes: make([]ir.Value, 2, 2+many)}
	u.Nodes[1].Op = ir.OpExports
	u.Lists[1] = many
	u.Nodes = append(u.Nodes, ir.Value{Op: ir.OpCall, C: 1})
	if _, err := ir.Decode(ir.Append(nil, u)); err != nil {
		t.Errorf("a long list: %v", err)
	}
	for len(u.Nodes) < many {
		u.Nodes = append(u.Nodes, ir.Value{Op: ir.OpCall, C: 1})
	}
	start := time.Now()
	if _, err := ir.Decode(ir.Append(nil, u)); !errors.Is(err, ir.ErrDamaged) {
		t.Errorf("the same list in every node: %v", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestDifferencesOverflowAndComeBack: fields are written as differences.
func TestDifferencesOverflowAndComeBack(t *testing.T) {
	list := []int32{0, -1, 1, math.MaxInt32, math.MinInt32, 63, 64, -64, -65}
	want := &ir.Unit{Strings: []string{"", "a", ""}, Lists: append([]int32{0}, list...), Nodes: []ir.Value{{}, {Op: ir.OpExports}}, ESM: true}
	for _, n := range list {
		want.Nodes = append(want.Nodes, ir.Value{Op: ir.OpNone, A: n, B: -n, C: n ^ 1, Pos: max(n, 0)})
	}
	got, err := ir.Decode(ir.Append(nil, want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryPrefixIsRefused: a pipe that ends early gives no unit.
func TestEveryPrefixIsRefused(t *testing.T) {
	whole := ir.Append(nil, unit(t, sources[2]))
	for i := range whole {
		if _, err := ir.Decode(whole[:i]); !errors.Is(err, ir.ErrDamaged) {
			t.Fatalf("the first %d of %d bytes: %v", i, len(whole), err)
		}
	}
	if _, err := ir.Decode(append(whole, 0)); !errors.Is(err, ir.ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

// TestALengthIsNoAllocation: a few bytes that announce much get nothing.
func TestALengthIsNoAllocation(t *testing.T) {
	huge := []byte{0xff, 0xff, 0xff, 0x7f}
	if n := testing.AllocsPerRun(10, func() { _, _ = ir.Decode(huge) }); n > 50 {
		t.Errorf("%v allocations", n)
	}
	if _, err := ir.Decode([]byte(strings.Repeat("\xff\xff\xff\x7f", 20))); !errors.Is(err, ir.ErrDamaged) {
		t.Errorf("lengths without contents: %v", err)
	}
}

// FuzzDecode: whatever the bytes, there is a unit that can be written again, or
// an error.
func FuzzDecode(f *testing.F) {
	for _, source := range sources {
		f.Add(ir.Append(nil, unit(f, source)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := ir.Decode(data)
		if err != nil {
			return
		}
		again, err := ir.Decode(ir.Append(nil, u))
		if err != nil || !equal(u, again) {
			t.Errorf("a unit that was read can not be read again: %v", err)
		}
		for i := range u.Nodes {
			switch v := &u.Nodes[i]; v.Op {
			case ir.OpConcat, ir.OpPhi:
				u.List(v.A)
			case ir.OpCall, ir.OpNew, ir.OpSuper:
				u.List(v.C)
			}
		}
	})
}
