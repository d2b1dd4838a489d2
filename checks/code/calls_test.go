package code

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestDynamicProcess(t *testing.T) {
	const cp = "child_process"
	shellLine := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Likely}}
	blindLine := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Heuristic}}
	program := []rated{{finding.Low, finding.Critical, finding.Capability, finding.Heuristic}}
	mixed := checktest.Alt(checktest.Text("git log "), checktest.Hole)
	runCases(t, codeDynamicProcess, []codeCase{
		{"exec of text and a hole", checktest.Use(cp, "exec", facts.Call, mixed), shellLine},
		{"exec of nothing known", checktest.Use(cp, "exec", facts.Call, checktest.Unknown), blindLine},
		{"exec of a constant", checktest.Use(cp, "exec", facts.Call, checktest.Lit("git log")), nil},
		{
			"exec of one of two constants",
			checktest.Use(cp, "exec", facts.Call, facts.Value{Alts: []facts.Pattern{{checktest.Text("a")}, {checktest.Text("b")}}}),
			nil,
		},
		{
			"exec of a constant or something else",
			checktest.Use(cp, "exec", facts.Call, facts.Value{Alts: []facts.Pattern{{checktest.Text("a")}}, Open: true}),
			shellLine,
		},
		{
			"execSync of a known folder",
			checktest.Use(cp, "execSync", facts.Call, checktest.Alt(checktest.Root("extension"), checktest.Text("/bin/x"))),
			[]rated{{finding.Low, finding.Critical, finding.Vulnerable, finding.Likely}},
		},
		{"exec of a setting", checktest.Use(cp, "exec", facts.Call, checktest.Alt(facts.Part{Kind: facts.Config, Text: "git.path"})), shellLine},
		{"exec taken as a value", checktest.Use(cp, "exec", facts.Reference), nil},

		{"spawn of nothing known", checktest.Use(cp, "spawn", facts.Call, checktest.Unknown, checktest.Items(checktest.Lit("-v"))), program},
		{"spawn of a constant with unknown arguments", checktest.Use(cp, "spawn", facts.Call, checktest.Lit("git"), checktest.Unknown), nil},
		{
			"spawn of a file of the extension",
			checktest.Use(cp, "spawn", facts.Call, checktest.Alt(checktest.Root("extension"), checktest.Text("/server"))),
			[]rated{{finding.None, finding.Critical, finding.Capability, finding.Likely}},
		},
		{
			"spawn with a spread from the first argument on",
			facts.Use{Module: cp, Member: "spawn", Kind: facts.Call, Spread: true, Where: finding.Location{File: "a.js", Line: 1}},
			program,
		},
		{"fork of nothing known", checktest.Use(cp, "fork", facts.Call, checktest.Unknown), program},
		{"fork of a file of the extension by text", checktest.Use(cp, "fork", facts.Call, checktest.Lit("./server.js")), nil},

		{
			"spawn with shell: true and an unknown argument",
			checktest.Use(
				cp,
				"spawn",
				facts.Call,
				checktest.Lit("git"),
				checktest.Items(checktest.Lit("log"), checktest.Unknown),
				checktest.Props("shell", checktest.Truth),
			),
			shellLine,
		},
		{
			"spawn with shell: true and unknown arguments",
			checktest.Use(cp, "spawn", facts.Call, checktest.Lit("git"), checktest.Unknown, checktest.Props("shell", checktest.Truth)),
			shellLine,
		},
		{
			"spawn with shell: true, options second",
			checktest.Use(cp, "spawn", facts.Call, mixed, checktest.Props("shell", checktest.Truth)),
			shellLine,
		},
		{
			"spawn with a shell by name",
			checktest.Use(cp, "spawn", facts.Call, mixed, checktest.Props("shell", checktest.Lit("/bin/bash"))),
			shellLine,
		},
		{
			"spawn with shell: false",
			checktest.Use(
				cp,
				"spawn",
				facts.Call,
				checktest.Lit("git"),
				checktest.Items(checktest.Unknown),
				checktest.Props("shell", checktest.Falsity),
			),
			nil,
		},
		{
			"spawn with shell undefined",
			checktest.Use(
				cp,
				"spawn",
				facts.Call,
				checktest.Lit("git"),
				checktest.Items(checktest.Unknown),
				checktest.Props("shell", checktest.Undef),
			),
			nil,
		},
		{
			"spawn with shell: true, all constant",
			checktest.Use(
				cp,
				"spawn",
				facts.Call,
				checktest.Lit("git"),
				checktest.Items(checktest.Lit("log")),
				checktest.Props("shell", checktest.Truth),
			),
			[]rated{{finding.None, finding.High, finding.Capability, finding.Confirmed}},
		},

		{"sh -c", checktest.Use(cp, "spawn", facts.Call, checktest.Lit("/bin/sh"), checktest.Items(checktest.Lit("-c"), mixed)), shellLine},
		{
			"cmd.exe /C by its path",
			checktest.Use(
				cp,
				"execFile",
				facts.Call,
				checktest.Lit(`C:\Windows\System32\CMD.EXE`),
				checktest.Items(checktest.Lit("/d"), checktest.Lit("/C"), mixed),
			),
			shellLine,
		},
		{
			"powershell -Command",
			checktest.Use(
				cp,
				"spawn",
				facts.Call,
				checktest.Lit("powershell"),
				checktest.Items(checktest.Lit("-NoProfile"), checktest.Lit("-Command"), checktest.Unknown),
			),
			blindLine,
		},
		{"sh with a script file", checktest.Use(cp, "spawn", facts.Call, checktest.Lit("sh"), checktest.Items(checktest.Unknown)), nil},
		{
			"sh -c of a constant",
			checktest.Use(cp, "spawn", facts.Call, checktest.Lit("sh"), checktest.Items(checktest.Lit("-c"), checktest.Lit("ls"))),
			nil,
		},
		{
			"-c of something that is no shell",
			checktest.Use(cp, "spawn", facts.Call, checktest.Lit("git"), checktest.Items(checktest.Lit("-c"), checktest.Unknown)),
			nil,
		},

		{"exec of a regular expression", checktest.Use("globals", "RegExp().exec", facts.Call, checktest.Unknown), nil},
	})
}

func TestDynamicEval(t *testing.T) {
	code := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Heuristic}}
	partly := []rated{{finding.Medium, finding.Critical, finding.Vulnerable, finding.Likely}}
	timer := []rated{{finding.Low, finding.High, finding.Vulnerable, finding.Likely}}
	runCases(t, codeDynamicEval, []codeCase{
		{"eval of nothing known", checktest.Use("globals", "eval", facts.Call, checktest.Unknown), code},
		{"eval of a constant", checktest.Use("globals", "eval", facts.Call, checktest.Lit("1")), nil},
		{
			"eval handed on",
			checktest.Use("globals", "eval", facts.Reference),
			[]rated{{finding.Low, finding.None, finding.Capability, finding.Heuristic}},
		},
		{"Function handed on, as instanceof does", checktest.Use("globals", "Function", facts.Reference), nil},
		{
			"new Function with a built body",
			checktest.Use("globals", "Function", facts.New, checktest.Lit("a"), checktest.Alt(checktest.Text("return "), checktest.Hole)),
			partly,
		},
		{"Function called", checktest.Use("globals", "Function", facts.Call, checktest.Unknown), code},
		{"new Function of constants", checktest.Use("globals", "Function", facts.New, checktest.Lit("a"), checktest.Lit("return a")), nil},
		{"new Function of nothing", checktest.Use("globals", "Function", facts.New), nil},
		{
			"eval with a spread",
			facts.Use{Module: "globals", Member: "eval", Kind: facts.Call, Spread: true, Where: finding.Location{File: "a.js", Line: 1}},
			code,
		},
		{"vm.Script", checktest.Use("vm", "Script", facts.New, checktest.Unknown), code},
		{"vm.runInNewContext", checktest.Use("vm", "runInNewContext", facts.Call, checktest.Unknown, checktest.Unknown), code},
		{
			"vm.runInNewContext of a constant in an unknown context",
			checktest.Use("vm", "runInNewContext", facts.Call, checktest.Lit("1"), checktest.Unknown),
			nil,
		},
		{"vm.createContext", checktest.Use("vm", "createContext", facts.Call, checktest.Unknown), nil},
		{
			"setTimeout with built text",
			checktest.Use("globals", "setTimeout", facts.Call, checktest.Alt(checktest.Text("f("), checktest.Hole)),
			timer,
		},
		{"setInterval with constant text", checktest.Use("globals", "setInterval", facts.Call, checktest.Lit("f()")), timer},
		{"setTimeout with a function", checktest.Use("globals", "setTimeout", facts.Call, facts.Value{Func: true}), nil},
		{
			"setTimeout with a function or text, nobody knows which",
			checktest.Use("globals", "setTimeout", facts.Call, facts.Value{Func: true, Alts: checktest.Lit("f()").Alts}),
			nil,
		},
		{"setTimeout with nothing known", checktest.Use("globals", "setTimeout", facts.Call, checktest.Unknown), nil},
		{"setTimeout with undefined", checktest.Use("globals", "setTimeout", facts.Call, checktest.Undef), nil},
	})
}

func TestSensitivePath(t *testing.T) {
	high := []rated{{finding.High, finding.High, finding.Capability, finding.Likely}}
	onlyRead := []rated{{finding.Low, finding.High, finding.Capability, finding.Likely}}
	runCases(t, codeSensitivePath, []codeCase{
		{
			"an SSH key in the home",
			checktest.Use("fs", "readFileSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.ssh/id_rsa"))),
			high,
		},
		{
			"an SSH key below something",
			checktest.Use("fs", "promises.readFile", facts.Call, checktest.Alt(checktest.Hole, checktest.Text("/.ssh/id_rsa"))),
			[]rated{{finding.Medium, finding.High, finding.Capability, finding.Heuristic}},
		},
		{
			"the destination of a copy",
			checktest.Use(
				"fs",
				"copyFileSync",
				facts.Call,
				checktest.Lit("a"),
				checktest.Alt(checktest.Root("home"), checktest.Text("/.ssh/authorized_keys")),
			),
			high,
		},
		{
			"reading beside the extension",
			checktest.Use("fs", "readFileSync", facts.Call, checktest.Alt(checktest.Root("extension"), checktest.Text("/../package.json"))),
			onlyRead,
		},
		{
			"writing beside the extension",
			checktest.Use("fs", "writeFileSync", facts.Call, checktest.Alt(checktest.Root("extension"), checktest.Text("/../package.json"))),
			high,
		},
		{
			"copying from beside the extension",
			checktest.Use(
				"fs",
				"copyFileSync",
				facts.Call,
				checktest.Alt(checktest.Root("extension"), checktest.Text("/../package.json")),
				checktest.Lit("a"),
			),
			onlyRead,
		},
		{
			"opening a start-up file to read",
			checktest.Use("fs", "openSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc")), checktest.Lit("r")),
			onlyRead,
		},
		{
			"opening a start-up file, nothing said",
			checktest.Use("fs", "openSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc"))),
			onlyRead,
		},
		{
			"opening a start-up file to append",
			checktest.Use("fs", "openSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc")), checktest.Lit("a")),
			high,
		},
		{
			"opening a start-up file, nobody knows how",
			checktest.Use("fs", "openSync", facts.Call, checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc")), checktest.Unknown),
			high,
		},
		{
			"a stream that reads a start-up file",
			checktest.Use(
				"fs",
				"createReadStream",
				facts.Call,
				checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc")),
				checktest.Props("encoding", checktest.Lit("utf8")),
			),
			onlyRead,
		},
		{
			"a stream that can write one",
			checktest.Use(
				"fs",
				"createReadStream",
				facts.Call,
				checktest.Alt(checktest.Root("home"), checktest.Text("/.zshrc")),
				checktest.Props("flags", checktest.Lit("r+")),
			),
			high,
		},
		{
			"a file of the extension",
			checktest.Use("fs", "readFileSync", facts.Call, checktest.Alt(checktest.Root("extension"), checktest.Text("/.ssh.md"))),
			nil,
		},
		{"nothing known", checktest.Use("fs", "readFileSync", facts.Call, checktest.Unknown), nil},
		{
			"content that looks like a path",
			checktest.Use("fs", "writeFileSync", facts.Call, checktest.Lit("notes.txt"), checktest.Lit("~/.ssh/id_rsa")),
			nil,
		},
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
	p.Uses = []facts.Use{checktest.Use("fs", "readFileSync", facts.Call, checktest.Lit("~/.ssh/id_rsa"))}
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
			{name, checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Lit(name), checktest.Unknown), want},
			{name + " decrypting", checktest.Use("crypto", "createDecipheriv", facts.Call, checktest.Lit(name), checktest.Unknown), want},
			{name + " as a hash", checktest.Use("crypto", "createHash", facts.Call, checktest.Lit(name)), nil},
		})
	}
	runCases(t, codeWeakCipher, []codeCase{
		{
			"one of two",
			checktest.Use(
				"crypto",
				"createCipheriv",
				facts.Call,
				facts.Value{Alts: []facts.Pattern{{checktest.Text("aes-256-gcm")}, {checktest.Text("des")}}},
			),
			bad,
		},
		{"not known", checktest.Use("crypto", "createCipheriv", facts.Call, checktest.Unknown), nil},
	})
}

func TestUnreachedCodeIsOneLevelLower(t *testing.T) {
	u := checktest.Use("child_process", "exec", facts.Call, checktest.Unknown)
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
		rs := checktest.Run(t, []check.Check{codeDynamicProcess}, check.Input{Catalog: catalog.Default(), Program: p})
		if got := rs[0].Findings[0].Reach; got != c.reach {
			t.Errorf("reached %v, another file %v: %q, want %q", c.file, c.other, got, c.reach)
		}
	}
}

func TestProvenanceFollowsNodeModules(t *testing.T) {
	u := checktest.Use("child_process", "exec", facts.Call, checktest.Unknown)
	for dep, want := range map[string]finding.Provenance{"": finding.UnknownProvenance, "left-pad": finding.ThirdPartyUnverified} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true, Dependency: dep}}, Uses: []facts.Use{u}}
		rs := checktest.Run(t, []check.Check{codeDynamicProcess}, check.Input{Catalog: catalog.Default(), Program: p})
		if got := rs[0].Findings[0].Provenance; got != want {
			t.Errorf("dependency %q: %v, want %v", dep, got, want)
		}
	}
}
