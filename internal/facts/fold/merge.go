package fold

import (
	"maps"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// equalValues reports whether two values say the same.
func equalValues(a, b value.Value) bool {
	return a.Open == b.Open && a.Func == b.Func &&
		slices.EqualFunc(a.Alts, b.Alts, func(x, y value.Pattern) bool { return slices.Equal(x, y) }) &&
		(a.Items == nil) == (b.Items == nil) && slices.EqualFunc(a.Items, b.Items, equalValues) &&
		slices.EqualFunc(a.Beyond, b.Beyond, slices.Equal[value.Pattern]) &&
		(a.Props == nil) == (b.Props == nil) && maps.EqualFunc(a.Props, b.Props, equalValues)
}

// MergeArgs returns what two callers pass, argument by argument.
func MergeArgs(a, b []value.Value) []value.Value {
	out := make([]value.Value, max(len(a), len(b)))
	for i := range out {
		switch {
		case i >= len(a):
			out[i] = b[i]
			out[i].Open = true
		case i >= len(b):
			out[i] = a[i]
			out[i].Open = true
		default:
			out[i] = Merge(a[i], b[i])
		}
	}
	return out
}

// Merge returns what a value is that is either of two: two callers pass them at one place.
func Merge(a, b value.Value) value.Value {
	if equalValues(a, b) {
		return a
	}
	set := alts{patterns: slices.Clone(a.Alts), open: a.Open || b.Open}
	for _, p := range b.Alts {
		set.add(p)
	}
	v := value.Value{Alts: set.patterns, Open: set.open, Func: a.Func || b.Func}
	slices.SortFunc(v.Alts, comparePatterns)
	// Different objects for different callers: the properties are those of
	// either, which may be more than is there for one of them.
	if a.Props != nil || b.Props != nil {
		v.Props = map[string]value.Value{}
		for k, x := range a.Props {
			v.Props[k] = x
		}
		for k, x := range b.Props {
			if y, ok := v.Props[k]; ok {
				x = Merge(x, y)
			}
			v.Props[k] = x
		}
		v.Open = true
	}
	switch {
	case a.Items == nil:
		v.Items = b.Items
	case b.Items == nil:
		v.Items = a.Items
	default:
		v.Items = MergeArgs(a.Items, b.Items)
	}
	beyond := alts{patterns: slices.Clone(a.Beyond)}
	for _, p := range b.Beyond {
		beyond.add(p)
	}
	v.Beyond = beyond.patterns
	slices.SortFunc(v.Beyond, comparePatterns)
	return v
}
