package checks

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Every finding in code says whether the code can run, whoever wrote the check;
// what is not about code does not.
func TestEveryFindingInCodeHasItsReach(t *testing.T) {
	p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}, {Path: "b.js"}}}
	c := Check{Name: "x", Run: func(context.Context, Input) []finding.Finding {
		return []finding.Finding{
			{Message: "1", Where: finding.Location{File: "a.js"}}, {Message: "2", Where: finding.Location{File: "b.js"}},
			{Message: "3", Where: finding.Location{File: "package.json"}}, {Message: "4"},
		}
	}}
	for program, want := range map[*facts.Program][]finding.Reach{
		p: {finding.NoCode, finding.Reached, finding.Unreached, finding.NoCode}, nil: {"", "", "", ""},
	} {
		var got []finding.Reach
		for _, f := range checktest.Run(t, []Check{c}, Input{Program: program})[0].Findings {
			got = append(got, f.Reach)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestHostileTextIsPrintable(t *testing.T) {
	evil := "\x1b[2J\u202e\n::error::x" + string(make([]byte, 5000))
	p := &facts.Program{Uses: []facts.Use{
		checktest.Use("child_process", "exec", facts.Call, checktest.Alt(checktest.Text(evil), checktest.Hole)),
		checktest.Use("globals", "eval", facts.Call, checktest.Alt(checktest.Text(evil), checktest.Hole)),
		checktest.Use("fs", "readFileSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.ssh/"+evil))),
	}}
	n := 0
	for _, r := range checktest.Run(t, All(), Input{Catalog: catalog.Default(), Program: p}) {
		for _, f := range r.Findings {
			n++
			if err := f.Validate(); err != nil {
				t.Errorf("%q: %v", f.Message, err)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d findings, want 3", n)
	}
}

// Even a check that forgets to quote cannot get text through as it was.
func TestMessagesArePrintableWhateverTheCheck(t *testing.T) {
	careless := Check{Name: "x", Module: finding.CodeModule, Run: func(context.Context, Input) []finding.Finding {
		return []finding.Finding{{Message: "\x1b[31m\n"}}
	}}
	if got := checktest.Run(t, []Check{careless}, Input{})[0].Findings[0].Message; got != `\x1b[31m\n` {
		t.Errorf("the message is %q", got)
	}
}

func TestSkippedIsNotNothing(t *testing.T) {
	for _, r := range checktest.Run(t, All(), Input{Catalog: catalog.Default()}) {
		if r.State != Skipped || r.Why == "" {
			t.Errorf("%s without input is %q because %q", r.Check.Name, r.State, r.Why)
		}
	}
	for _, r := range checktest.Run(t, []Check{byName("code_dynamic_eval")}, Input{Catalog: catalog.Default(), Program: &facts.Program{}}) {
		if r.State != Nothing {
			t.Errorf("an empty program is %q", r.State)
		}
	}
}

func TestTooManyFindingsKeepTheWorst(t *testing.T) {
	var us []facts.Use
	for i := range MaxFindings + 500 {
		u := checktest.Use("globals", "eval", facts.Reference)
		u.Where.Line = i + 1
		us = append(us, u)
	}
	worst := checktest.Use("globals", "eval", facts.Call, checktest.Unknown)
	worst.Where.File = "z.js"
	us = append(us, worst)
	r := checktest.Run(t, []Check{byName("code_dynamic_eval")}, Input{Catalog: catalog.Default(), Program: &facts.Program{Uses: us}})[0]
	if len(r.Findings) != MaxFindings || r.Dropped != 501 || r.Findings[0].Where.File != "z.js" {
		t.Errorf("kept %d, dropped %d, first in %s", len(r.Findings), r.Dropped, r.Findings[0].Where.File)
	}
}

func TestRunStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, All(), Input{}); err == nil {
		t.Error("a cancelled run gave an answer")
	}
}

func ExampleCheck_Title() {
	c, _ := ByName("code_dynamic_eval")
	fmt.Println(c.Title())
	// Output: text becomes code at run time
}

// Whatever checks run over, a finding that is worse than its check says it can be
// is noticed, and stays as bad as it is.
func TestTooSevereIsNoticed(t *testing.T) {
	say := func(s, paper finding.Severity) Check {
		return Check{
			Name:       "x",
			Module:     finding.CodeModule,
			Worst:      finding.Medium,
			PaperWorst: finding.Low,
			Run: func(context.Context, Input) []finding.Finding {
				return []finding.Finding{{Severity: s, PaperSeverity: paper, Message: "m"}}
			},
		}
	}
	for _, c := range []struct {
		s, paper finding.Severity
		want     int
	}{
		{finding.Medium, finding.Low, 0}, {finding.None, finding.None, 0}, {finding.High, finding.Low, 1}, {finding.Medium, finding.Medium, 1},
	} {
		rs, err := Run(t.Context(), []Check{say(c.s, c.paper)}, Input{})
		if err != nil {
			t.Fatal(err)
		}
		if len(rs[0].TooSevere) != c.want || rs[0].Findings[0].Severity != c.s {
			t.Errorf("%v and %v: %+v", c.s, c.paper, rs[0])
		}
	}
}
