package wrap_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

const neighboursPage = `# Extensions without a fence, beside six that have one

Written by ` + "`make neighbours`" + `; do not edit. All extensions of a set but GitHub's Copilot and
Theia's git run in one host, none of them fenced, and
beside them one of ours that does %d things of the language and of Node (shim/wrap/testdata/probe.js: fetch, WebAssembly,
workers, children, code from text, promises and others). First alone; then beside the worst fence, which comes first, loads
every module that a policy can grant, has no WebAssembly and no code from text, and tries what it is not granted; and beside
five other fences at the level shared. What is compared: which extensions are active and which failed, the commands there
are, the functions of the workbench that were called, what the host holds against them, what commands of git and Markdown
answer, and what each of the things gives. *same* means that nothing of it differs.

Level host is for an extension that is alone in its host: it fixes what the language comes with for everybody there. What
adds names to that (reflect-metadata does, to Reflect) does not start beside it, and what replaces a method of every promise
is not heard.

| extensions | host | the worst fence at | active | commands | functions called | things | |
|---|---|---|---:|---:|---:|---:|---|
`

// worst loads all there is to load, and then attacks.
const worst = `
for (const name of require('module').builtinModules) { try { require(name) } catch {} }
try { new WebAssembly.Module(new Uint8Array(8)) } catch {}
` + attacker

// TestNeighboursTable writes docs/measurements/neighbours.md with NEIGHBOURS=all. It fails when a neighbour notices a
// fence at the level that is for hosts with neighbours.
func TestNeighboursTable(t *testing.T) {
	if os.Getenv("NEIGHBOURS") == "" {
		t.Skip("make neighbours: 10 minutes of extension hosts")
	}
	inHost(t)
	probe, err := os.ReadFile(filepath.Join("testdata", "probe.js"))
	if err != nil {
		t.Fatal(err)
	}
	asker := folder(t, map[string]string{
		"package.json": `{"name": "probe", "publisher": "other", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["*"]}`,
		"main.js": string(probe),
	})
	var rows strings.Builder
	things := 0
	for _, set := range hostSets {
		dir, err := set.fetch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list, err := corpus.List(dir)
		if err != nil {
			t.Fatal(err)
		}
		dirs := []string{asker}
		var steps [][]any
		for _, e := range list {
			// copilot-chat takes the whole time; Theia's git is vscode.git once more.
			if !strings.HasPrefix(e.ID, "GitHub.copilot") && !strings.HasPrefix(e.ID, "theia.") {
				dirs = append(dirs, e.Dir)
				steps = append(steps, []any{"workbench:activate", e.ID})
			}
		}
		for _, kit := range exthost.Kits() {
			plain := neighboursRun(t, kit, dirs, steps, nil)
			for _, level := range []wrap.Level{wrap.Shared, wrap.Host} {
				with := neighboursRun(t, kit, dirs, steps, sixFences(t, level))
				differs := strings.Join(differences(plain, with), "; ")
				if differs == "" {
					differs = "same"
				} else if level == wrap.Shared {
					t.Errorf("%s, %s: %s\n%s", set.name, kit, differs, cmp.Diff(plain, with))
				}
				var told map[string]any
				if err := json.Unmarshal([]byte(plain.Answers["probe.run"]), &told); err != nil {
					t.Errorf("the neighbour of ours says %q", plain.Answers["probe.run"])
				}
				things = max(things, len(told))
				line := fmt.Sprintf("| %s | %s | %s | %d of %d | %d | %d | %d | %s |\n", set.name, kit, level, len(with.Active), len(dirs),
					len(with.Commands), len(with.Calls), len(told), strings.ReplaceAll(differs, "|", "\\|"))
				t.Log(line)
				rows.WriteString(line)
			}
		}
	}
	page := fmt.Sprintf(neighboursPage, things) + rows.String()
	if err := os.WriteFile(filepath.Join("..", "..", "docs", "measurements", "neighbours.md"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sixFences are the worst extension at a level, and five at the level shared that differ in what they may do.
func sixFences(t *testing.T, level wrap.Level) []string {
	t.Helper()
	all, err := static.EveryModule()
	if err != nil {
		t.Fatal(err)
	}
	out := []string{fence(t, "worst", worst, level, nil, all...)}
	for i, grants := range [][]policy.Grant{
		nil,
		{{Section: policy.FilesRead, Pattern: "**"}},
		{{Section: policy.NetworkConnect, Pattern: "*:*"}},
		{{Section: policy.Processes, Pattern: "**", Args: []string{"..."}}, {Section: policy.EnvRead, Pattern: "*"}},
		{{Section: policy.Code, Name: policy.Eval}, {Section: policy.Code, Name: policy.VM}, {Section: policy.Code, Name: policy.Wasm}},
	} {
		main := strings.ReplaceAll(neighbourMain, "neighbour.works", fmt.Sprintf("neighbour.works%d", i))
		out = append(out, fence(t, fmt.Sprintf("other%d", i), main, wrap.Shared, nil, grants...))
	}
	return out
}

// neighboursRun is one host with some extensions, and with fences before them.
func neighboursRun(t *testing.T, kit exthost.Kit, dirs []string, steps [][]any, fences []string) behaviour {
	t.Helper()
	workspace := filepath.Join(t.TempDir(), "workspace")
	if err := exthost.PrepareWorkspace(t.Context(), workspace); err != nil {
		t.Fatal(err)
	}
	all := slices.Concat(fences, dirs)
	r, err := exthost.Run(t.Context(), exthost.Options{
		Kit: kit, Extension: all[0], Siblings: all[1:], Workspace: workspace, Timeout: 5 * time.Minute,
		Commands: slices.Concat(steps, [][]any{
			{"workbench:quiet", 2000}, {"probe.run"}, {"git.stageAll"}, {"workbench:quiet", 2000},
			{"markdown.api.render", "# a\n\n*b*"}, {"git.api.getRepositories"}, {"probe.run"},
		}),
		Answers: map[string]string{"ringfence: ": ""},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(fences) > 0 && !slices.Contains(r.Active, "acme.other4") {
		t.Errorf("%s: the last fence is not active: %v", kit, r.Failed)
	}
	return behaviourOf(r, workspace)
}

// differences says in words what two runs have not in common.
func differences(plain, with behaviour) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(with.Failed)) {
		if plain.Failed[id] != with.Failed[id] {
			out = append(out, id+" does not start: "+with.Failed[id])
		}
	}
	lists := func(name string, before, after []string) {
		for _, c := range []struct {
			how  string
			list []string
		}{{"missing", without(before, after)}, {"new", without(after, before)}} {
			if len(c.list) > 3 {
				out = append(out, fmt.Sprintf("%d %ss are %s, %s the first", len(c.list), name, c.how, c.list[0]))
				continue
			}
			for _, x := range c.list {
				out = append(out, name+" "+x+" is "+c.how)
			}
		}
	}
	lists("active extension", plain.Active, with.Active)
	lists("command", plain.Commands, with.Commands)
	lists("call", plain.Calls, with.Calls)
	lists("error", plain.Errors, with.Errors)
	for _, command := range slices.Sorted(maps.Keys(plain.Answers)) {
		if plain.Answers[command] == with.Answers[command] {
			continue
		}
		var before, after map[string]any
		if json.Unmarshal([]byte(plain.Answers[command]), &before) != nil || json.Unmarshal([]byte(with.Answers[command]), &after) != nil {
			out = append(out, command+" answers otherwise")
			continue
		}
		for _, thing := range slices.Sorted(maps.Keys(before)) {
			if !cmp.Equal(before[thing], after[thing]) {
				out = append(out, fmt.Sprintf("%s: %s gives %v", command, thing, after[thing]))
			}
		}
	}
	return out
}

// without gives what of a list is not in another.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(other, x) })
}
