package advisory

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

const path = "POST /-/npm/v1/security/advisories/bulk"

// testdata's README says where the shape is from.
func bulk(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "bulk.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestQuery(t *testing.T) {
	s := service.Run(t, map[string]string{path: bulk(t)})
	old := supplychain.Package{Name: "lodash", Version: "4.17.20", File: "node_modules/lodash/package.json"}
	fixed := supplychain.Package{Name: "lodash", Version: "4.17.21", File: "node_modules/a/node_modules/lodash/package.json"}
	older := supplychain.Package{Name: "lodash", Version: "3.10.1", File: "node_modules/b/node_modules/lodash/package.json"}
	got, err := Client{
		Web:  service.Web(),
		Base: s.URL,
	}.Query(
		t.Context(),
		[]supplychain.Package{old, fixed, older, {Name: "left-pad", Version: "1.3.0"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	high := supplychain.Advisory{ID: "GHSA-35jh-r3h4-6jhm", Source: Service, Title: "Command Injection in lodash", Level: "high"}
	moderate := supplychain.Advisory{
		ID:     "GHSA-29mw-wpgm-hmr9",
		Source: Service,
		Title:  "Regular Expression Denial of Service (ReDoS) in lodash",
		Level:  "moderate",
	}
	of := func(a supplychain.Advisory, p supplychain.Package) supplychain.Advisory { a.Package = p; return a }
	want := []supplychain.Advisory{of(high, older), of(moderate, old), of(high, old)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantAsked := []string{path + ` {"left-pad":["1.3.0"],"lodash":["4.17.20","4.17.21","3.10.1"]}`}
	if diff := cmp.Diff(wantAsked, s.Asked()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestNothingShipsAndNobodyIsAsked(t *testing.T) {
	if got, err := (Client{}).Query(t.Context(), nil); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Query(t.Context(), []supplychain.Package{{Name: "a", Version: "1.0.0"}})
		return err
	})
}

// An advisory that cannot be understood is not a package found clean.
func TestHostileAnswers(t *testing.T) {
	packages := []supplychain.Package{{Name: "a", Version: "1.0.0"}}
	for name, c := range map[string]struct{ body, why string }{
		"a range nobody reads":     {`{"a":[{"severity":"high","vulnerable_versions":">=next"}]}`, "versions"},
		"no range":                 {`{"a":[{"severity":"high"}]}`, "versions"},
		"a severity nobody knows":  {`{"a":[{"severity":"huge","vulnerable_versions":"*"}]}`, "severity"},
		"a list that is an object": {`{"a":{}}`, "JSON"},
		"another package":          {`{"b":[{"severity":"huge"}]}`, ""},
		"more than is read": {`{"a":[` + strings.Repeat(`{"severity":"low","vulnerable_versions":"*"},`, maxAdvisories) +
			`{"severity":"low","vulnerable_versions":"*"}]}`, "more advisories"},
	} {
		got, err := parse([]byte(c.body), packages)
		state, why := web.Outcome(err)
		if len(got) > 0 || c.why == "" && err != nil || c.why != "" && (state != web.Failed || !strings.Contains(why, c.why)) {
			t.Errorf("%s: %v, %s, %s; want %q", name, got, state, why, c.why)
		}
	}
	got, err := parse(
		[]byte(
			`{"a":[{"severity":"critical","vulnerable_versions":">=0","title":"Malware in `+
				`a\u001b[2J","url":"javascript:alert(1)//`+service.Canary+`"}]}`,
		),
		packages,
	)
	if err != nil || len(got) != 1 || !got[0].Malicious || got[0].Title != `Malware in a\x1b[2J` || got[0].ID != "an advisory without a name" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzBulk(f *testing.F) {
	f.Add([]byte(bulk(f)))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := parse(body, []supplychain.Package{{Name: "lodash", Version: "4.17.20"}})
		if state, why := web.Outcome(err); err != nil && (state != web.Failed || why == "") {
			t.Fatal(err)
		}
		for _, a := range got {
			if strings.ContainsAny(a.Title+a.ID, "\x1b\n") || a.Package.Name != "lodash" {
				t.Fatalf("%+v", a)
			}
		}
	})
}
