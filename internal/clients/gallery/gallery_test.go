package gallery

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

// testdata's README says where the shape is from.
func listed(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "listed.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var releases = []supplychain.Release{{Version: "1.2.3", Day: "2026-03-04"}, {Version: "1.2.2", Day: "2019-01-02"}}

func ptr[T any](v T) *T { return &v }

func TestListing(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want supplychain.Listing
	}{
		"listed": {listed(t), supplychain.Listing{Registry: supplychain.Marketplace, Published: true, Installs: ptr[int64](120345),
			Ratings: ptr[int64](12), Verified: ptr(true), Updated: "2026-03-04", Releases: releases}},
		"a domain nobody proved": {strings.Replace(listed(t), `"isDomainVerified": true`, `"isDomainVerified": false`, 1),
			supplychain.Listing{Registry: supplychain.Marketplace, Published: true, Installs: ptr[int64](120345), Ratings: ptr[int64](12),
				Verified: ptr(false), Updated: "2026-03-04", Releases: releases}},
		"no domain": {strings.Replace(listed(t), `"https://acme.example"`, `null`, 1),
			supplychain.Listing{Registry: supplychain.Marketplace, Published: true, Installs: ptr[int64](120345), Ratings: ptr[int64](12),
				Verified: ptr(false), Updated: "2026-03-04", Releases: releases}},
		"nothing said": {`{"results":[{"extensions":[{"publisher":{"publisherName":"acme"},"extensionName":"toy","lastUpdated":"soon",` +
			`"statistics":[{"statisticName":"install","value":-1},{"statisticName":"ratingcount","value":0.5}]}]}]}`,
			supplychain.Listing{Registry: supplychain.Marketplace, Published: true}},
		"not published": {`{"results":[{"extensions":[]}]}`, supplychain.Listing{Registry: supplychain.Marketplace}},
	} {
		s := service.Run(t, map[string]string{path: c.body})
		got, err := Client{Web: service.Web(), Base: s.URL}.Listing(t.Context(), "acme.toy")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(
			[]string{path + ` {"filters":[{"criteria":[{"filterType":7,"value":"acme.toy"}],"pageNumber":1,"pageSize":1}],"flags":257}`},
			s.Asked(),
		); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Listing(t.Context(), "acme.toy")
		return err
	})
}

func TestHostileAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"another extension": strings.Replace(listed(t), `"toy"`, `"toy2"`, 1),
		"two extensions":    `{"results":[{"extensions":[{},{}]}]}`,
		"no results":        `{"results":[]}`,
		"a count of text":   strings.Replace(listed(t), `12.0`, `"12"`, 1),
		"a huge count":      strings.Replace(listed(t), `12.0`, `1e999`, 1),
	} {
		got, err := parse("acme.toy", []byte(body))
		if state, why := web.Outcome(err); got != nil || state != web.Failed || why == "" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	got, err := parse("acme.toy", []byte(strings.Replace(listed(t), `120345.0`, `1e300`, 1)))
	if err != nil || got.Installs != nil {
		t.Errorf("a count past counting: %v, %v", got, err)
	}
}

func FuzzListing(f *testing.F) {
	f.Add([]byte(listed(f)))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := parse("acme.toy", body)
		if (got == nil) != (err != nil) {
			t.Fatal(got, err)
		}
		if got != nil && (got.Installs != nil && *got.Installs < 0 || got.Ratings != nil && *got.Ratings < 0) {
			t.Fatalf("%+v", got)
		}
	})
}
