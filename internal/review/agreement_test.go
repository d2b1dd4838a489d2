package review_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review"
)

// A label opens its own gate and a review all that a person may open; no word
// opens another.
func TestWhatALabelAccepts(t *testing.T) {
	for label, want := range map[string][]gate.Name{
		"":                          {gate.Review, gate.Widening, gate.Settings},
		"ringfence:accept-widening": {gate.Widening},
		"ringfence:accept-review":   {gate.Review},
		"ringfence:accept-reject":   nil, "ringfence:accept-drift": nil, "ringfence:accept-": nil, "Ringfence:accept-widening": nil, "bug": nil,
	} {
		if diff := cmp.Diff(want, review.Accepts(label)); diff != "" {
			t.Errorf("%q: %s", label, diff)
		}
	}
}
