package action_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
)

func TestInputsAreReadAsTheTableHasThem(t *testing.T) {
	env := map[string]string{"INPUT_FAIL_ON_NEW": " low ", "INPUT_REQUIRE": "code, network\nsecrets\n", "INPUT_PACKAGE": "a b.vsix\n\nx=c,d.vsix", "INPUT_SARIF": "yes"}
	r := action.NewRunner(&bytes.Buffer{}, func(name string) string { return env[name] })
	if got := r.Read("fail-on-new"); got != "low" {
		t.Errorf("%q", got)
	}
	if got := r.Read("mode"); got != action.Check {
		t.Errorf("a default: %q", got)
	}
	if diff := cmp.Diff([]string{"code", "network", "secrets"}, r.List("require", ",")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a b.vsix", "x=c,d.vsix"}, r.List("package", "")); diff != "" {
		t.Error(diff)
	}
	if _, err := r.Flag("sarif"); err == nil {
		t.Error("yes is a flag")
	}
	if on, err := r.Flag("comment"); !on || err != nil {
		t.Errorf("%v, %v", on, err)
	}
	seen := map[string]bool{}
	for _, in := range append(action.Inputs(), action.Outputs()...) {
		if in.Help == "" || strings.ToLower(in.Name) != in.Name || strings.Contains(in.Name, "_") {
			t.Errorf("%+v", in)
		}
	}
	for _, in := range action.Inputs() {
		if seen[in.Name] {
			t.Errorf("%s is listed twice", in.Name)
		}
		seen[in.Name] = true
	}
}

// A label opens its own gate and a review all that a person may open; no word
// opens another.
func TestWhatALabelAccepts(t *testing.T) {
	for label, want := range map[string][]gate.Name{
		"":                          {gate.Review, gate.Widening, gate.Settings},
		"ringfence:accept-widening": {gate.Widening},
		"ringfence:accept-review":   {gate.Review},
		"ringfence:accept-reject":   nil, "ringfence:accept-drift": nil, "ringfence:accept-": nil, "Ringfence:accept-widening": nil, "bug": nil,
	} {
		if diff := cmp.Diff(want, action.Accepts(label)); diff != "" {
			t.Errorf("%q: %s", label, diff)
		}
	}
}

// Whatever is in the text, no line of it is a command, since nobody who wrote it
// knew the word.
func TestAFenceHoldsWhatIsInIt(t *testing.T) {
	var out bytes.Buffer
	r := action.NewRunner(&out, func(string) string { return "" })
	word := strings.Repeat("0a", 16)
	if err := r.Fenced("  ::set-output name=x::y\nplain", word); err != nil {
		t.Fatal(err)
	}
	if want := "::stop-commands::" + word + "\n  ::set-output name=x::y\nplain\n::" + word + "::\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
	for text, bad := range map[string]string{"x": "short", "y": "::" + word, "a ::" + word + ":: b": word} {
		if err := r.Fenced(text, bad); err == nil {
			t.Errorf("%q behind %q", text, bad)
		}
	}
}

// One comment has a section for each extension and stays within the bound.
func TestOneCommentHoldsAllExtensions(t *testing.T) {
	var pages []action.Page
	for _, path := range []string{"a", "b", "c"} {
		r := &report.Report{Extension: report.Extension{ID: "acme." + path}}
		for range 200 {
			r.Findings = append(r.Findings, finding.Finding{Check: "code_x", Severity: finding.High, Message: strings.Repeat("long ", 60)})
		}
		pages = append(pages, action.Page{Report: r, Path: path})
	}
	body, marker := action.Comment(pages)
	if len(body) > 65_536 || strings.Count(body, "## ringfence:") != 3 || strings.Count(body, marker) != 1 || !strings.HasPrefix(body, marker) {
		t.Errorf("%d bytes\n%.300s", len(body), body)
	}
	one, first := action.Comment(pages[:1])
	if alone, same := pages[0].Comment(); first != same || one != alone {
		t.Errorf("one extension is another comment:\n%.200s\n%.200s", one, alone)
	}
}
