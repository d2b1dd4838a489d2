package synth

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// docs/guide/unresolved.md says of each kind what its lines allow while nobody has answered.
func TestThePageOfUnresolvedLines(t *testing.T) {
	page, err := os.ReadFile("../../docs/guide/unresolved.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []policy.Section
	for _, s := range policy.Sections() {
		// Functions and variables are named, or are all of their kind.
		if !slices.Contains([]policy.Section{policy.Modules, policy.EnvRead}, s) {
			want = append(want, s)
		}
	}
	all := &builder{roots: map[string]bool{"globalStorage": true, "workspaceStorage": true, "logs": true, "tmp": true}}
	var got []policy.Section
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z.]+)` \\| (.*) \\|$").FindAllStringSubmatch(string(page), -1) {
		section := policy.Section(row[1])
		got = append(got, section)
		var says, is []string
		for _, span := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			says = append(says, span[1])
		}
		for _, x := range all.scopes(section) {
			is = append(is, x.pattern)
		}
		if diff := cmp.Diff(is, says); diff != "" {
			t.Errorf("%s (-is +the page):\n%s", section, diff)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-there are +on the page):\n%s", diff)
	}
}
