package packument

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

const question = "GET /@acme%2flib"

func document(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "document.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHistory(t *testing.T) {
	doc := document(t)
	const deprecated = `"deprecated": "use @acme/other"`
	for _, c := range []struct {
		name, body, version string
		want                supplychain.History
		known               bool
	}{
		{"a version", doc, "1.4.0", supplychain.History{Published: "2026-11-20", First: "2020-01-02", Newest: "2026-11-20", Maintainers: 2},
			true},
		{"a deprecated one", doc, "1.0.0",
			supplychain.History{Published: "2020-01-02", First: "2020-01-02", Newest: "2026-11-20", Deprecated: "use @acme/other", Maintainers: 2},
			true},
		{"one with build metadata", doc, "1.4.0+x",
			supplychain.History{Published: "2026-11-20", First: "2020-01-02", Newest: "2026-11-20", Maintainers: 2}, true},
		{"one that was taken down", doc, "1.5.0", supplychain.History{}, false},
		{"one that never was", doc, "9.0.0", supplychain.History{}, false},
		{"deprecated without a word", strings.Replace(doc, deprecated, `"deprecated": true`, 1), "1.0.0",
			supplychain.History{Published: "2020-01-02", First: "2020-01-02", Newest: "2026-11-20", Deprecated: "no reason given", Maintainers: 2},
			true},
		{"deprecation that was taken back", strings.Replace(doc, deprecated, `"deprecated": ""`, 1), "1.0.0",
			supplychain.History{Published: "2020-01-02", First: "2020-01-02", Newest: "2026-11-20", Maintainers: 2}, true},
		{"a mirror that says less", `{"name":"@acme/lib","versions":{"1.0.0":{}}}`, "1.0.0", supplychain.History{}, true},
		{"times that are none", `{"name":"@acme/lib","time":{"created":7,"1.0.0":"yesterday","unpublished":{"name":"x"}},"versions":{"1.0.` +
			`0":{"deprecated":{}}}}`, "1.0.0", supplychain.History{}, true},
		{"words of a stranger", strings.Replace(doc, "use @acme/other", `a\u001b[31m\u202e`, 1), "1.0.0",
			supplychain.History{Published: "2020-01-02", First: "2020-01-02", Newest: "2026-11-20", Deprecated: `a\x1b[31m\u202e`, Maintainers: 2},
			true},
	} {
		p := supplychain.Package{Name: lib, Version: c.version}
		if c.known {
			c.want.Package = p
		}
		s := service.Run(t, map[string]string{question: c.body})
		got, known, err := Client{Web: service.Web(), Base: s.URL}.History(t.Context(), p)
		if diff := cmp.Diff(c.want, got); diff != "" || known != c.known || err != nil {
			t.Errorf("%s: known %t, %v (-want +got):\n%s", c.name, known, err, diff)
		}
	}
}

func TestTroublesOfHistory(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		_, _, err := Client{Web: way, Base: base}.History(t.Context(), supplychain.Package{Name: lib, Version: "1.0.0"})
		return err
	})
}

func TestHistoryOfAnother(t *testing.T) {
	s := service.Run(t, map[string]string{question: strings.Replace(document(t), `"name": "@acme/lib",
  "dist`, `"name": "other",
  "dist`, 1)})
	c := Client{Web: service.Web(), Base: s.URL}
	if _, known, err := c.History(t.Context(), supplychain.Package{Name: lib, Version: "1.0.0"}); known || err == nil {
		t.Error("another package's answer is taken")
	}
	asked := len(s.Asked())
	for _, p := range []supplychain.Package{{Name: "../x", Version: "1.0.0"}, {Name: lib, Version: "latest"}, {Name: "", Version: "1.0.0"}} {
		if _, _, err := c.History(t.Context(), p); err == nil {
			t.Errorf("%+v is asked about", p)
		}
	}
	if len(s.Asked()) != asked {
		t.Errorf("asked %v", s.Asked())
	}
}
