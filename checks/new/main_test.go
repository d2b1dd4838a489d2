package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// copyOf gives a folder with a copy of package checks in it and the generated
// page beside it, as the repository has them.
func copyOf(t *testing.T) (root, dir string) {
	t.Helper()
	root = t.TempDir()
	for _, part := range []string{"checks", "docs"} {
		if err := os.CopyFS(filepath.Join(root, part), os.DirFS(filepath.Join("..", "..", part))); err != nil {
			t.Fatal(err)
		}
	}
	return root, filepath.Join(root, "checks")
}

// A fresh check compiles, is listed and has all its files; what fails is its
// fixture, its page and the generated page, each for being unwritten, and no
// other check notices it.
func TestAFreshCheckIsWholeAndFails(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it compiles a package")
	}
	root, dir := copyOf(t)
	const name = "code_fresh_check"
	written, err := create(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	failed, output := houseTests(t, root, dir, written)
	want := []string{
		"TestDocsAreCurrent",
		"TestFixtures", "TestFixtures/" + name + "/bad",
		"TestPages",
	}
	if diff := cmp.Diff(want, failed); diff != "" {
		t.Errorf("failing tests (-want +got):\n%s\n%s", diff, output)
	}
	for _, text := range []string{
		name + ": the page is not written yet",
		`extension.js:3: no finding matches "UNWRITTEN: what the finding says"`,
	} {
		if !strings.Contains(output, text) {
			t.Errorf("the tests do not say %q:\n%s", text, output)
		}
	}
}

// The mirror: in the same copy, without a fresh check, they pass.
func TestTheHouseTestsPassInACopy(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it compiles a package")
	}
	root, dir := copyOf(t)
	if failed, output := houseTests(t, root, dir, nil); failed != nil {
		t.Errorf("%q fail:\n%s", failed, output)
	}
}

// houseTests builds the tests of package checks with the written files laid over
// it, runs them in the copy, and gives the names of those that fail.
func houseTests(t *testing.T, root, dir string, written []string) (failed []string, output string) {
	t.Helper()
	real, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, w := range written {
		if rel, err := filepath.Rel(dir, w); err == nil && !strings.HasPrefix(rel, "testdata") {
			overlay.Replace[filepath.Join(real, rel)] = w
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(root, "checks.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=all", "-overlay", file, "-o", binary, "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("what was written does not compile: %v\n%s", err, out)
	}
	run := exec.CommandContext(t.Context(), binary, "-test.run", "^(TestEveryCheckIsWhole|TestPages|TestDocsAreCurrent|TestFixtures|TestFixturesTwice)$")
	run.Dir = dir
	run.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "UPDATE=") })
	out, err := run.CombinedOutput()
	output = string(out)
	for line := range strings.Lines(output) {
		if f, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			f, _, _ = strings.Cut(f, " ")
			failed = append(failed, f)
		}
	}
	if (err == nil) != (failed == nil) {
		t.Fatalf("the tests ended with %v:\n%s", err, output)
	}
	slices.Sort(failed)
	return failed, output
}

func TestTheListStaysInOrder(t *testing.T) {
	_, dir := copyOf(t)
	before, err := os.ReadFile(filepath.Join(dir, "all.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"trust_zzz", "code_aaa", "manifest_b2"} {
		if _, err := create(dir, name); err != nil {
			t.Fatal(err)
		}
	}
	after, err := os.ReadFile(filepath.Join(dir, "all.go"))
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(after)))
	at := func(line string) int { return slices.Index(lines, "\t\t"+line+",\n") }
	if a, b, z := at("codeAaa"), at("manifestB2"), at("trustZzz"); a < 0 || a > b || b > z {
		t.Errorf("all.go is out of order:\n%s", after)
	}
	rest := slices.DeleteFunc(lines, func(l string) bool {
		return slices.Contains([]string{"\t\tcodeAaa,\n", "\t\tmanifestB2,\n", "\t\ttrustZzz,\n"}, l)
	})
	if diff := cmp.Diff(string(before), strings.Join(rest, "")); diff != "" {
		t.Errorf("more than the new lines changed:\n%s", diff)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	_, dir := copyOf(t)
	if err := os.WriteFile(filepath.Join(dir, "code_there.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"code_there":         "code_there.md is there already",
		"code_dynamic_eval":  "code_dynamic_eval.go is there already",
		"code":               "is no name",
		"Code_Big":           "is no name",
		"code_../evil":       "is no name",
		"code__double":       "is no name",
		"somethingelse_here": "no checks begin with",
	} {
		if _, err := create(dir, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "code_there.go")); err == nil {
		t.Error("half a check was written")
	}
}
