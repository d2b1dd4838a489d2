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
// the largest memory and processor time of one process, which are the tab's, and the name the
// saved files begin with.
func inBrowser(t *testing.T, arguments ...string) (got seen, used meter.Usage, out string) {
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
	ctx, cancel := context.WithTimeout(t.Context(), 18*time.Minute)
	defer cancel()
	out = filepath.Join(t.TempDir(), "seen")
	if dir := os.Getenv("PICTURES"); dir != "" {
		out = filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-"))
	}
	if found, err := exec.LookPath(browser); err == nil {
		browser = found
	}
	cmd := exec.Command("node", append([]string{"testdata/browser.js", driver, browser, server.URL, out}, arguments...)...)
	used, err = meter.RunEvery(ctx, cmd, 250*time.Millisecond)
	if err != nil || used.ExitCode != 0 {
		t.Fatalf("%v\n%s", err, used.Stderr)
	}
	if err := json.Unmarshal(used.Stdout, &got); err != nil {
		t.Fatalf("%v: %s", err, used.Stdout)
	}
	if len(got.Errors) > 0 || len(got.Before) != 5 {
		t.Errorf("errors %q; before it was ready it asked for %q", got.Errors, got.Before)
	}
	return got, used, out
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
// corpus, of 1 MB and of 20 MB of code. What the tab worked is compared, and not the clock: it is
// the time on a quiet machine, for one thread does nearly all of it. The aim for 1 MB is ten seconds
// and is missed (docs/measurements/playground.md): most keeps it from growing.
func TestThePageIsQuickEnough(t *testing.T) {
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		t.Skip("make browser-check: a Chromium")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		aim, most time.Duration
	}{{corpus.TheiaGit, 10 * time.Second, 90 * time.Second}, {"GitHub.copilot-chat", 3 * time.Minute, 3 * time.Minute}} {
		t.Run(c.name, func(t *testing.T) {
			file := archive(t, folder(t, filepath.Join(dir, c.name)))
			got, used, out := inBrowser(t, file)
			saved, _ := os.ReadFile(out + "-1.json")
			if len(got.Runs) != 1 || got.Runs[0].State != "done" || !bytes.Equal(byCommand(t, file, "json"), saved) {
				t.Fatalf("%+v, or another report than the command's", got.Runs)
			}
			t.Logf("%.1f s by the clock, %.1f s of work in the tab (aim %.0f), %d MB in the tab, ready after %.1f s", got.Runs[0].Seconds,
				used.Busiest.Seconds(), c.aim.Seconds(), used.MaxRSS>>20, got.Ready)
			if used.Busiest > c.most {
				t.Errorf("the tab worked %.1f s, over %.0f", used.Busiest.Seconds(), c.most.Seconds())
			}
			if used.MaxRSS > 1500<<20 {
				t.Errorf("a process of the browser had %d MB", used.MaxRSS>>20)
			}
			page := filepath.Join(t.TempDir(), "page.html")
			if err := os.WriteFile(page, converted(t, out+"-1.json"), 0o600); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(page)
			if err != nil {
				t.Fatal(err)
			}
			drawn, err := playwright.Draw(t.Context(), chromium, page, 5)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("its page: %d bytes, %d elements, drawn in %d ms by the clock, %d ms of work", info.Size(), drawn.Elements,
				drawn.Clock.Milliseconds(), drawn.Work.Milliseconds())
			if info.Size() > 3_000_000 || drawn.Work > time.Second {
				t.Errorf("its page has %d bytes and takes %v of work", info.Size(), drawn.Work)
			}
		})
	}
}

// folder reads the files of an extension.
func folder(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
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
	return files
}
