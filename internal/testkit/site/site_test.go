package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const top = "../../.."

// The site of this repository holds: every link leads to a page and a heading, no page
// asks anybody for anything, every page of the list is there, and a search has all.
func TestTheSiteHolds(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	n, err := build(top, out)
	if err != nil {
		t.Fatal(err)
	}
	if n < 70 {
		t.Errorf("only %d pages", n)
	}
	text, err := os.ReadFile(filepath.Join(out, "docs/guide/commands.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"`,
		`<a href="commands.html" aria-current="page">`, `<a href="../measurements/recall.html">`, `<h2 id="wrap-it">Wrap it</h2>`,
		`<script src="../../site.js"></script>`, `<summary>You look something up</summary>`, `<a href="services.html">Services</a>`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page of the commands lacks %s", want)
		}
	}
	var whole int64
	err = filepath.WalkDir(out, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		whole += info.Size()
		return err
	})
	if err != nil || whole > 8<<20 {
		t.Errorf("the site has %d bytes, over 8 MB, %v", whole, err)
	}
	index, err := os.ReadFile(filepath.Join(out, "search.js"))
	if err != nil {
		t.Fatal(err)
	}
	if len(index) > 1<<20 {
		t.Errorf("what a search loads has %d bytes, over 1 MB", len(index))
	}
}

// small is a repository of a few pages, one of which is given.
func small(t *testing.T, page string) string {
	t.Helper()
	files := map[string]string{
		"README.md":        "# Tool\n\nSee [docs](docs/README.md), [the page](docs/a.md#one-two) and [a file](main.go).\n",
		"docs/README.md":   "# Documentation\n\n## You write (`guide/`)\n\n- [a.md](a.md): what.\n",
		"docs/a.md":        page,
		"docs/p.png":       "picture",
		"main.go":          "package main\n",
		"docs/schema.json": "{}",
	}
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
	return dir
}

// What does not hold is said, and nothing else is.
func TestWhatDoesNotHold(t *testing.T) {
	const page = "# A\n\n## One, two\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"as it is":            {page, ""},
		"a lost page":         {page + "[x](b.md)\n", "docs/a.md: it links to b.md, which is not there"},
		"a lost heading":      {"# A\n\n## One\n", "index.html: docs/a.html#one-two: there is no such heading"},
		"out of the tree":     {page + "[x](../../x.md)\n", "it links to ../../x.md"},
		"a picture elsewhere": {page + "![x](https://example.com/x.png)\n", "<img> would ask https://example.com/x.png"},
		"a silent picture":    {page + "![](p.png)\n", "the picture p.png has no words"},
		"a script":            {page + "<script>x()</script>\n", "a script stands in the page"},
		"a handler":           {page + "<p onclick=\"x()\">a</p>\n", "<p onclick> is what its policy forbids"},
		"no title":            {"## One, two\n", "docs/a.md: it has no title"},
		"two titles":          {page + "# B\n", "it has 2 titles"},
		"a heading too deep":  {page + "#### Deep\n", "a heading of level 4 follows one of level 2"},
		"twice one name":      {page + "<p id=\"one-two\">a</p>\n", `two elements are called "one-two"`},
		"twice one heading":   {page + "## One, two\n", ""},
		"a link elsewhere":    {page + "[x](https://example.com/)\n", ""},
		"a schema":            {page + "[x](schema.json)\n", ""},
		"a table, a picture":  {page + "![a picture](p.png)\n\n| | b |\n|---|--:|\n| 1 | 2 |\n", ""},
	} {
		_, err := build(small(t, c.text), filepath.Join(t.TempDir(), "site"))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A heading has the name that GitHub gives it, so that a link is right in both places.
func TestHeadingsAreNamedAsOnGitHub(t *testing.T) {
	s := &slugs{given: map[string]bool{}}
	for _, c := range [][2]string{
		{"What `--online` asks", "what---online-asks"}, {"Its policy, and a change to it", "its-policy-and-a-change-to-it"}, {"a_b", "a_b"},
		{"Same", "same"}, {"Same", "same-1"}, {"Same", "same-2"},
	} {
		if got := string(s.Generate([]byte(c[0]), 0)); got != c[1] {
			t.Errorf("%q is called %q, want %q", c[0], got, c[1])
		}
	}
}

// The search finds a section by all its words, the best first, with its own code in Node.
func TestTheSearchFinds(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	if _, err := build(top, out); err != nil {
		t.Fatal(err)
	}
	const run = `
const fs = require('fs'), vm = require('vm')
const context = { document: { documentElement: { dataset: {} }, addEventListener () {} }, localStorage: { getItem () {} }, window: {} }
vm.createContext(context)
for (const name of ['site.js', 'search.js']) vm.runInContext(fs.readFileSync(process.argv[1] + '/' + name, 'utf8'), context)
const first = query => context.find(context.window.ringfencePages, query).map(h => h.page.Page + '#' + h.section.ID)[0] || ''
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(first)))`
	queries := []string{"RF_DENIED_CALL", "manual pages completion", "Workspace Trust chain_miner zzzz", "THREE answers, never mixed"}
	asked, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(context.WithoutCancel(t.Context()), "node", "-e", run, out, string(asked)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(said, &got); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"docs/reference/loader-errors.html#rf_denied_call", "docs/guide/commands.html#manual-pages-and-completion-in-the-shell", "",
		"docs/guide/commands.html#three-answers-never-mixed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +found):\n%s", diff)
	}
}

// Without a script a page is whole: what needs one is hidden until it runs.
func TestAPageIsWholeWithoutAScript(t *testing.T) {
	text, err := own.ReadFile("assets/page.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?s)<div class="tools" hidden>.*id="search".*id="theme".*</div>\s*</header>`).Match(text) {
		t.Error("the search and the theme are not in what is hidden")
	}
}
