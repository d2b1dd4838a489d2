package scorecard

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

const (
	toy  = "github.com/acme/toy"
	path = "GET /projects/" + toy
)

// project is the answer of testdata, whose README says where it is from.
func project(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "project.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func score(v float64) *float64 { return &v }

func TestProject(t *testing.T) {
	low := []string{"Code-Review", "Fuzzing", "Pinned-Dependencies"}
	for name, c := range map[string]struct {
		answers map[string]string
		want    supplychain.Scorecard
	}{
		"scored": {map[string]string{path: project(t)}, supplychain.Scorecard{Repository: toy, Score: score(4.7), Low: low}},
		"inconclusive": {map[string]string{path: strings.Replace(project(t), "4.7", "-1", 1)},
			supplychain.Scorecard{Repository: toy, Low: low}},
		"nothing at all": {map[string]string{path: strings.Replace(project(t), "4.7", "0", 1)},
			supplychain.Scorecard{Repository: toy, Score: score(0), Low: low}},
		"not scored": {nil, supplychain.Scorecard{Repository: toy}},
		"another spelling": {map[string]string{path: strings.Replace(project(t), "acme/toy", "Acme/Toy", 1)},
			supplychain.Scorecard{Repository: toy, Score: score(4.7), Low: low}},
	} {
		s := service.Run(t, c.answers)
		got, err := Client{Web: service.Web(), Base: s.URL}.Project(t.Context(), toy)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		_, err := Client{Web: way, Base: base}.Project(t.Context(), toy)
		return err
	})
}

func TestHostileAnswers(t *testing.T) {
	for name, change := range map[string][2]string{
		"another project":   {"acme/toy", "acme/toy2"},
		"a score past ten":  {"4.7", "47"},
		"a score under all": {"4.7", "-0.5"},
		"a score of text":   {"4.7", `"4.7"`},
		"no score":          {`"score": 4.7,`, ""},
		"no checks":         {`"checks"`, `"tests"`},
		"a check's score":   {`"score": 10`, `"score": 11`},
		"a check's name":    {`"Fuzzing"`, `"Fuzzing\u001b[31m"`},
	} {
		s := service.Run(t, map[string]string{path: strings.Replace(project(t), change[0], change[1], 1)})
		got, err := Client{Web: service.Web(), Base: s.URL}.Project(t.Context(), toy)
		if state, _ := web.Outcome(err); state != web.Failed || got.Score != nil || got.Low != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	s := service.Run(t, nil)
	for _, name := range []string{"", "github.com/a", "github.com/a/b/c", "github.com/a/..", "example.com/a/b", "github.com/a/b?x=1",
		"github.com/a/b#x"} {
		if _, err := (Client{Web: service.Web(), Base: s.URL}).Project(t.Context(), name); err == nil {
			t.Errorf("%q is asked about", name)
		}
	}
	if asked := s.Asked(); len(asked) != 0 {
		t.Errorf("asked %v", asked)
	}
}

// The result of a checkout names no repository, and is read all the same.
func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader(strings.Replace(project(t), toy, "file:///home/somebody/toy", 1)))
	want := supplychain.Scorecard{Score: score(4.7), Low: []string{"Code-Review", "Fuzzing", "Pinned-Dependencies"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := Read(strings.NewReader(strings.Repeat(" ", maxBytes) + project(t))); err == nil {
		t.Error("a file without end is read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(project(f)))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := parse(body)
		if err == nil && got.Score != nil && (*got.Score < 0 || *got.Score > 10) {
			t.Fatalf("%+v", got)
		}
	})
}
