package checks

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The values of hand-built facts, as the engine writes them.
var (
	unknown = facts.Value{Open: true}
	truth   = alt(facts.Part{Kind: facts.Keyword, Text: "true"})
	falsity = alt(facts.Part{Kind: facts.Keyword, Text: "false"})
	undef   = alt(facts.Part{Kind: facts.Keyword, Text: "undefined"})
)

func lit(s string) facts.Value { return alt(facts.Part{Kind: facts.Literal, Text: s}) }

func alt(parts ...facts.Part) facts.Value {
	return facts.Value{Alts: []facts.Pattern{parts}}
}

func text2(s string) facts.Part { return facts.Part{Kind: facts.Literal, Text: s} }
func root(s string) facts.Part  { return facts.Part{Kind: facts.Root, Text: s} }

var hole = facts.Part{Kind: facts.Unknown}

func items(vs ...facts.Value) facts.Value { return facts.Value{Items: vs} }

func props(kv ...any) facts.Value {
	m := map[string]facts.Value{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i].(string)] = kv[i+1].(facts.Value)
	}
	return facts.Value{Props: m}
}

func use(module, member string, kind facts.UseKind, args ...facts.Value) facts.Use {
	return facts.Use{Module: module, Member: member, Kind: kind, Args: args, Where: finding.Location{File: "a.js", Line: 1, Column: 1}}
}

// rated is what a case expects of a finding.
type rated struct {
	Severity, Paper finding.Severity
	Intent          finding.Intent
	Confidence      finding.Confidence
}

type codeCase struct {
	name string
	use  facts.Use
	want []rated
}

func runCases(t *testing.T, c Check, cases []codeCase) {
	t.Helper()
	for _, k := range cases {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Uses: []facts.Use{k.use}}
		got := runOne(t, c, p)
		if diff := cmp.Diff(k.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k.name, diff)
		}
	}
}

func runOne(t *testing.T, c Check, p *facts.Program) []rated {
	t.Helper()
	var got []rated
	for _, r := range runChecks(t, []Check{c}, Input{Catalog: catalog.Default(), Program: p}) {
		for _, f := range r.Findings {
			if err := f.Validate(); err != nil {
				t.Errorf("finding %+v: %v", f, err)
			}
			if f.Severity > c.Worst || f.PaperSeverity > c.PaperWorst {
				t.Errorf("%s: a finding is worse than %v and %v", c.Name, c.Worst, c.PaperWorst)
			}
			got = append(got, rated{f.Severity, f.PaperSeverity, f.Intent, f.Confidence})
		}
	}
	return got
}

func runChecks(t *testing.T, list []Check, in Input) []Result {
	t.Helper()
	rs, err := Run(t.Context(), list, in)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func TestDynamicProcess(t *testing.T) {
	const cp = "child_process"
	shellLine := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Likely}}
	blindLine := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Heuristic}}
	program := []rated{{finding.Low, finding.Critical, finding.Capability, finding.Heuristic}}
	mixed := alt(text2("git log "), hole)
	runCases(t, codeDynamicProcess, []codeCase{
		{"exec of text and a hole", use(cp, "exec", facts.Call, mixed), shellLine},
		{"exec of nothing known", use(cp, "exec", facts.Call, unknown), blindLine},
		{"exec of a constant", use(cp, "exec", facts.Call, lit("git log")), nil},
		{"exec of one of two constants", use(cp, "exec", facts.Call, facts.Value{Alts: []facts.Pattern{{text2("a")}, {text2("b")}}}), nil},
		{"exec of a constant or something else", use(cp, "exec", facts.Call, facts.Value{Alts: []facts.Pattern{{text2("a")}}, Open: true}),
			shellLine},
		{"execSync of a known folder", use(cp, "execSync", facts.Call, alt(root("extension"), text2("/bin/x"))),
			[]rated{{finding.Low, finding.Critical, finding.Vulnerable, finding.Likely}}},
		{"exec of a setting", use(cp, "exec", facts.Call, alt(facts.Part{Kind: facts.Config, Text: "git.path"})), shellLine},
		{"exec taken as a value", use(cp, "exec", facts.Reference), nil},

		{"spawn of nothing known", use(cp, "spawn", facts.Call, unknown, items(lit("-v"))), program},
		{"spawn of a constant with unknown arguments", use(cp, "spawn", facts.Call, lit("git"), unknown), nil},
		{"spawn of a file of the extension", use(cp, "spawn", facts.Call, alt(root("extension"), text2("/server"))),
			[]rated{{finding.None, finding.Critical, finding.Capability, finding.Likely}}},
		{"spawn with a spread from the first argument on", facts.Use{Module: cp, Member: "spawn", Kind: facts.Call, Spread: true, Where: finding.Location{File: "a.js", Line: 1}}, program},
		{"fork of nothing known", use(cp, "fork", facts.Call, unknown), program},
		{"fork of a file of the extension by text", use(cp, "fork", facts.Call, lit("./server.js")), nil},

		{"spawn with shell: true and an unknown argument", use(cp, "spawn", facts.Call, lit("git"), items(lit("log"), unknown), props("shell", truth)), shellLine},
		{"spawn with shell: true and unknown arguments", use(cp, "spawn", facts.Call, lit("git"), unknown, props("shell", truth)), shellLine},
		{"spawn with shell: true, options second", use(cp, "spawn", facts.Call, mixed, props("shell", truth)), shellLine},
		{"spawn with a shell by name", use(cp, "spawn", facts.Call, mixed, props("shell", lit("/bin/bash"))), shellLine},
		{"spawn with shell: false", use(cp, "spawn", facts.Call, lit("git"), items(unknown), props("shell", falsity)), nil},
		{"spawn with shell undefined", use(cp, "spawn", facts.Call, lit("git"), items(unknown), props("shell", undef)), nil},
		{"spawn with shell: true, all constant", use(cp, "spawn", facts.Call, lit("git"), items(lit("log")), props("shell", truth)),
			[]rated{{finding.None, finding.High, finding.Capability, finding.Confirmed}}},

		{"sh -c", use(cp, "spawn", facts.Call, lit("/bin/sh"), items(lit("-c"), mixed)), shellLine},
		{"cmd.exe /C by its path", use(cp, "execFile", facts.Call, lit(`C:\Windows\System32\CMD.EXE`), items(lit("/d"), lit("/C"), mixed)), shellLine},
		{"powershell -Command", use(cp, "spawn", facts.Call, lit("powershell"), items(lit("-NoProfile"), lit("-Command"), unknown)), blindLine},
		{"sh with a script file", use(cp, "spawn", facts.Call, lit("sh"), items(unknown)), nil},
		{"sh -c of a constant", use(cp, "spawn", facts.Call, lit("sh"), items(lit("-c"), lit("ls"))), nil},
		{"-c of something that is no shell", use(cp, "spawn", facts.Call, lit("git"), items(lit("-c"), unknown)), nil},

		{"exec of a regular expression", use("globals", "RegExp().exec", facts.Call, unknown), nil},
	})
}

func TestDynamicEval(t *testing.T) {
	code := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Heuristic}}
	partly := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Likely}}
	timer := []rated{{finding.Low, finding.High, finding.Vulnerable, finding.Likely}}
	runCases(t, codeDynamicEval, []codeCase{
		{"eval of nothing known", use("globals", "eval", facts.Call, unknown), code},
		{"eval of a constant", use("globals", "eval", facts.Call, lit("1")), nil},
		{"eval handed on", use("globals", "eval", facts.Reference), []rated{{finding.Low, finding.None, finding.Capability, finding.Heuristic}}},
		{"Function handed on, as instanceof does", use("globals", "Function", facts.Reference), nil},
		{"new Function with a built body", use("globals", "Function", facts.New, lit("a"), alt(text2("return "), hole)), partly},
		{"Function called", use("globals", "Function", facts.Call, unknown), code},
		{"new Function of constants", use("globals", "Function", facts.New, lit("a"), lit("return a")), nil},
		{"new Function of nothing", use("globals", "Function", facts.New), nil},
		{"eval with a spread", facts.Use{Module: "globals", Member: "eval", Kind: facts.Call, Spread: true, Where: finding.Location{File: "a.js", Line: 1}}, code},
		{"vm.Script", use("vm", "Script", facts.New, unknown), code},
		{"vm.runInNewContext", use("vm", "runInNewContext", facts.Call, unknown, unknown), code},
		{"vm.runInNewContext of a constant in an unknown context", use("vm", "runInNewContext", facts.Call, lit("1"), unknown), nil},
		{"vm.createContext", use("vm", "createContext", facts.Call, unknown), nil},
		{"setTimeout with built text", use("globals", "setTimeout", facts.Call, alt(text2("f("), hole)), timer},
		{"setInterval with constant text", use("globals", "setInterval", facts.Call, lit("f()")), timer},
		{"setTimeout with a function", use("globals", "setTimeout", facts.Call, facts.Value{Func: true}), nil},
		{"setTimeout with a function or text, nobody knows which", use("globals", "setTimeout", facts.Call, facts.Value{Func: true, Alts: lit("f()").Alts}), nil},
		{"setTimeout with nothing known", use("globals", "setTimeout", facts.Call, unknown), nil},
		{"setTimeout with undefined", use("globals", "setTimeout", facts.Call, undef), nil},
	})
}

func TestSensitivePath(t *testing.T) {
	high := []rated{{finding.High, finding.High, finding.Capability, finding.Likely}}
	onlyRead := []rated{{finding.Low, finding.High, finding.Capability, finding.Likely}}
	runCases(t, codeSensitivePath, []codeCase{
		{"an SSH key in the home", use("fs", "readFileSync", facts.Call, alt(root("home"), text2("/.ssh/id_rsa"))), high},
		{"an SSH key below something", use("fs", "promises.readFile", facts.Call, alt(hole, text2("/.ssh/id_rsa"))),
			[]rated{{finding.Medium, finding.High, finding.Capability, finding.Heuristic}}},
		{"the destination of a copy", use("fs", "copyFileSync", facts.Call, lit("a"), alt(root("home"), text2("/.ssh/authorized_keys"))), high},
		{"reading beside the extension", use("fs", "readFileSync", facts.Call, alt(root("extension"), text2("/../package.json"))), onlyRead},
		{"writing beside the extension", use("fs", "writeFileSync", facts.Call, alt(root("extension"), text2("/../package.json"))), high},
		{"copying from beside the extension", use("fs", "copyFileSync", facts.Call, alt(root("extension"), text2("/../package.json")), lit("a")), onlyRead},
		{"opening a start-up file to read", use("fs", "openSync", facts.Call, alt(root("home"), text2("/.zshrc")), lit("r")), onlyRead},
		{"opening a start-up file, nothing said", use("fs", "openSync", facts.Call, alt(root("home"), text2("/.zshrc"))), onlyRead},
		{"opening a start-up file to append", use("fs", "openSync", facts.Call, alt(root("home"), text2("/.zshrc")), lit("a")), high},
		{"opening a start-up file, nobody knows how", use("fs", "openSync", facts.Call, alt(root("home"), text2("/.zshrc")), unknown), high},
		{"a stream that reads a start-up file", use("fs", "createReadStream", facts.Call, alt(root("home"), text2("/.zshrc")), props("encoding", lit("utf8"))), onlyRead},
		{"a stream that can write one", use("fs", "createReadStream", facts.Call, alt(root("home"), text2("/.zshrc")), props("flags", lit("r+"))), high},
		{"a file of the extension", use("fs", "readFileSync", facts.Call, alt(root("extension"), text2("/.ssh.md"))), nil},
		{"nothing known", use("fs", "readFileSync", facts.Call, unknown), nil},
		{"content that looks like a path", use("fs", "writeFileSync", facts.Call, lit("notes.txt"), lit("~/.ssh/id_rsa")), nil},
	})
}

func TestSensitivePathNamedOnly(t *testing.T) {
	str := func(s string, line int) facts.String {
		return facts.String{Text: s, Where: finding.Location{File: "a.js", Line: line}}
	}
	p := &facts.Program{
		Modules: []facts.Module{{Path: "a.js", Reached: true}},
		Strings: []facts.String{str("~/.ssh/id_rsa", 1), str("~/.ssh/id_ed25519", 2), str("hello", 3)},
	}
	want := []rated{{finding.Low, finding.High, finding.Capability, finding.Heuristic}}
	if diff := cmp.Diff(want, runOne(t, codeSensitivePath, p)); diff != "" {
		t.Errorf("two names of one place in one file (-want +got):\n%s", diff)
	}
	// The text a call was given is the call's finding and not one more.
	p.Uses = []facts.Use{use("fs", "readFileSync", facts.Call, lit("~/.ssh/id_rsa"))}
	want = []rated{{finding.High, finding.High, finding.Capability, finding.Likely}}
	if diff := cmp.Diff(want, runOne(t, codeSensitivePath, p)); diff != "" {
		t.Errorf("named and opened (-want +got):\n%s", diff)
	}
}

func TestWeakCipher(t *testing.T) {
	bad := []rated{{finding.High, finding.High, finding.Vulnerable, finding.Confirmed}}
	old := []rated{{finding.Medium, finding.High, finding.Vulnerable, finding.Confirmed}}
	for name, want := range map[string][]rated{
		"des": bad, "DES-CBC": bad, "desx-cbc": bad, "rc4": bad, "RC4-40": bad, "rc2-40-cbc": bad,
		"des-ede3-cbc": old, "des3": old, "bf-cbc": old, "cast5-cfb": old, "idea-ecb": old,
		"aes-128-cbc": nil, "aes-256-gcm": nil, "chacha20-poly1305": nil, "camellia-256-cbc": nil, "design": nil, "": nil,
	} {
		runCases(t, codeWeakCipher, []codeCase{
			{name, use("crypto", "createCipheriv", facts.Call, lit(name), unknown), want},
			{name + " decrypting", use("crypto", "createDecipheriv", facts.Call, lit(name), unknown), want},
			{name + " as a hash", use("crypto", "createHash", facts.Call, lit(name)), nil},
		})
	}
	runCases(t, codeWeakCipher, []codeCase{
		{"one of two", use("crypto", "createCipheriv", facts.Call, facts.Value{Alts: []facts.Pattern{{text2("aes-256-gcm")}, {text2("des")}}}), bad},
		{"not known", use("crypto", "createCipheriv", facts.Call, unknown), nil},
	})
}

func TestUnreachedCodeIsOneLevelLower(t *testing.T) {
	u := use("child_process", "exec", facts.Call, unknown)
	for _, c := range []struct {
		file, other bool
		want        finding.Severity
		reach       finding.Reach
	}{
		{true, false, finding.Medium, finding.Reached}, {false, true, finding.Low, finding.Unreached},
		// Where no entry is known, nobody can say that a file does not run.
		{false, false, finding.Medium, finding.Reached},
	} {
		p := &facts.Program{
			Modules: []facts.Module{{Path: "a.js", Reached: c.file}, {Path: "b.js", Reached: c.other}},
			Uses:    []facts.Use{u},
		}
		if got := runOne(t, codeDynamicProcess, p)[0].Severity; got != c.want {
			t.Errorf("reached %v, another file %v: %v, want %v", c.file, c.other, got, c.want)
		}
		rs := runChecks(t, []Check{codeDynamicProcess}, Input{Catalog: catalog.Default(), Program: p})
		if got := rs[0].Findings[0].Reach; got != c.reach {
			t.Errorf("reached %v, another file %v: %q, want %q", c.file, c.other, got, c.reach)
		}
	}
}

// Every finding in code says whether the code can run, whoever wrote the check;
// what is not about code does not.
func TestEveryFindingInCodeHasItsReach(t *testing.T) {
	p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}, {Path: "b.js"}}}
	c := Check{Name: "x", Run: func(context.Context, Input) []finding.Finding {
		return []finding.Finding{
			{Message: "1", Where: finding.Location{File: "a.js"}}, {Message: "2", Where: finding.Location{File: "b.js"}},
			{Message: "3", Where: finding.Location{File: "package.json"}}, {Message: "4"},
		}
	}}
	for program, want := range map[*facts.Program][]finding.Reach{
		p: {finding.NoCode, finding.Reached, finding.Unreached, finding.NoCode}, nil: {"", "", "", ""},
	} {
		var got []finding.Reach
		for _, f := range runChecks(t, []Check{c}, Input{Program: program})[0].Findings {
			got = append(got, f.Reach)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestProvenanceFollowsNodeModules(t *testing.T) {
	u := use("child_process", "exec", facts.Call, unknown)
	for dep, want := range map[string]finding.Provenance{"": finding.UnknownProvenance, "left-pad": finding.ThirdPartyUnverified} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true, Dependency: dep}}, Uses: []facts.Use{u}}
		rs := runChecks(t, []Check{codeDynamicProcess}, Input{Catalog: catalog.Default(), Program: p})
		if got := rs[0].Findings[0].Provenance; got != want {
			t.Errorf("dependency %q: %v, want %v", dep, got, want)
		}
	}
}

func TestHostileTextIsPrintable(t *testing.T) {
	evil := "\x1b[2J\u202e\n::error::x" + string(make([]byte, 5000))
	p := &facts.Program{Uses: []facts.Use{
		use("child_process", "exec", facts.Call, alt(text2(evil), hole)),
		use("globals", "eval", facts.Call, alt(text2(evil), hole)),
		use("fs", "readFileSync", facts.Call, alt(root("home"), text2("/.ssh/"+evil))),
	}}
	n := 0
	for _, r := range runChecks(t, All(), Input{Catalog: catalog.Default(), Program: p}) {
		for _, f := range r.Findings {
			n++
			if err := f.Validate(); err != nil {
				t.Errorf("%q: %v", f.Message, err)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d findings, want 3", n)
	}
}

// Even a check that forgets to quote cannot get text through as it was.
func TestMessagesArePrintableWhateverTheCheck(t *testing.T) {
	careless := Check{Name: "x", Module: finding.CodeModule, Run: func(context.Context, Input) []finding.Finding {
		return []finding.Finding{{Message: "\x1b[31m\n"}}
	}}
	if got := runChecks(t, []Check{careless}, Input{})[0].Findings[0].Message; got != `\x1b[31m\n` {
		t.Errorf("the message is %q", got)
	}
}

func TestSkippedIsNotNothing(t *testing.T) {
	for _, r := range runChecks(t, All(), Input{Catalog: catalog.Default()}) {
		if r.State != Skipped || r.Why == "" {
			t.Errorf("%s without input is %q because %q", r.Check.Name, r.State, r.Why)
		}
	}
	for _, r := range runChecks(t, []Check{codeDynamicEval}, Input{Catalog: catalog.Default(), Program: &facts.Program{}}) {
		if r.State != Nothing {
			t.Errorf("an empty program is %q", r.State)
		}
	}
}

func TestTooManyFindingsKeepTheWorst(t *testing.T) {
	var us []facts.Use
	for i := range MaxFindings + 500 {
		u := use("globals", "eval", facts.Reference)
		u.Where.Line = i + 1
		us = append(us, u)
	}
	worst := use("globals", "eval", facts.Call, unknown)
	worst.Where.File = "z.js"
	us = append(us, worst)
	r := runChecks(t, []Check{codeDynamicEval}, Input{Catalog: catalog.Default(), Program: &facts.Program{Uses: us}})[0]
	if len(r.Findings) != MaxFindings || r.Dropped != 501 || r.Findings[0].Where.File != "z.js" {
		t.Errorf("kept %d, dropped %d, first in %s", len(r.Findings), r.Dropped, r.Findings[0].Where.File)
	}
}

func TestRunStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, All(), Input{}); err == nil {
		t.Error("a cancelled run gave an answer")
	}
}

func ExampleCheck_Title() {
	c, _ := ByName("code_dynamic_eval")
	fmt.Println(c.Title())
	// Output: text becomes code at run time
}
