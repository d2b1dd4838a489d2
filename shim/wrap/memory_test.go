package wrap_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// prying asks the editor for what the loader keeps there, and for what only a person may say.
const prying = watched + `
const activate = exports.activate
exports.activate = context => {
  activate(context)
  const { secrets } = context, changes = []
  secrets.onDidChange(e => changes.push(e.key))
  const attempt = f => f().then(v => String(v), e => e.code)
  const { executeCommand } = vscode.commands, all = vscode.workspace.getConfiguration()
  context.subscriptions.push(vscode.commands.registerCommand('watched.pry', async () => {
    await secrets.store('mine', 'yes')
    const out = [await attempt(() => secrets.get('ringfence.record')), await attempt(() => secrets.store('ringfence.record', 'forged')),
      await attempt(() => secrets.delete('ringfence.record')), await attempt(() => secrets.get({ toString: () => 'ringfence.record' })),
      await attempt(() => executeCommand('ringfence.menu.acme.watched')),
      await attempt(() => executeCommand('ringfence.permissions.acme.watched')),
      await attempt(() => all.update('ringfence.off', ['acme.watched'], true)),
      await attempt(() => vscode.workspace.getConfiguration('ringfence').update('off', ['acme.watched'], true)),
      await attempt(async () => vscode.workspace.getConfiguration(new String('ringfence')).update('off', ['acme.watched'], true)),
      await attempt(async () => vscode.commands.registerCommand('ringfence.mine', () => {}).dispose()),
      await attempt(() => secrets.get('mine'))]
    await new Promise(ok => setTimeout(ok, 200))
    return out.concat(await secrets.keys(), changes)
  }))
}`

// pryingPolicy grants all that a policy can.
var pryingPolicy = strings.NewReplacer(`"vscode": [`, `"vscode": ["secrets", "command", "settings.write", "settings.read", "files.write", `,
	`"files.write": ["${globalStorage}/**"]`, `"files.write": ["/**"]`).Replace(watchedPolicy)

// TestTheLoadersMemoryIsNotTheExtensions: no grant opens it, nor what only a person may say.
func TestTheLoadersMemoryIsNotTheExtensions(t *testing.T) {
	s := newStage(t, prying, pryingPolicy, nil)
	r := s.run(0, exthost.Options{}, []any{"watched.forget"}, []any{"watched.tamper"}, []any{"watched.remove"}, []any{"watched.pry"},
		[]any{"watched.empty"})
	for _, c := range []string{"watched.forget", "watched.tamper", "watched.remove"} {
		if got := r.Steps["command "+c]; !strings.Contains(got, "RF_DENIED") {
			t.Errorf("%s: %q", c, got)
		}
	}
	// The extension's own storage is the extension's, down to the folder.
	if got := r.Steps["command watched.empty"]; got != "ok" {
		t.Errorf("watched.empty: %q", got)
	}
	no := strings.Repeat(`"RF_DENIED_VSCODE",`, 8) + `"ERR_INVALID_ARG_TYPE","RF_DENIED_VSCODE",`
	if got := string(r.Results["watched.pry"]); got != `[`+no+`"yes","mine","mine"]` {
		t.Errorf("observed: %s %v", got, r.Steps)
	}
	if s.state().Ended {
		t.Error("the record was changed")
	}
}

// TestWhatIsLostIsNotGrantedAgain: where nobody knows any more what was decided, the
// policy holds as it was wrapped, until a person begins anew.
func TestWhatIsLostIsNotGrantedAgain(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	notes := filepath.Join(s.outside, "notes.txt")
	s.run(0, exthost.Options{}, []any{"watched.read", notes})
	whole := s.record()
	read := func(o exthost.Options) (string, exthost.Result) {
		r := s.run(0, o, []any{"workbench:wait", 300}, []any{"watched.read", notes})
		return r.Steps["command watched.read"], r
	}
	for name, text := range map[string]string{
		"gone":                 "",
		"no JSON":              "forged",
		"cut":                  whole[:len(whole)/2],
		"of another shape":     strings.Replace(whole, `"granted":[]`, `"granted":{}`, 1),
		"of a version to come": strings.Replace(whole, `"version":2`, `"version":9`, 1),
	} {
		if text == whole {
			t.Fatalf("%s: nothing was changed", name)
		}
		s.keep(text)
		got, r := read(exthost.Options{Answers: map[string]string{"ringfence:": ""}})
		if !r.Activated || !strings.Contains(got, "EACCES") {
			t.Errorf("%s: activated %t %s, reading outside: %s", name, r.Activated, r.Error, got)
		}
		if !slices.ContainsFunc(r.Messages, func(m string) bool { return strings.Contains(m, "what was observed of acme.watched is lost") }) {
			t.Errorf("%s: the messages are %q", name, r.Messages)
		}
	}
	// A person presses "Observe it again" and says so once more; from the next start on it is.
	s.keep("")
	if got, r := read(exthost.Options{}); !strings.Contains(got, "EACCES") || !slices.Contains(r.Messages, "Observe acme.watched again?") {
		t.Errorf("in the session itself: %s, %q", got, r.Messages)
	}
	if got, r := read(exthost.Options{}); got != "ok" {
		t.Errorf("after beginning anew: %s, %q", got, r.Messages)
	}
}

// TestEnforcingReadsNoMemory: what was wrapped to enforce is told nothing by what is kept.
func TestEnforcingReadsNoMemory(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	notes := filepath.Join(s.outside, "notes.txt")
	s.run(0, exthost.Options{}, []any{"watched.read", notes})
	s.run(8*day, exthost.Options{Answers: map[string]string{"ringfence:": ""}})
	if open := s.record(); !strings.Contains(open, `"granted":[{`) {
		t.Fatalf("nothing was granted: %s", open)
	}
	for _, consent := range []bool{false, true} {
		e := newStage(t, watched, watchedPolicy, func(o *wrap.Options) { o.Mode, o.Consent = wrap.Enforce, consent })
		e.outside, e.data = s.outside, s.data
		r := e.run(0, exthost.Options{}, []any{"watched.read", notes})
		if got := r.Steps["command watched.read"]; !r.Activated || !strings.Contains(got, "EACCES") {
			t.Errorf("consent %t: activated %t %s: %s", consent, r.Activated, r.Error, got)
		}
	}
}

// TestAPersonSwitchesAFenceOff, by a setting of the person's own or in the menu, and nobody else does.
func TestAPersonSwitchesAFenceOff(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, func(o *wrap.Options) { o.Mode = wrap.Enforce })
	notes := filepath.Join(s.outside, "notes.txt")
	off := map[string]any{"ringfence.off": []string{"ACME.watched"}}
	menu := []any{"ringfence.menu.acme.watched"}
	const question = "Switch the fence of acme.watched off?"
	chooses := map[string]string{"ringfence:": "Switch its fence off until the editor restarts", "Switch the": "Switch it off"}
	for _, c := range []struct {
		name    string
		o       exthost.Options
		menu    bool
		is, say string
	}{
		{"as it is", exthost.Options{}, false, "EACCES", ""},
		{"by a setting", exthost.Options{Settings: off}, false, "ok", "its fence is switched off"},
		{"by a setting of the workspace", exthost.Options{WorkspaceSettings: off}, false, "EACCES", ""},
		{"in the menu", exthost.Options{Answers: chooses}, true, "ok", "its fence is switched off"},
		{"in the menu, and not said again", exthost.Options{Answers: map[string]string{
			"ringfence:": chooses["ringfence:"], "Switch the": "",
		}}, true, "EACCES", ""},
		{"after a restart", exthost.Options{}, false, "EACCES", ""},
	} {
		commands := [][]any{{"watched.read", notes}}
		if c.menu {
			commands = append([][]any{menu, {"workbench:wait", 300}}, commands...)
		}
		r := s.run(0, c.o, commands...)
		var status strings.Builder
		for _, text := range r.Status {
			status.WriteString(text)
		}
		if got := r.Steps["command watched.read"]; !strings.Contains(got, c.is) || !strings.Contains(status.String(), c.say) {
			t.Errorf("%s: %s, %q", c.name, got, status.String())
		}
		if slices.Contains(r.Messages, question) != c.menu {
			t.Errorf("%s: %q", c.name, r.Messages)
		}
	}
}

// TestConsentIsAskedForOnce before an extension runs, and again when it was refused.
func TestConsentIsAskedForOnce(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, func(o *wrap.Options) { o.Mode, o.Consent = wrap.Enforce, true })
	const asks = "Allow acme.watched to run with these permissions?"
	r := s.run(0, exthost.Options{Answers: map[string]string{"Allow": ""}})
	if r.Activated || !strings.Contains(r.Error, "RF_CONSENT") || !slices.Contains(r.Messages, asks) {
		t.Errorf("without consent: activated %t, %q, %q", r.Activated, r.Error, r.Messages)
	}
	if r = s.run(0, exthost.Options{}); !r.Activated || !slices.Contains(r.Messages, asks) {
		t.Errorf("with consent: activated %t, %q, %q", r.Activated, r.Error, r.Messages)
	}
	if r = s.run(0, exthost.Options{}); !r.Activated || slices.Contains(r.Messages, asks) {
		t.Errorf("the next time: activated %t, %q, %q", r.Activated, r.Error, r.Messages)
	}
}
