package facts

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/fold"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

type foundChange struct {
	id    string
	value Value
	at    solver.Site
	local int32
}

// settingWrite is a call of a configuration's update.
func (c *collector) settingWrite(r solver.Call, use Use) {
	value := Value{Open: use.Spread}
	if len(use.Args) > 1 {
		value = use.Args[1]
	}
	_, local := c.s.Local(r.Node)
	for _, id := range c.values.Walk().SettingIDs(r.Node, r.Args) {
		c.changes = append(c.changes, foundChange{id, value, c.s.At(r.Node), local})
	}
}

// mergeSettingWrites sorts writes and joins those of one setting at one place.
func mergeSettingWrites(writes []SettingWrite) []SettingWrite {
	slices.SortStableFunc(writes, func(a, b SettingWrite) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.ID, b.ID))
	})
	out := writes[:0]
	for _, w := range writes {
		if n := len(out); n > 0 && out[n-1].Where == w.Where && out[n-1].ID == w.ID {
			out[n-1].Value = fold.Merge(out[n-1].Value, w.Value)
			continue
		}
		out = append(out, w)
	}
	return slices.Clip(out)
}
