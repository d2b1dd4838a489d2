package sarif

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/testkit/multitool"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// full is a report that uses everything a finding can have.
func full() *report.Report {
	r := sample()
	at := func(file string, line, col int) finding.Location {
		return finding.Location{File: file, Line: line, Column: col}
	}
	flow := r.Findings[0]
	flow.Check, flow.Severity, flow.Reach = "taint_from_tomorrow", finding.High, finding.Reached
	flow.Where = finding.Location{File: "dist/a.js", Line: 9, Column: 5, EndLine: 9, EndColumn: 30}
	flow.LineHash = "39fa2ee980eb94b0:1"
	flow.Message = "the setting go.path reaches a shell"
	flow.Flow = []finding.Step{
		{Where: at("dist/a.js", 3, 14), Message: "reads the setting go.path"},
		{Where: at("dist/b.js", 70, 2), Message: "is handed to run"},
		{Where: at("dist/a.js", 9, 5), Message: "child_process.exec runs it"},
	}
	trust := r.Findings[1]
	trust.Check, trust.Module, trust.Severity = "manifest_activation", finding.ManifestModule, finding.Medium
	trust.Where, trust.LineHash = at("package.json", 12, 3), "ff:2"
	trust.Message = "the extension says nothing of untrusted workspaces"
	trust.Fix = &finding.Fix{Text: "declare what works in an untrusted workspace", Edits: []finding.Edit{
		{File: "package.json", Pointer: "/capabilities/untrustedWorkspaces", Value: []byte("{\n  \"supported\": \"limited\"\n}")},
		{File: "package.json", Pointer: "/activationEvents", Value: []byte("null")},
	}}
	known := r.Findings[2]
	known.Message = "known and answered"
	known.Suppressed = &finding.Suppression{Reason: "the user types it", Until: "2027-01-31", Rule: "ignore[2]"}
	r.Findings = finding.Sort(append(r.Findings, flow, trust, known))
	return r
}

// hostile is what somebody would write who wants to be seen elsewhere, or not
// at all.
func hostile() *report.Report {
	odd := "\u202egnp\u202c [x](javascript:alert(1)) ](http://evil.example) `</script><img src=x onerror=1> @everyone %s %n {0} {{x}} " +
		"\x1b[31m\u2028\u0000 "
	r := full()
	r.Subject = "packages/a b#c?d%e/" + "漢字 😀 \u202e ](x)"
	r.Extension.ID = "p." + odd
	r.Tool.Version = odd
	names := []string{
		"https:/evil.example/x.js", "C:/windows.js", "a b#c?d%20e%.js", "漢字/😀 é.js", "\u202egnp.js", "a](b).js", "..x/y", "-rf", "~",
		"a\\b.js",
		"a\nb.js", "a:b", "&<>\"'.js", "[x](y)", strings.Repeat("d/", 400) + strings.Repeat("n", 200), "\xff\xfe.js", "{0}.js",
	}
	for i, n := range names {
		f := r.Findings[0]
		f.Where.File = n
		f.Message = escape.Printable(odd+n+strings.Repeat("long ", 300), finding.MaxMessage)
		f.Flow = []finding.Step{{Where: finding.Location{File: n, Line: 1}, Message: odd}, {Where: finding.Location{}, Message: "](x)"}}
		f.Fix = &finding.Fix{Text: odd, Edits: []finding.Edit{{File: n, Pointer: "/`/" + odd, Value: []byte("\"``` \u202e\"")}}}
		if i%2 == 0 {
			f.Suppressed = &finding.Suppression{Reason: odd, Rule: odd}
		}
		r.Findings = append(r.Findings, f)
		r.Code.BlindSpots = append(r.Code.BlindSpots, report.BlindSpot{File: n, Line: i, Reason: odd})
	}
	return r
}

// samples are documents of every kind we write.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	empty := &report.Report{Tool: report.Tool{Name: "ringfence"}, Verdict: verdict.Result{Profile: "gone"}, Code: report.Code{Why: "it died"}}
	paper, root := full(), hostile()
	root.Subject = "."
	paper.Verdict.Profile = "paper"
	return map[string][]byte{
		"one":   written(t, sample()),
		"two":   written(t, sample(), sample()),
		"empty": written(t, empty),
		"none":  written(t),
		"full": written(
			t,
			full(),
		),
		"paper":   written(t, paper),
		"hostile": written(t, hostile()),
		"root":    written(t, root),
		"many":    written(t, many(40)),
	}
}

func tool(t *testing.T) multitool.Tool {
	t.Helper()
	m, err := multitool.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("the SARIF multitool could not be fetched: %v", err)
	}
	return m
}

func TestFollowsTheSchema(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(tool(t).Schema())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range samples(t) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := bytes.Replace(written(t, sample()), []byte(`"level": "error"`), []byte(`"level": "bad"`), 1)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(bad))
	if err != nil {
		t.Fatal(err)
	}
	if s.Validate(v) == nil {
		t.Error("the schema accepts a level that does not exist: it checks nothing")
	}
}

func TestTheMultitoolHasNothingToSay(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs Microsoft's validator; our own check of the same documents stays")
	}
	m := tool(t)
	dir := t.TempDir()
	var files []string
	for name, data := range samples(t) {
		if name == "none" {
			continue // no run: there is nothing to look at
		}
		files = append(files, write(t, dir, name+".sarif", data))
	}
	bad := bytes.ReplaceAll(written(t, sample()), []byte(`"text": "same."`), []byte(`"text": ""`))
	bad = bytes.ReplaceAll(bad, []byte("dist/a.js"), []byte("dist/a a.js"))
	files = append(files, write(t, dir, "bad.sarif", bad))
	complaints, err := m.Validate(t.Context(), files...)
	if err != nil {
		t.Fatal(err)
	}
	caught := map[string]bool{}
	for _, c := range complaints {
		switch {
		case c.File == "bad.sarif":
			caught[c.Rule] = true
		case !c.Excused():
			t.Errorf("%+v", c)
		}
	}
	if len(caught) < 2 {
		t.Errorf("of an empty message and a blank in an address it says only %v: it looks at nothing", caught)
	}
}

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// The golden file shows what is written; UPDATE=1 writes it anew. Rules nobody
// broke and the pages of checks are left out, so that a new check changes
// nothing here.
func TestGolden(t *testing.T) {
	var d map[string]any
	if err := json.Unmarshal(written(t, full()), &d); err != nil {
		t.Fatal(err)
	}
	run := d["runs"].([]any)[0].(map[string]any)
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	var used []any
	index := map[float64]int{}
	for _, v := range run["results"].([]any) {
		at := v.(map[string]any)["ruleIndex"].(float64)
		if _, ok := index[at]; !ok {
			index[at] = len(used)
			rule := driver["rules"].([]any)[int(at)].(map[string]any)
			if !strings.Contains(rule["id"].(string), "tomorrow") {
				rule["help"] = "the page"
			}
			used = append(used, rule)
		}
		v.(map[string]any)["ruleIndex"] = index[at]
	}
	driver["rules"] = used
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "full.json")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
