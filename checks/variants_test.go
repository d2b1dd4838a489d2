package checks

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/variants"
)

// wantedVariants is the share of the variants of techniques, in percent, that
// are to get the class of their technique.
const wantedVariants = 90

// Every technique and every twin is written in a dozen other ways. What it does
// is the same, so what is said of it has to be.
func TestTechniquesHoweverWritten(t *testing.T) {
	rows := techniques(t)
	list := variants.All()
	if len(list) < 12 {
		t.Fatalf("%d variants", len(list))
	}
	caught, all := map[string]int{}, 0
	var missed []string
	for _, v := range list {
		for _, x := range rows {
			dir := filepath.Join("testdata", "techniques", x.Row)
			write := func(twin string) string {
				to := filepath.Join(t.TempDir(), "x")
				if err := v.Write(filepath.Join(dir, twin), to); err != nil {
					t.Fatalf("%s: %v", x.Row, err)
				}
				return to
			}
			all++
			if bad := scanAll(t, write("bad"), filepath.Join(dir, "base")); bad.is(x.Class) {
				caught[v.Name]++
			} else if notCaught[x.Row] == "" {
				missed = append(missed, x.Row+", "+v.Name)
			}
			if loud := scanAll(t, write("ok"), filepath.Join(dir, "base")).loud(); len(loud) > 0 {
				t.Errorf("%s, %s: the benign twin is not quiet:\n%s", x.Row, v.Name, strings.Join(loud, "\n"))
			}
		}
	}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(caught)) {
		t.Logf("%s: %d of %d", name, caught[name], len(rows))
		total += caught[name]
	}
	t.Logf("missed:\n%s", strings.Join(missed, "\n"))
	summary := fmt.Sprintf(
		"%d of %d variants get the class of their technique (%d %%), wanted are %d %%; of the techniques that are caught as they stand, %d of %d",
		total,
		all,
		100*total/all,
		wantedVariants,
		total,
		(len(rows)-len(notCaught))*len(list),
	)
	t.Log(summary)
	if 100*total < wantedVariants*all {
		t.Error(summary)
	}
}
