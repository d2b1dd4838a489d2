package recording

import (
	"slices"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
)

func TestRecordingsAreWholeAndNamed(t *testing.T) {
	all, aliases, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(aliases) == 0 {
		t.Error("no aliases")
	}
	activated, rich := 0, 0
	for _, r := range all {
		if r.Error == "" {
			activated++
		}
		functions := map[catalog.Symbol]bool{}
		for _, c := range r.Calls {
			if c.File == "" || c.Line == 0 || c.Column == 0 || c.Process == "" {
				t.Errorf("%s: a call without a place: %+v", r.Extension, c)
			}
			// The comparison stands on both sides naming things alike.
			names := aliases.Names(catalog.Default(), c.Module, c.Member)
			if !slices.ContainsFunc(names, known) {
				t.Errorf("%s: %s %s is in no catalogue", r.Extension, c.Module, c.Member)
			}
			functions[names[0]] = true
		}
		if len(functions) >= 10 {
			rich++
		}
	}
	if activated < 33 || rich < 10 {
		t.Errorf("%d extensions activated, %d of all called ten functions or more; want 33 and 10", activated, rich)
	}
}

func known(s catalog.Symbol) bool {
	_, ok := catalog.Default().Classify(s.Module, s.Member)
	return ok
}
