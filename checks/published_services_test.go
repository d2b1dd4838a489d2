package checks

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// published is one row of the published matrix and what stands just under its
// threshold.
type published struct {
	row     string
	answers supplychain.Answers
	// paper and own are the levels in both profiles; None twice: no finding.
	paper, own finding.Severity
	// category is the verdict of the profile paper.
	category verdict.Category
}

func score(v float64) *float64 { return &v }

// The rows of the matrix that services decide, each beside its mirror just under
// the threshold: the levels and, in profile paper, the category that comes of it.
func TestPublishedRowsOfServices(t *testing.T) {
	var rows []published
	votes := func(kind supplychain.ReputationKind, subject, what string) {
		for _, v := range []struct {
			malicious, suspicious int
			paper, own            finding.Severity
			category              verdict.Category
		}{
			{2, 0, finding.Critical, finding.Critical, verdict.Reject},
			{1, 1, finding.High, finding.High, verdict.Sandbox},
			{1, 0, finding.None, finding.None, verdict.Unrestricted},
			{0, 2, finding.Medium, finding.Medium, verdict.Unrestricted},
			{0, 1, finding.None, finding.None, verdict.Unrestricted},
			{1, 5, finding.High, finding.High, verdict.Sandbox},
			{3, 3, finding.Critical, finding.Critical, verdict.Reject},
		} {
			rows = append(rows, published{
				row: fmt.Sprintf("%s, %d malicious and %d suspicious", what, v.malicious, v.suspicious),
				answers: supplychain.Answers{
					Reputations: []supplychain.Reputation{{Kind: kind, Subject: subject, Known: true, Malicious: v.malicious, Suspicious: v.suspicious}},
				},
				paper:    v.paper,
				own:      v.own,
				category: v.category,
			})
		}
	}
	votes(supplychain.ReputationFile, "any", "the archive")
	votes(supplychain.ReputationDomain, "updates.fixture.zz", "a host")
	votes(supplychain.ReputationAddress, "1.2.3.4", "an address")
	for _, c := range []struct {
		score      *float64
		paper, own finding.Severity
		category   verdict.Category
	}{
		{score(3.0), finding.High, finding.Low, verdict.Sandbox}, {score(3.1), finding.Medium, finding.Low, verdict.Unrestricted},
		{score(6.0), finding.Medium, finding.Low, verdict.Unrestricted}, {score(6.1), finding.None, finding.None, verdict.Unrestricted},
		{score(0), finding.High, finding.Low, verdict.Sandbox}, {nil, finding.None, finding.None, verdict.Unrestricted},
		{score(-1), finding.None, finding.None, verdict.Unrestricted},
	} {
		for _, dependency := range []string{"", "lib"} {
			text := "none"
			if c.score != nil {
				text = fmt.Sprint(*c.score)
			}
			rows = append(rows, published{
				row:     "a scorecard of " + text + " (" + dependency + ")",
				answers: supplychain.Answers{Scorecards: []supplychain.Scorecard{{Repository: "github.com/a/b", Package: dependency, Score: c.score}}},
				paper:   c.paper, own: c.own, category: c.category,
			})
		}
	}
	for _, r := range rows {
		got := r.judged(t)
		want := []finding.Severity{r.paper, r.own}
		if diff := cmp.Diff(want, []finding.Severity{got.paper, got.own}); diff != "" {
			t.Errorf("%s (-want +got paper, default):\n%s", r.row, diff)
		}
		if got.category != r.category {
			t.Errorf("%s: %s, want %s", r.row, got.category, r.category)
		}
	}
}

// judged runs the checks of services over an extension that connects to the
// hosts of the rows, and asks the profile paper.
func (r published) judged(t *testing.T) published {
	t.Helper()
	w := r.answers
	for _, s := range []struct {
		name   string
		module finding.Module
	}{{"virustotal", finding.MalwareModule}, {"virustotal", finding.NetworkModule}, {"scorecard", finding.ScorecardModule},
		{"scorecard-dependencies", finding.ScorecardModule}} {
		w.Services = append(w.Services, supplychain.Service{Name: s.name, Module: s.module, State: supplychain.Ran})
	}
	program := &facts.Program{
		Modules: []facts.Module{{Path: "a.js", Reached: true}},
		Uses: []facts.Use{
			checktest.Use("https", "get", facts.Call, checktest.Lit("https://updates.fixture.zz/x")),
			checktest.Use("https", "get", facts.Call, checktest.Lit("https://1.2.3.4/x")),
		},
	}
	list := []Check{byName("reputation_endpoint"), byName("reputation_file"), byName("scorecard_dependency"), byName("scorecard_repository")}
	out := published{paper: finding.None, own: finding.None}
	var all []finding.Finding
	for _, result := range checktest.Run(t, list,
		Input{Catalog: catalog.Default(), Manifest: &extension.Manifest{}, Program: program, Answers: &w}) {
		for _, f := range result.Findings {
			out.paper, out.own = max(out.paper, f.PaperSeverity), max(out.own, f.Severity)
			all = append(all, f)
		}
	}
	if len(all) > 1 {
		t.Errorf("%s: %d findings", r.row, len(all))
	}
	paper, _ := verdict.ByName("paper")
	out.category = verdict.Decide(paper, verdict.Input{Findings: all, HasCode: true}).Category
	return out
}

// A check counts as having looked only when its own service did.
func TestAnotherServiceOfTheLayerIsNotThisOne(t *testing.T) {
	w := &supplychain.Answers{Services: []supplychain.Service{
		{Name: "osv", Module: finding.MalwareModule, State: supplychain.Ran},
		{Name: "virustotal", Module: finding.MalwareModule, State: supplychain.Unavailable, Why: "there is no key to ask with"},
	}}
	got := checktest.Run(t, []Check{byName("reputation_file")}, Input{Manifest: &extension.Manifest{}, Answers: w})[0]
	if got.State != Unavailable || got.Why != "virustotal: there is no key to ask with" {
		t.Errorf("%s, %s", got.State, got.Why)
	}
	w.Services[1].State = supplychain.Ran
	got = checktest.Run(t, []Check{byName("reputation_file")}, Input{Manifest: &extension.Manifest{}, Answers: w})[0]
	if got.State != Nothing {
		t.Errorf("the mirror: %s", got.State)
	}
}

func TestPublicHosts(t *testing.T) {
	at := func(line int) finding.Location { return finding.Location{File: "a.js", Line: line} }
	p := &facts.Program{
		Modules: []facts.Module{{Path: "a.js", Reached: true}, {Path: "node_modules/d/i.js", Dependency: "d"}},
		Uses: []facts.Use{
			{
				Module: "https",
				Member: "get",
				Kind:   facts.Call,
				Args:   []facts.Value{checktest.Alt(checktest.Text("https://API.Fixture.zz:8443/v1/"), checktest.Hole)},
				Where:  at(9),
			},
			{
				Module: "https",
				Member: "get",
				Kind:   facts.Call,
				Args:   []facts.Value{checktest.Alt(checktest.Text("https://open."), checktest.Hole, checktest.Text("/x"))},
				Where:  at(9),
			},
			{Module: "net", Member: "connect", Kind: facts.Call, Args: []facts.Value{checktest.Lit("443"), checktest.Lit("8.8.8.8")}, Where: at(10)},
		},
		Strings: []facts.String{
			{
				Text:  "https://api.fixture.zz/docs",
				Where: at(1),
			},
			{Text: "http://localhost:3000", Where: at(1)},
			{Text: "https://10.0.0.7/", Where: at(1)},
			{
				Text:  "https://build.corp/x",
				Where: at(1),
			},
			{Text: "https://" + "user:pw@named.fixture.zz?x", Where: at(2)},
			{Text: "wss://192.0.2.1", Where: at(2)},
			{
				Text:  "https://[::ffff:127.0.0.1]/",
				Where: at(2),
			},
			{Text: "not://a.host.zz", Where: at(2)},
			{Text: "https://", Where: at(2)},
			{Text: "https://x", Where: at(2)},
			{Text: "https://1.2.3", Where: at(2)},
			{Text: "https://[2606:4700::1111]/", Where: at(3)},
			{Text: "https://a%2fb.zz/", Where: at(3)},
			{Text: "https://dep.fixture.zz", Where: finding.Location{File: "node_modules/d/i.js", Line: 1}},
		},
	}
	var got []string
	for _, h := range PublicHosts(catalog.Default(), p) {
		got = append(
			got,
			fmt.Sprintf("%s address=%t contacted=%t dependency=%t line %d", h.Name, h.Address, h.Contacted, h.Dependency, h.Where.Line),
		)
	}
	want := []string{
		"api.fixture.zz address=false contacted=true dependency=false line 9",
		"8.8.8.8 address=true contacted=true dependency=false line 10",
		"named.fixture.zz address=false contacted=false dependency=false line 2",
		"2606:4700::1111 address=true contacted=false dependency=false line 3",
		"dep.fixture.zz address=false contacted=false dependency=true line 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
