package claims

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestClaims(t *testing.T) {
	for text, want := range map[string]string{
		"All scripts run in a secure sandbox.":                     "run in a secure sandbox",
		"Your code is fully sandboxed.":                            "is fully sandboxed",
		"Each tool executes inside its own isolated environment":   "executes inside its own isolated environment",
		"The plugin sandboxes all untrusted code":                  "sandboxes all untrusted code",
		"Extensions are isolated from the system":                  "are isolated from",
		"// evaluated within\n// a sandbox":                        "",
		"commands are executed\nin a sandbox":                      "executed in a sandbox",
		"gives you full isolation":                                 "full isolation",
		"a bulletproof sandbox":                                    "bulletproof sandbox",
		`throw new Error("the task runs inside a sandbox")`:        "runs inside a sandbox",
		"IT IS SANDBOXED":                                          "IS SANDBOXED",
		"It Is Sandboxed":                                          "Is Sandboxed",
		"This is not sandboxed.":                                   "",
		"Nothing here runs in a sandbox":                           "",
		"It doesn't run in a sandbox":                              "",
		"If it runs in a sandbox, fine":                            "",
		"docs claim that it runs in a sandbox":                     "",
		"the iframe is sandboxed":                                  "",
		"Lets the sandboxed document open windows":                 "",
		"deploy to a sandbox org":                                  "",
		"changes are isolated from your main worktree":             "",
		"sandbox = new Sandbox(); sandbox.restore()":               "",
		`<iframe sandbox="allow-scripts">`:                         "",
		"const isolated = run(isolate)":                            "",
		"is it. Sandboxed means":                                   "",
		"a span that is isolated":                                  "",
		"runs in a process":                                        "",
		"It is safe. It runs.\nHere, the sandbox of the sand pit.": "",
	} {
		got := ""
		for _, c := range Find([]byte(text)) {
			got = strings.TrimSpace(got + " " + c.Text)
		}
		if got != want {
			t.Errorf("%q claims %q, want %q", text, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	got := Find([]byte("# A\n\nIt 😀 is sandboxed.\nAnd it runs in a sandbox.\n"))
	want := []Claim{{3, 7, "is sandboxed"}, {4, 8, "runs in a sandbox"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBounds(t *testing.T) {
	if got := Find([]byte(strings.Repeat("It is sandboxed. ", 30_000))); len(got) != maxClaims {
		t.Errorf("%d claims", len(got))
	}
	if got := Find([]byte(strings.Repeat("sandbox", 1<<20))); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte("It 😀 is sandboxed.\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range Find(text) {
			if c.Line < 1 || c.Column < 1 || c.Text == "" || c.Line > strings.Count(string(text), "\n")+1 {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// What is claimed is judged by what stands behind it: nothing, a loader that
// observes, or one that enforces.
func TestLookAndJudge(t *testing.T) {
	for fence, want := range map[Fence]finding.Severity{NoFence: finding.Low, Observing: finding.Low, Enforcing: finding.None} {
		more := ""
		if fence != NoFence {
			more = fmt.Sprintf(`,"realEntryPoint":"./a.js","ringfence":{"mode":%q}`, fence)
		}
		e := load(t, map[string]string{
			"package.json": `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./a.js",` +
				`"description":"Runs in a sandbox"` + more + `}`,
			"a.js":                     "// It is sandboxed.\n",
			"README.md":                "It isn't sandboxed.\n",
			"node_modules/x/README.md": "It is sandboxed.\n",
			"x.bin":                    "It is sandboxed.",
		})
		got, err := Look(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, c := range got.Claims {
			files = append(files, c.File)
		}
		if diff := cmp.Diff([]string{"a.js", "package.json"}, files); diff != "" {
			t.Errorf("%q (-want +got):\n%s", fence, diff)
		}
		if severity, because := Judge(got.Fence); got.Fence != fence || severity != want || because == "" {
			t.Errorf("%q: %q, %s, %s", fence, got.Fence, severity, because)
		}
	}
	e := load(
		t,
		map[string]string{
			"package.json": `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"ringfence":{"mode":"enforce"}}`,
		},
	)
	if got, err := Look(t.Context(), e); err != nil || got.Fence != NoFence {
		t.Errorf("a mode without a loader: %+v, %v", got, err)
	}
	// Where the browser entry runs without the loader, it bears out nothing of the whole.
	for browser, want := range map[string]Fence{"unfenced": NoFence, "drop": Enforcing} {
		e := load(
			t,
			map[string]string{
				"package.json": fmt.Sprintf(
					`{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"realEntryPoint":"./a.js","ringfence":{`+
						`"mode":"enforce","browser":%q}}`,
					browser,
				),
			},
		)
		if got, err := Look(t.Context(), e); err != nil || got.Fence != want {
			t.Errorf("browser %s: %+v, %v, want %q", browser, got, err, want)
		}
	}
}

func load(t *testing.T, files map[string]string) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}
