package html

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// A link to a finding leads to it in the next report too: another finding before it, and lines
// that move, change no link. Findings that are alike have links of their own.
func TestLinksAreStable(t *testing.T) {
	find := func(check, file string, line int) finding.Finding {
		return finding.Finding{Check: check, Where: finding.Location{File: file, Line: line}, Message: "it is so"}
	}
	before := []finding.Finding{find("code_a", "a.js", 1), find("code_a", "a.js", 9), find("code_b", "a.js", 1), find("code_b", "b.js", 1)}
	ids := idsOf(before, "x0-")
	short := regexp.MustCompile(`^x0-f-[0-9a-f]{10}(-[0-9]+)?$`)
	for i, id := range ids {
		if !short.MatchString(id) || slices.Index(ids, id) != i {
			t.Errorf("%q is not short, or twice there: %q", id, ids)
		}
	}
	after := slices.Clone(before)
	for i := range after {
		after[i].Where.Line += 7
	}
	after = slices.Insert(after, 0, find("code_new", "a.js", 1))
	if diff := cmp.Diff(ids, idsOf(after, "x0-")[1:]); diff != "" {
		t.Errorf("a finding more moves links (-before +after):\n%s", diff)
	}
	// The mirror: another finding has another link.
	after[1].Message = "it is another thing"
	if got := idsOf(after, "x0-")[1]; slices.Contains(ids, got) {
		t.Errorf("another finding has the link %s", got)
	}
}

// However many there are, no two have one link.
func TestLinksAreUnique(t *testing.T) {
	var all []finding.Finding
	for i := range 5000 {
		all = append(all, finding.Finding{Check: "code_a", Message: fmt.Sprint(i % 2500)})
	}
	ids := idsOf(all, "")
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(all) {
		t.Errorf("%d links of %d findings", n, len(all))
	}
}
