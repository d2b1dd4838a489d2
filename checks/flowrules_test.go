package checks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// rated is what a case expects of a finding.
type rated struct {
	Severity, Paper finding.Severity
	Intent          finding.Intent
	Confidence      finding.Confidence
}

func place(line int) finding.Location {
	return finding.Location{File: "a.js", Line: line, Column: 1}
}

// flowFrom makes a flow of some steps from line 1 to a line.
func flowFrom(kind facts.SourceKind, what string, sink facts.SinkKind, role facts.SinkRole, line int) facts.Flow {
	return facts.Flow{
		Source: facts.Source{Kind: kind, What: what, Where: place(1)},
		Sink:   facts.Sink{Kind: sink, Module: "m", Member: "f", Role: role, Where: place(line)},
		Steps:  []finding.Step{{Where: place(1), Message: "begins"}, {Where: place(line), Message: "ends"}},
	}
}

func guarded(f facts.Flow) facts.Flow {
	f.Guarded = true
	return f
}

func long(f facts.Flow, n int) facts.Flow {
	for len(f.Steps) < n {
		f.Steps = append(f.Steps[:1:1], f.Steps...)
	}
	return f
}

// judged runs all checks of flows and says what they find: "check severity".
func judged(t *testing.T, m *extension.Manifest, flows ...facts.Flow) []string {
	t.Helper()
	p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Flows: flows}
	var out []string
	for _, f := range flowFindings(t, m, p) {
		out = append(out, fmt.Sprintf("%s %v", f.Check, f.Severity))
	}
	return out
}

func flowFindings(t *testing.T, m *extension.Manifest, p *facts.Program) []finding.Finding {
	t.Helper()
	var out []finding.Finding
	for _, r := range checktest.Run(t, flowChecks(), Input{Catalog: catalog.Default(), Manifest: m, Program: p}) {
		for _, f := range r.Findings {
			if err := f.Validate(); err != nil {
				t.Errorf("%+v: %v", f, err)
			}
			if f.Severity > r.Check.Worst {
				t.Errorf("%s: %v is worse than its worst", f.Check, f.Severity)
			}
			out = append(out, f)
		}
	}
	return out
}

const flowSettings = `, "main": "a.js", "contributes": {"configuration": {"properties": {
	"x.tool": {}, "x.over": {"scope": "machine-overridable"}, "x.home": {"scope": "machine"}, "x.app": {"scope": "application"},
	"x.held": {"type": "string"}, "x.switch": {"type": "boolean"}
}}}`

const (
	yes     = `{"supported": true}`
	no      = `{"supported": false, "description": "d"}`
	limited = `{"supported": "limited", "description": "d", "restrictedConfigurations": ["x.held"]}`
)

func TestWhoMaySetASetting(t *testing.T) {
	for _, c := range []struct {
		trust, id string
		want      workspacetrust.Setter
	}{
		{yes, "x.tool", workspacetrust.AnyWorkspace},
		{yes, "x.over", workspacetrust.AnyWorkspace},
		{yes, "x.held", workspacetrust.AnyWorkspace},
		{yes, "x.home", workspacetrust.UserOnly},
		{yes, "x.app", workspacetrust.UserOnly},
		{limited, "x.tool", workspacetrust.AnyWorkspace},
		{limited, "x.held", workspacetrust.TrustedWorkspace},
		{limited, "x.home", workspacetrust.UserOnly},
		{no, "x.tool", workspacetrust.TrustedWorkspace},
		{no, "x.home", workspacetrust.UserOnly},
		// Nobody declares it: VS Code hands it out as it stands.
		{yes, "x.hidden", workspacetrust.AnyWorkspace},
		{limited, "x.hidden", workspacetrust.AnyWorkspace},
		{no, "x.hidden", workspacetrust.TrustedWorkspace},
		// Others'.
		{yes, "y.tool", workspacetrust.SomeWorkspace},
		{yes, "x.?", workspacetrust.SomeWorkspace},
		{yes, "?", workspacetrust.SomeWorkspace},
		{yes, "git.path", workspacetrust.UserOnly},
		{yes, "git.pathology", workspacetrust.SomeWorkspace},
		{yes, "http.proxy", workspacetrust.UserOnly},
		{yes, "httpx.proxy", workspacetrust.SomeWorkspace},
	} {
		if got := workspacetrust.SetterOf(checktest.Manifest(t, flowSettings+checktest.Trust(c.trust), nil), c.id); got != c.want {
			t.Errorf("%s of %s: %d, want %d", c.id, c.trust, got, c.want)
		}
	}
}

func TestSettingsAreJudgedByTrust(t *testing.T) {
	shell := func(id string) facts.Flow { return flowFrom(facts.FromSetting, id, facts.ToShell, facts.AsCommand, 5) }
	of := func(sink facts.SinkKind, role facts.SinkRole) facts.Flow {
		return flowFrom(facts.FromSetting, "x.tool", sink, role, 5)
	}
	for _, c := range []struct {
		name, trust string
		flow        facts.Flow
		want        []string
	}{
		{"a shell", yes, shell("x.tool"), []string{"trust_setting_to_command critical"}},
		{"limited, and not restricted", limited, shell("x.tool"), []string{"trust_setting_to_command critical"}},
		{"restricted", limited, shell("x.held"), nil},
		{"the list counts for nothing beside true", yes, shell("x.held"), []string{"trust_setting_to_command critical"}},
		{"of the machine", yes, shell("x.home"), nil},
		{"not run untrusted", no, shell("x.tool"), []string{"trust_setting_to_command low"}},
		{"not run untrusted, of the machine", no, shell("x.home"), nil},
		{"guarded", yes, guarded(shell("x.tool")), nil},
		{"another's", yes, shell("y.tool"), []string{"trust_setting_to_command medium"}},
		{"another's, which VS Code keeps", yes, shell("git.path"), nil},
		{"far", yes, long(shell("x.tool"), dataflow.Far+1), []string{"trust_setting_to_command low"}},
		{"as far as may be", yes, long(shell("x.tool"), dataflow.Far), []string{"trust_setting_to_command critical"}},
		{"a shell's arguments", yes, of(facts.ToShell, facts.AsArgs), []string{"trust_setting_to_command critical"}},
		{"a program", yes, of(facts.ToProcess, facts.AsCommand), []string{"trust_setting_to_command critical"}},
		{"arguments", yes, of(facts.ToProcess, facts.AsArgs), []string{"trust_setting_to_command high"}},
		{"an environment", yes, of(facts.ToProcess, facts.AsEnv), []string{"trust_setting_to_place high"}},
		{"a working folder", yes, of(facts.ToProcess, facts.AsPath), nil},
		{"code", yes, of(facts.ToCode, facts.AsCommand), []string{"trust_setting_to_command critical"}},
		{"a terminal", yes, of(facts.ToTask, facts.AsCommand), []string{"trust_setting_to_command medium"}},
		{"a task's environment", yes, of(facts.ToTask, facts.AsEnv), []string{"trust_setting_to_place medium"}},
		{"a file", yes, of(facts.ToWrite, facts.AsPath), []string{"trust_setting_to_place high"}},
		{"an address", yes, of(facts.ToNetwork, facts.AsAddress), []string{"trust_setting_to_place high"}},
		{"markup", yes, of(facts.ToMarkup, facts.AsText), []string{"flow_to_markup medium"}},
		{"markup of a switch", yes, flowFrom(facts.FromSetting, "x.switch", facts.ToMarkup, facts.AsText, 5), []string{"flow_to_markup low"}},
		{"markup, not run untrusted", no, of(facts.ToMarkup, facts.AsText), nil},
	} {
		got := judged(t, checktest.Manifest(t, flowSettings+checktest.Trust(c.trust), nil), c.flow)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestFilesAreJudgedByTrust(t *testing.T) {
	text := func(sink facts.SinkKind, role facts.SinkRole) facts.Flow {
		return flowFrom(facts.FromFile, "fs.readFile", sink, role, 5)
	}
	name := func(sink facts.SinkKind, role facts.SinkRole) facts.Flow {
		return flowFrom(facts.FromFile, "vscode.workspace.workspaceFolders", sink, role, 5)
	}
	for _, c := range []struct {
		name, trust string
		flow        facts.Flow
		want        []string
	}{
		{"a shell", yes, text(facts.ToShell, facts.AsCommand), []string{"trust_file_to_code high"}},
		{"code", limited, text(facts.ToCode, facts.AsCommand), []string{"trust_file_to_code high"}},
		{"a program", yes, text(facts.ToProcess, facts.AsCommand), []string{"trust_file_to_code high"}},
		{"an argument", yes, text(facts.ToProcess, facts.AsArgs), nil},
		{"a task", yes, text(facts.ToTask, facts.AsCommand), []string{"trust_file_to_code medium"}},
		{"guarded", yes, guarded(text(facts.ToShell, facts.AsCommand)), nil},
		{"not run untrusted", no, text(facts.ToShell, facts.AsCommand), nil},
		{"a name in a shell's line", yes, name(facts.ToShell, facts.AsCommand), []string{"trust_file_to_code high"}},
		{"a module at a place", yes, name(facts.ToCode, facts.AsCommand), []string{"trust_file_to_code high"}},
		{"a program at a place nobody knows", yes, name(facts.ToProcess, facts.AsCommand), []string{"trust_file_to_code medium"}},
		{"a path", yes, text(facts.ToWrite, facts.AsPath), []string{"flow_to_write medium"}},
		{"a path, guarded", yes, guarded(text(facts.ToWrite, facts.AsPath)), nil},
		{"a path, not run untrusted", no, text(facts.ToWrite, facts.AsPath), []string{"flow_to_write low"}},
		{"a path below the folder", yes, name(facts.ToWrite, facts.AsPath), nil},
		{"an address", yes, text(facts.ToNetwork, facts.AsAddress), []string{"flow_to_network medium"}},
		{"markup", yes, text(facts.ToMarkup, facts.AsText), []string{"flow_to_markup medium"}},
	} {
		got := judged(t, checktest.Manifest(t, flowSettings+checktest.Trust(c.trust), nil), c.flow)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A name of the workspace in a program's path says as much as what follows it.
func TestProgramsOfTheWorkspace(t *testing.T) {
	m := checktest.Manifest(t, flowSettings+checktest.Trust(yes), nil)
	for _, c := range []struct {
		name string
		what facts.Value
		want string
	}{
		{"a name in the code", checktest.Alt(checktest.Root("workspace"), checktest.Text("/bin/tool")), "trust_file_to_code high"},
		{"a name in the code, or anything",
			facts.Value{Alts: []facts.Pattern{{checktest.Root("workspace"), checktest.Text("/"), checktest.Hole},
				{checktest.Root("workspace"), checktest.Text("/bin/"), checktest.Hole}}}, "trust_file_to_code high"},
		{"a path from elsewhere", checktest.Alt(checktest.Root("workspace"), checktest.Text("/"), checktest.Hole), "trust_file_to_code low"},
		{"nothing known", checktest.Unknown, "trust_file_to_code medium"},
	} {
		u := checktest.Use("child_process", "spawn", facts.Call, c.what)
		u.Where = place(5)
		p := &facts.Program{
			Uses:  []facts.Use{u},
			Flows: []facts.Flow{flowFrom(facts.FromFile, "vscode.workspace.workspaceFolders", facts.ToProcess, facts.AsCommand, 5)},
		}
		var got []string
		for _, f := range flowFindings(t, m, p) {
			got = append(got, fmt.Sprintf("%s %v", f.Check, f.Severity))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// What comes from elsewhere is judged alike whatever the workspace is, and a
// guard by trust answers for none of it.
func TestStrangersAreJudgedByWhoTheyAre(t *testing.T) {
	for _, c := range []struct {
		source facts.SourceKind
		what   string
		sink   facts.SinkKind
		role   facts.SinkRole
		want   string
	}{
		{facts.FromRequest, "http.createServer", facts.ToShell, facts.AsCommand, "flow_to_shell critical"},
		{facts.FromURI, "u", facts.ToShell, facts.AsArgs, "flow_to_shell critical"},
		{facts.FromNetwork, "fetch", facts.ToShell, facts.AsCommand, "flow_to_shell high"},
		{facts.FromClipboard, "c", facts.ToShell, facts.AsCommand, "flow_to_shell high"},
		{facts.FromRequest, "net.createServer", facts.ToShell, facts.AsCommand, "flow_to_shell critical"},
		{facts.FromWebview, "w", facts.ToProcess, facts.AsCommand, "flow_to_process high"},
		{facts.FromWebview, "w", facts.ToProcess, facts.AsArgs, "flow_to_process low"},
		{facts.FromURI, "u", facts.ToProcess, facts.AsArgs, "flow_to_process medium"},
		{facts.FromClipboard, "c", facts.ToProcess, facts.AsArgs, ""},
		{facts.FromNetwork, "fetch", facts.ToCode, facts.AsCommand, "flow_to_code high"},
		{facts.FromRequest, "http.createServer", facts.ToWrite, facts.AsPath, "flow_to_write high"},
		{facts.FromRequest, "net.createServer", facts.ToWrite, facts.AsPath, "flow_to_write low"},
		{facts.FromRequest, "http.createServer", facts.ToRead, facts.AsPath, "flow_to_read high"},
		{facts.FromRequest, "net.createServer", facts.ToRead, facts.AsPath, "flow_to_read low"},
		{facts.FromWebview, "w", facts.ToRead, facts.AsPath, "flow_to_read low"},
		{facts.FromURI, "u", facts.ToRead, facts.AsPath, "flow_to_read medium"},
		{facts.FromNetwork, "fetch", facts.ToNetwork, facts.AsAddress, ""},
		{facts.FromURI, "u", facts.ToNetwork, facts.AsAddress, "flow_to_network high"},
		{facts.FromWebview, "w", facts.ToTask, facts.AsCommand, "flow_to_task high"},
		{facts.FromClipboard, "c", facts.ToTask, facts.AsCommand, "flow_to_task medium"},
		{facts.FromURI, "u", facts.ToMarkup, facts.AsText, "flow_to_markup medium"},
	} {
		f := flowFrom(c.source, c.what, c.sink, c.role, 5)
		for _, trust := range []string{yes, no, limited} {
			for _, f := range []facts.Flow{f, guarded(f)} {
				got := strings.Join(judged(t, checktest.Manifest(t, flowSettings+checktest.Trust(trust), nil), f), ", ")
				if got != c.want {
					t.Errorf("%s to %s as %s, guarded %t: %q, want %q", c.source, c.sink, c.role, f.Guarded, got, c.want)
				}
			}
		}
	}
}

func TestMildSinksAreNoFindings(t *testing.T) {
	for _, c := range []struct {
		kind           facts.SinkKind
		role           facts.SinkRole
		module, member string
		want           int
	}{
		{facts.ToWrite, facts.AsPath, "vscode", "WorkspaceEdit().deleteFile", 0},
		{facts.ToWrite, facts.AsPath, "vscode", "workspace.fs.delete", 1},
		{facts.ToRead, facts.AsPath, "vscode", "workspace.openTextDocument", 0},
		{facts.ToRead, facts.AsPath, "vscode", "workspace.fs.readFile", 1},
		{facts.ToNetwork, facts.AsAddress, "globals", "Request", 0},
		{facts.ToNetwork, facts.AsAddress, "globals", "fetch", 1},
		{facts.ToCode, facts.AsCommand, "globals", "WebAssembly.compile", 0},
		{facts.ToCode, facts.AsCommand, "globals", "eval", 1},
	} {
		f := flowFrom(facts.FromRequest, "http.createServer", c.kind, c.role, 5)
		f.Sink.Module, f.Sink.Member = c.module, c.member
		if got := judged(t, checktest.Manifest(t, flowSettings, nil), f); len(got) != c.want {
			t.Errorf("%s.%s: %v, want %d", c.module, c.member, got, c.want)
		}
	}
}

func TestACommandOfTheEditorIsLessThanALine(t *testing.T) {
	f := flowFrom(facts.FromWebview, "w", facts.ToTask, facts.AsCommand, 5)
	f.Sink.Module, f.Sink.Member = "vscode", "commands.executeCommand"
	m := checktest.Manifest(t, flowSettings, nil)
	if got := judged(t, m, f); len(got) != 1 || got[0] != "flow_to_task medium" {
		t.Errorf("from a webview: %v", got)
	}
	f.Source.Kind = facts.FromURI
	if got := judged(t, m, f); len(got) != 1 || got[0] != "flow_to_task critical" {
		t.Errorf("from a link: %v", got)
	}
}

func TestCodeThatIsFetchedIsForAPersonToJudge(t *testing.T) {
	evaluated := flowFrom(facts.FromNetwork, "fetch", facts.ToCode, facts.AsCommand, 5)
	evaluated.Sink.Module, evaluated.Sink.Member = "globals", "eval"
	setIn := evaluated
	setIn.SetIn = true
	loaded := flowFrom(facts.FromNetwork, "fetch", facts.ToCode, facts.AsCommand, 6)
	loaded.Sink.Module, loaded.Sink.Member = "module", "require"
	wasm := flowFrom(facts.FromNetwork, "fetch", facts.ToCode, facts.AsCommand, 7)
	wasm.Sink.Module, wasm.Sink.Member = "globals", "WebAssembly.instantiate"
	m := checktest.Manifest(t, flowSettings, nil)
	for _, c := range []struct {
		name    string
		shallow bool
		flow    facts.Flow
		want    []rated
	}{
		{"evaluated", false, evaluated, []rated{{finding.High, finding.None, finding.Malicious, finding.Likely}}},
		{"evaluated, by a long way", false, long(evaluated, dataflow.Far+1),
			[]rated{{finding.Low, finding.None, finding.Vulnerable, finding.Heuristic}}},
		{"set into code of the author's", false, setIn, []rated{{finding.High, finding.None, finding.Vulnerable, finding.Likely}}},
		{"evaluated in a webview", true, evaluated, []rated{{finding.Medium, finding.None, finding.Vulnerable, finding.Likely}}},
		{"loaded", false, loaded, []rated{{finding.High, finding.None, finding.Vulnerable, finding.Likely}}},
		{"WebAssembly", false, wasm, nil},
	} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true, Shallow: c.shallow}}, Flows: []facts.Flow{c.flow}}
		var got []rated
		for _, f := range flowFindings(t, m, p) {
			got = append(got, rated{f.Severity, f.PaperSeverity, f.Intent, f.Confidence})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestOneCauseIsOneFinding(t *testing.T) {
	at := func(id string, line int) facts.Flow {
		return flowFrom(facts.FromSetting, id, facts.ToShell, facts.AsCommand, line)
	}
	m := checktest.Manifest(t, flowSettings+checktest.Trust(yes), nil)
	var messages []string
	for _, f := range flowFindings(t, m, &facts.Program{Flows: []facts.Flow{
		at("x.tool", 5), at("x.over", 5), at("x.tool", 6), at("x.over", 7), at("x.tool", 7), at("x.held", 8),
	}}) {
		messages = append(messages, fmt.Sprintf("%d: %s", f.Where.Line, f.Message))
	}
	want := []string{
		"5: the settings x.over and x.tool become part of a line that m.f gives a shell (and 2 more places like it), in a workspace that " +
			"nobody has trusted",
		"8: the setting x.held becomes part of a line that m.f gives a shell, in a workspace that nobody has trusted",
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestTheFixIsTheEditThatSettlesAll(t *testing.T) {
	flows := []facts.Flow{
		flowFrom(facts.FromSetting, "x.tool", facts.ToShell, facts.AsCommand, 5),
		flowFrom(facts.FromSetting, "x.over", facts.ToWrite, facts.AsPath, 6),
		flowFrom(facts.FromSetting, "x.home", facts.ToWrite, facts.AsPath, 7),
		guarded(flowFrom(facts.FromSetting, "x.held", facts.ToWrite, facts.AsPath, 8)),
	}
	const at = "package.json /capabilities/untrustedWorkspaces/"
	for trust, want := range map[string][]string{
		yes: {
			at + `supported "limited"`,
			at + `description "Settings of the workspace that decide what runs, or where, wait until the workspace is trusted."`,
			at + `restrictedConfigurations ["x.over","x.tool"]`,
		},
		limited: {at + `restrictedConfigurations ["x.held","x.over","x.tool"]`},
		no:      nil,
	} {
		for _, f := range flowFindings(t, checktest.Manifest(t, flowSettings+checktest.Trust(trust), nil), &facts.Program{Flows: flows}) {
			var got []string
			if f.Fix != nil {
				for _, e := range f.Fix.Edits {
					got = append(got, e.File+" "+e.Pointer+" "+string(e.Value))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s of %s (-want +got):\n%s", f.Check, trust, diff)
			}
		}
	}
}

// Where no restriction holds a setting back, something else does: the scope machine where the extension
// contributes it and waits for trust, and what the user said where the setting is another's.
func TestAFixWhereNoRestrictionHelps(t *testing.T) {
	flows := []facts.Flow{
		flowFrom(facts.FromSetting, "x.tool", facts.ToShell, facts.AsCommand, 5),
		flowFrom(facts.FromSetting, "other.tool", facts.ToShell, facts.AsCommand, 6),
	}
	const scope = "give x.tool the scope machine in package.json, so that no workspace sets it"
	const user = "read it as inspect(…)?.globalValue of the configuration, which no workspace sets"
	var got []string
	for _, f := range flowFindings(t, checktest.Manifest(t, flowSettings+checktest.Trust(no), nil), &facts.Program{Flows: flows}) {
		if f.Fix == nil || len(f.Fix.Edits) > 0 {
			t.Fatalf("%s: %+v", f.Message, f.Fix)
		}
		got = append(got, f.Fix.Text)
	}
	if diff := cmp.Diff([]string{scope, user}, got); diff != "" {
		t.Errorf("waiting for trust (-want +got):\n%s", diff)
	}
	// The mirror: where the extension runs untrusted, what it contributes has the edit.
	for _, f := range flowFindings(t, checktest.Manifest(t, flowSettings+checktest.Trust(yes), nil), &facts.Program{Flows: flows[:1]}) {
		if f.Fix == nil || len(f.Fix.Edits) == 0 {
			t.Errorf("%s: %+v", f.Message, f.Fix)
		}
	}
}

// Paths and names of a stranger's code are as printable as messages, and a
// path is as long as a report can hold.
func TestHostileFlows(t *testing.T) {
	evil := "\x1b[2J\u202e\n" + strings.Repeat("x", 5000)
	f := flowFrom(facts.FromWebview, evil, facts.ToShell, facts.AsCommand, 5)
	f.Sink.Member = evil
	f.Steps[0].Message, f.Steps[1].Message = evil, ""
	f = long(f, finding.MaxSteps*3)
	got := flowFindings(t, nil, &facts.Program{Flows: []facts.Flow{f}})
	if len(got) != 1 || len(got[0].Flow) != finding.MaxSteps || got[0].Flow[0].Where != place(1) ||
		got[0].Flow[finding.MaxSteps-1].Where != place(5) {
		t.Errorf("%+v", got)
	}
}
