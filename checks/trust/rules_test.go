package trust

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

func TestOldestMinor(t *testing.T) {
	for engine, want := range map[string]int{
		"^1.90.0": 90, "1.56.0": 56, "~1.5.0": 5, ">=1.132.0": 132, "^1.60.0-insider": 60, "1.x": 0, "^1.70": 70, "1.70.x": 70, "*": 0,
		"0.10.x":    0,
		" ^1.90.0 ": 90, "": -1, "latest": -1, "^2.0.0": -1, "<1.50.0": -1, ">=1.40.0 <2.0.0": -1, "^1." + strings.Repeat("9", 50): -1,
		"^1.9999999.0": -1,
	} {
		got, ok := oldestMinor(engine)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %d, want %d", engine, got, want)
		}
	}
}

func TestWantsTrust(t *testing.T) {
	for when, want := range map[string]bool{
		"isWorkspaceTrusted": true, "isWorkspaceTrusted && editorFocus": true, "a || (isWorkspaceTrusted)": true,
		"isWorkspaceTrusted == true": true,
		"!isWorkspaceTrusted":        false, "! isWorkspaceTrusted": false, "!(isWorkspaceTrusted)": false, "isWorkspaceTrusted == false": false,
		"!isWorkspaceTrusted || isWorkspaceTrusted && x": true, "": false, "editorFocus": false, "isWorkspaceTrusted != true": false,
	} {
		if got := wantsTrust(when); got != want {
			t.Errorf("%q: %t", when, got)
		}
	}
}

func TestGuardsAndTheirSafeValues(t *testing.T) {
	for id, want := range map[string]bool{
		"security.workspace.trust.enabled": true, "security.workspace.trust.untrustedFiles": true, "extensions.supportUntrustedWorkspaces": true,
		"task.allowInUntrustedWorkspace": true, "chat.tools.autoApprove": true, "chat.tools.global.autoApprove": true,
		"chat.tools.terminal.autoApprove":             true,
		"security.promptForLocalFileProtocolHandling": false, "chat.tools.eligible": false,
		"toy.autoApprove": true, "toy.approved": false, "autoApprove": false,
		"security.workspace.trust.?":  false,
		"?.allowInUntrustedWorkspace": false, "see security.workspace.trust.enabled": false, "extensions.supportVirtualWorkspaces": false,
	} {
		if got := guards(id); got != want {
			t.Errorf("%s: %t", id, got)
		}
	}
	for _, c := range []struct {
		id, value string
		want      bool
	}{
		{"security.workspace.trust.enabled", "true", true}, {"security.workspace.trust.enabled", "false", false},
		{"security.workspace.trust.enabled", "undefined", true},
		{"security.workspace.trust.untrustedFiles", "open", false}, {"security.workspace.trust.untrustedFiles", `"prompt"`, true},
		{"security.workspace.trust.emptyWindow", "true", false}, {"security.workspace.trust.emptyWindow", "false", true},
		{"security.workspace.trust.banner", "never", false}, {"security.workspace.trust.startupPrompt", "never", false},
		{"chat.tools.autoApprove", "true", false}, {"chat.tools.autoApprove", "false", true},
		{"chat.tools.terminal.autoApprove", `{"rm": true}`, false},
	} {
		if got := harmless(c.id, c.value); got != c.want {
			t.Errorf("%s = %s: %t", c.id, c.value, got)
		}
	}
	if got := guardIn("{\n  \"a\": 1,\n  \"security.workspace.trust.enabled\": false\n}"); got != "security.workspace.trust.enabled" {
		t.Errorf("found %q", got)
	}
}

// What is proposed promises no more than the facts show.
func TestAnswers(t *testing.T) {
	config := func(id string) facts.Value { return checktest.Alt(facts.Part{Kind: facts.Config, Text: id}) }
	const settings = `, "main": "x.js", "contributes": {"configuration": {"properties": {"x.path": {}, "x.args": {}, "x.home": {"scope": ` +
		`"machine"}}}}`
	for _, c := range []struct {
		name  string
		uses  []facts.Use
		blind bool
		file  bool
		want  any
		list  []string
		// unseen is an answer that nobody is told to give.
		unseen bool
	}{
		{name: "nothing", want: true},
		{name: "nothing that could be seen", blind: true, want: false, unseen: true},
		{name: "a setting names the program", uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, config("x.path"))},
			want: "limited", list: []string{"x.path"}},
		{name: "and its arguments",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, config("x.path"),
				checktest.Items(config("x.args"), checktest.Lit("-v")))}, want: "limited", list: []string{"x.args", "x.path"}},
		{name: "but part could not be seen", blind: true,
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, config("x.path"))}, want: false, unseen: true},
		{name: "part could not be seen, and what was is enough", blind: true,
			uses: []facts.Use{checktest.Use("child_process", "exec", facts.Call, checktest.Unknown)}, want: false},
		{name: "a setting, with a default",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, facts.Value{Alts: config("x.path").Alts, Open: true})},
			want: "limited", list: []string{"x.path"}},
		{name: "a setting or a file",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, facts.Value{Alts: config("x.path").Alts, Open: true})},
			file: true, want: false},
		{name: "a setting or a hole",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call,
				facts.Value{Alts: []facts.Pattern{config("x.path").Alts[0], {checktest.Hole}}})}, want: false},
		{name: "taken out and called",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Reference),
				checktest.Use("child_process", "execFile", facts.Call, config("x.path"))}, want: "limited", list: []string{"x.path"}},
		{name: "a setting here, anything there",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, config("x.path")),
				checktest.Use("child_process", "exec", facts.Call, checktest.Unknown)}, want: false},
		{name: "a setting only the user sets", uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, config("x.home"))},
			want: true},
		{name: "a program that reads the workspace",
			uses: []facts.Use{checktest.Use("child_process", "execFile", facts.Call, checktest.Lit("make"))}, want: false},
		{name: "a file of its own",
			uses: []facts.Use{checktest.Use("child_process", "fork", facts.Call,
				checktest.Alt(checktest.Root("extension"), checktest.Text("/server.js")))}, want: true},
		{name: "constant code", uses: []facts.Use{checktest.Use("globals", "Function", facts.Call, checktest.Lit("return this"))}, want: true},
		{name: "any code", uses: []facts.Use{checktest.Use("globals", "eval", facts.Call, checktest.Unknown)}, want: false},
		{name: "exec handed on", uses: []facts.Use{checktest.Use("child_process", "exec", facts.Reference)}, want: false},
		{name: "a module of any name",
			uses: []facts.Use{checktest.Use("module", "require", facts.Call, checktest.Unknown)}, want: false, unseen: true},
		{name: "a file of its own, loaded by a name that is put together",
			uses: []facts.Use{checktest.Use("module", "require", facts.Call, checktest.Alt(checktest.Text("./lang/"), checktest.Hole))}, want: true},
		{name: "something of a module that starts programs",
			uses: []facts.Use{checktest.Use("child_process", "?", facts.Call)}, want: false},
		{name: "something of a module that starts none", uses: []facts.Use{checktest.Use("path", "?", facts.Call)}, want: true},
		{name: "reading files", uses: []facts.Use{checktest.Use("fs", "readFileSync", facts.Call, checktest.Unknown)}, want: true},
	} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Uses: c.uses}
		if c.blind {
			p.BlindSpots = []facts.BlindSpot{{File: "b.js", Reason: "too large"}}
		}
		if c.file {
			p.Flows = []facts.Flow{
				{Source: facts.Source{Kind: facts.FromFile}, Sink: facts.Sink{Kind: facts.ToProcess, Module: "child_process", Member: "execFile"}},
			}
		}
		got := answerOf(check.Input{Catalog: catalog.Default(), Manifest: checktest.Manifest(t, settings, nil), Program: p})
		if got.level != c.want || got.why == "" || got.level != true && !got.unseen && got.text == "" || got.unseen != c.unseen {
			t.Errorf("%s: %+v, want %v", c.name, got, c.want)
		}
		if diff := cmp.Diff(c.list, got.settings); got.level == "limited" && diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	if got := answerOf(
		check.Input{Catalog: catalog.Default(), Manifest: checktest.Manifest(t, settings, nil)},
	); got.level != false ||
		!got.unseen {
		t.Errorf("without facts: %+v", got)
	}
}

// Nobody is told what to declare for code that was not seen: an author who did as the
// scan of an unbuilt tree said was told the opposite by the scan of the built one.
func TestNoAdviceForCodeThatWasNotSeen(t *testing.T) {
	m := checktest.Manifest(t, `, "main": "out/main.js"`, nil)
	limited := checktest.Manifest(t, `, "main": "out/main.js", "capabilities": {"untrustedWorkspaces": {"supported": "limited"}}`, nil)
	whole := &facts.Program{BlindSpots: []facts.BlindSpot{{Reason: "it is not built"}}}
	if got := runTrustUndeclared(t.Context(), check.Input{Manifest: m, Program: whole, Catalog: catalog.Default()}); len(got) == 0 ||
		!strings.Contains(got[0].Fix.Text, " the code could not be seen in full") {
		t.Errorf("of no file alone: %+v", got)
	}
	for _, seen := range []bool{true, false} {
		p := &facts.Program{Modules: []facts.Module{{Path: "src/main.ts", Reached: true}}}
		if !seen {
			p.BlindSpots = []facts.BlindSpot{{File: "out/main.js", Reason: "it is not built"}}
		}
		for _, in := range []check.Input{{Manifest: m, Program: p}, {Manifest: limited, Program: p}} {
			in.Catalog = catalog.Default()
			for _, f := range append(runTrustUndeclared(t.Context(), in), runTrustLimitedInName(t.Context(), in)...) {
				if advised := len(f.Fix.Edits) > 0; advised != seen {
					t.Errorf("seen %t: %+v", seen, f.Fix)
				}
				if !seen && !strings.Contains(f.Fix.Text, `"out/main.js" could not be seen in full`) {
					t.Errorf("the reason is not said: %q", f.Fix.Text)
				}
			}
		}
	}
}

// Where a setting decides what runs, nobody is told that none does: also where the manifest does not
// declare it, so that another check names it and no list can.
func TestTheReasonNamesTheSetting(t *testing.T) {
	program := func(source facts.Source) *facts.Program {
		return &facts.Program{
			Modules: []facts.Module{{Path: "a.js", Reached: true}},
			Uses:    []facts.Use{checktest.Use("child_process", "execFile", facts.Call, checktest.Unknown)},
			Flows: []facts.Flow{{Source: source, Sink: facts.Sink{
				Kind: facts.ToProcess, Module: "child_process", Member: "execFile",
			}}},
		}
	}
	for name, c := range map[string]struct {
		source facts.Source
		want   string
	}{
		"a setting that is not declared": {facts.Source{Kind: facts.FromSetting, What: "v.gitPath"}, `, not from "v.gitPath" alone`},
		"no setting":                     {facts.Source{Kind: facts.FromFile}, ": no setting alone decides it"},
	} {
		m := checktest.Manifest(t, `, "main": "x.js"`, nil)
		got := answerOf(check.Input{Catalog: catalog.Default(), Manifest: m, Program: program(c.source)})
		if !strings.HasSuffix(got.why, c.want) {
			t.Errorf("%s: %q does not end in %q", name, got.why, c.want)
		}
	}
}
