package main

import (
	"cmp"
	"fmt"
	"slices"
)

// timed is a test that ended, and the seconds it took.
type timed struct {
	name
	seconds float64
}

// What is worth a line of its own: a test that alone took this long, and how many of them.
const (
	slow     = 8.0
	slowShow = 40
)

// slowest lists the tests without subtests that took longest, which is where to begin when a run is too slow. It
// prints nothing when no test was slow. A test that ran beside others has their share of the machine in its time.
func (t *tally) slowest() {
	var found []timed
	for _, one := range t.timed {
		if one.seconds >= slow && !t.parent[one.name] {
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
	fmt.Fprintf(t.w, "\nslowest of %d tests of %.0f s or more:\n", len(found), slow)
	for _, one := range found[:min(len(found), slowShow)] {
		fmt.Fprintf(t.w, "  %6.1f s  %s %s\n", one.seconds, one.pkg, one.test)
	}
}
