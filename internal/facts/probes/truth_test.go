package probes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTheProbesAreTrue runs every probe as it is written, which needs nothing
// but Node.
func TestTheProbesAreTrue(t *testing.T) {
	for _, b := range runProbes(t, "testdata", required) {
		t.Errorf("%s: %s", b.Probe, b.Message)
	}
}

func TestTheBundlesAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("short: bundling takes a minute; run without -short")
	}
	dir, _ := bundled(t)
	for _, b := range runProbes(t, "testdata", 4*required, filepath.Join(dir, renditionsName)) {
		t.Errorf("%s by %s: %s", b.Probe, b.As, b.Message)
	}
}

// TestEveryExclusionIsNeeded tries what the probes say a bundler cannot take:
// either it refuses, or what it makes does not do what the probe does.
func TestEveryExclusionIsNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("short: bundling takes a minute; run without -short")
	}
	dir, _ := bundled(t)
	type pair struct{ probe, bundler string }
	fails := map[pair]bool{}
	for _, f := range readRenditions(t, filepath.Join(dir, excludedName)).Failed {
		fails[pair{f.Probe, strings.TrimSuffix(f.Bundler, "-min")}] = true
	}
	for _, b := range runProbes(t, "testdata", required, filepath.Join(dir, excludedName)) {
		fails[pair{b.Probe, strings.TrimSuffix(b.As, "-min")}] = true
	}
	for _, p := range readProbes(t) {
		for bundler, why := range p.not {
			if p.norun == "" && !fails[pair{p.name, bundler}] {
				t.Errorf("%s: %s takes it, but it is excluded: %s", p.name, bundler, why)
			}
		}
	}
}

func TestALyingProbeIsNoticed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"honest.js":   "// want: fs.statSync call \"a\"\nrequire('fs').statSync('a');\n",
		"silent.js":   "// none\nrequire('fs').statSync('a');\n",
		"boastful.js": "// want: fs.statSync call\nrequire('fs');\n",
		"argument.js": "// want: fs.statSync call \"a\"\nrequire('fs').statSync('b');\n",
		"kind.js":     "// want: net.Socket new\nrequire('net').Socket();\n",
		"esm.mjs":     "// none\nimport { exec } from 'child_process';\nexec('ls');\n",
	} {
		if err := write(dir, name, text); err != nil {
			t.Fatal(err)
		}
	}
	noticed := map[string]bool{}
	for _, b := range runProbes(t, dir, 6) {
		noticed[b.Probe] = true
	}
	want := map[string]bool{"silent": true, "boastful": true, "argument": true, "kind": true, "esm": true}
	if diff := cmp.Diff(want, noticed); diff != "" {
		t.Errorf("noticed (-want +got):\n%s", diff)
	}
}

// disagreement is what a program does other than it announces.
type disagreement struct{ Probe, As, Message string }

// runProbes runs the probes of a folder, and renditions of them, against
// stand-ins. Fewer than atLeast programs that run are a failure.
func runProbes(t *testing.T, testdata string, atLeast int, renditions ...string) []disagreement {
	t.Helper()
	out, err := node(t.Context(), append([]string{"node/run.js", testdata, t.TempDir()}, renditions...)...)
	if err != nil {
		unable(t, fmt.Errorf("running the probes in Node: %w", err))
	}
	var result struct {
		Jobs, Ran int
		Bad       []disagreement
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &result); err != nil {
		t.Fatalf("reading what node/run.js printed: %v", err)
	}
	if result.Ran < atLeast {
		t.Errorf("only %d programs ran", result.Ran)
	}
	t.Logf("%d of %d programs ran, %d disagreements", result.Ran, result.Jobs, len(result.Bad))
	return result.Bad
}
