package endtoend

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// A step that holds the token runs nothing of the repository: no program that lies
// there and has the name of one that is asked for, no script of a package, no
// filter, hook or setting of the clone.
func TestARepositoryRunsNothingBesideTheToken(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "ran")
	script := "#!/bin/sh\nenv > '" + mark + "'\n"
	h := hubbed(t)
	h.Push("change", "ann", "programs", map[string]string{
		"git":                 script,
		"node":                script,
		"npm":                 script,
		"sh":                  script,
		"ringfence":           script,
		"ringfence-scorecard": script,
		".git-hook":           script,
		".gitattributes":      "* filter=evil diff=evil merge=evil\n",
		".npmrc":              "script-shell=./sh\n",
		"main.js":             "require('fs').writeFileSync(" + jsString(mark) + ", 'x');\nexports.activate = () => {};\n",
		"package.json": strings.Replace(
			manifest,
			`"main"`,
			`"scripts": {"vscode:prepublish": "./sh", "postinstall": "./sh", "vscode:uninstall": "node ./sh"}, "main"`,
			1,
		),
	})
	n := h.Open("change", "ann", "A change")
	run := h.Start(t, github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n})
	for _, name := range []string{"git", "node", "npm", "sh", "ringfence", "ringfence-scorecard", ".git-hook"} {
		if err := os.Chmod(filepath.Join(run.Workspace, name), 0o700); err != nil { //nolint:gosec // it is to be run, if anything is
			t.Fatal(err)
		}
	}
	evil := filepath.Join(run.Workspace, ".git-hook")
	config := "[core]\n\tfsmonitor = " + evil + "\n\thooksPath = .\n\tpager = " + evil + "\n\tsshCommand = " + evil +
		"\n[filter \"evil\"]\n\tsmudge = " + evil + "\n\tclean = " + evil +
		"\n\tprocess = " + evil + "\n[diff]\n\texternal = " + evil + "\n[diff \"evil\"]\n\ttextconv = " + evil + "\n[alias]\n\tcat-file = !" +
		evil + "\n"
	f, err := os.OpenFile(filepath.Join(run.Workspace, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(config)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	token := h.Token(robot, granted(t, append([]string{"mode commit"}, toJudge...)...))
	if _, err := gateSchema(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(run.Workspace)
	r := actIn(t, h, run, token, "INPUT_MODE=commit", "INPUT_SARIF=false", "PATH=.:"+os.Getenv("PATH"))
	if got, err := os.ReadFile(mark); err == nil {
		t.Errorf("something of the repository ran:\n%s", got)
	}
	if r.Outputs()["category"] == "" {
		t.Errorf("nothing was judged, this test shows nothing:\n%s", r.log)
	}
	// The programs would run if anybody started one.
	if err := exec.CommandContext(t.Context(), evil).Run(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Error("the programs leave no mark, this test shows nothing")
	}
}

// What a stranger chose (a version, a name of a file, a program, a pull request's
// title) is text in the log, on the page and in the comment.
func TestARepositoryCannotWriteThePage(t *testing.T) {
	const markup = `<img src=x onerror=y>@everyone [x](https://evil.example) **bold** | a |`
	h := hubbed(t)
	file := "::set-output name=passes::true<b>x</b>@acme.js"
	h.Push("change", "ann", "words", map[string]string{
		"package.json": strings.Replace(manifest, `"1.0.0"`, jsString("1.0.0\n::error::x"+markup), 1),
		"main.js":      "require(" + jsString("./"+file) + ");\nexports.activate = () => {};\n",
		file:           "require('child_process').exec(" + jsString("x\n::add-mask::y\n##[group]z"+markup) + ");\n",
	})
	n := h.Open("change", "ann", "::error::"+markup)
	r := act(
		t,
		h,
		github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n},
		h.Token(robot, granted(t, toJudge...)),
		"INPUT_SARIF=false",
	)
	comments := h.Comments()
	if r.code != exit.No || len(comments) != 1 {
		t.Fatalf("exit code %d, %d comments\n%s", r.code, len(comments), r.log)
	}
	for what, text := range map[string]string{"comment": comments[0].Body, "summary": r.Summary()} {
		if !strings.Contains(text, "onerror=y") {
			t.Errorf("the %s does not show it at all, this test shows nothing:\n%s", what, text)
		}
		plain := regexp.MustCompile("(?s)```+.*?```+").ReplaceAllString(text, "")
		plain = regexp.MustCompile("(``+)[^\n]*?``+|`[^`\n]*`").ReplaceAllString(plain, "")
		for _, word := range []string{"<img", "<b>", "@everyone", "@acme", "](https://evil.example)", "**bold**", "\n::", "\n##["} {
			if strings.Contains(plain, word) {
				t.Errorf("in the %s %q means something:\n%s", what, word, text)
			}
		}
	}
	// Between the fences no line is a command; outside of them those are the action's own.
	fenced := regexp.MustCompile(`(?ms)^::stop-commands::([0-9a-f]{32})$.*?^::[0-9a-f]{32}::$`)
	if !fenced.MatchString(r.log) {
		t.Errorf("nothing is fenced:\n%s", r.log)
	}
	for line := range strings.Lines(fenced.ReplaceAllString(r.log, "")) {
		if strings.Contains(line, "##[") ||
			strings.HasPrefix(strings.TrimSpace(line), "::") && !regexp.MustCompile(`^::(error|warning|notice)( [^:]*)?::`).MatchString(line) {
			t.Errorf("a command of the repository: %q", line)
		}
	}
	if r.Outputs()["passes"] != "false" {
		t.Errorf("outputs %v", r.Outputs())
	}
}

// A package whose files lie elsewhere writes nothing there, in no mode.
func TestAPackageWritesNothingOutside(t *testing.T) {
	for _, mode := range []string{"check", "commit", "release"} {
		h := hubbed(t)
		h.Release("v1.0.0", false)
		run := h.Start(t, github.Event{Name: "release", Action: "published", Actor: "ann", Tag: "v1.0.0"})
		file := filepath.Join(t.TempDir(), "tool.vsix")
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(out)
		for name, text := range map[string]string{
			"extension/package.json": manifest, "extension/main.js": mainJS, "extension/../../../outside": "x", "../outside": "x", "/outside": "x",
			`extension/..\..\outside`: "x",
		} {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write([]byte(text))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		link := &zip.FileHeader{Name: "extension/link"}
		link.SetMode(os.ModeSymlink | 0o777)
		w, err := z.CreateHeader(link)
		if err == nil {
			_, err = w.Write([]byte("../../outside"))
		}
		if err := errors.Join(err, z.Close(), out.Close()); err != nil {
			t.Fatal(err)
		}
		above := filepath.Dir(run.Workspace)
		before := listing(t, above)
		r := actIn(
			t,
			h,
			run,
			h.Token(robot, granted(t, append([]string{"mode release", "mode commit"}, toJudge...)...)),
			"INPUT_MODE="+mode,
			"INPUT_PACKAGE="+file,
			"INPUT_SARIF=false",
		)
		after := listing(t, above)
		for name := range after {
			if strings.HasPrefix(name, r.Temp()+string(filepath.Separator)+"ringfence") || name == filepath.Join(above, "output") ||
				name == filepath.Join(above, "summary.md") {
				delete(after, name)
			}
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("mode %s: outside of its directory (-before +after):\n%s", mode, diff)
		}
		for name := range h.Assets("v1.0.0") {
			if strings.Contains(name, "outside") {
				t.Errorf("%s is attached", name)
			}
		}
		if r.code == exit.Fine {
			t.Errorf("mode %s: the package passes\n%s", mode, r.log)
		}
	}
}

// Generated files are committed below .ringfence and never where workflows lie,
// whatever an extension's folder is called and wherever its links lead.
func TestNoCommitChangesAWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestARepositoryRunsNothingBesideTheToken stays")
	}
	for name, c := range map[string]struct {
		files   map[string]string
		commits bool
	}{
		"the mirror case: an extension in a folder": {map[string]string{"ext/package.json": manifest, "ext/main.js": widerJS}, true},
		"an extension among the workflows": {map[string]string{".github/workflows/package.json": manifest,
			".github/workflows/main.js": widerJS}, false},
		"an extension below .github": {map[string]string{".github/ext/package.json": manifest, ".github/ext/main.js": widerJS},
			false},
		"a folder that is a link to them": {map[string]string{"ext/package.json": manifest, "ext/main.js": widerJS,
			".github/workflows/x.yml": "on: push\n", "ext/.ringfence": github.Link("../.github/workflows")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []string{"commit", "pull-request"} {
				h := github.New(t, "acme/tool", c.files)
				r := act(
					t,
					h,
					github.Event{Name: "push", Actor: "acme", Before: strings.Repeat("0", 40)},
					h.Token(robot, granted(t, append([]string{"mode " + mode}, toJudge...)...)),
					"INPUT_MODE="+mode,
					"INPUT_SARIF=false",
				)
				graph := h.Graph()
				if got := strings.Contains(graph, robot); got != c.commits || strings.Contains(graph, ":.github") || strings.Contains(graph, "M:") {
					t.Errorf("mode %s:\n%s\n%s", mode, graph, r.log)
				}
			}
		})
	}
}

// jsString writes a text as JSON and JavaScript have it.
func jsString(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}
