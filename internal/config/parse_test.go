package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

var words = Words{Checks: []string{"code_dynamic_eval", "code_dynamic_process", "manifest_activation"}}

const full = `# everything there is
profile: paper
fail-on: [high, incomplete]
reject-on: confirmed
require: code
fenced: true
browser: drop
severity:
  - check: code_dynamic_eval
    level: low
    reason: only templates of ours
ignore:
  - check: code_dynamic_process
    path: dist/**
    message: git log
    reason: >
      The argument is a constant
      that the bundler hides.
    until: 2027-03-31
  - {check: manifest_activation, reason: it is a formatter}
exceptions:
  - check: code_dynamic_eval
    reason: read by two people
    signed-off-by: Jo Doe <jo@example.org>
    until: "2027-01-31"
build: node prepare.js
`

// Who builds knows no checks, and reads the command of a configuration that names some.
func TestTheBuildCommand(t *testing.T) {
	if got, err := BuildCommand(Name, []byte(full)); err != nil || got != "node prepare.js" {
		t.Errorf("%q, %v", got, err)
	}
	for text, want := range map[string]string{
		"fail-on: [high]\n": "", "": "",
		"biuld: x\n":   `c.yml:1:1: unknown key "biuld"; did you mean build?`,
		"build: [x]\n": "c.yml:1:8: build has to be text",
	} {
		got, err := BuildCommand("c.yml", []byte(text))
		if got != "" || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestEverythingIsRead(t *testing.T) {
	got, err := Parse(Name, []byte(full), words)
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Profile: "paper", Build: "node prepare.js",
		Demands: verdict.Demands{
			RejectOn: verdict.OnConfirmed, Require: []finding.Module{finding.CodeModule}, FailOn: []string{"high", "incomplete"},
		},
		Fenced:  true,
		Browser: "drop",
		Entries: []Entry{
			{Kind: Severity, Line: 9, Check: "code_dynamic_eval", Level: finding.Low, Reason: "only templates of ours"},
			{
				Kind:    Ignore,
				Line:    13,
				Check:   "code_dynamic_process",
				Path:    "dist/**",
				Message: "git log",
				Reason:  "The argument is a constant that the bundler hides.",
				Until:   "2027-03-31",
			},
			{Kind: Ignore, Index: 1, Line: 20, Check: "manifest_activation", Reason: "it is a formatter"},
			{
				Kind:        Exception,
				Line:        22,
				Check:       "code_dynamic_eval",
				Reason:      "read by two people",
				SignedOffBy: "Jo Doe <jo@example.org>",
				Until:       "2027-01-31",
			},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingIsAConfiguration(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "---\n", "{}\n"} {
		got, err := Parse(Name, []byte(text), words)
		if err != nil || cmp.Diff(&Config{}, got) != "" {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// mistakes are configurations with what has to be said of each. Those marked
// beyond are well-formed as far as a schema can tell.
var mistakes = []struct {
	name, text, want string
	beyond           bool
}{
	{"an unknown key", "profil: paper\n", `c.yml:1:1: unknown key "profil"; did you mean profile?`, false},
	{
		"an unknown key of an entry",
		"ignore:\n  - check: code_dynamic_eval\n    resaon: x\n    reason: y\n",
		`c.yml:3:5: unknown key "resaon"; did you mean reason?`,
		false,
	},
	{"a doubled key", "profile: paper\nprofile: default\n", `c.yml:2:1: profile is set twice, first in line 1`, true},
	{
		"a doubled key of an entry",
		"ignore:\n- check: code_dynamic_eval\n  reason: x\n  check: manifest_activation\n",
		`c.yml:4:3: check is set twice`,
		true,
	},
	{"an unknown profile", "profile: papers\n", `c.yml:1:10: unknown profile "papers"; did you mean paper?`, false},
	{"an unknown word", "fail-on: [high, incomplet]\n", `c.yml:1:17: unknown word for fail-on "incomplet"; did you mean incomplete?`, false},
	{"a word twice", "fail-on: [high, high]\n", `c.yml:1:17: "high" is named twice`, false},
	{"none beside others", "fail-on: [none, high]\n", `c.yml:1:10: fail-on: none leaves nothing`, false},
	{"an unknown layer", "require: [cod]\n", `c.yml:1:11: unknown layer "cod"; did you mean code?`, false},
	{"a browser entry by another word", "browser: keep\n", `c.yml:1:10: unknown word for browser "keep"`, false},
	{"an empty build command", "build: ''\n", "c.yml:1:8: build is empty", false},
	{"fenced by a word", "fenced: yes\n", `c.yml:1:9: unknown word for fenced "yes"`, false},
	{
		"an unknown check",
		"ignore:\n  - check: code_dynamic_evil\n    reason: x\n",
		`c.yml:2:12: unknown check "code_dynamic_evil"; did you mean code_dynamic_eval?`,
		true,
	},
	{"no reason", "ignore:\n  - check: code_dynamic_eval\n", `c.yml:2:5: an entry of ignore needs reason`, false},
	{"an empty reason", "ignore:\n  - check: code_dynamic_eval\n    reason: ''\n", `c.yml:3:13: reason is empty`, false},
	{"a reason that is nothing", "ignore:\n  - check: code_dynamic_eval\n    reason:\n", `c.yml:3:12: reason has to be text`, false},
	{
		"nobody signed off",
		"exceptions:\n  - check: code_dynamic_eval\n    reason: x\n    until: 2027-01-01\n",
		`c.yml:2:5: an entry of exceptions needs signed-off-by`,
		false,
	},
	{
		"an exception for good",
		"exceptions:\n  - check: code_dynamic_eval\n    reason: x\n    signed-off-by: y\n",
		`c.yml:2:5: an entry of exceptions needs until`,
		false,
	},
	{
		"an ignore that is signed off",
		"ignore:\n  - check: code_dynamic_eval\n    reason: x\n    signed-off-by: y\n",
		`c.yml:4:5: unknown key "signed-off-by"`,
		false,
	},
	{
		"no day",
		"ignore:\n  - check: code_dynamic_eval\n    reason: x\n    until: next week\n",
		`c.yml:4:12: until has to be a day such as 2027-01-31, and "next week" is none`,
		false,
	},
	{
		"a day that does not exist",
		"ignore:\n  - check: code_dynamic_eval\n    reason: x\n    until: 2027-02-30\n",
		`c.yml:4:12: until has to be a day`,
		true,
	},
	{
		"a day with a time",
		"ignore:\n  - check: code_dynamic_eval\n    reason: x\n    until: 2027-02-03T00:00:00Z\n",
		`c.yml:4:12: until has to be a day`,
		false,
	},
	{"an absolute path", "ignore:\n  - check: code_dynamic_eval\n    reason: x\n    path: /dist/**\n", `c.yml:4:11: path is relative`, false},
	{"a path that climbs", "ignore:\n  - check: code_dynamic_eval\n    reason: x\n    path: ../x\n", `c.yml:4:11: path is relative`, true},
	{"a severity of none", "severity:\n  - {check: code_dynamic_eval, level: none, reason: x}\n", `c.yml:2:39: unknown level "none"`, false},
	{
		"a severity twice",
		"severity:\n  - {check: code_dynamic_eval, level: low, reason: x}\n  - {check: code_dynamic_eval, level: high, reason: x}\n",
		`c.yml:3:5: code_dynamic_eval has a severity twice, first in line 2`,
		true,
	},
	{"a list for a mapping", "- profile: paper\n", `c.yml:1:1: a configuration has to be a mapping`, false},
	{"a mapping for a list", "ignore:\n  check: code_dynamic_eval\n", `c.yml:2:3: ignore has to be a list`, false},
	{"a word for an entry", "ignore: [code_dynamic_eval]\n", `c.yml:1:10: an entry of ignore has to be a mapping`, false},
	{"a list for a text", "profile: [paper]\n", `c.yml:1:10: profile has to be text`, false},
	{"a key that is a list", "? [profile]\n: paper\n", `c.yml:1:3: a key has to be a word`, true},
	{"an alias", "profile: &p paper\nreject-on: *p\n", `c.yml:2:12: an alias is not taken here`, true},
	{"an anchor", "profile: &p paper\n", `c.yml:1:10: an anchor is not taken here`, true},
	{"a merge key", "<<: {profile: paper}\n", `c.yml:1:1: unknown key "<<"`, true},
	{"a tag", "profile: !!str paper\n", `c.yml:1:10: a tag is not taken here`, true},
	{"two documents", "profile: paper\n---\nprofile: default\n", `a second document`, true},
	{"no YAML", "profile: [paper\n", `c.yml:2:1: it is not YAML: did not find expected ',' or ']'`, true},
	{"a tab", "ignore:\n\t- x\n", `c.yml:2:1: it is not YAML`, true},
	{"bytes", "profile: \xff\xfe\n", `c.yml: it is not text in UTF-8`, true},
	{"a terminal escape", "profile: \"\\e[31m\"\n", `c.yml:1:10: profile holds characters that do not print: "\x1b[31m"`, true},
	{"a terminal escape in a key", "\"\\e[31m\": x\n", `unknown key "\x1b[31m"`, true},
	{"too much", "# " + strings.Repeat("x", MaxBytes), `c.yml: it is over the limit`, true},
	{
		"too many entries",
		"ignore:\n" + strings.Repeat("- {check: code_dynamic_eval, reason: x}\n", MaxEntries+1),
		`c.yml:2:1: ignore has 1001 entries`,
		true,
	},
	{
		"a long reason",
		"ignore:\n  - check: code_dynamic_eval\n    reason: " + strings.Repeat("x", 601) + "\n",
		`c.yml:3:13: reason is over the limit of 600 characters`,
		false,
	},
	{"a bomb", "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nignore: *c\n", `unknown key "a"`, true},
	{"depth", "ignore: " + strings.Repeat("[", 12000) + strings.Repeat("]", 12000), `c.yml:1:`, true},
}

// The parser tells each mistake at its place, and the schema beside it refuses the
// same files.
func TestSchemaAndParserAgree(t *testing.T) {
	var all []yamljson.Mistake
	for _, c := range mistakes {
		all = append(all, yamljson.Mistake{Name: c.name, Text: c.text, Want: c.want, Beyond: c.beyond})
	}
	yamljson.Agree(t, full, all, func(data []byte) error {
		_, err := Parse("c.yml", data, words)
		return err
	}, schema(t).Validate)
}

func TestSeveralMistakesAreToldAtOnce(t *testing.T) {
	_, err := Parse("c.yml", []byte("profil: x\nfail-on: hihg\n"), words)
	var es strict.Errors
	if !errors.As(err, &es) || len(es) != 2 {
		t.Errorf("%v", err)
	}
	_, err = Parse("c.yml", []byte("ignore:\n"+strings.Repeat("- x\n", 50)), words)
	if !errors.As(err, &es) || len(es) != 11 || !strings.Contains(err.Error(), "and 40 more") {
		t.Errorf("%v", err)
	}
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schemas", "config.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaListsTheSameWords(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "schemas", "config.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	type entry struct {
		MaxItems int
		Items    struct {
			Properties map[string]struct{ Enum []string }
			Required   []string
		}
	}
	var doc struct {
		Properties map[string]json.RawMessage
		Defs       map[string]struct{ Enum []string } `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	var profile struct{ Enum []string }
	if err := json.Unmarshal(doc.Properties["profile"], &profile); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ schema, code []string }{
		"fail-on": {doc.Defs["failWord"].Enum, verdict.FailWords()},
		"layers":  {doc.Defs["layer"].Enum, modules()},
		"profile": {profile.Enum, profiles()},
	} {
		if diff := cmp.Diff(c.code, c.schema); diff != "" {
			t.Errorf("%s (-code +schema):\n%s", name, diff)
		}
	}
	for _, k := range []Kind{Severity, Ignore, Exception} {
		var e entry
		if err := json.Unmarshal(doc.Properties[string(k)], &e); err != nil {
			t.Fatal(err)
		}
		all, required := keys(k)
		same := len(e.Items.Properties) == len(all) && e.MaxItems == MaxEntries
		for _, key := range all {
			_, ok := e.Items.Properties[key]
			same = same && ok
		}
		if !same {
			t.Errorf("%s: the schema has other keys or another limit", k)
		}
		in := map[string]bool{}
		for _, key := range e.Items.Required {
			in[key] = true
		}
		for i, key := range all {
			if in[key] != (i < required) {
				t.Errorf("%s: the schema and the parser disagree whether %s is required", k, key)
			}
		}
		if k == Severity {
			if diff := cmp.Diff(levelWords(), e.Items.Properties["level"].Enum); diff != "" {
				t.Errorf("levels (-code +schema):\n%s", diff)
			}
		}
	}
}

var example = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// The page's examples are configurations, under the real names of checks.
func TestExamplesOfThePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "config.md"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join("..", "..", "checks", "*", "*_*.md"))
	if err != nil {
		t.Fatal(err)
	}
	real := Words{}
	for _, f := range list {
		real.Checks = append(real.Checks, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	s := schema(t)
	found := example.FindAllSubmatch(page, -1)
	if len(found) < 4 {
		t.Fatalf("the page shows only %d examples", len(found))
	}
	for _, m := range found {
		if _, err := Parse("docs/reference/config.md", m[1], real); err != nil {
			t.Errorf("%v\n%s", err, m[1])
			continue
		}
		if err := s.Validate(yamljson.Value(t, string(m[1]))); err != nil {
			t.Errorf("%v\n%s", err, m[1])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	for _, c := range mistakes {
		if len(c.text) < 1000 {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("c.yml", data, words)
		if err != nil {
			if !escape.IsPrintable(err.Error(), 1<<20) || c != nil {
				t.Fatalf("%q", err)
			}
			return
		}
		fs := []finding.Finding{{Check: "code_dynamic_eval", Intent: finding.Malicious}, {Check: "code_dynamic_eval", Intent: finding.Vulnerable}}
		got, outcomes := c.Apply(fs, Day{Today: "2027-01-01"})
		if len(got) != 2 || len(outcomes) != len(c.Entries) {
			t.Fatalf("%d findings, %d outcomes", len(got), len(outcomes))
		}
		for _, g := range got {
			if g.Suppressed != nil {
				if err := g.Suppressed.Validate(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if s := got[0].Suppressed; s != nil && (s.SignedOffBy == "" || s.Until < "2027-01-01") {
			t.Fatalf("a malicious finding is answered by %+v", s)
		}
	})
}
