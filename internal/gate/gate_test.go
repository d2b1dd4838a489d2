package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// clean is a report nobody objects to.
func clean() *report.Report {
	return &report.Report{Verdict: verdict.Result{
		Category: verdict.Sandbox,
		Modules:  []verdict.ModuleRisk{{Module: finding.CodeModule, State: verdict.Ran}, {Module: finding.NetworkModule, State: verdict.Partly}},
	}}
}

func with(change func(*report.Report)) *report.Report {
	r := clean()
	change(r)
	return r
}

// above is a report on an extension and one ceiling.
func above(s org.State) *report.Report {
	return with(func(r *report.Report) {
		r.Organisation = &org.Outcome{State: s, File: "org.yml", Ceilings: []org.CeilingOutcome{
			{
				Of:       "process.shell",
				Line:     2,
				State:    s,
				Breaches: []org.Breach{{Kind: org.Outside, Grant: "processes: shell x", Why: "nothing is allowed"}},
			},
		}}
	})
}

func eval(line int, hash string) finding.Finding {
	return finding.Finding{
		Check: "code_dynamic_eval", Module: finding.CodeModule, Severity: finding.High, Message: "eval of a variable",
		Where: finding.Location{File: "main.js", Line: line}, LineHash: hash,
	}
}

// TestEveryGate shows for each gate an input that fails it, and its mirror: the
// nearest input that does not. Nothing else may fail beside it.
func TestEveryGate(t *testing.T) {
	key := finding.Finding{Check: "secret_in_package", Module: finding.SecretsModule, Severity: finding.High, Message: "a key"}
	mild, answered := key, key
	mild.Severity = finding.Medium
	answered.Suppressed = &finding.Suppression{Reason: "a test key"}
	for _, c := range []struct {
		name      string
		gate      gate.Name
		bad, good gate.Input
	}{
		{
			"reject, and a sandbox", gate.Reject,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Verdict.Category = verdict.Reject })},
			gate.Input{Threshold: finding.None, Head: clean()},
		},
		{
			"a layer that looked in part, and one that looked", gate.Layers,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Config.Require = []finding.Module{finding.NetworkModule} })},
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Config.Require = []finding.Module{finding.CodeModule} })},
		},
		{
			"a layer the report does not know, and none that is asked for", gate.Layers,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Config.Require = []finding.Module{finding.MalwareModule} })},
			gate.Input{Threshold: finding.None, Head: clean()},
		},
		{
			"a key, and a key graded down", gate.Secrets,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Findings = []finding.Finding{key} })},
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Findings = []finding.Finding{mild} })},
		},
		{
			"a key, and a key that was answered", gate.Secrets,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Findings = []finding.Finding{key} })},
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Findings = []finding.Finding{answered} })},
		},
		{
			"a person is asked for, and none is", gate.Review,
			gate.Input{Threshold: finding.None, Head: with(func(r *report.Report) { r.Verdict.NeedsReview = true })},
			gate.Input{Threshold: finding.None, Head: clean()},
		},
		{
			"a new finding, and one below the threshold", gate.Findings,
			gate.Input{Threshold: finding.High, Base: clean(), Head: with(func(r *report.Report) { r.Findings = []finding.Finding{eval(1, "")} })},
			gate.Input{Threshold: finding.Critical, Base: clean(),
				Head: with(func(r *report.Report) { r.Findings = []finding.Finding{eval(1, "")} })},
		},
		{"a wider policy, and the same", gate.Widening, gate.Input{Threshold: finding.None, Head: clean(), Wider: []string{"processes: docker"}},
			gate.Input{Threshold: finding.None, Head: clean()}},
		{"more than the organisation allows, and what somebody waived", gate.Ceiling,
			gate.Input{Threshold: finding.None, Head: above(org.Broken)}, gate.Input{Threshold: finding.None, Head: above(org.Waived)}},
		{"a file that drifted, and none", gate.Drift,
			gate.Input{Threshold: finding.None, Head: clean(), Drift: []string{".ringfence/policy.json"}},
			gate.Input{Threshold: finding.None, Head: clean()}},
		{"a changed configuration, and none", gate.Settings,
			gate.Input{Threshold: finding.None, Head: clean(), Settings: []string{".ringfence/config.yml"}},
			gate.Input{Threshold: finding.None, Head: clean()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range gate.Judge(c.bad).Results {
				want := gate.Holds
				if r.Gate == c.gate {
					want = gate.Fails
				}
				if r.State != want {
					t.Errorf("%s is %s, want %s (%s)", r.Gate, r.State, want, r.Why)
				}
				if r.State == gate.Fails && r.Why == "" {
					t.Errorf("%s fails and does not say why", r.Gate)
				}
			}
			if o := gate.Judge(c.good); !o.Passes() {
				t.Errorf("the mirror does not pass: %+v", o.Of(c.gate))
			}
		})
	}
}

// TestWhatCouldNotBeJudgedDoesNotPass: no base, no comparison, no look at the
// generated files are states of their own.
func TestWhatCouldNotBeJudgedDoesNotPass(t *testing.T) {
	for n, in := range map[gate.Name]gate.Input{
		gate.Findings: {Head: clean(), Threshold: finding.High, NoBase: "the base does not build"},
		gate.Widening: {Threshold: finding.None, Head: clean(), Uncompared: "the base's policy cannot be read"},
		gate.Ceiling:  {Threshold: finding.None, Head: above(org.Unproven)},
		gate.Drift:    {Threshold: finding.None, Head: clean(), Undrifted: "the code could not be analysed"},
	} {
		o := gate.Judge(in)
		if r := o.Of(n); r.State != gate.Unknown || r.Why == "" || o.Passes() {
			t.Errorf("%s: %+v, passes: %v", n, r, o.Passes())
		}
	}
	if o := gate.Judge(gate.Input{Threshold: finding.None, Head: clean(), NoBase: "a first commit"}); !o.Passes() {
		t.Error("without a threshold nobody asks what is new")
	}
}

// TestWhatIsNew: what the base has does not count, however it moved; what is
// one more, worse, or elsewhere does.
func TestWhatIsNew(t *testing.T) {
	elsewhere, other, worse := eval(1, "aa:1"), eval(1, "aa:1"), eval(1, "aa:1")
	elsewhere.Where.File, other.Message, worse.Severity = "b.js", "eval of an argument", finding.Critical
	for _, c := range []struct {
		name       string
		base, head []finding.Finding
		want       int
	}{
		{"the same", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{eval(1, "aa:1")}, 0},
		{"moved", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{eval(90, "aa:1")}, 0},
		{"the line was written anew", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{eval(1, "bb:1")}, 0},
		{"the same line says it otherwise", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{other}, 0},
		{"one more", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{eval(1, "aa:1"), eval(2, "aa:2")}, 1},
		{"one more, and both lines new", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{eval(1, "bb:1"), eval(2, "cc:1")}, 1},
		{"another file", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{elsewhere}, 1},
		{"worse", []finding.Finding{eval(1, "aa:1")}, []finding.Finding{worse}, 1},
		{"milder", []finding.Finding{worse}, []finding.Finding{eval(1, "aa:1")}, 0},
		{"both, and the milder one does not stand for the worse", []finding.Finding{eval(1, "aa:1"), worse},
			[]finding.Finding{eval(1, "aa:1"), worse}, 0},
		{"the same swapped", []finding.Finding{worse, eval(1, "aa:1")}, []finding.Finding{eval(1, "aa:1"), worse}, 0},
		{"neither has a hash", []finding.Finding{other}, []finding.Finding{eval(1, "")}, 1},
		{"gone", []finding.Finding{eval(1, "aa:1")}, nil, 0},
	} {
		in := gate.Input{Head: clean(), Base: clean(), Threshold: finding.Low}
		in.Base.Findings, in.Head.Findings = c.base, c.head
		o := gate.Judge(in)
		if len(o.New) != c.want || o.Passes() != (c.want == 0) {
			t.Errorf("%s: %d new, passes: %v, want %d", c.name, len(o.New), o.Passes(), c.want)
		}
	}
}

// TestWhoMayAccept takes an approval that counts and breaks one thing at a
// time.
func TestWhoMayAccept(t *testing.T) {
	change := gate.Change{Head: "c0ffee", Author: "mallory", Pushed: []string{"eve"}}
	good := gate.Approval{Gate: gate.Widening, By: "alice", Means: "label", Head: "c0ffee", Writes: true}
	in := gate.Input{
		Threshold: finding.None,
		Head:      clean(),
		Wider:     []string{"processes: docker"},
		Change:    change,
		Approvals: []gate.Approval{good},
	}
	o := gate.Judge(in)
	if r := o.Of(gate.Widening); r.State != gate.Accepted || r.By != "alice" || !o.Passes() || len(o.Refused) != 0 {
		t.Fatalf("a writer's label on this commit: %+v, refused %q", r, o.Refused)
	}
	for name, spoil := range map[string]func(*gate.Approval, *gate.Change){
		"another gate":                          func(a *gate.Approval, _ *gate.Change) { a.Gate = gate.Settings },
		"another commit":                        func(a *gate.Approval, _ *gate.Change) { a.Head = "beef" },
		"no commit":                             func(a *gate.Approval, c *gate.Change) { a.Head, c.Head = "", "" },
		"no writer":                             func(a *gate.Approval, _ *gate.Change) { a.Writes = false },
		"a robot":                               func(a *gate.Approval, _ *gate.Change) { a.Robot = true },
		"the author":                            func(a *gate.Approval, _ *gate.Change) { a.By = "Mallory" },
		"who pushed into it":                    func(a *gate.Approval, _ *gate.Change) { a.By = "EVE" },
		"nobody":                                func(a *gate.Approval, _ *gate.Change) { a.By = "" },
		"an unknown author":                     func(_ *gate.Approval, c *gate.Change) { c.Author = "" },
		"the author under a new name":           func(a *gate.Approval, c *gate.Change) { a.ID, c.AuthorID = 7, 7 },
		"who pushed into it under another name": func(a *gate.Approval, c *gate.Change) { a.ID, c.PushedIDs = 7, []int64{3, 7} },
		"a gate nobody may open":                func(a *gate.Approval, _ *gate.Change) { a.Gate = gate.Reject },
	} {
		a, c := good, change
		spoil(&a, &c)
		in.Change, in.Approvals = c, []gate.Approval{a}
		o := gate.Judge(in)
		if o.Passes() {
			t.Errorf("%s opens the gate", name)
		}
		if a.Gate == gate.Widening && (len(o.Refused) != 1 || !strings.Contains(o.Refused[0], "does not count")) {
			t.Errorf("%s: the refusal is not told: %q", name, o.Refused)
		}
	}
}

// A confirmation counts for the author as well, and only for a change of nothing
// but documents, by a person who may write, for this commit, and for two gates.
func TestWhoMayConfirm(t *testing.T) {
	change := gate.Change{Head: "c0ffee", Author: "mallory", AuthorID: 7, Pushed: []string{"mallory"}, PushedIDs: []int64{7}}
	for name, c := range map[string]struct {
		spoil func(*gate.Approval, *gate.Change)
		opens bool
	}{
		"the author":                {func(*gate.Approval, *gate.Change) {}, true},
		"somebody else":             {func(a *gate.Approval, _ *gate.Change) { a.By, a.ID = "alice", 8 }, true},
		"it touches code":           {func(_ *gate.Approval, c *gate.Change) { c.Beside = `it touches "main.js"` }, false},
		"another commit":            {func(a *gate.Approval, _ *gate.Change) { a.Head = "beef" }, false},
		"no writer":                 {func(a *gate.Approval, _ *gate.Change) { a.Writes = false }, false},
		"a robot":                   {func(a *gate.Approval, _ *gate.Change) { a.Robot = true }, false},
		"nobody":                    {func(a *gate.Approval, _ *gate.Change) { a.By = "" }, false},
		"the author's label":        {func(a *gate.Approval, _ *gate.Change) { a.Confirms = false }, false},
		"not for a review":          {func(a *gate.Approval, _ *gate.Change) { a.Gate = gate.Review }, false},
		"not for what nobody opens": {func(a *gate.Approval, _ *gate.Change) { a.Gate = gate.Drift }, false},
	} {
		for _, n := range []gate.Name{gate.Widening, gate.Settings} {
			a, is := gate.Approval{
				Gate:     n,
				By:       "mallory",
				ID:       7,
				Means:    "environment approval",
				Head:     "c0ffee",
				Writes:   true,
				Confirms: true,
			}, change
			c.spoil(&a, &is)
			in := gate.Input{Threshold: finding.None, Head: clean(), Change: is, Approvals: []gate.Approval{a}}
			if n == gate.Widening {
				in.Wider = []string{"processes: docker"}
			} else {
				in.Settings = []string{".ringfence/config.yml is changed"}
			}
			if o := gate.Judge(in); o.Passes() != c.opens || (len(o.Refused) == 0) != c.opens {
				t.Errorf("%s, %s: passes %v, refused %q", name, n, o.Passes(), o.Refused)
			}
		}
	}
}

// TestNoApprovalOpensTheOthers: a key stays a key whoever likes it.
func TestNoApprovalOpensTheOthers(t *testing.T) {
	for _, n := range gate.Names() {
		in := gate.Input{
			Head: with(func(r *report.Report) {
				r.Verdict.Category, r.Verdict.NeedsReview = verdict.Reject, true
				r.Organisation = above(org.Broken).Organisation
				r.Config.Require = []finding.Module{finding.MalwareModule}
				r.Findings = []finding.Finding{{Check: "secret_in_package", Module: finding.SecretsModule, Severity: finding.High}}
			}),
			Base: clean(), Threshold: finding.High, Wider: []string{"x"}, Drift: []string{"x"}, Settings: []string{"x"},
			Change:    gate.Change{Head: "c0ffee", Author: "mallory"},
			Approvals: []gate.Approval{{Gate: n, By: "alice", Means: "review", Head: "c0ffee", Writes: true}},
		}
		want := gate.Fails
		if n.Acceptable() {
			want = gate.Accepted
		}
		if r := gate.Judge(in).Of(n); r.State != want {
			t.Errorf("%s is %s, want %s", n, r.State, want)
		}
	}
}

// TestHostileWords: names and messages of a stranger stay on their line, and
// thousands of them are counted.
func TestHostileWords(t *testing.T) {
	in := gate.Input{Threshold: finding.None, Head: clean(), Change: gate.Change{Head: "c0ffee", Author: "mallory"}}
	for i := range 3000 {
		in.Wider = append(in.Wider, fmt.Sprintf("processes: a\n::set-output name=x::%d\x1b[2J", i))
	}
	in.Approvals = []gate.Approval{{Gate: gate.Widening, By: "x\n::error::", Means: "label"}}
	o := gate.Judge(in)
	r := o.Of(gate.Widening)
	if len(r.Details)+r.More != 3000 || r.More == 0 {
		t.Errorf("%d details and %d more", len(r.Details), r.More)
	}
	for _, text := range append(append(r.Details, r.Why), o.Refused...) {
		if !escape.IsPrintable(text, finding.MaxMessage) {
			t.Errorf("%q is not printable", text)
		}
	}
	if diff := cmp.Diff(o, gate.Judge(in)); diff != "" {
		t.Error(diff)
	}
}

// A gate that holds says what was found, to a reader who knows no gate by name.
func TestEveryGateSaysWhatItFound(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range gate.Names() {
		words := n.Satisfied()
		if words == "" || seen[words] || strings.Contains(words, "holds") {
			t.Errorf("%s: %q", n, words)
		}
		seen[words] = true
	}
}
