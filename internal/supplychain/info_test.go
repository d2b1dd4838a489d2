package supplychain

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadInfo(t *testing.T) {
	n, yes := int64(12), true
	for text, want := range map[string]Listing{
		`{"installCount":12,"ratingCount":12,"isVerified":true,"lastUpdated":"2026-03-04T23:30:00Z","more":1}`: {Marketplace, true, &n, &n, &yes,
			"2026-03-04", nil},
		`{"lastUpdated":"2026-03-04"}`: {Marketplace, true, nil, nil, nil, "2026-03-04", nil},
		`{"installCount":12}`:          {Marketplace, true, &n, nil, nil, "", nil},
		`{"versions":[{"version":"1.0.0","lastUpdated":"2026-01-02"},{"version":"1.1.0","lastUpdated":"2026-03-05"},{"version":"1.1.0",` +
			`"lastUpdated":"2026-03-04T23:30:00Z"},{"version":"0.9.0"}]}`: {
			Marketplace, true, nil, nil, nil, "", []Release{{"1.1.0", "2026-03-04"}, {"1.0.0", "2026-01-02"}, {"0.9.0", ""}}},
	} {
		got, err := ReadInfo(strings.NewReader(text), Marketplace)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{
		"", "{}", "null", "[]", `{"installCount":"12"}`, `{"installCount":-1}`, `{"installCount":1.5}`, `{"isVerified":"yes"}`,
		`{"lastUpdated":"soon"}`,
		`{"lastUpdated":5}`, `{"versions":[{}]}`, `{"versions":[{"version":"1","lastUpdated":"soon"}]}`, `{"versions":{}}`, `{"other":1}`,
		strings.Repeat(" ", maxInfo) + "{}",
	} {
		if got, err := ReadInfo(strings.NewReader(text), Marketplace); err == nil {
			t.Errorf("%.40q is read as %+v", text, got)
		}
	}
}

func FuzzReadInfo(f *testing.F) {
	f.Add(`{"installCount":12,"ratingCount":12,"isVerified":true,"lastUpdated":"2026-03-04T23:30:00Z"}`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ReadInfo(strings.NewReader(text), OpenVSX)
		if err == nil && (l.Installs != nil && *l.Installs < 0 || l.Updated != "" && len(l.Updated) < 10) {
			t.Fatalf("%+v", l)
		}
	})
}
