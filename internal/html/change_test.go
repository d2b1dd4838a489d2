package html

import (
	"bytes"
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// changeOf is the page of a change of so many extensions that are alike.
func changeOf(t testing.TB, n int) []byte {
	t.Helper()
	c := Change{Tool: "ringfence 1.2.3", Base: "0123456789abcdef0123"}
	for range n {
		r := sample(plain)
		c.Extensions = append(c.Extensions, Changed{
			Report: r, Path: ".", Policies: Sides{Kept: []policy.Grant{{Section: policy.Processes, Pattern: "git"}}},
			Gates: []Gate{{Name: "widening", State: "fails", Why: "the policy allows more", Command: "ringfence x", Fix: "ask"}},
		})
	}
	var b bytes.Buffer
	if err := WriteChange(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Several extensions fit one page: no id stands twice, every link leads to its own
// extension's part, and no two regions are called alike.
func TestSeveralExtensionsFitOnePage(t *testing.T) {
	got := read(t, changeOf(t, 3))
	if len(got.wrong) > 0 {
		t.Errorf("%v", got.wrong)
	}
	seen := map[string]bool{}
	for _, label := range got.regions {
		if seen[label] {
			t.Errorf("two regions are called %q", label)
		}
		seen[label] = true
	}
	if one := read(t, changeOf(t, 1)); len(got.regions) != 3*len(one.regions) || len(one.regions) == 0 {
		t.Errorf("%d regions of three extensions, %d of one", len(got.regions), len(one.regions))
	}
}
