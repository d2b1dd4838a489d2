package secrets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// key is of the form that SettleMint gives its tokens, and of nobody.
const key = "sm_pat_" + "q7ZbN2xLw9TfK4vR"

func load(t *testing.T, files map[string]string) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	files["package.json"] = `{"name":"a","publisher":"b","version":"1.0.0","engines":{"vscode":"*"}}`
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
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

func scan(t *testing.T, files map[string]string, limits Limits) *Result {
	t.Helper()
	r, err := Scan(t.Context(), load(t, files), limits)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Everything that ships is looked into, node_modules, lock files and files
// beginning with a dot as well; nothing in the text switches that off.
func TestScanSeesWhatShips(t *testing.T) {
	line := "const 😀 = 1, t = '" + key + "'; // gitleaks:allow\n"
	files := map[string]string{
		"a.js": "\n" + line, "node_modules/x/b.js": line, "package-lock.json": line, ".hidden": line,
		".gitleaksignore": "a.js:settlemint-personal-access-token:2\n", "picture.svg": line, "data.bin": "\x00" + line,
	}
	r := scan(t, files, Limits{})
	at := func(file string, line int) Found {
		return Found{
			Rule: "settlemint-personal-access-token", Class: Issued, Redacted: "sm_p…", Length: len(key),
			Where: finding.Location{File: file, Line: line, Column: 20},
		}
	}
	want := []Found{at(".hidden", 1), at("a.js", 2), at("node_modules/x/b.js", 1), at("package-lock.json", 1), at("picture.svg", 1)}
	if diff := cmp.Diff(want, r.Found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Binary != 1 || r.Files != 7 {
		t.Errorf("%d files and %d that are no text", r.Files, r.Binary)
	}
	again := scan(t, files, Limits{})
	if diff := cmp.Diff(r.Found, again.Found); diff != "" {
		t.Errorf("a second run differs:\n%s", diff)
	}
}

// What nobody looked into is said.
func TestScanSaysWhatItSkips(t *testing.T) {
	r := scan(t, map[string]string{"a.js": strings.Repeat(" ", 2000) + key}, Limits{MaxFile: 1000})
	if len(r.Found) != 0 || len(r.Skipped) != 1 || r.Skipped[0].File != "a.js" {
		t.Errorf("found %v, skipped %v", r.Found, r.Skipped)
	}
	r = scan(t, map[string]string{"a.js": strings.Repeat("curl sk-ant-api03 twitter ", 100)}, Limits{MaxWork: 10})
	if !slices.ContainsFunc(r.Skipped, func(s Skip) bool { return s.File == "a.js" }) {
		t.Errorf("no word of the file that costs too much: %v", r.Skipped)
	}
}

// However a result is printed, no value is in it.
func TestNoValueLeaves(t *testing.T) {
	r := scan(t, map[string]string{"a.js": key, ".env": "API_TOKEN=" + key + "\n"}, Limits{})
	if len(r.Found) != 2 || len(r.Env) != 1 || r.Env[0].Secret != "API_TOKEN" {
		t.Fatalf("%+v", r)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(format, r) + fmt.Sprintf(format, *r); strings.Contains(text, key[8:]) {
			t.Errorf("%s prints the value", format)
		}
	}
}

// A secret is starred out of what others write, also where they cut it off;
// what is no secret stays.
func TestHide(t *testing.T) {
	r := scan(t, map[string]string{"a.js": key, "b.js": "nothing"}, Limits{})
	starred := "sm_p" + strings.Repeat("*", len(key)-4)
	for in, want := range map[string]string{
		"x " + key + " y":       "x " + starred + " y",
		"x " + key[:12] + "…":   "x sm_p********…",
		key + key:               starred + starred,
		"x sm_pat_ y":           "x sm_pat_ y",
		"nothing of it, 日本 sm_": "nothing of it, 日本 sm_",
	} {
		if got := r.Hide(in); got != want {
			t.Errorf("Hide(%q) = %q, want %q", in, got, want)
		}
	}
	if got := r.HideIn("a.js", "<"+key+">"); got != "<"+starred+">" {
		t.Errorf("the file's text: %q", got)
	}
	if got := r.HideIn("b.js", key); got != key {
		t.Errorf("another file's text is changed: %q", got)
	}
	var none *Result
	if got := none.Hide(key) + none.HideIn("a.js", key); got != key+key {
		t.Errorf("where nobody looked, nothing is hidden: %q", got)
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"abcdefghijklmnop": "abcd…", "abcdefgh": "ab…", "abc": "…", "": "…", "\x1b[31mabcdefghijkl": `\x1b[31…`,
		"日本日本日本日本": "日本…",
	} {
		if got, _ := redact(in); got != want {
			t.Errorf("redact(%q) = %q, want %q", in, got, want)
		}
	}
}
