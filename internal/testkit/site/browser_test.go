package main

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/axe"
)

// driven opens a page of the site from the disk in the Chromium that the target names,
// with a script of the test beside the site's own, and returns what became of it.
func driven(t *testing.T, site, page, script string, open bool, flags ...string) string {
	t.Helper()
	file := filepath.Join(site, filepath.FromSlash(page))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "</body>", `<script src="driver.js"></script></body>`, 1)
	if open {
		changed = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`).ReplaceAllString(changed, "")
	}
	copied := filepath.Join(filepath.Dir(file), "driven.html")
	for name, text := range map[string]string{copied: changed, filepath.Join(filepath.Dir(file), "driver.js"): script} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{
		"--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + t.TempDir(), "--virtual-time-budget=60000", "--dump-dom",
	}, flags...)
	cmd := exec.CommandContext(t.Context(), os.Getenv("CHROMIUM"), append(args, "file://"+copied)...)
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Opened from a disk, under the pages' own policy, the search finds and the button changes
// the theme. axe-core has no violation to report of pages with tables, code, pictures and
// lists, in one theme or the other; of a picture without words it has.
func TestTheSiteInABrowser(t *testing.T) {
	if os.Getenv("CHROMIUM") == "" {
		t.Skip("make browser-check: a Chromium")
	}
	site := filepath.Join(t.TempDir(), "site")
	if _, err := build(top, site); err != nil {
		t.Fatal(err)
	}
	const use = `document.addEventListener('DOMContentLoaded', () => {
	const input = document.getElementById('search')
	input.value = 'RF_DENIED_CALL'
	input.dispatchEvent(new Event('input'))
	for (let i = 0; i < 2; i++) document.getElementById('theme').click()
})`
	got := driven(t, site, "docs/guide/commands.html", use, false)
	for _, want := range []string{`<a href="../../docs/reference/loader-errors.html#rf_denied_call">`, `data-theme="dark"`, "Theme: dark"} {
		if !strings.Contains(got, want) {
			t.Errorf("after a search and a change of theme the page lacks %s", want)
		}
	}

	source, err := axe.Source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	look := source + `;document.addEventListener('DOMContentLoaded', () => {
	document.querySelectorAll('details').forEach(d => { d.open = true })
	axe.run(document, { resultTypes: ['violations'] }).then(r => {
		const e = document.createElement('pre')
		e.id = 'axe'
		e.textContent = JSON.stringify(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' ')))
		document.body.replaceChildren(e)
	})
})`
	violations := func(page string, flags ...string) (out []string) {
		found := regexp.MustCompile(`(?s)<pre id="axe">(.*?)</pre>`).FindStringSubmatch(driven(t, site, page, look, true, flags...))
		if found == nil {
			t.Fatalf("%s: axe did not come to an end", page)
		}
		if err := json.Unmarshal([]byte(html.UnescapeString(found[1])), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	const light, dark = "--blink-settings=preferredColorScheme=1", "--blink-settings=preferredColorScheme=0"
	for page, themes := range map[string][]string{
		"index.html": {light, dark}, "docs/index.html": {light}, "docs/guide/commands.html": {dark}, "docs/measurements/precision.html": {light},
		"docs/gallery/gate-widened.html": {dark}, "docs/guide/concepts.html": {light, dark}, "docs/guide/comparison.html": {light},
	} {
		for _, theme := range themes {
			for _, v := range violations(page, theme) {
				t.Errorf("%s, %s: %s", page, theme, v)
			}
		}
	}
	broken := filepath.Join(site, "docs", "broken.html")
	text, err := os.ReadFile(filepath.Join(site, "docs", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(broken, []byte(strings.Replace(string(text), "</main>", `<img src="x"></main>`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(violations("docs/broken.html")) == 0 {
		t.Error("an image without words was not seen: this test shows nothing")
	}
}
