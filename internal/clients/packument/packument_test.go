package packument

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

const lib = "@acme/lib"

// latest is the answer of testdata, whose README says where it is from.
func latest(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "latest.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRepository(t *testing.T) {
	object := `{ "type": "git", "url": "git+https://github.com/acme/lib.git", "directory": "packages/lib" }`
	for name, c := range map[string]struct{ body, want string }{
		"an object":      {latest(t), "git+https://github.com/acme/lib.git"},
		"a text":         {strings.Replace(latest(t), object, `"acme/lib"`, 1), "acme/lib"},
		"none":           {strings.Replace(latest(t), `"repository"`, `"source"`, 1), ""},
		"something else": {strings.Replace(latest(t), object, `[1]`, 1), ""},
	} {
		s := service.Run(t, map[string]string{"GET /@acme%2flib/latest": c.body})
		got, err := Client{Web: service.Web(), Base: s.URL}.Repository(t.Context(), lib)
		if got != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q; asked %q", name, got, err, c.want, s.Asked())
		}
	}
	s := service.Run(t, nil)
	if got, err := (Client{Web: service.Web(), Base: s.URL}).Repository(t.Context(), lib); got != "" || err != nil {
		t.Errorf("a package nobody knows: %q, %v", got, err)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Repository(t.Context(), lib)
		return err
	})
}

func TestHostile(t *testing.T) {
	s := service.Run(t, map[string]string{"GET /@acme%2flib/latest": strings.Replace(latest(t), lib, "other", 1)})
	c := Client{Web: service.Web(), Base: s.URL}
	if _, err := c.Repository(t.Context(), lib); err == nil {
		t.Error("another package's answer is taken")
	}
	asked := len(s.Asked())
	for _, name := range []string{"", "../x", "a/b", "@a/b/c", "a?x", "-/npm/v1"} {
		if _, err := c.Repository(t.Context(), name); err == nil {
			t.Errorf("%q is asked about", name)
		} else if state, _ := web.Outcome(err); state != web.Failed {
			t.Errorf("%q: %s", name, state)
		}
	}
	if len(s.Asked()) != asked {
		t.Errorf("asked %v", s.Asked())
	}
}
