package main_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// The test binary is the command, and the child of it that parses.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == process.WorkerVerb {
		os.Exit(cli.Start())
	}
	os.Exit(m.Run())
}

// site is the folder that `make playground` wrote.
func site(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("PLAYGROUND")
	if dir == "" {
		t.Skip("make playground: the program, compiled to WebAssembly")
	}
	return dir
}

// archive packs files as a .vsix into a folder of its own.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		// What is packed well is refused as a bomb.
		w, err := z.CreateHeader(&zip.FileHeader{Name: "extension/" + name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "some.vsix")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// The fixtures: an extension that starts programs, its twin that does not, and one
// with a file that no parser survives.
const (
	manifest = `{"name":"tool","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js","license":"MIT"}`
	starts   = `const { execFile } = require('child_process');
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('tool.run', w => execFile(w, ['--version'])));`
	benign = `exports.activate = () => require('vscode').window.showInformationMessage('hello');`
)

func fixtures() map[string]map[string]string {
	return map[string]map[string]string{
		"starts":  {"package.json": manifest, "main.js": starts},
		"benign":  {"package.json": manifest, "main.js": benign},
		"blind":   {"package.json": manifest, "main.js": starts, "deep.js": strings.Repeat("[", 5_000_000)},
		"refused": {"package.json": `{"name":"tool"}`},
	}
}

// outcome is what node.js prints.
type outcome struct {
	Files     []string
	Failed    string
	Cancelled bool
	Seconds   float64
	Peak      int64
}

// inNode runs the playground's program over an archive.
func inNode(t *testing.T, file string, more ...string) (got outcome, report, page []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	out := filepath.Join(t.TempDir(), "out")
	cmd := exec.CommandContext(ctx, "node", append([]string{"testdata/node.js", site(t), file, out}, more...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	lines := bytes.Split(bytes.TrimSpace(said), []byte("\n")) // before it, what Go's runtime says of its end
	if err := json.Unmarshal(lines[len(lines)-1], &got); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	report, _ = os.ReadFile(out + ".json")
	page, _ = os.ReadFile(out + ".html")
	return got, report, page
}

// byCommand runs `ringfence scan` over an archive, in the folder where it lies.
func byCommand(t *testing.T, file, format string) []byte {
	t.Helper()
	return command(t, filepath.Dir(file), "scan", filepath.Base(file), "--offline", "--format", format)
}

// converted is a report as a page.
func converted(t *testing.T, report string) []byte {
	t.Helper()
	return command(t, filepath.Dir(report), "convert", filepath.Base(report), "--format", "html")
}

// command runs ringfence in a folder.
func command(t *testing.T, dir string, arguments ...string) []byte {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	c := cli.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Dir: dir, Self: self, Now: time.Now}
	if code := c.Main(t.Context(), arguments); code > 1 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	return stdout.Bytes()
}

// The browser's program says byte by byte what the command says with --offline, as JSON
// and as a page: nothing is left out but what nobody was asked, which both list. A file
// that kills the parser is blind in both, and the rest is seen.
func TestTheReportIsTheCommands(t *testing.T) {
	site(t)
	for name, files := range fixtures() {
		file := archive(t, files)
		got, report, page := inNode(t, file)
		if name == "refused" {
			if !strings.Contains(got.Failed, "is no VS Code extension") || report != nil {
				t.Errorf("%s: %+v", name, got)
			}
			continue
		}
		if got.Failed != "" {
			t.Errorf("%s: %s", name, got.Failed)
			continue
		}
		if diff := cmp.Diff(string(byCommand(t, file, "json")), string(report)); diff != "" {
			t.Errorf("%s (-command +browser):\n%s", name, diff)
		}
		if !bytes.Equal(byCommand(t, file, "html"), page) {
			t.Errorf("%s: the page is another one", name)
		}
		if len(got.Files) != len(files)-1 {
			t.Errorf("%s: progress names %q", name, got.Files)
		}
		if seen := bytes.Contains(report, []byte(`"deep.js"`)); seen != (name == "blind") {
			t.Errorf("%s: deep.js is named: %t", name, seen)
		}
		t.Logf("%s: %.1f s, %d MB", name, got.Seconds, got.Peak>>20)
	}
}

// Who cancels waits for nobody.
func TestCancelEndsTheThreads(t *testing.T) {
	got, report, _ := inNode(t, archive(t, fixtures()["blind"]), "cancel")
	if !got.Cancelled || report != nil || len(got.Files) != 1 {
		t.Errorf("%+v", got)
	}
}
