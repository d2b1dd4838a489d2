package pictures

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// program builds ringfence and gives where it is.
func program(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "ringfence")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", out, "github.com/ringfence-dev/ringfence/cmd/ringfence")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return out
}

// run runs a program in a folder and gives what it printed. Exit code 1 is an answer.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	var exited *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exited) || exited.ExitCode() != 1) {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, talk.String())
	}
	return out.Bytes()
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// malicious is the fixture whose report is shown.
const malicious = "../../../checks/chain/testdata/chain_persistence/bad"

// twelve are the extensions of the fleet, beside the malicious one.
var twelve = []string{
	"ms-vscode.js-debug-companion", "vscode.css-language-features", "vscode.emmet", "vscode.git", "vscode.github", "vscode.grunt",
	"vscode.json-language-features", "vscode.merge-conflict", "vscode.npm", "vscode.search-result", "vscode.terminal-suggest",
}

// all makes the pages, each by the command that a person would type.
func all(t *testing.T) map[string][]byte {
	t.Helper()
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	bin := program(t)
	fixture, err := filepath.Abs(malicious)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{
		"git":       run(t, filepath.Join(dir, "vscode.git"), bin, "scan", ".", "-f", "html"),
		"malicious": run(t, fixture, bin, "scan", ".", "-f", "html"),
		"fleet":     fleet(t, bin, dir, fixture),
	}
	out["playground"] = playgroundPage(t, out["malicious"])
	repository := changed(t, bin)
	out["change"] = run(t, repository, bin, "gate", "--base", "main", "-f", "html")
	out["comment"] = run(t, repository, bin, "gate", "--base", "main", "-f", "markdown")
	return out
}

// fleet scans twelve extensions as twelve repositories.
func fleet(t *testing.T, bin, dir, fixture string) []byte {
	t.Helper()
	root := t.TempDir()
	list := "extensions:\n  - repository: acme/helper\n"
	places := map[string]string{"helper": fixture}
	for _, name := range twelve {
		_, short, _ := strings.Cut(name, ".")
		places[short] = filepath.Join(dir, name)
		list += "  - repository: acme/" + short + "\n"
	}
	for short, from := range places {
		if err := os.CopyFS(filepath.Join(root, "acme", short), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, root, map[string]string{"fleet.yml": list})
	run(t, root, bin, "fleet", "plan", "--list", "fleet.yml", "--root", ".", "-n", "1", "-o", "plan.json")
	run(t, root, bin, "fleet", "scan", "--plan", "plan.json", "--shard", "1", "--root", ".", "-o", "part")
	return run(t, root, bin, "fleet", "merge", "--plan", "plan.json", "part", "-f", "html")
}

// changed is a repository whose main has a policy and whose branch starts a program and
// sends something: a pull request that is stopped.
func changed(t *testing.T, bin string) string {
	t.Helper()
	dir := t.TempDir()
	const main = `const vscode = require("vscode");
const fs = require("fs");

exports.activate = context => {
  context.subscriptions.push(vscode.commands.registerCommand("tool.show", () => {
    const settings = JSON.parse(fs.readFileSync(context.asAbsolutePath("defaults.json"), "utf8"));
    vscode.window.showInformationMessage(settings.greeting);
  }));
};
`
	const more = `const vscode = require("vscode");
const fs = require("fs");
const { spawn } = require("child_process");

exports.activate = context => {
  context.subscriptions.push(vscode.commands.registerCommand("tool.show", () => {
    const settings = JSON.parse(fs.readFileSync(context.asAbsolutePath("defaults.json"), "utf8"));
    vscode.window.showInformationMessage(settings.greeting);
    spawn("docker", ["run", "alpine"]);
    fetch("https://stats.example.com/used", { method: "POST", body: vscode.env.machineId });
  }));
};
`
	write(t, dir, map[string]string{
		"package.json": `{
  "name": "tool",
  "publisher": "acme",
  "version": "1.0.0",
  "engines": { "vscode": "^1.80.0" },
  "main": "./main.js",
  "activationEvents": ["onCommand:tool.show"],
  "contributes": { "commands": [{ "command": "tool.show", "title": "Show" }] },
  "capabilities": { "untrustedWorkspaces": { "supported": true } }
}
`,
		"main.js": main, "defaults.json": "{\"greeting\": \"hello\"}\n", "LICENSE": "MIT\n",
	})
	git := func(args ...string) {
		run(t, dir, "git", append([]string{"-c", "user.name=ann", "-c", "user.email=ann@users.example"}, args...)...)
	}
	git("init", "-q", "-b", "main")
	run(t, dir, bin, "policy", "generate", ".")
	git("add", ".")
	git("commit", "-qm", "begin")
	git("switch", "-qc", "docker")
	write(t, dir, map[string]string{"main.js": more})
	run(t, dir, bin, "policy", "generate", ".")
	git("commit", "-qam", "start docker")
	return dir
}
