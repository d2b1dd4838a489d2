package resolve

import (
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

func client(t *testing.T, records map[string][]string) (Client, *service.DNS) {
	t.Helper()
	d, err := service.RunDNS(records)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	r, err := Through(d.Address)
	if err != nil {
		t.Fatal(err)
	}
	return Client{r}, d
}

func TestAsk(t *testing.T) {
	c, d := client(t, map[string][]string{
		"api.fixture.co.uk": {"93.184.216.34"},
		"fixture.co.uk":     {"NS"},
		"six.fixture.co.uk": {"2606:4700::1111"},
		"me.fixture.co.uk": {
			"127.0.0.1",
		},
		"me6.fixture.co.uk":  {"::1"},
		"both.fixture.co.uk": {"93.184.216.34", "10.0.0.7"},
		"null.fixture.co.uk": {"0.0.0.0"},
		"meta.fixture.co.uk": {
			"93.184.216.34",
			"169.254.169.254",
		},
		"mapped.fixture.co.uk":  {"::ffff:192.168.0.1"},
		"carrier.fixture.co.uk": {"100.64.0.1"},
		"mail.fixture.co.uk":    {},
		"sick.fixture.co.uk":    {service.ResolverWithoutAnswer},
		"sick.zz":               {service.ResolverWithoutAnswer},
	})
	for name, want := range map[string]supplychain.Resolution{
		"api.fixture.co.uk": {Leads: supplychain.Outside}, "six.fixture.co.uk": {Leads: supplychain.Outside},
		"me.fixture.co.uk": {Leads: supplychain.ThisMachine}, "me6.fixture.co.uk": {Leads: supplychain.ThisMachine},
		"null.fixture.co.uk": {Leads: supplychain.ThisMachine},
		"both.fixture.co.uk": {Leads: supplychain.Inside}, "mapped.fixture.co.uk": {Leads: supplychain.Inside},
		"carrier.fixture.co.uk": {Leads: supplychain.Inside},
		"meta.fixture.co.uk":    {Leads: supplychain.LinkLocal},
		// Somebody holds the name above it; it exists and has no address.
		"gone.fixture.co.uk": {Leads: supplychain.Nowhere}, "mail.fixture.co.uk": {Leads: supplychain.Nowhere},
		"api.gone.co.uk": {Leads: supplychain.Nowhere, Unheld: "gone.co.uk"}, "gone.zz": {Leads: supplychain.Nowhere, Unheld: "gone.zz"},
		// What a hoster gives its customers is held by the customer.
		"nobody.github.io": {Leads: supplychain.Nowhere, Unheld: "nobody.github.io"},
		// Nobody says whether the name above it is held.
		"x.sick.zz": {Leads: supplychain.Nowhere},
	} {
		want.Name = name
		got, ok := c.Ask(t.Context(), name)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%s: %t (-want +got):\n%s", name, ok, diff)
		}
	}
	if _, ok := c.Ask(t.Context(), "sick.fixture.co.uk"); ok {
		t.Error("a resolver that fails is an answer")
	}
	// The machine's own domains are tried behind no name.
	for _, name := range d.Asked() {
		if !strings.HasSuffix(name, ".zz") && !strings.HasSuffix(name, ".uk") && !strings.HasSuffix(name, ".io") {
			t.Errorf("asked for %q", name)
		}
	}
}

// A resolver that sees nothing of the world, one that makes answers up, one
// that fails and one that is not there are not believed.
func TestTrusted(t *testing.T) {
	world := []string{"93.184.216.34"}
	for _, c := range []struct {
		name    string
		records map[string][]string
		why     string
	}{
		{"as it should be", map[string][]string{exists: world}, ""},
		{"behind a proxy", nil, "knows no names of the outside"},
		{"made up", map[string][]string{exists: world, none: world}, "answer to names that do not exist"},
		{"failing", map[string][]string{exists: {service.ResolverWithoutAnswer}}, "no resolver answers"},
		{"failing later", map[string][]string{exists: world, none: {service.ResolverWithoutAnswer}}, "no resolver answers"},
	} {
		client, _ := client(t, c.records)
		state, why := web.Outcome(client.Trusted(t.Context()))
		if c.why == "" && state != supplychain.Ran || c.why != "" && (state != web.Unavailable || !strings.Contains(why, c.why)) {
			t.Errorf("%s: %s, %s", c.name, state, why)
		}
	}
	gone, d := client(t, nil)
	d.Close()
	if state, _ := web.Outcome(gone.Trusted(t.Context())); state != web.Unavailable {
		t.Errorf("nobody there: %s", state)
	}
	if _, ok := gone.Ask(t.Context(), "x.zz"); ok {
		t.Error("nobody there is an answer")
	}
	if state, _ := web.Outcome(Client{}.Trusted(t.Context())); state != web.Skipped {
		t.Errorf("no resolver: %s", state)
	}
}

func TestThrough(t *testing.T) {
	for _, bad := range []string{"", "127.0.0.1", "127.0.0.1:0", "dns.fixture.zz:53", "https://127.0.0.1:53", "127.0.0.1:99999"} {
		if r, err := Through(bad); err == nil || r != nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := Through(net.JoinHostPort("::1", "53")); err != nil {
		t.Error(err)
	}
}
