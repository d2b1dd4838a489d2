package html

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/testkit/axe"
	"github.com/ringfence-dev/ringfence/internal/testkit/playwright"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// browser is the Chromium that the target names.
func browser(t *testing.T) string {
	t.Helper()
	name := os.Getenv("CHROMIUM")
	if name == "" {
		t.Skip("make browser-check: a Chromium")
	}
	return name
}

// dump opens a page in the browser and returns what became of its elements.
func dump(t *testing.T, page []byte, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{
		"--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Join(dir, "user"),
		"--virtual-time-budget=60000", "--dump-dom",
	}, flags...)
	cmd := exec.CommandContext(t.Context(), browser(t), append(args, "file://"+file)...)
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// open takes the page's policy away, which allows nobody to look into it.
func open(page []byte) []byte {
	return regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`).ReplaceAll(page, nil)
}

func with(page []byte, element string) []byte {
	return bytes.Replace(page, []byte("</body>"), []byte(element+"</body>"), 1)
}

// Nothing in a page keeps somebody from using it who reads it with a keyboard, by ear or
// at night, whatever is unfolded: axe-core has no violation to report.
func TestPagesAreForEverybody(t *testing.T) {
	browser(t)
	source, err := axe.Source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run := "<script>" + strings.ReplaceAll(source, "</script", `<\/script`) + `</script><script>
		document.querySelectorAll("details").forEach(d => { d.open = true; });
		axe.run(document, { resultTypes: ["violations"] }).then(r => {
			document.body.innerHTML = "";
			const e = document.createElement("pre");
			e.id = "axe";
			e.textContent = JSON.stringify(r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).slice(0, 3).join(" ")));
			document.body.append(e);
		});</script>`
	looked := func(page []byte, flags ...string) []string {
		found := regexp.MustCompile(`(?s)<pre id="axe">(.*?)</pre>`).FindStringSubmatch(dump(t, with(open(page), run), flags...))
		if found == nil {
			t.Fatal("axe did not come to an end")
		}
		var out []string
		if err := json.Unmarshal([]byte(html.UnescapeString(found[1])), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	all := pages(t, plain)
	all["several.html"] = changeOf(t, 3)
	for file, page := range all {
		for theme, number := range map[string]string{"light": "1", "dark": "0"} {
			for _, v := range looked(page, "--blink-settings=preferredColorScheme="+number) {
				t.Errorf("%s, %s: %s", file, theme, v)
			}
		}
	}
	broken := bytes.Replace(all["report.html"], []byte("</main>"), []byte(`<img src="x"></main>`), 1)
	if got := looked(broken); len(got) == 0 {
		t.Error("an image without a text was not seen: this test shows nothing")
	}
}

// A browser runs no script that got into a page, and none of its handlers. Without the
// page's policy it would.
func TestABrowserKeepsThePolicy(t *testing.T) {
	page := pages(t, plain)["report.html"]
	const owned = "ran-what-a-stranger-wrote"
	for _, hostile := range []string{
		`<script>document.body.className = "%s"</script>`, `<img src="data:x" onerror="document.body.className = '%s'">`,
		`<svg onload="document.body.className = '%s'"></svg>`,
	} {
		element := fmt.Sprintf(hostile, owned)
		if got := dump(t, with(page, element)); strings.Contains(got, `class="`+owned) {
			t.Errorf("%s ran", element)
		}
		if got := dump(t, with(open(page), element)); !strings.Contains(got, `class="`+owned) {
			t.Errorf("%s did not run without the policy either: this shows nothing", element)
		}
	}
}

// The script sorts the matrix by a column, and opens what a link leads to. It does so
// under the page's own policy, which allows nothing but it.
func TestTheScriptSortsAndOpens(t *testing.T) {
	all := pages(t, plain)
	// The window is moved by a script of the test, which the policy has to allow as well.
	driven := func(page []byte, script string) string {
		sum := sha256.Sum256([]byte(script))
		page = bytes.Replace(page, []byte("; base-uri"), []byte(" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'; base-uri"), 1)
		return dump(t, with(page, "<script>"+script+"</script>"))
	}
	rows := regexp.MustCompile(`<th scope="row">acme/(\w+)`)
	order := func(clicks string) (out []string) {
		got := driven(all["fleet.html"], `const heads = document.querySelectorAll("th button");`+clicks)
		for _, m := range rows.FindAllStringSubmatch(got, -1) {
			out = append(out, m[1])
		}
		return out
	}
	if diff := cmp.Diff([][]string{{"blind", "tool"}, {"tool", "blind"}, {"blind", "tool"}},
		[][]string{order(""), order("heads[4].click();"), order("heads[4].click(); heads[4].click();")}); diff != "" {
		t.Errorf("by what starts programs (-want +got):\n%s", diff)
	}
	closed := regexp.MustCompile(`<details class="group"><summary><span class="sev s-low">`)
	if got := driven(all["report.html"], `document.title`); len(closed.FindAllString(got, -1)) != 2 {
		t.Errorf("the low findings are not folded at first")
	}
	links := idsOf(sample(plain).Findings, "#")
	if got := driven(all["report.html"], `location.hash = "`+links[1]+`"`); len(closed.FindAllString(got, -1)) != 1 {
		t.Errorf("a link to a folded finding did not open it")
	}
}

// However much there is, a page is small and drawn at once: 10,000 lines of 100 packages, each with
// a place.
func TestALargePageIsDrawnAtOnce(t *testing.T) {
	browser(t)
	r := sample(plain)
	p := report.Permissions{}
	for i := range 100 {
		p.Parts = append(p.Parts, report.Part{
			Package: fmt.Sprintf("package-%02d", i), Told: true, Files: []string{"dist/main.js"}, Entries: []string{"dist/main.js"},
			EntriesTold: true,
		})
	}
	sections := []policy.Section{policy.Processes, policy.FilesRead, policy.FilesWrite, policy.NetworkConnect, policy.EnvRead}
	for i := range 10_000 {
		at := evidence.Place{
			Where: finding.Location{File: "dist/main.js", Line: i + 1, Column: 1}, Symbol: "fs.readFile", Path: []string{"activate", "read"},
		}
		p.Lines = append(p.Lines, report.Permission{
			Section: sections[i%len(sections)], Text: fmt.Sprintf("${workspace}/some/file-%05d.json", i), State: report.Granted,
			Needs: []report.Need{{Part: i % 100, Uses: 1, Places: []evidence.Place{at}}},
		})
	}
	r.Permissions = &p
	var page bytes.Buffer
	if err := Report(&page, r); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := playwright.Draw(t.Context(), browser(t), file, 5)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("10,000 lines: %d bytes, %d elements, drawn in %d ms by the clock, %d ms of work", page.Len(), got.Elements,
		got.Clock.Milliseconds(), got.Work.Milliseconds())
	if page.Len() > MaxBytes || got.Work > time.Second {
		t.Errorf("%d bytes of %d, and a second's work is %v", page.Len(), MaxBytes, got.Work)
	}
}
