package taint

import (
	"slices"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The operations of one end are found by search, so the order and the search must agree.
func TestOpsAreFoundByEitherEnd(t *testing.T) {
	given := []op{{3, 1}, {1, 3}, {2, 1}, {1, 2}, {3, 1}, {1, 1}}
	for _, c := range []struct {
		name string
		by   func(op) int32
		at   int32
		want []op
	}{
		{"from 1", bySrc, 1, []op{{1, 1}, {1, 2}, {1, 3}}},
		{"from 3, written twice", bySrc, 3, []op{{3, 1}}},
		{"to 1", byDst, 1, []op{{1, 1}, {2, 1}, {3, 1}}},
		{"to 2", byDst, 2, []op{{1, 2}}},
		{"to nobody", byDst, 9, nil},
	} {
		sorted := sortOps(slices.Clone(given), c.by)
		if got := opsAt(sorted, c.at, c.by); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Whoever needs a person least is named, where code runs for several reasons.
func TestTriggerBefore(t *testing.T) {
	order := []Trigger{ByTimer, ByEvent, ByStart, ByCommand, ByUnknown}
	for i, a := range order {
		for j, b := range order {
			if got := a.precedes(b); got != (i < j) {
				t.Errorf("%q before %q: %t", a, b, got)
			}
		}
	}
}

// Two flows that are not the same are never equal in order, or the output would depend on luck.
func TestCompareTellsFlowsApart(t *testing.T) {
	at := func(line int) finding.Location { return finding.Location{File: "a.js", Line: line} }
	base := Flow{Source: Source{Kind: FromFile, What: "x", Where: at(1)}, Sink: Sink{Kind: "command", Role: "shell", Where: at(2)}}
	for _, c := range []struct {
		name   string
		change func(*Flow)
	}{
		{"the sink's place", func(f *Flow) { f.Sink.Where = at(3) }},
		{"the source's place", func(f *Flow) { f.Source.Where = at(3) }},
		{"the source's kind", func(f *Flow) { f.Source.Kind = FromSetting }},
		{"what the source is", func(f *Flow) { f.Source.What = "y" }},
		{"the sink's kind", func(f *Flow) { f.Sink.Kind = "code" }},
		{"the sink's role", func(f *Flow) { f.Sink.Role = "argument" }},
		{"the way", func(f *Flow) { f.Steps = []finding.Step{{}} }},
	} {
		other := base
		c.change(&other)
		if Compare(base, other) == 0 || Compare(base, other) != -Compare(other, base) {
			t.Errorf("%s: %d and %d", c.name, Compare(base, other), Compare(other, base))
		}
	}
	if Compare(base, base) != 0 {
		t.Error("a flow differs from itself")
	}
}
