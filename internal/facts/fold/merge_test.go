package fold

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

func text(s string) value.Pattern { return value.Pattern{{Kind: value.Literal, Text: s}} }

func always(s string) value.Value { return value.Value{Alts: []value.Pattern{text(s)}} }

// What two callers pass is either: nothing of one is lost, and what only one has is open.
func TestMerge(t *testing.T) {
	object := func(key, v string) value.Value { return value.Value{Props: map[string]value.Value{key: always(v)}} }
	list := func(items ...value.Value) value.Value { return value.Value{Items: items} }
	for _, c := range []struct {
		name       string
		a, b, want value.Value
	}{
		{"the same", always("a"), always("a"), always("a")},
		{"two texts", always("b"), always("a"), value.Value{Alts: []value.Pattern{text("a"), text("b")}}},
		{"text and anything", always("a"), value.Value{Open: true}, value.Value{Alts: []value.Pattern{text("a")}, Open: true}},
		{"a function", always("a"), value.Value{Func: true}, value.Value{Alts: []value.Pattern{text("a")}, Func: true}},
		{
			"objects with different keys", object("cwd", "/a"), object("shell", "sh"),
			value.Value{Props: map[string]value.Value{"cwd": always("/a"), "shell": always("sh")}, Open: true},
		},
		{
			"objects with one key", object("cwd", "b"), object("cwd", "a"),
			value.Value{Props: map[string]value.Value{"cwd": {Alts: []value.Pattern{text("a"), text("b")}}}, Open: true},
		},
		{
			"lists of two lengths", list(always("log"), always("-1")), list(always("log")),
			list(always("log"), value.Value{Alts: []value.Pattern{text("-1")}, Open: true}),
		},
	} {
		for _, order := range []struct {
			by   string
			a, b value.Value
		}{{"as written", c.a, c.b}, {"turned", c.b, c.a}} {
			if diff := cmp.Diff(c.want, Merge(order.a, order.b)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, order.by, diff)
			}
		}
	}
}

// Merging writes into neither of the two: they are kept, each by its node.
func TestMergeKeepsItsInput(t *testing.T) {
	a := value.Value{Alts: []value.Pattern{text("b")}, Props: map[string]value.Value{"x": always("1")}}
	b := value.Value{Alts: []value.Pattern{text("a")}, Props: map[string]value.Value{"x": always("2"), "y": always("3")}}
	Merge(a, b)
	if len(a.Alts) != 1 || len(a.Props) != 1 || len(b.Props) != 2 || a.Open || b.Open {
		t.Errorf("changed: %v, %v", a, b)
	}
}

// Past the bounds a value is open or has a hole. It is never cut without that.
func TestBoundsSayWhatTheyCut(t *testing.T) {
	var set alts
	for i := range maxAlts + 1 {
		if set.open {
			t.Fatalf("open after %d alternatives", i)
		}
		set.add(text(strconv.Itoa(i)))
	}
	if len(set.patterns) != maxAlts || !set.open {
		t.Errorf("%d alternatives, open %t", len(set.patterns), set.open)
	}

	var long value.Pattern
	for i := range maxParts + 1 {
		long = append(long, value.Part{Kind: value.Env, Text: strconv.Itoa(i)})
	}
	var cut alts
	cut.add(long)
	cut.add(long[:maxParts])
	if got := cut.patterns[0]; len(got) != maxParts+1 || got[maxParts].Kind != value.Unknown {
		t.Errorf("a long pattern became %s", got)
	}
	if got := cut.patterns[1]; len(got) != maxParts {
		t.Errorf("one that is just short enough became %s", got)
	}
}
