package wrap_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// attacker tries what it is not granted, and leaves what it can behind.
const attacker = `
const tries = {
  files: () => require('fs').readFileSync('/etc/passwd'),
  run: () => require('child_process').execFileSync('id'),
  binding: () => process.binding('fs').open('/etc/passwd'),
  fetch: () => fetch('http://127.0.0.1:9/').catch(() => {}),
  global: () => { globalThis.process = undefined; globalThis.planted = 1 },
  cache: () => { for (const k of Object.keys(require.cache)) delete require.cache[k] },
  load: () => { module.constructor._load = () => ({}) },
  env: () => { for (const k of Object.keys(process.env)) delete process.env[k] },
  code: () => new Function('return process')().exit(),
  exit: () => process.exit(1),
  listeners: () => process.removeAllListeners(),
}
const got = {}
for (const [name, f] of Object.entries(tries)) { try { const v = f(); got[name] = v === undefined ? 'done' : typeof v } catch (e) { ` +
	`got[name] = e.code || e.name } }
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('attacker.got', () => got))
`

// fencedExtension wraps main under a policy that grants nothing but its commands.
func fencedExtension(t *testing.T, name, main string, more map[string]string) string {
	t.Helper()
	return fence(t, name, main, withLoader(t).Level, more)
}

// fence wraps main at a level, under a policy that grants its commands and more.
func fence(t *testing.T, name, main string, level wrap.Level, more map[string]string, grants ...policy.Grant) string {
	t.Helper()
	o := withLoader(t)
	o.Mode, o.Level, o.Policy = wrap.Enforce, level, policy.New("acme."+name, grants...)
	f := map[string]string{
		"package.json": `{"name": "` + name +
			`", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", "activationEvents": ["*"]}`,
		"main.js": main,
	}
	for k, v := range more {
		f[k] = v
	}
	out := filepath.Join(t.TempDir(), name)
	mustWrap(t, folder(t, f), out, o)
	return out
}

// behaviour is what a run shows of the extensions that are not ours: which are active and
// which failed, their commands, the kinds of calls they made, what the host holds against
// them, and what some of their commands answer.
type behaviour struct {
	Active, Commands, Calls, Errors []string
	Failed, Answers                 map[string]string
}

func behaviourOf(r exthost.Result, workspace string) behaviour {
	ours := func(x string) bool {
		return slices.ContainsFunc(
			[]string{"acme.", "__vsc", "_vsc", "ringfence.", "attacker.", "neighbour."},
			func(p string) bool { return strings.HasPrefix(x, p) },
		)
	}
	out := behaviour{Failed: map[string]string{}, Answers: map[string]string{}}
	for _, c := range []struct {
		from []string
		to   *[]string
	}{{r.Active, &out.Active}, {r.Commands, &out.Commands}, {ownCalls(slices.Sorted(maps.Keys(r.Calls))), &out.Calls},
		{r.Errors, &out.Errors}} {
		*c.to = slices.DeleteFunc(slices.Clone(c.from), ours)
	}
	for id, why := range r.Failed {
		if !ours(id) {
			out.Failed[id] = why
		}
	}
	for command, answer := range r.Results {
		if !ours(command) && !strings.HasPrefix(command, "workbench:") {
			out.Answers[command] = strings.ReplaceAll(string(answer), workspace, "WORKSPACE")
		}
	}
	return out
}

// TestBuiltInExtensionsAreUndisturbed by a fenced attacker and a fenced benign
// extension that were loaded before them into the same host. Without its fence the same
// attacker does disturb them, or there would be nothing to see.
func TestBuiltInExtensionsAreUndisturbed(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := corpus.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var builtIn []string
	var steps [][]any
	for _, e := range list {
		// copilot-chat takes the whole time; Theia's git is vscode.git once more.
		if strings.HasPrefix(e.ID, "vscode.") || e.ID == "ms-vscode.js-debug" {
			builtIn = append(builtIn, e.Dir)
			steps = append(steps, []any{"workbench:activate", e.ID})
		}
	}
	// The host sends changes of the first 100 ms with the groups they are in, later ones by a
	// call of their own: whether git was quick. What is staged later always takes that call.
	steps = append(
		steps,
		[]any{"workbench:quiet", 1500},
		[]any{"git.stageAll"},
		[]any{"workbench:quiet", 1500},
		[]any{"markdown.api.render", "# a\n\n*b*"},
		[]any{"git.api.getRepositories"},
	)
	run := func(first string, siblings []string, limit time.Duration, more ...[]any) (exthost.Result, behaviour, error) {
		workspace := filepath.Join(t.TempDir(), "workspace")
		if err := exthost.PrepareWorkspace(t.Context(), workspace); err != nil {
			t.Fatal(err)
		}
		r, err := exthost.Run(t.Context(), exthost.Options{
			Extension: first, Siblings: siblings, Workspace: workspace, Timeout: limit, Commands: slices.Concat(more, steps),
			Answers: map[string]string{"ringfence: ": ""},
		})
		return r, behaviourOf(r, workspace), err
	}
	ours := [][]any{{"workbench:activate", "acme.benign"}, {"attacker.got"}}
	benign := fencedExtension(t, "benign", neighbourMain, nil)
	_, plain, err := run(neighbour(t), builtIn, 4*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	result, with, err := run(fencedExtension(t, "attacker", attacker, nil), append([]string{benign}, builtIn...), 4*time.Minute, ours...)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(plain, with); d != "" {
		t.Errorf("they behave in another way (-without +with): %s", d)
	}
	if len(plain.Active) < 25 || len(plain.Calls) < 40 || !strings.Contains(plain.Answers["markdown.api.render"], "<em>b</em>") ||
		!strings.Contains(plain.Answers["git.api.getRepositories"], "WORKSPACE") {
		t.Errorf("without us there is little to see: %+v", plain)
	}
	if !slices.Contains(result.Active, "acme.benign") {
		t.Errorf("the benign extension is not active: %s", result.Failed["acme.benign"])
	}
	got := string(result.Results["attacker.got"])
	if !strings.Contains(got, `"files":"MODULE_NOT_FOUND"`) || !strings.Contains(got, `"run":"MODULE_NOT_FOUND"`) {
		t.Errorf("the attacker got %s %s", got, result.Error)
	}
	t.Logf(
		"%d built-in extensions, %d commands, %d kinds of calls; the attacker got %s",
		len(with.Active),
		len(with.Commands),
		len(with.Calls),
		got,
	)

	unfenced := folder(t, map[string]string{
		"package.json": `{"name": "attacker", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
			`"./main.js", "activationEvents": ["*"]}`,
		"main.js": attacker,
	})
	if _, disturbed, err := run(unfenced, builtIn, 15*time.Second, ours...); err == nil && cmp.Equal(plain, disturbed) {
		t.Error("without its fence the attacker disturbs nobody either")
	}
}

// The release of zone.js that is tried.
const (
	zoneVersion   = "0.15.0"
	zoneIntegrity = "sha512-9oxn0IIjbCZkJ67L+LkhYWRyAy7axphb3VgE2MBDlOqnmHMPWGYMxJxBYFueFq/JGY2GMwS0rU+UCLunEmy5UA=="
)

const neighbourMain = "exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('neighbour.works', () " +
	"=> 'yes'))"

// TestZoneWorksBesideAFence: zone.js replaces Promise, timers and methods of
// prototypes for everybody; in an extension without a fence it does all it did,
// and an extension with a fence that loads it later finds it there. A fence does
// not let it replace the methods of emitters: alone in one it does not load, and
// says so, and the host and its neighbour go on.
func TestZoneWorksBesideAFence(t *testing.T) {
	inHost(t)
	scratch := t.TempDir()
	tarball, err := npm.Pack(t.Context(), scratch, npm.Package{Name: "zone.js", Version: zoneVersion, Integrity: zoneIntegrity})
	if err != nil {
		t.Skip(err)
	}
	if err := npm.Untar(tarball, scratch, nil); err != nil {
		t.Fatal(err)
	}
	zone, err := os.ReadFile(filepath.Join(scratch, "bundles", "zone-node.umd.js"))
	if err != nil {
		t.Fatal(err)
	}
	const main = `
require('./zone.js')
const { Zone } = globalThis
const work = () => new Promise(ok => Zone.current.fork({ name: 'inner' }).run(() => setTimeout(() => Promise.resolve().then(() => ` +
		`ok(Zone.current.name)), 5)))
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('NAME.zone', work))
`
	plain := folder(t, map[string]string{
		"package.json": `{"name": "zoned", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["onCommand:plain.zone"]}`,
		"main.js": strings.Replace(main, "NAME", "plain", 1),
		"zone.js": string(zone),
	})
	// Neither starts with the host, so that the order is the one that is asked for.
	fenced := fencedExtension(t, "fenced", strings.Replace(main, "NAME", "fenced", 1), map[string]string{
		"zone.js": string(zone),
		"package.json": `{"name": "fenced", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["onCommand:fenced.zone"]}`,
	})
	for _, c := range []struct {
		name   string
		first  string
		second string
		id     string
		want   map[string]string
	}{
		{"the fenced one first", fenced, plain, "acme.zoned", map[string]string{"plain.zone": `"inner"`}},
		{"the fenced one last", plain, fenced, "acme.fenced", map[string]string{"plain.zone": `"inner"`, "fenced.zone": `"inner"`}},
	} {
		r, err := exthost.Run(t.Context(), exthost.Options{
			Extension: c.first, Siblings: []string{c.second}, Timeout: 90 * time.Second,
			Commands: [][]any{{"workbench:activate", c.id}, {"plain.zone"}, {"fenced.zone"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"plain.zone", "fenced.zone"} {
			if got := string(r.Results[command]); got != c.want[command] {
				t.Errorf("%s: %s gives %q, want %q: %s %v %s", c.name, command, got, c.want[command], r.Steps["command "+command], r.Failed, r.Error)
			}
		}
		refused := strings.Contains(r.Failed["acme.fenced"], "read only property 'addListener'")
		if refused != (c.want["fenced.zone"] == "") {
			t.Errorf("%s: the fenced one failed with %q", c.name, r.Failed["acme.fenced"])
		}
	}
}

// TestANeighbourFetchesAsBefore: Node compiles the parser of its client when somebody fetches for the
// first time, with nobody's file on the stack, and a fence without WebAssembly is in the same process.
func TestANeighbourFetchesAsBefore(t *testing.T) {
	inHost(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "answer") }))
	defer server.Close()
	beside := folder(t, map[string]string{
		"package.json": `{"name": "neighbour", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
			`"./main.js", "activationEvents": ["onStartupFinished"]}`,
		"main.js": "exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('neighbour.fetches', " +
			"async address => (await fetch(address)).text()))",
	})
	fenced := fencedExtension(t, "quiet", "exports.activate = () => {}", nil)
	for _, kit := range exthost.Kits() {
		r, err := exthost.Run(t.Context(), exthost.Options{
			Kit: kit, Extension: fenced, Siblings: []string{beside},
			Commands: [][]any{{"workbench:activate", "acme.neighbour"}, {"neighbour.fetches", server.URL}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Results["neighbour.fetches"]); !r.Activated || got != `"answer"` {
			t.Errorf("%s: activated %t, %s %v", kit, r.Activated, got, r.Steps)
		}
	}
}

// What makes functions of text, as an extension without a fence may: its libraries, and what bundlers write.
const compilers = `
const ajv = require('./ajv.js'), lodash = require('./lodash.js')
if (Promise.name !== 'ZoneAwarePromise') require('./zone.js')
const attempt = f => { try { return f() } catch (e) { return '' + e } }
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('compilers.work', async () => [
  attempt(() => new ajv().validate({ properties: { a: { type: 'string', format: 'email' } } }, { a: 'a@b.example' })),
  attempt(() => lodash.template('<% list.forEach(x => { %>[<%- x %>]<% }) %>')({ list: [1, '<'] })),
  attempt(() => Function('return this')() === globalThis), attempt(() => (0, eval)('this') === globalThis),
  attempt(() => Function === (() => {}).constructor), attempt(() => new Function('a', 'return a + 1').call(null, 1)),
  attempt(() => new (async () => {}).constructor('return 2') instanceof Function),
  await globalThis.Zone.current.fork({ name: 'inner' }).run(() => new Promise(ok => setTimeout(() => ok(globalThis.Zone.current.name), 5))),
  await new Promise(ok => setTimeout(ok, 5)).then(() => Function('return 3')()),
].join()))
`

// TestWhatCompilesTextWorksBesideAFence: ajv, lodash's templates, zone.js and what webpack writes say the same beside a
// fence that grants nothing, at both levels in the newest host, and at level host in the others.
func TestWhatCompilesTextWorksBesideAFence(t *testing.T) {
	inHost(t)
	files := map[string]string{
		"package.json": `{"name": "compilers", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["onCommand:compilers.work"]}`,
		"main.js": compilers,
	}
	for _, l := range []struct {
		file, at string
		npm      npm.Package
	}{
		{"zone.js", "bundles/zone-node.umd.js", npm.Package{Name: "zone.js", Version: zoneVersion, Integrity: zoneIntegrity}},
		{"ajv.js", "dist/ajv.bundle.js", npm.Package{Name: "ajv", Version: "6.12.6",
			Integrity: "sha512-j3fVLgvTo527anyYyJOGTYJbG+vnnQYvE0m5mmkc1TK+nxAppkCLMIL0aZ4dblVCNoGShhm+kzE4ZUykBoMg4g=="}},
		{"lodash.js", "lodash.js", npm.Package{Name: "lodash", Version: "4.17.21",
			Integrity: "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="}},
	} {
		scratch := t.TempDir()
		tarball, err := npm.Pack(t.Context(), scratch, l.npm)
		if err != nil {
			t.Skip(err)
		}
		if err := npm.Untar(tarball, scratch, nil); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(scratch, filepath.FromSlash(l.at)))
		if err != nil {
			t.Fatal(err)
		}
		files[l.file] = string(text)
	}
	beside := folder(t, files)
	run := func(kit exthost.Kit, first string, siblings ...string) string {
		t.Helper()
		r, err := exthost.Run(t.Context(), exthost.Options{
			Kit: kit, Extension: first, Siblings: siblings, Timeout: 90 * time.Second,
			Commands: [][]any{{"workbench:activate", "acme.compilers"}, {"compilers.work"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return string(r.Results["compilers.work"]) + r.Failed["acme.compilers"] + r.Failed["acme.quiet"]
	}
	for i, kit := range exthost.Kits() {
		want := run(kit, beside)
		if want != `"true,[1][&lt;],true,true,true,2,true,inner,3"` {
			t.Fatalf("%s, without a fence: %s", kit, want)
		}
		levels := []wrap.Level{wrap.Host, wrap.Shared}
		if i > 0 {
			levels = levels[:1]
		}
		for _, level := range levels {
			if got := run(kit, fence(t, "quiet", "exports.activate = () => {}", level, nil), beside); got != want {
				t.Errorf("%s, beside a fence at level %s: %s", kit, level, got)
			}
		}
	}
}
