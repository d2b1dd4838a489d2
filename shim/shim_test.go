package shim

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// node returns the Node binary on the PATH. Without one the loader is not tested,
// which CI does not accept.
func node(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the loader needs Node: %v", err)
		}
		t.Skipf("the loader is not tested: %v", err)
	}
	return path
}

// UPDATE=1 writes the table anew.
func TestTheTableIsTheCatalogues(t *testing.T) {
	want, err := Table()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("loader", "policy", "table.json")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what the catalogue says; run UPDATE=1 go test ./shim (-want +got):\n%.2000s", file, diff)
	}
}

func TestTheBundleIsOneFileAndTheSameEachTime(t *testing.T) {
	one, err := Bundle()
	if err != nil {
		t.Fatal(err)
	}
	two, err := Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if one != two {
		t.Error("two bundles differ")
	}
	if strings.Contains(one, "node:test") {
		t.Error("tests are part of the bundle")
	}
	bundleFile(t)
	file := filepath.Join(t.TempDir(), "loader.cjs")
	if err := os.WriteFile(file, []byte(one+"module.exports = start\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node(t), "-p", "typeof require(process.argv[1])", file).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "function" {
		t.Errorf("the bundle gives %s, %v", out, err)
	}
}

// A line of a text that goes over several lines is no comment, whatever it begins with.
func TestOnlyCommentsAreLeftAway(t *testing.T) {
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := modules.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		quotes, typed := 0, false
		// The letters of ASCII in their order.
		for line := range strings.Lines(strings.ReplaceAll(string(text), "_`a", "")) {
			code := strings.TrimSpace(line)
			isComment := typed || strings.HasPrefix(code, "//") || strings.HasPrefix(code, "/**")
			typed = isComment && !strings.HasPrefix(code, "//") && !strings.HasSuffix(code, "*/")
			if isComment && quotes%2 == 1 {
				t.Errorf("%s: a text has a line that looks like a comment: %s", name, code)
			} else if !isComment {
				quotes += strings.Count(line, "`") - strings.Count(line, "\\`")
			}
		}
		if quotes%2 == 1 {
			t.Errorf("%s: its texts are not understood", name)
		}
	}
	for text, want := range map[string]string{
		"a // b\n\n  // c\n  d\n":               "a // b\nd\n",
		"/** a */\nb\n/**\n * c\n */\nd\n":      "b\nd\n",
		"/** a */ const b = 1\nc(/** d */ e)\n": "/** a */ const b = 1\nc(/** d */ e)\n",
	} {
		if got := string(uncommented([]byte(text))); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// loaderTests returns the files with the loader's own tests, sorted.
func loaderTests(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("loader", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".test.js") {
			out = append(out, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The loader's own tests, so that whoever runs Go's runs them.
func TestTheLoader(t *testing.T) {
	files := loaderTests(t)
	if len(files) < 20 {
		t.Fatalf("the tests of the loader are %q", files)
	}
	out, err := exec.CommandContext(t.Context(), node(t), append([]string{"--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Errorf("node --test: %v\n%s", err, out)
	}
}

// What a module requires of the loader is named as the bundle has it, and what is Node's stays.
func TestRequiresAreFoundWhenTheBundleIsMade(t *testing.T) {
	text := "const a = require('./a.js')\nconst { b } = require('../policy/b.json').c\nrequire('node:fs'); hosts.main = require\n"
	want := "const a = require('loader/node/a.js')\nconst { b } = require('loader/policy/b.json').c\n" +
		"require('node:fs'); hosts.main = require\n"
	if diff := cmp.Diff(want, string(linked("loader/node/x.js", []byte(text)))); diff != "" {
		t.Error(diff)
	}
	bundle, err := Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if left := relative().FindString(bundle); left != "" {
		t.Errorf("the bundle has a require that nobody resolved: %s", left)
	}
}
