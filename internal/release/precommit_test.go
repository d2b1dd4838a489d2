package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// The hooks are the same command, once built by pre-commit and once from the PATH, and the
// page names both.
func TestHooksAreTheGate(t *testing.T) {
	data, err := json.Marshal(yamljson.Value(t, read(t, ".pre-commit-hooks.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID, Entry, Language, Files string }
	if err := json.Unmarshal(data, &hooks); err != nil {
		t.Fatal(err)
	}
	languages := map[string]string{"ringfence": "golang", "ringfence-system": "system"}
	if len(hooks) != len(languages) {
		t.Errorf("%d hooks", len(hooks))
	}
	page := read(t, "docs/guide/pre-commit.md")
	for _, h := range hooks {
		if h.Language != languages[h.ID] || h.Entry != "ringfence gate" || !strings.Contains(page, "| `"+h.ID+"` |") {
			t.Errorf("%+v", h)
		}
		for name, want := range map[string]bool{
			"main.js": true, "src/a.tsx": true, "a.mts": true, "package.json": true, ".ringfence/config.yml": true,
			"README.md": false, "a.png": false,
		} {
			if regexp.MustCompile(h.Files).MatchString(name) != want {
				t.Errorf("%s runs for %s: %t", h.ID, name, !want)
			}
		}
	}
}

// A commit of code that needs more than its policy fails, and says the command; with the
// policy that the command writes it is made. So it is with the hook of this repository and
// a real pre-commit.
func TestThePreCommitHook(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("elsewhere: there is no pre-commit here")
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin", "ringfence")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./cmd/ringfence")
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(in string, fails bool, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"),
			"PRE_COMMIT_HOME="+filepath.Join(dir, "home"),
			"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com",
			"GIT_CONFIG_GLOBAL="+filepath.Join(dir, "gitconfig"))
		out, err := cmd.CombinedOutput()
		if (err != nil) != fails {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	hooks, extension := filepath.Join(dir, "hooks"), filepath.Join(dir, "extension")
	for file, text := range map[string]string{
		filepath.Join(hooks, ".pre-commit-hooks.yaml"): read(t, ".pre-commit-hooks.yaml"),
		filepath.Join(extension, "package.json"):       manifestText,
		filepath.Join(extension, "main.js"):            usesGit,
		filepath.Join(extension, ".vscodeignore"):      ".ringfence/**\n.pre-commit-config.yaml\n",
		filepath.Join(extension, ".gitignore"):         "evidence.json\n",
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, file, text)
	}
	run(hooks, false, "git", "init", "-q", "-b", "main")
	run(hooks, false, "git", "add", ".")
	run(hooks, false, "git", "commit", "-qm", "hooks")
	commit := strings.TrimSpace(run(hooks, false, "git", "rev-parse", "HEAD"))
	write(t, filepath.Join(extension, ".pre-commit-config.yaml"),
		"repos:\n  - repo: "+hooks+"\n    rev: "+commit+"\n    hooks:\n      - id: ringfence-system\n")
	run(extension, false, "git", "init", "-q", "-b", "main")
	run(extension, false, bin, "policy", "generate", ".")
	run(extension, false, "git", "add", ".")
	run(extension, false, "pre-commit", "install")
	run(extension, false, "git", "commit", "-qm", "base")

	write(t, filepath.Join(extension, "main.js"), usesMore)
	said := run(extension, true, "git", "commit", "-qam", "more")
	if !strings.Contains(said, "ringfence policy generate .") || !strings.Contains(said, `+    {"command": "docker"`) {
		t.Errorf("it does not say what to do:\n%s", said)
	}
	run(extension, false, bin, "policy", "generate", ".")
	run(extension, false, "git", "commit", "-qam", "more")
}
