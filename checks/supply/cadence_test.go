package supply

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Each figure of publisher_cadence, and the mirror just beside it.
func TestCadence(t *testing.T) {
	m := checktest.Manifest(t, `, "main": "./a.js"`, nil)
	odd := []rated{{finding.Low, finding.None, finding.Hygiene, finding.Heuristic}}
	one := func(day string) []supplychain.Release { return []supplychain.Release{{Version: "1.0.0", Day: day}} }
	two := func(newest, before string) []supplychain.Release {
		return []supplychain.Release{{Version: "1.0.1", Day: newest}, {Version: "1.0.0", Day: before}}
	}
	for _, c := range []struct {
		name     string
		installs int64
		today    string
		releases []supplychain.Release
		want     []rated
	}{
		{"young and popular", 10_000, "2027-01-31", one("2027-01-02"), odd},
		{"not so popular", 9_999, "2027-01-31", one("2027-01-02"), nil},
		{"not so young", 10_000, "2027-01-31", one("2027-01-01"), nil},
		{"a second release", 10_000, "2027-01-31", two("2027-01-30", "2027-01-02"), nil},
		{"a day nobody knows", 10_000, "2027-01-31", one(""), nil},
		{"a day to come", 10_000, "2027-01-31", one("2027-02-02"), nil},
		{"nobody knows today", 10_000, "", one("2027-01-02"), nil},
		{"nobody knows its releases", 10_000, "2027-01-31", nil, nil},
		{"woken", 1, "2027-01-31", two("2027-01-01", "2026-01-01"), odd},
		{"a day too soon", 1, "2027-01-31", two("2027-01-01", "2026-01-02"), nil},
		{"woken long ago", 1, "2027-03-02", two("2027-01-01", "2026-01-01"), nil},
		{"the day before is not known", 1, "2027-01-31", two("2027-01-01", ""), nil},
	} {
		w := &supplychain.Answers{
			Today:   c.today,
			Listing: &supplychain.Listing{Registry: supplychain.Marketplace, Published: true, Installs: &c.installs, Releases: c.releases},
		}
		if diff := cmp.Diff(c.want, checktest.Rates[rated](t, publisherCadence, check.Input{Manifest: m, Answers: w})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
