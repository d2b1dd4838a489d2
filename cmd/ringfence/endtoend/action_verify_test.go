package endtoend

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// The commands by which docs/guide/github-action.md verifies a release are run as they
// stand there: they agree to what was attached, and to nothing else.
func TestAReleaseIsVerifiedAsThePageSays(t *testing.T) {
	for _, name := range []string{"sh", "sha256sum", "node", "cmp"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("NOT RUN: %v", err)
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "guide", "github-action.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sh\n(sha256sum -c SHA256SUMS\n.*?)```").FindSubmatch(page)
	if block == nil {
		t.Fatal("the page does not say how a release is verified")
	}
	hub := github.New(t, "acme/tool", extensionFiles(t, usesGit))
	hub.Release("v1.0.0", false)
	vsix := packed(t, map[string]string{"package.json": manifest, "main.js": usesGit})
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	inputs := map[string]string{"mode": "release", "sarif": "false", "package": vsix, "tag": "v1.0.0"}
	if got := s.run("release", "refs/tags/v1.0.0", hub.Head("main"), map[string]any{}, inputs); got.code != exit.Fine {
		t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	original, err := os.ReadFile(vsix)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(change func(dir string)) error {
		dir := t.TempDir()
		files := hub.Assets("v1.0.0")
		files["acme.tool-1.0.0.vsix"] = string(original)
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		change(dir)
		for line := range strings.Lines(string(block[1])) {
			if args, ok := strings.CutPrefix(line, "ringfence "); ok {
				var out, errs bytes.Buffer
				c := cli.Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: dir}
				if code := c.Main(t.Context(), strings.Fields(args)); code != exit.Fine {
					t.Fatalf("%s%d %s", line, code, errs.String())
				}
				continue
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Logf("%s%s", line, out)
				return err
			}
		}
		return nil
	}
	if err := verify(func(string) {}); err != nil {
		t.Errorf("what was attached: %v", err)
	}
	for name, change := range map[string]func(dir string){
		"a file with a byte more": func(dir string) { more(t, filepath.Join(dir, "results.sarif")) },
		"another original": func(dir string) {
			rename(t, packed(t, map[string]string{"package.json": manifest, "main.js": usesGit + "//"}), filepath.Join(dir, "acme.tool-1.0.0.vsix"))
		},
		"sums made anew": func(dir string) {
			more(t, filepath.Join(dir, "acme.tool-1.0.0.evidence.json"))
			if out, err := exec.Command("sh", "-c", "cd \"$0\" && sha256sum *.json *.sarif *.ringfence.vsix >SHA256SUMS",
				dir).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
		},
	} {
		if verify(change) == nil {
			t.Errorf("%s is agreed to", name)
		}
	}
}

func more(t *testing.T, name string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("x")
		_ = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}
