package catalog

import (
	"slices"
	"strings"
	"testing"
)

// The index leaves out no place that matches: every pattern of the table, as it
// is written, below other folders, cut short and run on, against all places.
func TestTheIndexOfPlacesLeavesNoneOut(t *testing.T) {
	c := Default()
	var texts []string
	for _, p := range c.SensitivePaths() {
		plain := strings.ReplaceAll(strings.TrimPrefix(p.Pattern, "**/"), "*", "x")
		texts = append(texts, plain, "/home/me/"+plain, "<unknown>/"+plain+"<unknown>", "a/b/"+plain+"/c", strings.ToUpper(plain),
			strings.TrimSuffix(plain, "x")+"<unknown>", strings.ReplaceAll(plain, "~/", "${home}/"), "../"+plain)
	}
	matched := 0
	for _, text := range texts {
		root, segs := splitPath(text)
		candidates := c.byFirst.candidates(segs)
		if !slices.IsSorted(candidates) {
			t.Fatalf("%q: the table's order is lost: %v", text, candidates)
		}
		for i, p := range c.places {
			if _, ok := p.match(root, segs); ok {
				matched++
				if !slices.Contains(candidates, i) {
					t.Errorf("%q is in %s, which the index leaves out", text, p.Pattern)
				}
			}
		}
	}
	if matched < 300 {
		t.Errorf("only %d matches: this shows nothing", matched)
	}
}
