package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The reasons by which a test is left out on purpose. Everything else that
// skips was kept from running.
var (
	// ownTarget: "make browser: about 1 GB". A test looks that the target exists.
	ownTarget = regexp.MustCompile(`^make [a-z-]+: `)
	// short: "short: it compiles a package", said under -short only.
	short = regexp.MustCompile(`^short: `)
	// elsewhere: "elsewhere: this user can read everything", for what this
	// system or user cannot show and another can.
	elsewhere = regexp.MustCompile(`^elsewhere: `)
)

// kind is one reading of a reason; without an expression it takes the rest.
type kind struct {
	title string
	is    *regexp.Regexp
	of    []skipped
}

// end lists what was skipped, prints the last line, and reports whether the run
// was a success. finished says that go test itself ended well.
func (t *tally) end(finished bool) bool {
	kinds := []kind{
		{"a target of its own", ownTarget, nil},
		{"left out by -short", short, nil},
		{"not for this system or user", elsewhere, nil},
		{"could not run", nil, nil},
	}
	for _, s := range t.skips {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.is == nil || k.is.MatchString(s.why) })
		kinds[i].of = append(kinds[i].of, s)
	}
	for _, k := range kinds {
		if len(k.of) == 0 {
			continue
		}
		slices.SortFunc(k.of, func(a, b skipped) int {
			return strings.Compare(a.pkg+" "+a.test, b.pkg+" "+b.test)
		})
		fmt.Fprintf(t.w, "\nskipped, %s:\n", k.title)
		for _, s := range k.of {
			fmt.Fprintf(t.w, "  %s %s: %s\n", s.pkg, s.test, s.why)
		}
		if k.is == nil && t.strict {
			fmt.Fprintln(t.w, "with CI=true what could not run has failed")
			t.failed += len(k.of)
			t.skips = slices.DeleteFunc(t.skips, func(s skipped) bool { return slices.Contains(k.of, s) })
		}
	}
	t.slowest()
	if t.passed+t.failed == 0 {
		fmt.Fprintln(t.w, "no test ran: that is a failure")
	}
	if !finished && t.failed == 0 {
		fmt.Fprintln(t.w, "go test did not end well, though no test failed: that is a failure")
		t.failed++
	}
	fmt.Fprintf(t.w, "\n%s\n", t.line())
	return finished && t.failed == 0 && t.passed > 0
}
