package policy

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schemas", "policy.schema.json") + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// kinds are the documents, how each is read, and an empty one.
var kinds = []struct {
	name, empty string
	parse       func([]byte) error
}{
	{"policy", `{"schemaVersion": 1, "extension": "acme.tool"}`, func(b []byte) error { _, err := Parse("f", b); return err }},
	{
		"accepted",
		`{"schemaVersion": 1, "extension": "acme.tool", "accepted": []}`,
		func(b []byte) error { _, err := ParseAccepted("f", b); return err },
	},
	{
		"proposals",
		`{"schemaVersion": 1, "extension": "acme.tool", "proposals": []}`,
		func(b []byte) error { _, err := ParseProposals("f", b); return err },
	},
	{
		"override",
		`{"schemaVersion": 1, "extension": "acme.tool", "overrides": []}`,
		func(b []byte) error { _, err := ParseOverride("f", b); return err },
	},
}

// documents is the table on which schema and parser agree. A line begins with
// the kind of document and is the rest of it, behind the extension. Lines of
// finer are bad to the parser alone: what a schema cannot say.
const good = `
policy
policy "modules": {}
policy "basis": "sources"
policy "basis": "sources", "files.read": ["${workspace}/**"]
policy "modules": {"fs": ["readFile", "promises.readFile", "*", ""], "fs/promises": []}
policy "modules": {"fs": [{"function": "x"}, {"function": "y", "trustedOnly": true}, {"function": "z", "mark": "imprecise", ` +
	`"question": "Why?"}]}
policy "files.read": ["${workspace}/**", {"path": "/etc/hosts"}, "**", "C:/a", "//s/h/x", "${config:go.gopath}/bin/*", ` +
	`"${env:CARGO_HOME}", "${home}/re:[a-z]+"]
policy "files.write": [{"path": "${tmp}/**", "mark": "unresolved"}]
policy "network.connect": ["https://api.example.com", "*.example.com:443", "[::1]:80", "*:*", "unix:/run/a.sock", "pipe:a*", ` +
	`{"address": "udp://*:53", "trustedOnly": true}]
policy "network.listen": ["127.0.0.1:0"]
policy "processes": [{"command": "git", "args": []}, {"command": "git", "args": ["status", "*", "", "..."]}, {"shell": "npm run *", ` +
	`"trustedOnly": true}]
policy "env.read": ["PATH", "GIT_*", {"name": "re:A|B"}]
policy "vscode": ["clipboard", {"surface": "command", "resource": "git.*"}, {"surface": "files.read", "resource": "${home}/**"}]
policy "code": ["eval", "wasm", {"code": "worker", "path": "${extension}/w.js"}, {"code": "native", "path": "${extension}/a.node", ` +
	`"mark": "unresolved"}]
policy "code": [{"code": "native", "path": "${extension}/a.node", "sha256": ` +
	`"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}, {"code": "vm", "trustedOnly": true}]
policy "denied": {"modules": {"child_process": ["*"]}, "files.read": ["${workspace}/secret/**"], "processes": [{"shell": "**"}]}
policy "marks": [{"mark": "incomplete", "question": "dist/a.js could not be parsed"}]
accepted "accepted": []
accepted "accepted": [{"grant": {"files.read": "${home}/a"}, "origin": "observed", "reason": "seen"}, {"grant": {"modules": {"fs": ` +
	`"x"}}, "origin": "manual", "reason": "r"}]
proposals "proposals": [{"grant": {"files.read": "${home}/.ssh/config"}, "origin": "proposed", "reason": "likely"}]
override "overrides": []
override "overrides": [{"allow": {"env.read": {"name": "A", "trustedOnly": true}}, "reason": "r", "until": "2027-01-31"}, {"deny": ` +
	`{"modules": {"net": "*"}}, "reason": "r"}]
`

const bad = `
policy "basis": "package"
policy "basis": ""
policy "basis": 1
policy "denied": {"basis": "sources"}
policy "modules": []
policy "module": {}
policy "modules": {"fs": "readFile"}
policy "modules": {"node:fs": ["readFile"]}
policy "modules": {"": ["x"]}
policy "modules": {"fs": ["a b"]}
policy "modules": {"fs": ["a*"]}
policy "modules": {"fs": [1]}
policy "modules": {"fs": [{"function": "x", "trustedOnly": false}]}
policy "modules": {"fs": [{"function": "x", "mark": "sure"}]}
policy "modules": {"fs": [{"function": "x", "question": "no mark"}]}
policy "modules": {"fs": [{"functions": "x"}]}
policy "modules": {"fs": [{"path": "/a"}]}
policy "files.read": "${workspace}/**"
policy "files.read": [""]
policy "files.read": ["a/b"]
policy "files.read": ["${nowhere}/a"]
policy "files.read": [null]
policy "files.read": [{"path": "/a", "reason": "x"}]
policy "files.read": ["C:\\a"]
policy "file.read": []
policy "network.connect": ["example.com"]
policy "network.connect": [{"url": "https://a.com"}]
policy "processes": ["git"]
policy "processes": [{"command": "git"}]
policy "processes": [{"args": []}]
policy "processes": [{"command": "git", "args": "status"}]
policy "processes": [{"command": "git", "args": [1]}]
policy "processes": [{"command": "git", "args": [], "shell": "x"}]
policy "processes": [{"shell": true}]
policy "env.read": ["A=B"]
policy "vscode": ["tasks"]
policy "vscode": [{"resource": "x"}]
policy "vscode": [{"surface": "task", "resource": ""}]
policy "code": ["native"]
policy "code": ["evil"]
policy "code": [{"code": "eval", "path": "/a"}]
policy "code": [{"code": "native", "path": "/a"}]
policy "code": [{"code": "native", "path": "/a", "sha256": "ABC"}]
policy "code": [{"code": "worker", "path": "/a", "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}]
policy "denied": []
policy "denied": {"marks": []}
policy "denied": {"denied": {}}
policy "denied": {"files.read": [{"path": "/a", "trustedOnly": true}]}
policy "denied": {"modules": {"fs": [""]}}
policy "marks": [{"mark": "incomplete"}]
policy "marks": [{"mark": "imprecise", "question": "x"}]
policy "marks": ["incomplete"]
policy "generator": "ringfence 1.0"
accepted "observed": []
accepted "accepted": [{"grant": {"files.read": "/a"}, "origin": "observed"}]
accepted "accepted": [{"grant": {"files.read": "/a"}, "origin": "llm", "reason": "r"}]
accepted "accepted": [{"grant": {"files.read": "/a", "files.write": "/a"}, "origin": "observed", "reason": "r"}]
accepted "accepted": [{"grant": {}, "origin": "observed", "reason": "r"}]
accepted "accepted": [{"grant": {"modules": {"fs": "a", "net": "b"}}, "origin": "observed", "reason": "r"}]
accepted "accepted": [{"grant": {"modules": {"fs": ["a"]}}, "origin": "observed", "reason": "r"}]
override "overrides": [{"allow": {"env.read": "A"}}]
override "overrides": [{"allow": {"env.read": "A"}, "reason": ""}]
override "overrides": [{"reason": "r"}]
override "overrides": [{"allow": {"env.read": "A"}, "deny": {"env.read": "B"}, "reason": "r"}]
override "overrides": [{"allow": {"env.read": {"name": "A", "mark": "imprecise"}}, "reason": "r"}]
override "overrides": [{"deny": {"env.read": {"name": "A", "trustedOnly": true}}, "reason": "r"}]
override "overrides": [{"deny": {"env.read": "A"}, "reason": "r", "until": "tomorrow"}]
override "overrides": {}
`

const finer = `
policy "files.read": ["/a/../b"]
policy "files.read": ["${workspace}/a**"]
policy "files.read": ["${workspace}/re:(?=a)"]
policy "files.read": ["/a"], "files.read": ["/b"]
policy "network.connect": ["https://A.com"]
policy "network.connect": ["https://a.com:443"]
policy "processes": [{"command": "git", "args": ["...", "x"]}]
policy "processes": [{"shell": "a ** b"}]
policy "env.read": ["A**"]
policy "modules": {"fs": [{"function": "x", "mark": "imprecise", "question": "two\nlines"}]}
accepted "accepted": [{"grant": {"files.read": "${home}/.ssh/config"}, "origin": "observed", "reason": "seen"}]
override "overrides": [{"allow": {"env.read": "A"}, "reason": "r"}, {"deny": {"env.read": "*"}, "reason": "r"}]
override "overrides": [{"deny": {"env.read": "A"}, "reason": "r", "until": "2027-02-31"}]
`

func TestSchemaAndParserAgree(t *testing.T) {
	if _, err := jsonschema.UnmarshalJSON(strings.NewReader("{}")); err != nil {
		t.Fatal(err)
	}
	whole := schema(t, "")
	for _, k := range kinds {
		s := schema(t, "#/$defs/"+k.name)
		check := func(text string, schemaTakes, parserTakes bool) {
			t.Helper()
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if err := s.Validate(v); (err == nil) != schemaTakes {
				t.Errorf("the schema says of %s: %v", text, err)
			}
			if err := whole.Validate(v); (err == nil) != schemaTakes && k.name != "proposals" {
				t.Errorf("the schema as a whole says of %s: %v", text, err)
			}
			if err := k.parse([]byte(text)); (err == nil) != parserTakes {
				t.Errorf("the parser says of %s: %v", text, err)
			}
		}
		documents := func(table string) (out []string) {
			for line := range strings.Lines(table) {
				kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				if kind != k.name {
					continue
				}
				if rest != "" {
					rest = ", " + rest
				}
				out = append(out, `{"schemaVersion": 1, "extension": "acme.tool"`+rest+"}")
			}
			return out
		}
		for _, text := range documents(good) {
			check(text, true, true)
		}
		for _, text := range documents(bad) {
			check(text, false, false)
		}
		for _, text := range documents(finer) {
			check(text, true, false)
		}
		check(k.empty, true, true)
		for _, text := range []string{
			strings.Replace(k.empty, "1", "2", 1), strings.Replace(k.empty, `"schemaVersion": 1, `, "", 1),
			strings.Replace(k.empty, "acme.tool", "acme", 1), strings.Replace(k.empty, "acme.tool", "../x.y", 1),
			strings.Replace(k.empty, "}", `, "$schema": "x"}`, 1), "[]", "null", `"a"`,
		} {
			check(text, false, false)
		}
	}
}

// What is written is what the schema describes.
func TestSchemaTakesWhatIsWritten(t *testing.T) {
	p, o := schema(t, "#/$defs/policy"), schema(t, "#/$defs/accepted")
	for seed := range uint64(300) {
		g := newGenerator(seed)
		a := Proposals{Extension: "acme.tool", Accepted: true}
		for range 3 {
			if x := g.grant(); len(Sensitive(x)) == 0 {
				a = a.With(Proposal{x, "because \"of\" <this>", Observed})
			}
		}
		for s, data := range map[*jsonschema.Schema][]byte{p: g.policy().Bytes(), o: a.Bytes()} {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(v); err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
		}
		again, err := ParseAccepted("accepted.json", a.Bytes())
		if diff := cmp.Diff(a, again); diff != "" || err != nil {
			t.Fatalf("%v %s", err, diff)
		}
	}
}
