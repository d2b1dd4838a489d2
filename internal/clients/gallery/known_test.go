package gallery

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

func known(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/known.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const path = "POST /_apis/public/gallery/extensionquery"

// The question names no extension; well known is who has the installs of the
// list that ships.
func TestKnown(t *testing.T) {
	s := service.Run(t, map[string]string{path: known(t)})
	got, err := Client{Web: service.Web(), Base: s.URL}.Known(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]lookalike.Name{{ID: "fixture-inc.bright-lamp", Display: "Bright Lamp"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []string{
		path + ` {"filters":[{"criteria":[{"filterType":8,"value":"Microsoft.VisualStudio.Code"},{"filterType":12,"value":"4096"}],` +
			`"pageNumber":1,"pageSize":500,"sortBy":4}],"flags":256}`,
	}
	if diff := cmp.Diff(want, s.Asked()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// A full page asks for the next one, and the second is the last however full it
// is.
func TestKnownIsTwoPages(t *testing.T) {
	one := func(i, installs int) string {
		return fmt.Sprintf(
			`{"publisher":{"publisherName":"p%d"},"extensionName":"e","displayName":"E %d","statistics":[{"statisticName":"install","value":%d}]}`,
			i,
			i,
			installs,
		)
	}
	page := func(n, installs int) string {
		var list []string
		for i := range n {
			list = append(list, one(i, installs))
		}
		return `{"results":[{"extensions":[` + strings.Join(list, ",") + `]}]}`
	}
	for _, c := range []struct{ size, installs, names, asked int }{{pageSize, wellKnown, 2 * pageSize, 2},
		{pageSize - 1, wellKnown, pageSize - 1, 1}, {pageSize, wellKnown - 1, 0, 1}} {
		s := service.Run(t, map[string]string{path: page(c.size, c.installs)})
		got, err := Client{Web: service.Web(), Base: s.URL}.Known(t.Context())
		if err != nil || len(got) != c.names || len(s.Asked()) != c.asked {
			t.Errorf("a page of %d with %d installs: %d names, asked %d times, %v", c.size, c.installs, len(got), len(s.Asked()), err)
		}
	}
	if _, _, err := ReadKnown([]byte(page(pageSize+1, wellKnown))); err == nil {
		t.Error("a page longer than asked for is read")
	}
}

func TestKnownTroubles(t *testing.T) {
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Known(t.Context())
		return err
	})
}

// A name the gallery would not have given is passed over, and one for people that
// cannot be printed is not known; the rest of the answer counts.
func TestKnownHostileNames(t *testing.T) {
	for name, body := range map[string]string{
		"a tab":      strings.Replace(known(t), `"bright-lamp"`, `"bright\tlamp"`, 1),
		"two dots":   strings.Replace(known(t), `"bright-lamp"`, `"bright.lamp"`, 1),
		"nothing":    strings.Replace(known(t), `"bright-lamp"`, `""`, 1),
		"very long":  strings.Replace(known(t), `"bright-lamp"`, `"`+strings.Repeat("a", 129)+`"`, 1),
		"no figures": strings.Replace(known(t), `7120345.0`, `-1`, 1),
	} {
		if names, _, err := ReadKnown([]byte(body)); err != nil || len(names) != 0 {
			t.Errorf("%s: %v, %v", name, names, err)
		}
	}
	for _, display := range []string{`Bright\nLamp`, `Bright\u202eLamp`, strings.Repeat("a", 257)} {
		names, _, err := ReadKnown([]byte(strings.Replace(known(t), "Bright Lamp", display, 1)))
		if diff := cmp.Diff([]lookalike.Name{{ID: "fixture-inc.bright-lamp"}}, names); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", display, err, diff)
		}
	}
	if _, _, err := ReadKnown([]byte(`{"results":[{"extensions":[]}]}`)); err == nil {
		t.Error("a list of nobody is read")
	}
}
