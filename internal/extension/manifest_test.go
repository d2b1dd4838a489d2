package extension

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const least = `"name": "n", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}`

func parse(t *testing.T, text string, words map[string]string) *Manifest {
	t.Helper()
	m, err := ParseManifest([]byte(text), words, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTheWholeSurface reads a manifest that uses every field there is, once,
// and compares the whole.
func TestTheWholeSurface(t *testing.T) {
	text, err := os.ReadFile("testdata/everything/package.json")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, string(text), map[string]string{"name": "Every Thing", "setting": "A setting", "trust": "Runs tasks"})
	for _, p := range m.Problems() {
		t.Errorf("%+v", p)
	}
	want := everything()
	if diff := cmp.Diff(want, m, cmpopts.IgnoreUnexported(Manifest{})); diff != "" {
		t.Error(diff)
	}
	if m.ID() != "acme.everything" {
		t.Errorf("ID %q", m.ID())
	}
	if p, ok := m.UninstallScript(); !ok || p.Value != "node ./out/gone.js" {
		t.Errorf("uninstall script %v", p)
	}
	line, col, ok := m.Position("/contributes/commands/0/command")
	if !ok || !strings.HasPrefix(strings.Split(string(text), "\n")[line-1][col-1:], `"everything.run"`) {
		t.Errorf("the command is not at %d:%d", line, col)
	}
}

func TestProblems(t *testing.T) {
	for _, tc := range []struct {
		name, rest string
		words      map[string]string
		// want are kinds and pointers.
		want []string
	}{
		{name: "fine", rest: `"main": "./a"`},
		{name: "name is a number", rest: `"main": 5`, want: []string{"wrong-type /main"}},
		{name: "null is absence", rest: `"main": null, "contributes": null, "activationEvents": null`},
		{name: "events are a string", rest: `"activationEvents": "*"`, want: []string{"wrong-type /activationEvents"}},
		{name: "an event is an object", rest: `"activationEvents": ["a", {}, "b"]`, want: []string{"wrong-type /activationEvents/1"}},
		{name: "contributes is an array", rest: `"contributes": []`, want: []string{"wrong-type /contributes"}},
		{name: "one command is as good as a list", rest: `"contributes": {"commands": {"command": "a", "title": "b"}}`},
		{name: "commands are a string", rest: `"contributes": {"commands": "x"}`, want: []string{"wrong-type /contributes/commands"}},
		{name: "a command is a number", rest: `"contributes": {"commands": [1, {"command": true}]}`,
			want: []string{"wrong-type /contributes/commands/0", "wrong-type /contributes/commands/1/command"}},
		{name: "configuration is a list", rest: `"contributes": {"configuration": [{"properties": {"a.b": {"scope": 1}}}, 3]}`,
			want: []string{"wrong-type /contributes/configuration/0/properties/a.b/scope", "wrong-type /contributes/configuration/1"}},
		{name: "a setting is a string", rest: `"contributes": {"configuration": {"properties": {"a/b": "x"}}}`,
			want: []string{"wrong-type /contributes/configuration/properties/a~1b"}},
		{name: "trust is nonsense", rest: `"capabilities": {"untrustedWorkspaces": {"supported": "yes"}}`,
			want: []string{"wrong-type /capabilities/untrustedWorkspaces"}},
		{name: "trust is a word", rest: `"capabilities": {"untrustedWorkspaces": "limited"}`,
			want: []string{"wrong-type /capabilities/untrustedWorkspaces"}},
		{name: "trust is limited", rest: `"capabilities": {"untrustedWorkspaces": {"supported": "limited"}}`},
		{name: "capabilities are a list", rest: `"capabilities": [1]`, want: []string{"wrong-type /capabilities"}},
		{name: "twice", rest: `"main": "a", "main": "b"`, want: []string{"duplicate-key /main"}},
		{name: "a script is an array", rest: `"scripts": {"vscode:uninstall": ["x"]}`, want: []string{"wrong-type /scripts/vscode:uninstall"}},
		{name: "metadata is true", rest: `"__metadata": true`, want: []string{"wrong-type /__metadata"}},
		{name: "metadata with a fraction", rest: `"__metadata": {"installedTimestamp": 1.5}`,
			want: []string{"wrong-type /__metadata/installedTimestamp"}},
		{name: "no translation", rest: `"displayName": "%x%"`, want: []string{"missing-translation /displayName"}},
		{name: "an empty translation is none", rest: `"displayName": "%x%"`, words: map[string]string{"x": ""},
			want: []string{"missing-translation /displayName"}},
		{name: "a translation", rest: `"displayName": "%x%"`, words: map[string]string{"x": "y"}},
		{name: "a percentage", rest: `"displayName": "100%", "description": "%%"`},
		{name: "the main file is translated", rest: `"main": "%x%"`, words: map[string]string{"x": "./evil"},
			want: []string{"translated-identifier /main"}},
		{name: "an event is translated", rest: `"activationEvents": ["%x%"]`, words: map[string]string{"x": "*"},
			want: []string{"translated-identifier /activationEvents/0"}},
		{name: "files is a string", rest: `"files": "*"`, want: []string{"wrong-type /files"}},
		{name: "browser is npm's object", rest: `"browser": {"fs": false}`},
		{name: "browser is a number", rest: `"browser": 1`, want: []string{"wrong-type /browser"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := parse(t, "{"+least+", "+tc.rest+"}", tc.words)
			var got []string
			for _, p := range m.Problems() {
				got = append(got, fmt.Sprintf("%s %s", p.Kind, p.Pointer))
				if p.File != "package.json" || p.Line != 1 || p.Column < 1 || p.Message == "" {
					t.Errorf("a problem without a place: %+v", p)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestATranslatedMainIsTheOneThatRuns(t *testing.T) {
	m := parse(t, "{"+least+`, "main": "%x%"}`, map[string]string{"x": "./evil"})
	if m.Main != "./evil" {
		t.Errorf("main is %q", m.Main)
	}
}

func TestSupportKeepsWhatWasWritten(t *testing.T) {
	for _, tc := range []struct {
		supported  string
		raw, level string
	}{
		{`{"supported": true}`, "true", "true"},
		{`{"supported": false}`, "false", "false"},
		{`{"supported": "limited"}`, `"limited"`, "limited"},
		{`{"supported": "true"}`, `"true"`, ""},
		{`{"supported": {"a": 1}}`, `{"a": 1}`, ""},
		{`{}`, "", ""},
		{`{"supported": null}`, "null", ""},
		{`true`, "true", ""},
		{`"limited"`, `"limited"`, ""},
	} {
		m := parse(t, "{"+least+`, "capabilities": {"untrustedWorkspaces": `+tc.supported+`}}`, nil)
		s := m.Capabilities.UntrustedWorkspaces
		if s == nil || s.Raw != tc.raw || s.Level != tc.level {
			t.Errorf("%s is read as %+v", tc.supported, s)
		}
	}
	for _, bare := range []string{"true", "false"} {
		m := parse(t, "{"+least+`, "capabilities": {"virtualWorkspaces": `+bare+`}}`, nil)
		if s := m.Capabilities.VirtualWorkspaces; s == nil || s.Level != bare || !s.Bare {
			t.Errorf("%s for virtual workspaces is read as %+v", bare, s)
		}
	}
	if m := parse(t, "{"+least+"}", nil); m.Capabilities.UntrustedWorkspaces != nil {
		t.Error("there is an answer where nothing was said")
	}
}

func TestWhoCanSetASetting(t *testing.T) {
	for scope, workspace := range map[string]bool{
		"": true, "window": true, "resource": true, "language-overridable": true, "machine-overridable": true,
		"machine": false, "application": false, "application-machine": false, "Machine": true, "nonsense": true,
	} {
		if got := (Setting{Scope: scope}).WorkspaceCanSet(); got != workspace {
			t.Errorf("scope %q: a workspace can set it: %v, want %v", scope, got, workspace)
		}
	}
}

func TestManifestsThatAreNone(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "package.json:1:1: "},
		{"{\n  \"name\": \"x\",\n}", "package.json:3:1: "},
		{"[]", "package.json:1:1: expected an object, found an array"},
		{" null", "package.json:1:2: expected an object, found null"},
		{strings.Repeat(`{"a":`, 100), "nest deeper than 64"},
		{`{"a": "` + strings.Repeat("x", 5<<20) + `"}`, "over the limit of 4194304"},
	} {
		_, err := ParseManifest([]byte(tc.text), nil, Limits{})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%.20q: %v, want %q", tc.text, err, tc.want)
		}
	}
}

func TestMissingFieldsAreNamed(t *testing.T) {
	m := parse(t, `{"name": "", "engines": {"node": "20"}}`, nil)
	var got []string
	for _, p := range m.Problems() {
		got = append(got, p.Message)
	}
	want := []string{
		`package.json has no "engines.vscode", without which VS Code refuses the extension`,
		`package.json has no "name", without which VS Code refuses the extension`,
		`package.json has no "publisher", without which nobody can package or publish it`,
		`package.json has no "version", without which VS Code refuses the extension`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	m := parse(t, "{"+least+`, "keywords": [`+strings.Repeat("1,", 50_000)+"1]}", nil)
	if n := len(m.Problems()); n != maxProblems+1 {
		t.Errorf("%d problems", n)
	}
	if last := m.Problems()[0]; !strings.Contains(last.Message, "49001 more") {
		t.Errorf("the count of the rest is %q", last.Message)
	}
}

// The dearest manifests stay cheap: one line, all of it wrong.
func TestALargeManifestIsReadInTime(t *testing.T) {
	var b strings.Builder
	b.WriteString("{" + least + `, "contributes": {"configuration": {"properties": {`)
	for i := range 30_000 {
		fmt.Fprintf(&b, `"a.setting.of.this.extension.number%d": {"scope": %d, "type": "string", "description": "%%k%d%%"},`, i, i, i)
	}
	b.WriteString(`"z": {}}}}}`)
	start := time.Now()
	m := parse(t, b.String(), nil)
	for _, s := range m.Contributes.Settings {
		if _, _, ok := m.Position(s.Pointer); !ok {
			t.Fatalf("%q leads nowhere", s.Pointer)
		}
	}
	if n := len(m.Contributes.Settings); n != 30_001 {
		t.Errorf("%d settings", n)
	}
	// Generous, for slow machines: without an index it is minutes.
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("%d bytes took %v", b.Len(), d)
	} else {
		t.Logf("%d bytes took %v", b.Len(), d)
	}
}

func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		"{" + least + "}", "{}", `{"contributes": {"commands": [{"command": "a"}], "configuration": [{"allOf": [{"properties": {"a": {}}}]}]}}`,
		`{"capabilities": {"untrustedWorkspaces": 3}, "main": "%x%", "__metadata": {"installedTimestamp": 5}}`,
		`{"contributes": {"views": {"a": [{}]}, "debuggers": [{"windows": 1}], "menus": 5}}`, "\uFEFF{\"engines\": {\"vscode\": 1}}",
	} {
		f.Add([]byte(seed), []byte(`{"x": "y"}`), []byte("<PackageManifest><Metadata><Identity Id='a'/></Metadata></PackageManifest>"))
	}
	f.Fuzz(func(t *testing.T, manifest, words, vsix []byte) {
		w, _ := readNLS("package.nls.json", words, 20)
		m, err := ParseManifest(manifest, w, Limits{})
		if err != nil {
			return
		}
		for _, p := range m.Problems() {
			if p.Pointer != "" && p.Line == 0 {
				t.Fatalf("%+v has a pointer and no place", p)
			}
		}
		for _, c := range m.Contributes.Commands {
			if _, _, ok := m.Position(c.Pointer); !ok {
				t.Fatalf("%q leads nowhere", c.Pointer)
			}
		}
		if v, err := ParseVSIXManifest(vsix, Limits{}); err == nil {
			disagreements("extension.vsixmanifest", v, m)
		}
	})
}
