package checktest

import (
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Rating is what a case expects of a finding. Each family's tests name a type of
// their own after it, so that their tables can be written without the fields' names.
type Rating interface {
	~struct {
		Severity, Paper finding.Severity
		Intent          finding.Intent
		Confidence      finding.Confidence
	}
}

// Rates runs one check and says how each of its findings is rated. Without a
// catalogue the input gets the one that ships.
func Rates[R Rating](t *testing.T, c check.Check, in check.Input) []R {
	t.Helper()
	if in.Catalog == nil {
		in.Catalog = catalog.Default()
	}
	var out []R
	for _, r := range Run(t, []check.Check{c}, in) {
		for _, f := range r.Findings {
			if err := f.Validate(); err != nil {
				t.Errorf("finding %+v: %v", f, err)
			}
			out = append(out, R(struct {
				Severity, Paper finding.Severity
				Intent          finding.Intent
				Confidence      finding.Confidence
			}{f.Severity, f.PaperSeverity, f.Intent, f.Confidence}))
		}
	}
	return out
}
