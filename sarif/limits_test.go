package sarif

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// many is a report with n findings of mixed severity, every third answered.
func many(n int) *report.Report {
	r := sample()
	r.Findings = nil
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		f := sample().Findings[0]
		f.Severity = finding.Low + finding.Severity(i%4)
		f.Where.Line = i + 1
		f.Message = fmt.Sprintf("number %d %x%x", i, rnd.Uint64(), rnd.Uint64())
		if i%3 == 0 {
			f.Suppressed = &finding.Suppression{Reason: "known", Rule: "ignore[0]"}
		}
		r.Findings = append(r.Findings, f)
	}
	r.Findings = finding.Sort(r.Findings)
	return r
}

func writtenWithin(t *testing.T, l limits, rs ...*report.Report) document {
	t.Helper()
	var b bytes.Buffer
	if err := new(Series).write(&b, rs, l); err != nil {
		t.Fatal(err)
	}
	return parse(t, b.Bytes())
}

func notes(d document, run int) []string {
	var out []string
	for _, n := range d.Runs[run].Invocations[0].ToolExecutionNotifications {
		out = append(out, n.Message.Text)
	}
	return out
}

func TestTooManyRunsAreRefusedWithTheRemedy(t *testing.T) {
	rs := slices.Repeat([]*report.Report{sample()}, MaxRuns+1)
	err := Write(&bytes.Buffer{}, rs)
	if err == nil || !strings.Contains(err.Error(), "write a file each") {
		t.Errorf("21 runs: %v", err)
	}
	if err := Write(&bytes.Buffer{}, rs[1:]); err != nil {
		t.Errorf("20 runs: %v", err)
	}
}

func TestOfTooManyResultsTheWorstAreKept(t *testing.T) {
	l := github
	l.results = 50
	d := writtenWithin(t, l, many(100))
	count := map[string]int{}
	for _, res := range d.Runs[0].Results {
		count[fmt.Sprint(res.Level, len(res.Suppressions))]++
	}
	// Of 100, 67 are open: 17 critical, 16 high, 17 medium, 17 low by i%4.
	if got := count["error0"] + count["warning0"]; got != 50 {
		t.Errorf("kept %v, want 50 open ones of medium and above", count)
	}
	if !slices.Contains(
		notes(d, 0),
		"50 results were left out, the least severe ones: GitHub takes 25000 in a run; the JSON report has them all.",
	) {
		t.Errorf("the cut is not stated: %q", notes(d, 0))
	}
	l.results = 100
	if n := len(writtenWithin(t, l, many(100)).Runs[0].Results); n != 100 {
		t.Errorf("%d results, want all 100", n)
	}
}

// Answered results stay with their reason, and are left out only when asked.
func TestAnsweredResultsAreLeftOutWhenAsked(t *testing.T) {
	for _, c := range []struct{ omit, want string }{{"", "9 results, 3 answered"}, {"omit", "6 results, 0 answered"}} {
		var b bytes.Buffer
		s := Series{OmitAnswered: c.omit != ""}
		if err := s.Write(&b, []*report.Report{many(9)}); err != nil {
			t.Fatal(err)
		}
		d := parse(t, b.Bytes())
		answered := 0
		for _, res := range d.Runs[0].Results {
			answered += len(res.Suppressions)
		}
		if got := fmt.Sprintf("%d results, %d answered", len(d.Runs[0].Results), answered); got != c.want {
			t.Errorf("%q: %s, want %s", c.omit, got, c.want)
		}
		said := slices.ContainsFunc(notes(d, 0), func(s string) bool {
			return strings.HasPrefix(s, "3 results were left out, which somebody has answered;")
		})
		if said != s.OmitAnswered {
			t.Errorf("%q: said is %v: %q", c.omit, said, notes(d, 0))
		}
	}
}

func TestMoreThanIsShownIsSaid(t *testing.T) {
	for n, want := range map[int]int{MaxShown: 0, MaxShown + 1: 1} {
		got := 0
		for _, note := range notes(writtenWithin(t, github, many(n)), 0) {
			if strings.Contains(note, "GitHub shows the 5000 most severe") {
				got++
			}
		}
		if got != want {
			t.Errorf("%d results: said %d times", n, got)
		}
	}
}

func TestOfTooManyRulesResultsAreCut(t *testing.T) {
	r := many(40)
	for i := range r.Findings {
		r.Findings[i].Check = fmt.Sprintf("unknown_%d", i)
	}
	r.Findings = finding.Sort(r.Findings)
	l := github
	l.rules = len(newRules(profileOf(r)).list) + 10
	d := writtenWithin(t, l, r)
	if n := len(d.Runs[0].Results); n != 10 || len(d.Runs[0].Tool.Driver.Rules) != l.rules {
		t.Errorf("%d results and %d rules, want 10 and %d", n, len(d.Runs[0].Tool.Driver.Rules), l.rules)
	}
	if !slices.Contains(
		notes(d, 0),
		"30 results were left out, the least severe ones: GitHub takes 25000 rules in a run; the JSON report has them all.",
	) {
		t.Errorf("the cut is not stated: %q", notes(d, 0))
	}
}

// A file that is too large loses its least severe results, of whichever run.
func TestTooLargeAFileIsCut(t *testing.T) {
	a, b := many(900), many(300)
	for i := range b.Findings {
		b.Findings[i].Severity = finding.Critical
	}
	b.Findings = finding.Sort(b.Findings)
	size := func(docs ...*report.Report) int {
		n, err := zipped(written(t, docs...), 0)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	l, all, none := github, size(a, b), size(many(0), many(0))
	l.gzip = none + (all-none)/2
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := new(Series).write(w, []*report.Report{a, b}, l); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two cuts differ")
	}
	if n, err := zipped(one.Bytes(), 0); err != nil || n > l.gzip || n < none+(all-none)/3 {
		t.Errorf("%d bytes of gzip, %v; want at most %d and not far less; %d without results", n, err, l.gzip, none)
	}
	d := parse(t, one.Bytes())
	left := 0
	for i, r := range d.Runs {
		left += len(r.Results)
		want := fmt.Sprintf("%d results were left out", len([]*report.Report{a, b}[i].Findings)-len(r.Results))
		if !slices.ContainsFunc(notes(d, i), func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("run %d: %q is not said: %q", i, want, notes(d, i))
		}
	}
	open := 0
	for _, res := range d.Runs[1].Results {
		if len(res.Suppressions) == 0 {
			open++
		}
	}
	if left == 0 || left == 1200 || open != 200 {
		t.Errorf("%d of 1200 results are left, and of the 200 open critical ones %d", left, open)
	}
	for _, res := range d.Runs[0].Results {
		if res.Level == "note" || len(res.Suppressions) > 0 {
			t.Errorf("%s is kept, and worse ones are not", res.Message.Text)
			break
		}
	}
}

func TestAFileThatCannotBeMadeToFitIsRefused(t *testing.T) {
	l := github
	l.gzip = 500
	if err := new(Series).write(&bytes.Buffer{}, []*report.Report{many(3)}, l); err == nil {
		t.Error("a file over the limit was written")
	}
}

func TestNotificationsAreBounded(t *testing.T) {
	r := sample()
	for i := range 2000 {
		r.Code.BlindSpots = append(r.Code.BlindSpots, report.BlindSpot{File: "a.js", Line: i + 1, Reason: "odd", Reached: true})
	}
	all := notes(writtenWithin(t, github, r), 0)
	if len(all) != maxNotes+1 || all[maxNotes] != "1504 further notifications were left out; the JSON report has them all." {
		t.Errorf("%d notifications, the last: %q", len(all), all[len(all)-1])
	}
}

// Two files of one delivery must not share a category: the later one would take
// the place of the first.
func TestCategoriesOfASeries(t *testing.T) {
	var got []string
	var s Series
	for range 2 {
		var b bytes.Buffer
		if err := s.Write(&b, []*report.Report{sample()}); err != nil {
			t.Fatal(err)
		}
		got = append(got, parse(t, b.Bytes()).Runs[0].AutomationDetails.ID)
	}
	if diff := cmp.Diff([]string{"ringfence/packages/one/", "ringfence/packages/one-2/"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
