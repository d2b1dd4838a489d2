package blocklist

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

// sample is a list as its maintainers write it; testdata's README says where the
// shapes are from.
func sample(t testing.TB, l List) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", l.File))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFetch(t *testing.T) {
	answers := map[string]string{}
	for _, l := range Lists() {
		answers["GET /lists/"+l.File] = sample(t, l)
	}
	s := service.Run(t, answers)
	m, o := supplychain.Marketplace, supplychain.OpenVSX
	want := map[string][]Entry{
		"vscode-control":   {{"acme.evil", m, "", true}, {"wholly-evil", m, "", true}, {"acme.evil", m, "", true}},
		"open-vsx-control": {{"acme.evil", o, "", true}, {"zig.repl", o, "", true}},
		"marketplace-removed": {
			{"acme.evil", m, "Malware (8/22/2026)", true}, {"acme.pose", m, "Impersonation (8/21/2026)", false},
			{"acme.half", m, "Spam / Malware (6/24/2025)", true}, {"acme.gone", m, "Owner Request (6/1/2025)", false},
		},
		"vsxsentry": {{"acme.evil", m, "Removed from VS Marketplace: Malware.", true}, {"acme.worm", "", "compromised", true}},
	}
	for _, l := range Lists() {
		got, err := Client{Web: service.Web(), Mirror: s.URL + "/lists"}.Fetch(t.Context(), l)
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
		if diff := cmp.Diff(want[l.Name], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Name, diff)
		}
	}
	for _, asked := range s.Asked() {
		if strings.Contains(asked, "acme") {
			t.Errorf("the name of an extension was sent: %s", asked)
		}
	}
}

func TestTroubles(t *testing.T) {
	for _, l := range Lists() {
		t.Run(l.Name, func(t *testing.T) {
			service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
				_, err := Client{Web: way, Mirror: base}.Fetch(t.Context(), l)
				return err
			})
		})
	}
}

// What a hostile list holds is printable, bounded, and an id.
func TestHostileLists(t *testing.T) {
	for _, l := range Lists() {
		for name, body := range map[string]string{
			"no entries": `{"malicious":[],"records":[]}`, "a list of a list": `{"malicious":[["acme.evil"]],"records":[[]]}`,
			"another table": "| a.b | 1 | Malware |\n",
		} {
			if _, err := (Client{Web: service.Web(), Mirror: service.Run(t, map[string]string{"GET /" + l.File: body}).URL}).Fetch(
				t.Context(),
				l,
			); err == nil {
				t.Errorf("%s: %s is a list", l.Name, name)
			} else if state, _ := web.Outcome(
				err,
			); state != web.Failed {
				t.Errorf("%s: %s is %s", l.Name, name, state)
			}
		}
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		entry, id string
		want      bool
	}{
		{"acme.evil", "Acme.Evil", true}, {"acme", "acme.evil", true}, {"acme.evil", "acme.evil2", false}, {"acme.evil", "acme", false},
		{"evil", "acme.evil", false},
	} {
		if got := (Entry{ID: c.entry}).About(c.id); got != c.want {
			t.Errorf("%s about %s: %t", c.entry, c.id, got)
		}
	}
}

func FuzzLists(f *testing.F) {
	for i, l := range Lists() {
		f.Add([]byte(sample(f, l)), i)
	}
	f.Fuzz(func(t *testing.T, body []byte, i int) {
		if i < 0 || i >= len(Lists()) {
			return
		}
		entries, _ := Lists()[i].parse(body)
		for _, e := range entries {
			if !idRE().MatchString(e.ID) || len(e.Reason) > 4*maxReason {
				t.Fatalf("%+v", e)
			}
		}
	})
}
