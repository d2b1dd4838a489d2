package org

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const full = `# everything there is
profile: default
fail-on: [high]
reject-on: likely
require: [manifest, code]
answers: ignore
fenced: true
ceilings:
  - of: process.shell
    at-most: none
    reason: branch names are strangers' text
  - of: processes
    at-most: [git, [npm, run, "..."]]
  - of: network
    at-most: ["*.corp.example:443"]
  - {of: code.native, at-most: ["${extension}/**"]}
  - {of: code, at-most: [wasm, worker]}
  - {of: vscode, at-most: [terminal]}
  - {of: vscode.command, at-most: ["git.*"]}
  - {of: modules, at-most: [fs]}
  - {of: modules.dgram, at-most: [createSocket]}
waivers:
  - ceiling: process.shell
    extension: acme.tools
    repository: acme/tools
    grant: 'processes: shell "git *"'
    reason: read by two people
    owner: security@acme.example
    until: 2027-01-31
`

func TestEverythingIsRead(t *testing.T) {
	got, err := Parse("org.yml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	want := &Organisation{
		Profile: "default",
		Demands: verdict.Demands{
			RejectOn: verdict.OnLikely,
			FailOn:   []string{"high"},
			Require:  []finding.Module{finding.ManifestModule, finding.CodeModule},
		},
		Answers: []config.Kind{config.Ignore},
		Fenced:  true,
		Ceilings: []Ceiling{
			{Line: 9, Of: "process.shell", Reason: "branch names are strangers' text"},
			{Index: 1, Line: 12, Of: "processes", AtMost: []policy.Grant{
				{Section: policy.Processes, Pattern: "git", Args: []string{"..."}},
				{Section: policy.Processes, Pattern: "npm", Args: []string{"run", "..."}},
			}},
			{Index: 2, Line: 14, Of: "network", AtMost: []policy.Grant{
				{Section: policy.NetworkConnect, Pattern: "*.corp.example:443"}, {Section: policy.NetworkListen, Pattern: "*.corp.example:443"},
			}},
			{
				Index:  3,
				Line:   16,
				Of:     "code.native",
				AtMost: []policy.Grant{{Section: policy.Code, Name: "native", Pattern: "${extension}/**", Mark: policy.Unresolved}},
			},
			{Index: 4, Line: 17, Of: "code", AtMost: []policy.Grant{
				{
					Section: policy.Code,
					Name:    "wasm",
					Mark:    policy.Unresolved,
				},
				{Section: policy.Code, Name: "worker", Pattern: "**", Mark: policy.Unresolved},
			}},
			{Index: 5, Line: 18, Of: "vscode", AtMost: []policy.Grant{{Section: policy.VSCode, Name: "terminal"}}},
			{Index: 6, Line: 19, Of: "vscode.command", AtMost: []policy.Grant{{Section: policy.VSCode, Name: "command", Pattern: "git.*"}}},
			{Index: 7, Line: 20, Of: "modules", AtMost: []policy.Grant{{Section: policy.Modules, Name: "fs", Pattern: "*"}}},
			{Index: 8, Line: 21, Of: "modules.dgram", AtMost: []policy.Grant{{Section: policy.Modules, Name: "dgram", Pattern: "createSocket"}}},
		},
		Waivers: []Waiver{{
			Line: 23, Ceiling: "process.shell", Extension: "acme.tools", Repository: "acme/tools", Grant: `processes: shell "git *"`,
			Reason: "read by two people", Owner: "security@acme.example", Until: "2027-01-31",
		}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Ceiling{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingBoundsNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "{}\n", "ceilings: []\n"} {
		o, err := Parse("org.yml", []byte(text))
		if err != nil || len(o.Ceilings) != 0 {
			t.Errorf("%q: %+v, %v", text, o, err)
		}
	}
}

const waiver = "  - {ceiling: files, reason: x, owner: y, until: 2027-01-01, extension: a.b}\n"

// mistakes are files with what has to be said of each. Those marked beyond are
// well-formed as far as a schema can tell.
var mistakes = []struct {
	name, text, want string
	beyond           bool
}{
	{"an unknown key", "ceiling: []\n", `o.yml:1:1: unknown key "ceiling"; did you mean ceilings?`, false},
	{"a repository's key", "ignore: []\n", `o.yml:1:1: unknown key "ignore"`, false},
	{
		"an unknown power",
		"ceilings:\n  - {of: proces.shell, at-most: none}\n",
		`o.yml:2:10: unknown power "proces.shell"; did you mean process.shell?`,
		false,
	},
	{
		"a capability of the catalogue that has no section",
		"ceilings:\n  - {of: net.connect, at-most: none}\n",
		`o.yml:2:10: unknown power "net.connect"`,
		false,
	},
	{"a module that is none", "ceilings:\n  - {of: 'modules.a b', at-most: none}\n", `o.yml:2:10: unknown power "modules.a b"`, false},
	{"no power", "ceilings:\n  - {at-most: none}\n", `o.yml:2:5: a ceiling needs of`, false},
	{"no bound", "ceilings:\n  - {of: files}\n", `o.yml:2:5: a ceiling needs at-most`, false},
	{"an empty bound", "ceilings:\n  - {of: files, at-most: []}\n", `o.yml:2:26: at-most lists what is allowed, or is none`, false},
	{"a bound of nothing", "ceilings:\n  - of: files\n    at-most:\n", `o.yml:3:13: at-most has to be a list`, false},
	{"a text for a list", "ceilings:\n  - {of: files, at-most: non}\n", `o.yml:2:26: at-most is a list, or none: "non" is neither`, false},
	{"a path that is none", "ceilings:\n  - {of: files.write, at-most: [src/**]}\n", `o.yml:2:33: `, true},
	{"an address that is none", "ceilings:\n  - {of: network, at-most: ['https://']}\n", `o.yml:2:29: `, true},
	{
		"a surface that is none",
		"ceilings:\n  - {of: vscode, at-most: [terminals]}\n",
		`o.yml:2:28: no surface is named "terminals"; did you mean terminal?`,
		true,
	},
	{
		"a kind of code that is none",
		"ceilings:\n  - {of: code, at-most: [evil]}\n",
		`o.yml:2:26: no kind of code is named "evil"; did you mean eval?`,
		true,
	},
	{
		"a bound of what has none",
		"ceilings:\n  - {of: code.eval, at-most: ['**']}\n",
		`o.yml:2:31: eval is granted or not: at-most can only be none`,
		true,
	},
	{"arguments of no program", "ceilings:\n  - {of: files, at-most: [[a, b]]}\n", `o.yml:2:27: an entry is one text here`, true},
	{"an entry of nothing", "ceilings:\n  - {of: processes, at-most: [[]]}\n", `o.yml:2:30: at-most lists what is allowed, or is none`, false},
	{
		"two ceilings of a power",
		"ceilings:\n  - {of: files, at-most: none}\n  - {of: files, at-most: none}\n",
		`o.yml:3:5: "files" has a ceiling twice, first in line 2`,
		true,
	},
	{"an answer that is none", "answers: [ignores]\n", `o.yml:1:11: unknown kind of answer "ignores"; did you mean ignore?`, false},
	{"fenced by a word", "fenced: yes\n", `o.yml:1:9: unknown word for fenced "yes"`, false},
	{"a waiver of no ceiling", "waivers:\n" + waiver, `o.yml:2:15: there is no ceiling of files to waive`, true},
	{
		"a waiver for nobody",
		"ceilings:\n  - {of: files, at-most: none}\nwaivers:\n  - {ceiling: files, reason: x, owner: y, until: 2027-01-01}\n",
		`o.yml:4:5: a waiver is for an extension or a repository`,
		false,
	},
	{
		"a waiver for good",
		"ceilings:\n  - {of: files, at-most: none}\nwaivers:\n  - {ceiling: files, reason: x, owner: y, extension: a.b}\n",
		`o.yml:4:5: a waiver needs until`,
		false,
	},
	{
		"a waiver nobody answers for",
		"ceilings:\n  - {of: files, at-most: none}\nwaivers:\n  - {ceiling: files, reason: x, until: 2027-01-01, extension: a.b}\n",
		`o.yml:4:5: a waiver needs owner`,
		false,
	},
	{
		"a waiver for all",
		"ceilings:\n  - {of: files, at-most: none}\nwaivers:\n  - {ceiling: files, reason: x, owner: y, until: 2027-01-01, extension: '*'}\n",
		`extension is publisher.name, and "*" is not`,
		false,
	},
	{
		"a waiver for an owner",
		"ceilings:\n  - {of: files, at-most: none}\nwaivers:\n  - {ceiling: files, reason: x, owner: y, until: 2027-01-01, repository: acme}\n",
		`repository is owner/name, and "acme" is not`,
		false,
	},
	{"an anchor", "ceilings: &a []\n", `an anchor is not taken here`, true},
	{"too much", "# " + strings.Repeat("x", MaxBytes), `o.yml: it is over the limit`, true},
	{"too many ceilings", "ceilings:\n" + strings.Repeat("- {of: files, at-most: none}\n", MaxCeilings+1), `ceilings has 201 entries`, true},
	{"a terminal escape", "ceilings:\n  - {of: \"\\e[31m\", at-most: none}\n", `holds characters that do not print`, false},
}

// The parser tells each mistake at its place, and the schema beside it refuses the
// same files.
func TestSchemaAndParserAgree(t *testing.T) {
	var all []yamljson.Mistake
	for _, c := range mistakes {
		all = append(all, yamljson.Mistake{Name: c.name, Text: c.text, Want: c.want, Beyond: c.beyond})
	}
	yamljson.Agree(t, full, all, func(data []byte) error {
		_, err := Parse("o.yml", data)
		return err
	}, schema(t).Validate)
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schemas", "organisation.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaListsTheSameWords(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "schemas", "organisation.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs struct {
			Power                   struct{ AnyOf []struct{ Enum []string } }
			Answer, Layer, FailWord struct{ Enum []string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	var layers []string
	for _, m := range finding.Modules() {
		layers = append(layers, string(m))
	}
	for name, c := range map[string]struct{ code, schema []string }{
		"powers":  {Powers(), doc.Defs.Power.AnyOf[0].Enum},
		"answers": {kinds(), doc.Defs.Answer.Enum},
		"layers":  {layers, doc.Defs.Layer.Enum},
		"fail-on": {verdict.FailWords(), doc.Defs.FailWord.Enum},
	} {
		if diff := cmp.Diff(c.code, c.schema); diff != "" {
			t.Errorf("%s (-code +schema):\n%s", name, diff)
		}
	}
}

// TestEveryPowerCanBeBounded: none is a bound of each, and each grant of a policy
// is of the power of its section.
func TestEveryPowerCanBeBounded(t *testing.T) {
	for _, of := range Powers() {
		o, err := Parse("o.yml", []byte("ceilings:\n  - {of: "+of+", at-most: none}\n"))
		if err != nil || len(o.Ceilings) != 1 {
			t.Errorf("%s: %v", of, err)
		}
	}
	for _, s := range policy.Sections() {
		if !slices.Contains(Powers(), string(s)) {
			t.Errorf("no ceiling bounds the section %s", s)
		}
	}
}

func TestSources(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	sum := strings.Repeat("a", 64)
	for text, want := range map[string]Source{
		"ringfence.yml":                            {File: "ringfence.yml"},
		"central/conf/ringfence.yml":               {File: "central/conf/ringfence.yml"},
		"acme/central/conf/org.yml@" + commit:      {Repository: "acme/central", Path: "conf/org.yml", Commit: commit},
		"https://acme.example/o.yml#sha256:" + sum: {URL: "https://acme.example/o.yml", SHA256: sum},
	} {
		if got, err := ParseSource(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                                      "it names nothing",
		"acme/central/org.yml@main":             "a whole commit",
		"acme/central/org.yml@" + commit[:12]:   "a whole commit",
		"acme/central/../org.yml@" + commit:     "a path below the repository",
		"https://acme.example/o.yml":            "needs the digest",
		"https://acme.example/o.yml#sha256:abc": "needs the digest",
	} {
		if got, err := ParseSource(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %s", text, got, err, want)
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
	subject := policy.New(
		"a.b",
		policy.Grant{
			Section: policy.FilesWrite,
			Pattern: "${home}/**",
		},
		policy.Grant{Section: policy.Processes, Pattern: "sh", Args: []string{"..."}},
		policy.Grant{
			Section: policy.Code,
			Name:    policy.Eval,
		},
		policy.Grant{Section: policy.NetworkConnect, Pattern: "*:*", Mark: policy.Unresolved, Question: "where?"},
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Parse("o.yml", data)
		if err != nil {
			if !escape.IsPrintable(err.Error(), 1<<20) || o != nil {
				t.Fatalf("%q", err)
			}
			return
		}
		out, err := o.Judge(Input{File: "o.yml", Extension: "a.b", Policy: subject, Today: "2027-01-01"})
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}
