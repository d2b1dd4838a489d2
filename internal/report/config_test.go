package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// judged builds a report of given findings under a configuration.
func judged(t testing.TB, text string, results ...checks.Result) *Report {
	t.Helper()
	e, err := extension.Load(
		t.Context(),
		filepath.Join("..", "..", "checks", "manifest", "testdata", "manifest_activation", "bad"),
		extension.Limits{},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	in := Inputs{
		Tool: Tool{"ringfence", "test"}, Subject: "some/dir", Extension: e, Program: &facts.Program{},
		Checks: results, Catalog: catalog.Default(), Profile: verdict.Profiles()[0],
	}
	if text != "" {
		c, err := config.Parse(config.Name, []byte(text), config.Words{Checks: []string{"malware_blocklist", "code_x"}})
		if err != nil {
			t.Fatal(err)
		}
		in.Config = Configured{Config: c, File: config.Name, Origin: OfRepository, Today: "2027-01-15"}
	}
	r := Build(in)
	back, err := Read(bytes.NewReader(written(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	return r
}

func listed(m finding.Module, fs ...finding.Finding) checks.Result {
	r := checks.Result{Check: checks.Check{Name: fs[0].Check, Module: m}, State: checks.Found}
	for _, f := range fs {
		f.Module, f.Provenance = m, finding.UnknownProvenance
		r.Findings = append(r.Findings, f)
	}
	return r
}

const signed = `exceptions:
  - check: malware_blocklist
    reason: the list means a squatted name
    signed-off-by: Jo Doe
    until: `

// A list says that the extension is malware: only a signed and dated exception
// changes that, until its day.
func TestOnlyASignedExceptionAnswersMalice(t *testing.T) {
	evil := listed(finding.MalwareModule, finding.Finding{
		Check: "malware_blocklist", Severity: finding.Critical, PaperSeverity: finding.Critical, Intent: finding.Malicious,
		Confidence: finding.Confirmed, Message: "it is on a list",
	})
	ignored := "ignore:\n  - {check: malware_blocklist, reason: no}\n"
	for name, c := range map[string]struct {
		config string
		want   verdict.Category
		state  config.State
		fails  []string
	}{
		"nothing said":         {"", verdict.Reject, "", []string{"reject"}},
		"ignored":              {ignored, verdict.Reject, config.Refused, []string{"reject"}},
		"signed":               {signed + "2027-01-15\n", verdict.Unrestricted, config.Applied, []string{}},
		"signed, until before": {signed + "2027-01-14\n", verdict.Reject, config.Expired, []string{"reject"}},
		"rated low": {"severity:\n  - {check: malware_blocklist, level: low, reason: no}\n", verdict.Reject, config.Refused,
			[]string{"reject"}},
		"everything is to pass": {"fail-on: none\n", verdict.Reject, "", []string{}},
	} {
		r := judged(t, c.config, evil)
		if r.Verdict.Category != c.want {
			t.Errorf("%s: %s, want %s", name, r.Verdict.Category, c.want)
		}
		if diff := cmp.Diff(c.fails, r.Verdict.Fails); diff != "" {
			t.Errorf("%s: fails (-want +got):\n%s", name, diff)
		}
		if c.state != "" && r.Config.Entries[0].State != c.state {
			t.Errorf("%s: %+v", name, r.Config.Entries[0])
		}
		text := strings.Join(strings.Fields(shown(t, r, TextOptions{Verbose: true})), " ")
		if answered := strings.Contains(text, "squatted name (signed off by Jo Doe), until 2027-01-15"); answered != (c.state == config.Applied) {
			t.Errorf("%s: the text says\n%s", name, text)
		}
		if len(r.Findings) != 1 {
			t.Errorf("%s: the finding is gone", name)
		}
	}
}

// Where findings were dropped, nobody knows that an entry is of no use.
func TestAnEntryOfACheckThatDroppedFindingsIsNotUnused(t *testing.T) {
	for dropped, want := range map[int]config.State{0: config.Unused, 5: config.Unchecked} {
		one := checks.Result{Check: checks.Check{Name: "code_x", Module: finding.CodeModule}, State: checks.Found, Dropped: dropped}
		r := judged(t, "ignore:\n  - {check: code_x, path: a.js, reason: x}\n", one)
		if got := r.Config.Entries[0].State; got != want {
			t.Errorf("%d dropped: %s, want %s", dropped, got, want)
		}
	}
}

// A layer is shown as what became of its checks.
func TestLayersFollowTheirChecks(t *testing.T) {
	one := func(m finding.Module, s checks.State) checks.Result {
		return checks.Result{Check: checks.Check{Name: "x", Module: m}, State: s, Why: "w"}
	}
	got := layers([]checks.Result{
		one(finding.CodeModule, checks.Found),
		one(finding.CodeModule, checks.Skipped),
		one(finding.ManifestModule, checks.Nothing),
		one(finding.SecretsModule, checks.Skipped),
		one(finding.PublisherModule, checks.Failed),
		one(finding.MalwareModule, checks.Found),
		one(
			finding.DependenciesModule,
			checks.Nothing,
		),
		one(finding.NetworkModule, checks.Skipped),
		one(finding.NetworkModule, checks.Unavailable),
	}, []supplychain.Service{
		{
			Name:   "osv",
			Module: finding.DependenciesModule,
			State:  supplychain.Unavailable,
			Why:    "s",
		},
		{Name: "osv", Module: finding.MalwareModule, State: supplychain.Ran},
		{Name: "nobody", Module: finding.ScorecardModule, State: supplychain.Failed, Why: "s"},
	})
	want := []verdict.Layer{
		{Module: finding.PublisherModule, State: verdict.Failed, Why: "x failed: w"},
		{Module: finding.ManifestModule, State: verdict.Ran},
		{Module: finding.DependenciesModule, State: verdict.Partly, Why: "osv is unavailable: s"},
		{Module: finding.MalwareModule, State: verdict.Ran},
		{Module: finding.SecretsModule, State: verdict.Skipped, Why: "x was not checked: w"},
		{Module: finding.NetworkModule, State: verdict.Unavailable, Why: "x is unavailable: w"},
		{Module: finding.CodeModule, State: verdict.Partly, Why: "x was not checked: w"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What went wrong is told first, and each reason once.
func TestSilence(t *testing.T) {
	r := &Report{
		Services: []supplychain.Service{
			{Name: "npm", Module: finding.DependenciesModule, State: supplychain.Skipped, Why: supplychain.NotAsked},
			{Name: "osv", Module: finding.MalwareModule, State: supplychain.Skipped, Why: supplychain.NotAsked},
			{Name: "gallery", Module: finding.PublisherModule, State: supplychain.Unavailable, Why: "it is busy"},
			{Name: "fine", Module: finding.PublisherModule, State: supplychain.Ran},
			{
				Name:   "twice",
				Module: finding.MalwareModule,
				State:  supplychain.Failed,
				Why:    "no file",
			},
			{Name: "twice", Module: finding.NetworkModule, State: supplychain.Ran},
			{
				Name:   "both",
				Module: finding.MalwareModule,
				State:  supplychain.Failed,
				Why:    "no key",
			},
			{Name: "both", Module: finding.NetworkModule, State: supplychain.Failed, Why: "no key"},
		},
		Checks: []Check{
			{Name: "a", State: "unavailable", Why: "gallery: it is busy"}, {Name: "b", State: "skipped", Why: "npm: " + supplychain.NotAsked},
			{Name: "c", State: "skipped", Why: "there is no code to look at"}, {Name: "d", State: "nothing"},
		},
	}
	var got []string
	for _, s := range r.Silence() {
		got = append(got, s.Text())
	}
	want := []string{
		"service gallery is unavailable: it is busy",
		"service twice (malware) failed: no file",
		"service both failed: no key",
		"not checked: c (there is no code to look at)",
		"not checked: npm (--online asks it)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
