package osv

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

// testdata's README says where the shapes are from.
func data(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestQuery(t *testing.T) {
	s := service.Run(t, map[string]string{
		"POST /v1/querybatch":               data(t, "querybatch.json"),
		"GET /v1/vulns/GHSA-35jh-r3h4-6jhm": data(t, "GHSA-35jh-r3h4-6jhm.json"),
		"GET /v1/vulns/MAL-2099-1":          data(t, "MAL-2099-1.json"),
		"GET /v1/vulns/GHSA-wwww-wwww-wwww": `{"id":"GHSA-wwww-wwww-wwww","withdrawn":"2026-01-01T00:00:00Z","affected":[{"package":{` +
			`"ecosystem":"npm","name":"lodash"}}]}`,
	})
	got, err := Client{Web: service.Web(), Base: s.URL}.Query(t.Context(), []Query{
		{NPM, "lodash", "4.17.20"}, {NPM, "left-pad", "1.3.0"}, {Marketplace, "acme.toy", "1.2.3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]Record{
		{{ID: "GHSA-35jh-r3h4-6jhm", Aliases: []string{"CVE-2021-23337"}, Summary: "Command Injection in lodash", Level: "high"}},
		nil,
		{{ID: "MAL-2099-1", Summary: `Malicious code in Acme.Toy (VSCode)\x1b[31m`, All: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !got[2][0].Malicious() || got[0][0].Malicious() {
		t.Error("MAL- is malware and GHSA- is not")
	}
	wantAsked := `POST /v1/querybatch {"queries":[{"package":{"name":"lodash","ecosystem":"npm"},"version":"4.17.20"},` +
		`{"package":{"name":"left-pad","ecosystem":"npm"},"version":"1.3.0"},{"package":{"name":"acme.toy","ecosystem":"VSCode"},` +
		`"version":"1.2.3"}]}`
	if asked := s.Asked(); asked[0] != wantAsked || len(asked) != 4 {
		t.Errorf("asked %q", asked)
	}
}

func TestNobodyIsAskedNothing(t *testing.T) {
	if got, err := (Client{}).Query(t.Context(), nil); len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Query(t.Context(), []Query{{NPM, "a", "1.0.0"}})
		return err
	})
}

// What the service says beside the question is not believed.
func TestHostileAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		batch, record string
		why           string
	}{
		"a name that is a path":       {`{"results":[{"vulns":[{"id":"../../x"}]}]}`, "", "no name that can be one"},
		"a name with a query":         {`{"results":[{"vulns":[{"id":"MAL-1?x=1"}]}]}`, "", "no name that can be one"},
		"no name":                     {`{"results":[{"vulns":[{}]}]}`, "", "no name that can be one"},
		"too few answers":             {`{"results":[]}`, "", "another number of questions"},
		"too many answers":            {`{"results":[{},{}]}`, "", "another number of questions"},
		"pages without an end":        {`{"results":[{"next_page_token":"x"}]}`, "", "more pages"},
		"a record under another name": {`{"results":[{"vulns":[{"id":"MAL-1-1"}]}]}`, `{"id":"MAL-1-2"}`, "another name"},
		"a record that is not there":  {`{"results":[{"vulns":[{"id":"MAL-9-9"}]}]}`, "", "404"},
		"a record of something else": {`{"results":[{"vulns":[{"id":"MAL-1-1"}]}]}`,
			`{"id":"MAL-1-1","affected":[{"package":{"ecosystem":"npm","name":"b"}}]}`, ""},
		"a record of another registry": {`{"results":[{"vulns":[{"id":"MAL-1-1"}]}]}`,
			`{"id":"MAL-1-1","affected":[{"package":{"ecosystem":"VSCode","name":"a"}}]}`, ""},
		"a record of nothing": {`{"results":[{"vulns":[{"id":"MAL-1-1"}]}]}`, `{"id":"MAL-1-1"}`, ""},
	} {
		s := service.Run(t, map[string]string{"POST /v1/querybatch": c.batch, "GET /v1/vulns/MAL-1-1": c.record})
		got, err := Client{Web: service.Web(), Base: s.URL}.Query(t.Context(), []Query{{NPM, "a", "1.0.0"}})
		state, why := web.Outcome(err)
		if len(got[0]) > 0 || c.why == "" && err != nil || c.why != "" && (state != web.Failed || !strings.Contains(why, c.why)) {
			t.Errorf("%s: %v, %s, %s; want %q", name, got, state, why, c.why)
		}
	}
}

// One record that cannot be had costs neither the others nor the truth.
func TestWhatCanBeHadIsGiven(t *testing.T) {
	s := service.Run(t, map[string]string{
		"POST /v1/querybatch":   `{"results":[{"vulns":[{"id":"GHSA-a-a"},{"id":"MAL-1-1"}]}]}`,
		"GET /v1/vulns/MAL-1-1": `{"id":"MAL-1-1","affected":[{"package":{"ecosystem":"npm","name":"a"}}]}`,
	})
	got, err := Client{Web: service.Web(), Base: s.URL}.Query(t.Context(), []Query{{NPM, "a", "1.0.0"}})
	if state, _ := web.Outcome(err); state != web.Failed || len(got[0]) != 1 || got[0][0].ID != "MAL-1-1" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestManyQuestionsGoInBatches(t *testing.T) {
	var batches []int
	s := service.Run(t, map[string]string{"POST /v1/querybatch": ""})
	c := Client{Web: service.Web(), Base: s.URL}
	questions := make([]Query, batch+5)
	for i := range questions {
		questions[i] = Query{NPM, fmt.Sprint("p", i), "1.0.0"}
	}
	_, err := c.Query(context.Background(), questions)
	for _, a := range s.Asked() {
		batches = append(batches, strings.Count(a, `"ecosystem"`))
	}
	if state, _ := web.Outcome(err); state != web.Failed || len(batches) != 1 || batches[0] != batch {
		t.Errorf("batches %v, %v", batches, err)
	}
	answers := `{"results":[` + strings.Repeat("{},", batch-1) + "{}]}"
	s = service.Run(t, map[string]string{"POST /v1/querybatch": answers})
	if _, err = (Client{Web: service.Web(), Base: s.URL}).Query(t.Context(), questions[:batch]); err != nil {
		t.Error(err)
	}
}

func TestEndless(t *testing.T) {
	q := Query{Marketplace, "a.b", ""}
	for text, want := range map[string]bool{
		`[{"introduced":"0"}]`:                           true,
		`[{"introduced":"0"},{"fixed":"2.0.0"}]`:         false,
		`[{"introduced":"0"},{"last_affected":"2.0.0"}]`: false,
		`[{"introduced":"1.2.3"}]`:                       false,
		`[]`:                                             false,
	} {
		r, err := parse(
			"MAL-1-1",
			[]byte(`{"id":"MAL-1-1","affected":[{"package":{"ecosystem":"VSCode","name":"A.B"},"ranges":[{"type":"SEMVER","events":`+text+`}]}]}`),
		)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := r.about(q); !ok || got.All != want {
			t.Errorf("%s: %v, want %v", text, got.All, want)
		}
	}
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(data(f, "GHSA-35jh-r3h4-6jhm.json")))
	f.Add([]byte(data(f, "MAL-2099-1.json")))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := parse("MAL-2099-1", body)
		if err != nil {
			if s, why := web.Outcome(err); s != web.Failed || why == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		got, ok := r.about(Query{Marketplace, "acme.toy", ""})
		if ok && (got.ID != "MAL-2099-1" || len(got.Aliases) > 20 || strings.ContainsAny(got.Summary, "\x1b\n")) {
			t.Fatalf("%+v", got)
		}
	})
}
