package sarif

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/report"
)

func TestCheckHasNothingToSayOfWhatWeWrite(t *testing.T) {
	for name, doc := range samples(t) {
		for _, p := range Check(doc) {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// Each mistake is one GitHub refuses, or takes and shows otherwise; the schema
// and the multitool let many of them pass.
func TestCheckFindsEachMistake(t *testing.T) {
	run := func(d map[string]any) map[string]any { return d["runs"].([]any)[0].(map[string]any) }
	res := func(d map[string]any) map[string]any { return run(d)["results"].([]any)[0].(map[string]any) }
	driver := func(d map[string]any) map[string]any {
		return run(d)["tool"].(map[string]any)["driver"].(map[string]any)
	}
	rule := func(d map[string]any) map[string]any { return driver(d)["rules"].([]any)[0].(map[string]any) }
	props := func(d map[string]any) map[string]any { return rule(d)["properties"].(map[string]any) }
	place := func(d map[string]any) map[string]any {
		return res(d)["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
	}
	list := func(n int, v any) []any {
		out := make([]any, n)
		for i := range out {
			out[i] = v
		}
		return out
	}
	for _, c := range []struct {
		name, want string
		change     func(d map[string]any)
	}{
		{"no schema", "$schema is missing", func(d map[string]any) { delete(d, "$schema") }},
		{"other version", "version is not 2.1.0", func(d map[string]any) { d["version"] = "2.0.0" }},
		{"no runs", "there is no list", func(d map[string]any) { delete(d, "runs") }},
		{"21 runs", "21, and GitHub takes 20", func(d map[string]any) { d["runs"] = list(21, run(d)) }},
		{"category twice", "has the same tool and category", func(d map[string]any) { d["runs"] = list(2, run(d)) }},
		{"category twice, told apart behind the slash", "has the same tool and category", func(d map[string]any) {
			second := map[string]any{}
			for k, v := range run(d) {
				second[k] = v
			}
			second["automationDetails"] = map[string]any{"id": "ringfence/packages/one/monday"}
			d["runs"] = []any{run(d), second}
		}},
		{"no tool name", "the tool has no name", func(d map[string]any) { delete(driver(d), "name") }},
		{"101 extensions", "101, and GitHub takes 100", func(d map[string]any) { run(d)["tool"].(map[string]any)["extensions"] = list(101, 1) }},
		{"25001 results", "25001, and GitHub takes 25000", func(d map[string]any) { run(d)["results"] = list(25_001, 1) }},
		{"25001 rules", "25001, and GitHub takes 25000", func(d map[string]any) { driver(d)["rules"] = list(25_001, 1) }},
		{"rule twice", "is taken", func(d map[string]any) { driver(d)["rules"] = append(driver(d)["rules"].([]any), rule(d)) }},
		{"no rule id", "there is no id", func(d map[string]any) { delete(rule(d), "id") }},
		{"no help", "help.text: is missing or empty", func(d map[string]any) { delete(rule(d), "help") }},
		{"blank description", "shortDescription.text: is missing or empty", func(d map[string]any) {
			rule(d)["shortDescription"] = map[string]any{"text": " \n"}
		}},
		{"long description", "1025 characters", func(d map[string]any) {
			rule(d)["fullDescription"] = map[string]any{"text": strings.Repeat("ä", 1025)}
		}},
		{"long name", "the name has 256 characters", func(d map[string]any) { rule(d)["name"] = strings.Repeat("ä", 256) }},
		{"rule's level", "is none of none, note", func(d map[string]any) { rule(d)["defaultConfiguration"] = map[string]any{"level": "high"} }},
		{"21 tags", "21, and GitHub takes 20", func(d map[string]any) { props(d)["tags"] = list(21, "x") }},
		{"empty tag", "a tag is empty", func(d map[string]any) { props(d)["tags"] = []any{"security", ""} }},
		{"tag security is missing", "is shown only with the tag security", func(d map[string]any) { props(d)["tags"] = []any{"x"} }},
		{"precision", "is none of very-high", func(d map[string]any) { props(d)["precision"] = "sure" }},
		{"severity is a word", "is no text with a number", func(d map[string]any) { props(d)["security-severity"] = "high" }},
		{"severity is a number", "is no text with a number", func(d map[string]any) { props(d)["security-severity"] = 8.0 }},
		{"severity zero", "is no text with a number", func(d map[string]any) { props(d)["security-severity"] = "0.0" }},
		{"severity NaN", "is no text with a number", func(d map[string]any) { props(d)["security-severity"] = "NaN" }},
		{"severity 11", "is no text with a number", func(d map[string]any) { props(d)["security-severity"] = "11" }},
		{"unknown rule", `there is no rule "x"`, func(d map[string]any) { res(d)["ruleId"] = "x" }},
		{"wrong index", "is not the rule", func(d map[string]any) { res(d)["ruleIndex"] = 99 }},
		{"level", "is none of none, note", func(d map[string]any) { res(d)["level"] = "critical" }},
		{"level in another case", "is none of none, note", func(d map[string]any) { res(d)["level"] = "Error" }},
		{"empty message", "the text is missing or empty", func(d map[string]any) { res(d)["message"] = map[string]any{"text": ""} }},
		{"message in another case", "the text is missing or empty", func(d map[string]any) { res(d)["message"] = map[string]any{"Text": "x"} }},
		{"no location", "0 locations", func(d map[string]any) { res(d)["locations"] = []any{} }},
		{"1001 locations", "1001 locations", func(d map[string]any) { res(d)["locations"] = list(1001, 1) }},
		{"no fingerprint", "primaryLocationLineHash", func(d map[string]any) {
			res(d)["partialFingerprints"] = map[string]any{"primarylocationlinehash": "a:1"}
		}},
		{"no line", "there is no startLine", func(d map[string]any) { place(d)["region"] = map[string]any{} }},
		{"line zero", "there is no startLine", func(d map[string]any) { place(d)["region"] = map[string]any{"startLine": 0} }},
		{"ends early", "it ends before", func(d map[string]any) { place(d)["region"] = map[string]any{"startLine": 3, "endLine": 2} }},
		{"column zero", "columns count from 1", func(d map[string]any) { place(d)["region"] = map[string]any{"startLine": 3, "startColumn": 0} }},
		{"10001 steps", "10001 steps", func(d map[string]any) {
			res(d)["codeFlows"] = []any{map[string]any{"threadFlows": []any{map[string]any{"locations": list(10_001, 1)}}}}
		}},
		{"suppression", "is none of inSource", func(d map[string]any) { res(d)["suppressions"] = []any{map[string]any{"kind": "no"}} }},
		{"column kind", "is none of utf16CodeUnits", func(d map[string]any) { run(d)["columnKind"] = "bytes" }},
		{"11 MB of what does not compress", "bytes of gzip, and GitHub takes 10000000", func(d map[string]any) {
			noise := make([]byte, 11_000_000)
			_, _ = rand.Read(noise)
			run(d)["properties"] = map[string]any{"noise": base64.StdEncoding.EncodeToString(noise)}
		}},
	} {
		var d map[string]any
		if err := json.Unmarshal(written(t, sample()), &d); err != nil {
			t.Fatal(err)
		}
		c.change(d)
		doc, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Check(doc), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not said:\n%.600s", c.name, c.want, got)
		}
	}
	for _, doc := range []string{"", "null", "[]", "{", `{"runs": 3}`, `{"runs": [null, {"results": [7]}]}`} {
		if len(Check([]byte(doc))) == 0 {
			t.Errorf("%q: nothing is said", doc)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, good := range []string{"a", "a/b.js", "a%20b%23.js", "https%3A/x", "%25", ".vscode/x", "a+b", "..a/b"} {
		if why := badURI(good); why != "" {
			t.Errorf("%q %s", good, why)
		}
	}
	for _, bad := range []string{
		"", "a b", "/a", "//host/a", "file:///a", "https://x/y", "C:/a", "a?b", "a#b", "../a", "a/../../b", "a//b", "a\\b", "ä", "a\nb", "%zz",
		"%2e%2e/a", ".", "a/./b", "a?", "a#",
	} {
		if badURI(bad) == "" {
			t.Errorf("%q passes", bad)
		}
	}
}

// What we make of a name is an address that leads back to it, whatever the name.
func TestNamesBecomeAddresses(t *testing.T) {
	for _, name := range []string{"a.js", "https:/evil.example/x", "c:", "a b#c?d%20.js", "漢字/😀.js", "..x", "a\\b", "a\nb", "\xff",
		"[x](y)", "~", "-a", "%", "a&b;c=d"} {
		got := uri(name)
		if why := badURI(got); why != "" {
			t.Errorf("%q: %q %s", name, got, why)
		}
		if back, err := url.PathUnescape(got); err != nil || back != name {
			t.Errorf("%q: %q leads to %q, %v", name, got, back, err)
		}
	}
}

func TestCheckIsShort(t *testing.T) {
	var rs []*report.Report
	for range 3 {
		rs = append(rs, many(400))
	}
	doc := bytes.ReplaceAll(written(t, rs...), []byte(`"level": "error"`), []byte(`"level": "bad"`))
	got := Check(doc)
	if len(got) != maxProblems+1 || !strings.HasPrefix(got[maxProblems], "and ") {
		t.Errorf("%d problems, the last: %s", len(got), got[len(got)-1])
	}
	if err := fmt.Sprint(got); strings.Contains(err, "\n") {
		t.Error("a problem has more than one line")
	}
}
