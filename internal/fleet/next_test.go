package fleet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is missing comes in by a scan of its shard. A part that is there is not scanned into, and
// two parts of one shard do not count, so the new one takes the place of the old.
func TestWhatIsMissingIsScanned(t *testing.T) {
	for name, c := range map[string]struct {
		report Report
		want   []string
	}{
		"a shard that nobody brought": {
			Report{Missing: []Missing{{"a/b", 2, "shard 2 is missing"}}, Shards: []State{{1, Merged, ""}, {2, Absent, "x"}}},
			[]string{"Scan shard 2, and merge again with its part:", "ringfence fleet scan --plan plan.json --shard 2 --root ROOT -o NEW"},
		},
		"a target that was not there": {
			Report{PlanFile: "a plan.json", Missing: []Missing{{"a/b", 1, "it was not there"}}, Shards: []State{{1, Merged, ""}}},
			[]string{"Scan shard 1 into a new folder, and merge again with that in place of its old part:",
				"ringfence fleet scan --plan 'a plan.json' --shard 1 --root ROOT -o NEW"},
		},
	} {
		s := c.report.next("as missing")
		if diff := cmp.Diff(c.want, append(s.words, s.command)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		// The page has no lines, and says the same.
		if text := s.sentence(); !strings.HasPrefix(text, strings.Join(c.want, " ")+". ROOT holds the repositories") ||
			!strings.HasSuffix(text, "ringfence fleet plan again, then scan and merge all shards.") {
			t.Errorf("%s: %q", name, text)
		}
	}
	var r Report
	for shard := range 9 {
		r.Missing = append(r.Missing, Missing{"a/b", 9 - shard, "x"}, Missing{"a/c", 9 - shard, "x"})
	}
	if s := r.next(""); !strings.Contains(s.command, "--shard 1 ") || s.or[1] != "Then the same with shard 2, 3, 4, 5, 6 and 3 more." {
		t.Errorf("%+v", s)
	}
}
