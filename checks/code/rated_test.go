package code

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func vulnerable(s, paper finding.Severity, c finding.Confidence) []rated {
	return []rated{{s, paper, finding.Vulnerable, c}}
}

// rated is what a case expects of a finding.
type rated struct {
	Severity, Paper finding.Severity
	Intent          finding.Intent
	Confidence      finding.Confidence
}

type codeCase struct {
	name string
	use  facts.Use
	want []rated
}

func runCases(t *testing.T, c check.Check, cases []codeCase) {
	t.Helper()
	for _, k := range cases {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Uses: []facts.Use{k.use}}
		got := runOne(t, c, p)
		if diff := cmp.Diff(k.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k.name, diff)
		}
	}
}

func runOne(t *testing.T, c check.Check, p *facts.Program) []rated {
	t.Helper()
	return checktest.Rates[rated](t, c, check.Input{Program: p})
}
