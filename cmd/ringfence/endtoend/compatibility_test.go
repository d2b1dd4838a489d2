package endtoend

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// old runs the program in a copy of what an earlier one wrote.
func old(t *testing.T) (dir string, run func(want int, args ...string) string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "..", "testdata", "written-by-4ce1ff1"))); err != nil {
		t.Fatal(err)
	}
	return dir, func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		c := cli.Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: dir}
		if code := c.Main(t.Context(), args); code != want {
			t.Fatalf("%s: exit code %d, want %d: %s%s", strings.Join(args, " "), code, want, out.String(), errs.String())
		}
		return out.String()
	}
}

// TestAnEarlierReportIsRead, shown as text and handed to code scanning, and written
// again as the same bytes.
func TestAnEarlierReportIsRead(t *testing.T) {
	dir, run := old(t)
	if got := run(
		exit.Fine,
		"convert",
		"--verbose",
		"report.json",
	); !strings.Contains(got, "acme.shell 1.0.0: SANDBOX") ||
		!strings.Contains(got, "main.js:5:85: child_process.exec") {
		t.Errorf("as text: %s", got)
	}
	if got := run(exit.Fine, "convert", "report.json", "-f", "sarif"); !strings.Contains(got, `"ruleId": "code_dynamic_process/medium"`) {
		t.Errorf("as SARIF: %.2000s", got)
	}
	data, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(data), run(exit.Fine, "convert", "report.json", "-f", "json")); d != "" {
		t.Errorf("written again (-then +now): %s", d)
	}
}

// TestAnEarlierPolicyIsRead, is not wider or narrower than today's of the same code,
// and takes what an earlier loader observed.
func TestAnEarlierPolicyIsRead(t *testing.T) {
	dir, run := old(t)
	own := filepath.Join(dir, "extension", ".ringfence")
	if err := os.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"policy.json", "evidence.json"} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(own, name)); err != nil {
			t.Fatal(err)
		}
	}
	run(exit.Fine, "policy", "generate", "extension", "-o", "now")
	run(exit.Fine, "policy", "diff", filepath.Join("extension", ".ringfence", "policy.json"), filepath.Join("now", "policy.json"))
	run(exit.Fine, "observe", "--repository", "extension", "ringfence.jsonl")
	proposals, err := os.ReadFile(filepath.Join(own, "proposals.json"))
	if err != nil || !strings.Contains(string(proposals), "git --version") {
		t.Errorf("what was observed is not proposed: %s %v", proposals, err)
	}
}

// TestAnEarlierWrappedPackageIsTakenApart: its files are the original's, and an update
// is told from what is inside.
func TestAnEarlierWrappedPackageIsTakenApart(t *testing.T) {
	dir, run := old(t)
	run(exit.No, "wrap", "--check-update", "wrapped.vsix", "--latest", "1.0.1")
	run(exit.Fine, "unwrap", "wrapped.vsix", "-o", "unwrapped.vsix")
	if d := cmp.Diff(files(t, filepath.Join(dir, "original.vsix")), files(t, filepath.Join(dir, "unwrapped.vsix"))); d != "" {
		t.Errorf("unwrapped (-original +unwrapped): %s", d)
	}
}

// files are the files of an extension, with their text.
func files(t *testing.T, name string) map[string]string {
	t.Helper()
	ext, err := extension.Load(t.Context(), name, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	out := map[string]string{}
	for _, f := range ext.Files() {
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Path] = string(data)
	}
	if len(out) < 2 {
		t.Fatalf("%s has %d files", name, len(out))
	}
	return out
}
