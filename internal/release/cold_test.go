package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// most is how much a cold run of the action may cost: so many times the
// processor time of the bare scan. A pull request has two sides to look at.
const most = 3.0

// TestColdRun: the action on a machine that has nothing yet, from the download
// of the program to the last request, beside `ringfence scan` of the same
// extension. The extension is a real one with a bundle under 1 MB, the change
// one line of its code. The median of five counts.
func TestColdRun(t *testing.T) {
	if os.Getenv("COLD") == "" {
		t.Skip("make bench-action: a cold run is measured there")
	}
	t.Run("typescript", func(t *testing.T) { coldRun(t, "vscode.typescript-language-features", "dist/extension.js") })
	t.Run("git", func(t *testing.T) { coldRun(t, "vscode.git", "dist/main.js") })
}

func coldRun(t *testing.T, extension, bundle string) {
	s := newStage(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		missing(t, "the corpus: %v", err)
	}
	files := textsOf(t, filepath.Join(dir, extension))
	if n := len(files[bundle]); n < 100_000 || n > 1<<20 {
		t.Fatalf("the bundle has %d bytes", n)
	}
	files[".ringfence/policy.json"] = s.policy(t, files)
	s.hub = github.New(t, "acme/tool", files)
	s.hub.Permit("ann", "write")
	s.hub.Push("change", "ann", "change", map[string]string{bundle: files[bundle] + "\nvoid 0;\n"})
	pull := s.hub.Open("change", "ann", "Change")

	var bare, cold []time.Duration
	for range 5 {
		run := s.hub.Start(t, github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: pull})
		bare = append(bare, spent(t, run, s.program, "scan", "--format", "json", "--out", filepath.Join(run.Temp(), "bare.json"), run.Workspace))
		run.Env = append(
			run.Env,
			"PATH="+os.Getenv("PATH"),
			"HOME="+run.Temp(),
			"RUNNER_TOOL_CACHE="+t.TempDir(),
			"RUNNER_OS=Linux",
			"RUNNER_ARCH=X64",
			"INPUT_MIRROR="+s.mirror,
		)
		install := spent(t, run, "bash", filepath.Join(s.action, "release/install.sh"))
		token := s.hub.Token("github-actions[bot]", map[string]string{"contents": "read", "pull_requests": "write", "security_events": "write"})
		run.Env = append(run.Env, "INPUT_TOKEN="+token, "RINGFENCE_BLOCKLISTS_URL=http://127.0.0.1:1")
		judged := spent(t, run, run.Outputs()["binary"], "action")
		t.Logf(
			"scan %v, install %v, action %v, sum %.2f times the scan",
			bare[len(bare)-1],
			install,
			judged,
			float64(install+judged)/float64(bare[len(bare)-1]),
		)
		cold = append(cold, install+judged)
	}
	slices.Sort(bare)
	slices.Sort(cold)
	middle := len(bare) / 2
	ratio := float64(cold[middle]) / float64(bare[middle])
	t.Logf("a cold run takes %.2f times the bare scan (%v beside %v of processor time)", ratio, cold[middle], bare[middle])
	if ratio > most {
		t.Errorf("a cold run takes %.2f times the bare scan, at most %.0f are allowed", ratio, most)
	}
}

// spent runs a program in a run and gives the processor time of all it started.
// The gates may say no; that they were judged is what counts.
func spent(t *testing.T, run github.Run, program string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir, cmd.Env = run.Workspace, run.Env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	if strings.Contains(string(out), "not judged") {
		t.Fatalf("%s", out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// textsOf reads the files of a folder.
func textsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
