package tightness

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

func TestPoliciesAgainstRecordings(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the whole corpus")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	recordings, aliases, err := recording.All()
	if err != nil {
		t.Fatal(err)
	}
	c := catalog.Default()
	var rows []Row
	for _, rec := range recordings {
		if only := os.Getenv("RECALL"); only != "" && only != rec.Extension {
			continue
		}
		p, err := Policy(t.Context(), filepath.Join(dir, rec.Extension))
		if err != nil {
			t.Errorf("%s: %v", rec.Extension, err)
			continue
		}
		functions, resources := Needs(c, rec, aliases)
		row, err := Compare(c, rec.Extension, p, functions, resources)
		if err != nil {
			t.Error(err)
		}
		rows = append(rows, row)
	}
	for _, r := range rows {
		for _, a := range r.Functions {
			t.Logf("F %s %s %s %s", r.Extension, a.Cover, a.Text, a.Place)
		}
		for _, a := range r.Resources {
			t.Logf("R %s %s %s %s %s", r.Extension, a.Cover, a.Section, a.Text, a.Place)
		}
		t.Logf("G %s granted %d whole %d unbounded %v", r.Extension, r.Granted, r.Whole, Unbounded(r.Policy))
	}
}
