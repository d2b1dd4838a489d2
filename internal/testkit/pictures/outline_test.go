package pictures

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// place is where pictures and outlines lie.
const place = "../../../docs/pictures"

var (
	style   = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	script  = regexp.MustCompile(`(?s)<script[^>]*>.*?</script>`)
	title   = regexp.MustCompile(`(?s)<h([1-3])[^>]*>(.*?)</h[1-3]>`)
	verdict = regexp.MustCompile(`(?s)<(p|div)[^>]* class="(?:stamp|sentence)[^"]*"[^>]*>(.*?)</(?:p|div)>`)
	element = regexp.MustCompile(`<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*/?>`)
	class   = regexp.MustCompile(`\bclass="([^"]*)"`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	number  = regexp.MustCompile(`\d+`)
)

// outline is what a picture of a page shows, without what changes at every scan: the
// style, headings and the verdict's words without their numbers, and each kind of element
// with its classes, once.
func outline(page string) string {
	if !strings.Contains(page, "<html") {
		return outlineOfText(page)
	}
	var b strings.Builder
	if s := style.FindStringSubmatch(page); s != nil {
		fmt.Fprintf(&b, "style %x\n", sha256.Sum256([]byte(s[1])))
	}
	_, body, _ := strings.Cut(script.ReplaceAllString(page, ""), "<body")
	for _, m := range verdict.FindAllStringSubmatch(body, 4) {
		b.WriteString("says " + words(m[2]) + "\n")
	}
	for _, m := range title.FindAllStringSubmatch(body, -1) {
		if line := "h" + m[1] + " " + words(m[2]) + "\n"; m[1] != "3" {
			b.WriteString(line)
		}
	}
	var kinds []string
	for _, m := range element.FindAllStringSubmatch(body, -1) {
		kind := m[1]
		if c := class.FindStringSubmatch(m[2]); c != nil {
			kind += "." + strings.Join(strings.Fields(c[1]), ".")
		}
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, k := range slices.Compact(kinds) {
		b.WriteString("element " + k + "\n")
	}
	return b.String()
}

// outlineOfText is that of a page in Markdown: its lines without their numbers.
func outlineOfText(page string) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("line " + number.ReplaceAllString(line, "N") + "\n")
		}
	}
	return b.String()
}

// words is the text of an element on a line.
func words(s string) string {
	return number.ReplaceAllString(strings.Join(strings.Fields(tag.ReplaceAllString(s, " ")), " "), "N")
}

// Each picture shows what its page is made of today. It is made anew by make pictures,
// which writes this beside it; UPDATE=1 does not, for it makes no picture.
func TestPicturesAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("short: scans fourteen real extensions")
	}
	pages := all(t)
	for name, page := range pages {
		want, err := os.ReadFile(filepath.Join(place, name+".txt"))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(want), outline(string(page))); diff != "" {
			t.Errorf("the pictures of %s are stale: make pictures makes them anew; "+
				"look at them before you commit them (-pictured +page):\n%s", name, diff)
		}
	}
	entries, err := os.ReadDir(place)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".png" {
			continue
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 100_000 {
			t.Errorf("%s has %d bytes, and a picture stays below 100,000", e.Name(), info.Size())
		}
		shown[strings.TrimSuffix(strings.TrimSuffix(e.Name(), "-light.png"), "-dark.png")]++
	}
	for name := range pages {
		if shown[name] != 2 {
			t.Errorf("%s has %d pictures, want one for each theme", name, shown[name])
		}
		delete(shown, name)
	}
	for name := range shown {
		t.Errorf("nothing makes the picture %s", name)
	}
}

// An outline changes with what a picture shows, and not with numbers.
func TestOutline(t *testing.T) {
	const page = `<html><style>a{}</style><body><p class="stamp">Reject</p><h2 id="x">Findings: 3</h2>` +
		`<p>x</p><p>y</p><script>z</script></body></html>`
	same := outline(page)
	for from, to := range map[string]string{"Findings: 3": "Findings: 41", "<p>y</p>": "<p>y</p><p>z</p>", "z</script>": "w</script>"} {
		if outline(strings.Replace(page, from, to, 1)) != same {
			t.Errorf("%q for %q counts", to, from)
		}
	}
	for from, to := range map[string]string{
		"a{}": "b{}", "Reject": "Sandbox", "Findings": "Found", "<p>y</p>": "<ul></ul>", `<p>x`: `<p class="k">x`,
	} {
		if outline(strings.Replace(page, from, to, 1)) == same {
			t.Errorf("%q for %q does not count", to, from)
		}
	}
	if outline("| a | 1 |\n") != outline("| a | 2 |\n") || outline("| a |\n") == outline("| b |\n") {
		t.Error("a page of Markdown")
	}
}
