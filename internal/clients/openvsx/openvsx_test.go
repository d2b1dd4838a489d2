package openvsx

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

func ptr[T any](v T) *T { return &v }

func TestListing(t *testing.T) {
	s := service.Run(
		t,
		map[string]string{"GET /api/acme/toy": listed(t), "GET /api/acme/old.toy": `{"namespace":"acme","name":"old.toy","downloadCount":-1}`},
	)
	for id, want := range map[string]supplychain.Listing{
		"acme.toy": {Registry: supplychain.OpenVSX, Published: true, Installs: ptr[int64](4321), Ratings: ptr[int64](3), Verified: ptr(true),
			Updated:  "2026-03-04",
			Releases: []supplychain.Release{{Version: "1.2.3", Day: "2026-03-04"}, {Version: "1.2.2"}}},
		"acme.old.toy": {Registry: supplychain.OpenVSX, Published: true},
		"acme.none":    {Registry: supplychain.OpenVSX},
	} {
		got, err := Client{Web: service.Web(), Base: s.URL}.Listing(t.Context(), id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
}

// A name that would be another address is not asked for.
func TestHostileNames(t *testing.T) {
	s := service.Run(t, nil)
	for _, id := range []string{"", "acme", ".toy", "acme.", "...", "a/b.c", "acme.../x", "acme.x?y=1", "acme.x#", "acme.\x00", "acme.a b",
		"acme.é"} {
		_, err := Client{Web: service.Web(), Base: s.URL}.Listing(t.Context(), id)
		if state, _ := web.Outcome(err); state != web.Failed {
			t.Errorf("%q: %v", id, err)
		}
	}
	if asked := s.Asked(); len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Listing(t.Context(), "acme.toy")
		return err
	})
}

func TestHostileAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"another extension":  strings.Replace(listed(t), `"toy"`, `"toy2"`, 1),
		"a count of text":    strings.Replace(listed(t), `4321`, `"4321"`, 1),
		"half a download":    strings.Replace(listed(t), `4321`, `0.5`, 1),
		"an error":           `{"error":"no"}`,
		"a list of versions": strings.Replace(listed(t), `"allVersions": {`, `"allVersions": [], "x": {`, 1),
	} {
		got, err := parse("acme.toy", []byte(body))
		if state, why := web.Outcome(err); got != nil || state != web.Failed || why == "" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
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
