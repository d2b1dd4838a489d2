package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

func at(file string, line, col int) finding.Location {
	return finding.Location{File: file, Line: line, Column: col}
}

func literal(s string) facts.Value {
	return facts.Value{Alts: []facts.Pattern{{{Kind: facts.Literal, Text: s}}}}
}

func below(root, rest string) facts.Value {
	return facts.Value{Alts: []facts.Pattern{{{Kind: facts.Root, Text: root}, {Kind: facts.Literal, Text: rest}}}}
}

// program is a small program with one of everything a report shows.
func program() *facts.Program {
	return &facts.Program{
		Modules: []facts.Module{{Path: "dist/a.js", Bytes: 1200, Reached: true}, {Path: "dist/old.js", Bytes: 34}},
		Entries: []facts.Entry{{File: "dist/a.js", Kind: facts.EntryMain, Via: "main"}},
		Imports: []facts.Import{
			{Module: "fs", Kind: "require", Where: at("dist/a.js", 1, 1)},
			{Module: "child_process", Kind: "require", Where: at("dist/a.js", 2, 1)},
		},
		Uses: []facts.Use{
			{Module: "child_process", Member: "exec", Kind: facts.Call, Args: []facts.Value{{Open: true}}, Where: at("dist/a.js", 3, 5)},
			{Module: "crypto", Member: "createCipheriv", Kind: facts.Call, Args: []facts.Value{literal("des")}, Where: at("dist/a.js", 4, 5)},
			{
				Module: "fs",
				Member: "readFileSync",
				Kind:   facts.Call,
				Args:   []facts.Value{below("extension", "/x.json")},
				Where:  at("dist/a.js", 5, 5),
			},
			{Module: "globals", Member: "eval", Kind: facts.Reference, Where: at("dist/old.js", 1, 2)},
		},
		BlindSpots: []facts.BlindSpot{{File: "dist/old.js", Line: 2, Reason: "a module decided at run time is loaded"}},
	}
}

func build(t testing.TB, p *facts.Program, err error, profile string) *Report {
	t.Helper()
	e, lerr := extension.Load(
		t.Context(),
		filepath.Join("..", "..", "checks", "manifest", "testdata", "manifest_activation", "bad"),
		extension.Limits{},
	)
	if lerr != nil {
		t.Fatal(lerr)
	}
	defer e.Close()
	prof, _ := verdict.ByName(profile)
	in, gerr := checks.Gather(t.Context(), e, p, false)
	if gerr != nil {
		t.Fatal(gerr)
	}
	results, cerr := checks.Run(t.Context(), checks.All(), in)
	if cerr != nil {
		t.Fatal(cerr)
	}
	return Build(Inputs{
		Tool: Tool{"ringfence", "test"}, Subject: "some/dir", Extension: e, Program: p, ProgramErr: err,
		Checks: results, Secrets: in.Secrets, Catalog: catalog.Default(), Profile: prof,
	})
}

func written(t testing.TB, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func shown(t testing.TB, r *Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func samples(t testing.TB) map[string]*Report {
	return map[string]*Report{
		"default":      build(t, program(), nil, "default"),
		"paper":        build(t, program(), nil, "paper"),
		"empty":        build(t, &facts.Program{}, nil, "default"),
		"not-analysed": build(t, nil, errors.New("the parser\ndied"), "default"),
		"everything":   everything(t),
		"organisation": governed(t),
	}
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schemas", "report.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReportsFollowThePublishedSchema(t *testing.T) {
	s := schema(t)
	for name, r := range samples(t) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(written(t, r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for name, r := range samples(t) {
		data := written(t, r)
		back, err := Read(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(r, back); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
		if !bytes.Equal(data, written(t, back)) {
			t.Errorf("%s: writing it again gives other bytes", name)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, data); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&compact); err != nil {
			t.Errorf("%s without white space: %v", name, err)
		}
	}
}

// Each case is one change to a good report; the schema must refuse what it can
// express as well.
func TestReadRefuses(t *testing.T) {
	good := string(written(t, build(t, program(), nil, "default")))
	s := schema(t)
	for name, c := range map[string]struct {
		old, new string
		// beyond is true for what a schema cannot say.
		beyond bool
	}{
		"a newer version":              {`"reportVersion": 1`, `"reportVersion": 2`, false},
		"no version":                   {`"reportVersion": 1,`, ``, false},
		"an unknown field":             {`"subject":`, `"extra": 1, "subject":`, false},
		"a doubled field":              {`"subject":`, `"subject": "other", "subject":`, true},
		"a field in other case":        {`"subject":`, `"SUBJECT":`, false},
		"a missing severity":           {`"severity": "high",`, ``, false},
		"null for a list":              {`"problems": []`, `"problems": null`, false},
		"an unknown severity":          {`"severity": "high"`, `"severity": "worst"`, false},
		"an unknown category":          {`"category": "sandbox"`, `"category": "fine"`, false},
		"an unknown module":            {`"module": "code"`, `"module": "core"`, false},
		"an unknown intent":            {`"intent": "vulnerable"`, `"intent": "good"`, false},
		"an unknown state":             {`"state": "found"`, `"state": "lost"`, false},
		"a place outside":              {`"file": "package.json"`, `"file": "../../etc/passwd"`, true},
		"an absolute place":            {`"file": "package.json"`, `"file": "/etc/passwd"`, true},
		"a negative line":              {`"line": 4,`, `"line": -4,`, false},
		"a reason without a finding":   {`"text": "the code uses`, `"findings": [99], "text": "the code uses`, true},
		"a terminal escape":            {`"subject": "some/dir"`, `"subject": "some/\u001b[2Jdir"`, true},
		"a bidirectional override":     {`"displayName": ""`, `"displayName": "\u202e"`, true},
		"a check with an odd name":     {`"check": "code_weak_cipher"`, `"check": "../x"`, false},
		"another order of findings":    {`"severity": "high"`, `"severity": "low"`, true},
		"something after the end":      {"\n}\n", "\n}\n{}", true},
		"a figure that is no integer":  {`"files": 2,`, `"files": 2.0,`, true},
		"an excerpt that is not one":   {`"from": 21,`, `"from": -1,`, false},
		"an excerpt that marks beyond": {`"to": 24`, `"to": 3000`, true},
		"an excerpt with an escape":    {`"text": "\"activationEvents\"`, `"text": "\u001b[2J`, true},
		"an unknown word it fails on":  {`"failOn": []`, `"failOn": ["everything"]`, false},
		"a layer in an unknown state":  {`"state": "ran"`, `"state": "well"`, false},
		"a service twice for a layer": {`"services": []`,
			`"services": [{"name":"osv","module":"malware","state":"ran","why":""},{"name":"osv","module":"malware","state":"failed","why":"x"}]`,
			true},
		"a layer twice": {`"modules": [`,
			`"modules": [{"module":"code","state":"skipped","risk":"none","findings":0,"suppressed":0},`, true},
		"a configuration from nowhere": {`"origin": "none"`, `"origin": "moon"`, false},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("%s: the report has no %q to change", name, c.old)
			continue
		}
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read", name)
		}
		if v, err := jsonschema.UnmarshalJSON(strings.NewReader(bad)); err == nil && !c.beyond {
			if s.Validate(v) == nil {
				t.Errorf("%s: the schema accepts it", name)
			}
		}
	}
	twoLayers := strings.Replace(
		good,
		`"services": []`,
		`"services": [{"name":"osv","module":"dependencies","state":"ran","why":""},{"name":"osv","module":"malware","state":"failed",`+
			`"why":"x"}]`,
		1,
	)
	if _, err := Read(strings.NewReader(twoLayers)); err != nil || twoLayers == good {
		t.Errorf("a service of two layers: %v", err)
	}
	for name, bad := range map[string]string{
		"nothing": "", "a list": "[]", "a word": `"x"`, "null": "null", "half": good[:len(good)/2],
		"deep":         strings.Repeat(`{"a":`, 1000),
		"many objects": `{"reportVersion":1,"findings":[` + strings.Repeat("{},", maxObjects) + "{}]}",
		"many nulls":   `{"reportVersion":1,"findings":[` + strings.Repeat("null,", maxObjects) + "null]}",
		"too large":    good + strings.Repeat(" ", MaxBytes),
	} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestSchemaListsTheSameWords(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "schemas", "report.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs map[string]struct {
			Enum       []string
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	f := doc.Defs["finding"].Properties
	for name, c := range map[string]struct{ schema, code any }{
		"severity":   {doc.Defs["severity"].Enum, words(finding.Severities())},
		"module":     {doc.Defs["module"].Enum, words(finding.Modules())},
		"intent":     {f["intent"].Enum, words(finding.Intents())},
		"confidence": {f["confidence"].Enum, words(finding.Confidences())},
		"provenance": {f["provenance"].Enum, words(finding.Provenances())},
	} {
		if diff := cmp.Diff(c.code, c.schema); diff != "" {
			t.Errorf("%s (-code +schema):\n%s", name, diff)
		}
	}
}

func words[T any](list []T) []string {
	var out []string
	for _, w := range list {
		b, _ := json.Marshal(w)
		out = append(out, strings.Trim(string(b), `"`))
	}
	return out
}

func TestOwnFilesAreNoPrivilege(t *testing.T) {
	read := func(v facts.Value) *facts.Program {
		return &facts.Program{Uses: []facts.Use{{Module: "fs", Member: "readFileSync", Kind: facts.Call, Args: []facts.Value{v}}}}
	}
	hole := facts.Part{Kind: facts.Unknown}
	withHole := below("extension", "/x/")
	withHole.Alts[0] = append(withHole.Alts[0], hole)
	for name, c := range map[string]struct {
		p    *facts.Program
		want int
	}{
		"a file of the extension":      {read(below("extension", "/x.json")), 0},
		"the workspace itself":         {read(below("workspace", "")), 0},
		"out of the extension":         {read(below("extension", "/../y")), 1},
		"a neighbour by a longer name": {read(below("extension", "-evil/y")), 1},
		"a hole that may climb":        {read(withHole), 1},
		"the home":                     {read(below("home", "/x")), 1},
		"nothing known":                {read(facts.Value{Open: true}), 1},
		"one known and one not":        {read(facts.Value{Alts: below("extension", "/x").Alts, Open: true}), 1},
		"a relative path":              {read(literal("x.json")), 1},
		"the function handed on":       {&facts.Program{Uses: []facts.Use{{Module: "fs", Member: "readFileSync", Kind: facts.Reference}}}, 1},
		"the source own, the target not": {&facts.Program{Uses: []facts.Use{{Module: "fs", Member: "copyFileSync", Kind: facts.Call,
			Args: []facts.Value{below("extension", "/a"), below("home", "/b")}}}}, 1},
		"the network needs no path":       {&facts.Program{Uses: []facts.Use{{Module: "globals", Member: "fetch", Kind: facts.Call}}}, 1},
		"settings are no privilege":       {&facts.Program{Uses: []facts.Use{{Module: "os", Member: "platform", Kind: facts.Call}}}, 0},
		"a harmless function of a module": {&facts.Program{Uses: []facts.Use{{Module: "path", Member: "join", Kind: facts.Call}}}, 0},
	} {
		got := 0
		for _, u := range capabilities(c.p, catalog.Default()) {
			got += u.Privileged
		}
		if got != c.want {
			t.Errorf("%s: %d privileged uses, want %d", name, got, c.want)
		}
	}
}

// A place is a call: what takes the function out of its module to call it in the same file is
// none. It may hand the function on as well, so that it counts as a privilege once.
func TestAPlaceIsACall(t *testing.T) {
	at := func(kind facts.UseKind, file string, line int, args ...facts.Value) facts.Use {
		return facts.Use{Module: "fs", Member: "readFileSync", Kind: kind, Args: args, Where: finding.Location{File: file, Line: line}}
	}
	own := below("extension", "/x.json")
	p := &facts.Program{Uses: []facts.Use{
		at(facts.Reference, "a.js", 1), at(facts.Call, "a.js", 3, own), at(facts.Call, "a.js", 4, own), at(facts.Reference, "b.js", 1),
	}}
	got := capabilities(p, catalog.Default())
	if len(got) != 1 || got[0].Uses != 3 || got[0].Privileged != 1 || got[0].Symbols[0].Uses != 3 || got[0].Symbols[0].First.Line != 3 {
		t.Errorf("%+v", got)
	}
	p.Uses = p.Uses[:3]
	if got := capabilities(p, catalog.Default()); got[0].Uses != 2 || got[0].Privileged != 1 {
		t.Errorf("%+v", got)
	}
}

func TestEscapedModuleIsAllItHolds(t *testing.T) {
	p := &facts.Program{Uses: []facts.Use{{Module: "fs", Kind: facts.Escape}}}
	got := map[catalog.Capability]bool{}
	for _, u := range capabilities(p, catalog.Default()) {
		got[u.Capability] = u.Privileged > 0
	}
	if !got[catalog.FileRead] || !got[catalog.FileWrite] {
		t.Errorf("an escaped fs holds %v", got)
	}
}

func TestBlindFilesThatCanRunMakeItIncomplete(t *testing.T) {
	for reached, want := range map[bool]bool{true: true, false: false} {
		p := &facts.Program{
			Modules:    []facts.Module{{Path: "a.js", Reached: reached}, {Path: "b.js", Reached: true}},
			BlindSpots: []facts.BlindSpot{{File: "a.js", Reason: "it does not parse"}},
		}
		if got := build(t, p, nil, "default").Verdict.Incomplete; got != want {
			t.Errorf("reached %v: incomplete %v", reached, got)
		}
	}
	p := &facts.Program{Modules: []facts.Module{{Path: "a.js"}}, BlindSpots: []facts.BlindSpot{{File: "a.js", Reason: "it does not parse"}}}
	if !build(t, p, nil, "default").Verdict.Incomplete {
		t.Error("where nothing is known to be reached, a blind file counts as out of reach")
	}
	p = &facts.Program{BlindSpots: []facts.BlindSpot{{File: "unlisted.js", Reason: "it does not parse"}}}
	if !build(t, p, nil, "default").Verdict.Incomplete {
		t.Error("a blind file that is not listed counts as out of reach")
	}
}

func TestTextGolden(t *testing.T) {
	for name, r := range samples(t) {
		file := filepath.Join("testdata", name+".txt")
		got := shown(t, r, TextOptions{Verbose: true})
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-golden +got; UPDATE=1 rewrites):\n%s", name, diff)
		}
	}
}

func TestColoursOnlyWhenAsked(t *testing.T) {
	r := build(t, program(), nil, "default")
	plain, colored := shown(t, r, TextOptions{Verbose: true}), shown(t, r, TextOptions{Color: true, Verbose: true})
	if strings.Contains(plain, "\x1b") || !strings.Contains(colored, "\x1b[") {
		t.Error("colours where none were asked for, or none where they were")
	}
	for _, c := range []string{red, yellow, green, bold, dim, reset} {
		colored = strings.ReplaceAll(colored, c, "")
	}
	if diff := cmp.Diff(plain, colored); diff != "" {
		t.Errorf("colours change the text:\n%s", diff)
	}
}

func TestTextNeverPrintsWhatItWasGiven(t *testing.T) {
	r := build(t, program(), nil, "default")
	evil := "\x1b]0;owned\x07\u202e\r\n::error::x"
	r.Subject, r.Extension.ID, r.Extension.Version, r.Code.Why = evil, evil, evil, evil
	r.Verdict.Category, r.Verdict.Because[0].Text = verdict.Category(evil), evil
	r.Findings[0].Message, r.Findings[0].Where.File, r.Findings[0].Check = evil, evil, evil
	r.Code.BlindSpots[0].Reason, r.Code.Capabilities[0].Capability = evil, catalog.Capability(evil)
	for i, line := range strings.Split(shown(t, r, TextOptions{Verbose: true}), "\n") {
		if !escape.IsPrintable(line, 1<<20) || strings.HasPrefix(line, "::") {
			t.Errorf("line %d: %q", i, line)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, r := range samples(f) {
		f.Add(written(f, r))
	}
	f.Add([]byte(`{"reportVersion":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(written(t, r)))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatal(diff)
		}
		for _, line := range strings.Split(shown(t, r, TextOptions{Verbose: true}), "\n") {
			if !escape.IsPrintable(line, 1<<20) {
				t.Fatalf("%q is printed", line)
			}
		}
	})
}
