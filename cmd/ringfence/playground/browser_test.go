package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/bench/meter"
	"github.com/ringfence-dev/ringfence/internal/testkit/axe"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/playwright"
)

// seen is what browser.js prints.
type seen struct {
	Before, After, Errors, Violations []string
	Page, Thread, Cancelled           string
	Ready                             float64
	Runs                              []struct {
		Seconds            float64
		State, Said, Shown string
	}
}

// inBrowser uses the page in the Chromium that the target names. It returns what was seen,
// the largest memory of one process, which is the tab's, and the name the saved files
// begin with.
func inBrowser(t *testing.T, arguments ...string) (got seen, memory int64, out string) {
	t.Helper()
	browser := os.Getenv("CHROMIUM")
	if browser == "" {
		t.Skip("make browser-check: a Chromium")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(site(t))))
	defer server.Close()
	driver, err := playwright.Folder(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute)
	defer cancel()
	out = filepath.Join(t.TempDir(), "seen")
	if dir := os.Getenv("PICTURES"); dir != "" {
		out = filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-"))
	}
	if found, err := exec.LookPath(browser); err == nil {
		browser = found
	}
	cmd := exec.Command("node", append([]string{"testdata/browser.js", driver, browser, server.URL, out}, arguments...)...)
	used, err := meter.Run(ctx, cmd)
	if err != nil || used.ExitCode != 0 {
		t.Fatalf("%v\n%s", err, used.Stderr)
	}
	if err := json.Unmarshal(used.Stdout, &got); err != nil {
		t.Fatalf("%v: %s", err, used.Stdout)
	}
	if len(got.Errors) > 0 || len(got.Before) != 5 {
		t.Errorf("errors %q; before it was ready it asked for %q", got.Errors, got.Before)
	}
	return got, used.MaxRSS, out
}

// A person who drops an extension gets the command's report, in a frame that has its
// style. Nothing is asked for once the page is ready; page and thread could send nothing
// away. Cancel ends a scan, and the next one works. A file that kills the parser leaves a
// report.
func TestThePageMakesTheReport(t *testing.T) {
	all := fixtures()
	starts, blind := archive(t, all["starts"]), archive(t, all["blind"])
	script, err := axe.File(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, _, out := inBrowser(t, "--axe", script, "--try", blind, starts, archive(t, all["refused"]))
	if got.Page != "blocked" || got.Thread != "blocked" || len(got.After) > 0 {
		t.Errorf("the page sends: %s, the thread: %s; asked for %q", got.Page, got.Thread, got.After)
	}
	if got.Cancelled != "cancelled" {
		t.Errorf("after Cancel the page is %s", got.Cancelled)
	}
	if len(got.Violations) > 0 {
		t.Errorf("axe-core: %q", got.Violations)
	}
	if len(got.Runs) != 3 {
		t.Fatalf("%+v", got.Runs)
	}
	for i, file := range []string{blind, starts} {
		saved, err := os.ReadFile(out + "-" + string(rune('1'+i)) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(byCommand(t, file, "json")), string(saved)); diff != "" {
			t.Errorf("run %d (-command +page):\n%s", i, diff)
		}
		if shown := got.Runs[i].Shown; !strings.Contains(shown, "acme") || !strings.Contains(shown, "system-ui") {
			t.Errorf("run %d shows %q", i, shown)
		}
	}
	if last := got.Runs[2]; last.State != "failed" || !strings.Contains(last.Said, "is no VS Code extension") {
		t.Errorf("what is no extension: %+v", last)
	}
}

// The bounds of what a person waits for, and of what a tab holds: two extensions of the
// corpus, of 1 MB and of 20 MB of code.
func TestThePageIsQuickEnough(t *testing.T) {
	if os.Getenv("CHROMIUM") == "" {
		t.Skip("make browser-check: a Chromium")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, bound := range map[string]float64{"theia.vscode-builtin-git": 10, "GitHub.copilot-chat": 180} {
		files := map[string]string{}
		root := filepath.Join(dir, name)
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(file)
			rel, _ := filepath.Rel(root, file)
			files[filepath.ToSlash(rel)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		file := archive(t, files)
		got, memory, out := inBrowser(t, file)
		saved, _ := os.ReadFile(out + "-1.json")
		if len(got.Runs) != 1 || got.Runs[0].State != "done" || !bytes.Equal(byCommand(t, file, "json"), saved) {
			t.Errorf("%s: %+v, or another report than the command's", name, got.Runs)
			continue
		}
		t.Logf("%s: %.1f s of %.0f, %d MB in the tab, ready after %.1f s", name, got.Runs[0].Seconds, bound, memory>>20, got.Ready)
		if got.Runs[0].Seconds > bound {
			t.Errorf("%s: it took %.1f s, over %.0f", name, got.Runs[0].Seconds, bound)
		}
		if memory > 1500<<20 {
			t.Errorf("%s: a process of the browser had %d MB", name, memory>>20)
		}
	}
}
