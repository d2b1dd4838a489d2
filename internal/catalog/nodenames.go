package catalog

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// What real Node binaries export; names_test.go compares it with them.
//
//go:embed testdata/names/node.txt
var nodeNames string

// NodeVersions returns the major versions of Node of which the names are known.
func NodeVersions() []int { return []int{20, 22, 24} }

// InNode returns the major versions of Node in which a symbol, in any spelling,
// exists, and with an empty member those in which its module does. Only what a
// module exports and what instances of its classes have is listed: nothing is
// known of globals, and of what functions give.
func (c *Catalog) InNode(module, member string) []int {
	module, member = c.Canonical(module, member)
	return existing()[Symbol{module, member}]
}

// NodeMembers lists the members of a module in any of those versions, as they
// are spelled in the catalogue, in no order.
func (c *Catalog) NodeMembers(module string) []string {
	var out []string
	for s := range existing() {
		if s.Module == module && s.Member != "" {
			out = append(out, s.Member)
		}
	}
	return out
}

var existing = sync.OnceValue(func() map[Symbol][]int {
	c := Default()
	out := map[Symbol][]int{}
	add := func(s Symbol, version int) {
		for _, v := range out[s] {
			if v == version {
				return
			}
		}
		out[s] = append(out[s], version)
	}
	for line := range strings.Lines(nodeNames) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			continue
		}
		module, member := c.Canonical(fields[0], strings.TrimPrefix(fields[1], "-"))
		for _, f := range fields[2:] {
			version, err := strconv.Atoi(f)
			if err != nil {
				continue
			}
			for m := member; m != ""; m = parent(m) {
				add(Symbol{module, m}, version)
			}
			add(Symbol{module, ""}, version)
		}
	}
	return out
})
