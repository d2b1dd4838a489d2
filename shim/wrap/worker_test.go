package wrap_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/loaderlog"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestARealWorkerIsFenced: Microsoft's viewer of profiles gives a heap snapshot to a
// worker, which reads the file by itself. Under the policy of its code the worker reads
// one of the workspace and computes; another it is denied, which ends it, as a file that
// is not there does. That it was denied says the worker's own file.
func TestARealWorkerIsFenced(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "ms-vscode.vscode-js-profile-table")
	granted, _, err := static.Policy(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, granted
	fenced := filepath.Join(t.TempDir(), "fenced")
	mustWrap(t, source, fenced, o)
	inside, outside := filepath.Join(t.TempDir(), "a.heapsnapshot"), filepath.Join(t.TempDir(), "b.heapsnapshot")
	kit, err := exthost.Current().Install(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{inside, outside} {
		if out, err := exec.CommandContext(
			t.Context(),
			kit.Node,
			"-e",
			"require('v8').writeHeapSnapshot(process.argv[1])",
			file,
		).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, c := range []struct {
		name, extension, file string
		kits                  []exthost.Kit
		reads                 bool
	}{
		{"without the loader, any file", source, outside, exthost.Kits()[:1], true},
		{"fenced, of the workspace", fenced, inside, exthost.Kits(), true},
		{"fenced, another", fenced, outside, exthost.Kits(), false},
	} {
		for _, kit := range c.kits {
			said, denials := snapshotOf(t, kit, c.extension, c.file, filepath.Dir(inside), c.reads)
			var want []string
			if !c.reads {
				want = []string{"out/heapsnapshotWorker.js"}
			}
			if d := cmp.Diff(want, denials); d != "" {
				t.Errorf("%s: %s: places of denials: %s", kit, c.name, d)
			}
			if strings.Contains(said, `"retainedSize":`) != c.reads {
				t.Errorf("%s: %s: the page was told %.300s", kit, c.name, said)
			}
		}
	}
}

// snapshotOf shows a heap snapshot and gives what the page is told when it asks for the
// classes in it, and the places that were denied to read it.
func snapshotOf(t *testing.T, kit exthost.Kit, extension, file, workspace string, answers bool) (said string, places []string) {
	t.Helper()
	ms := 6000 // without an answer the worker has ended
	if answers {
		ms = 50_000
	}
	data := t.TempDir()
	r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: extension, Workspace: workspace, Data: data, Commands: [][]any{
		{"workbench:show", "jsProfileVisualizer.heapsnapshot.table", file, map[string]any{
			"type": "callGraph", "inner": map[string]any{"id": 1, "method": "getClassGroups", "args": []int{0, 5}},
		}, ms},
		{"workbench:wait", 700}, // until the log is written
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range loaderlog.Files(data) {
		for line := range bytes.Lines(text) {
			var r struct{ E, Section, Path, Place string }
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if r.E == "denied" && r.Section == "files.read" && r.Path == file {
				place, _, _ := strings.Cut(r.Place, ":")
				places = append(places, place)
			}
		}
	}
	return string(r.Results["workbench:show"]) + r.Steps["command workbench:show"], slices.Compact(places)
}
