package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// copyOf returns a folder with copies of some families in it as they are in the
// repository, and the generated page beside them.
func copyOf(t *testing.T, families ...string) (root, dir string) {
	t.Helper()
	root = t.TempDir()
	dir = filepath.Join(root, "checks")
	for _, f := range families {
		if err := os.CopyFS(filepath.Join(dir, f), os.DirFS(filepath.Join("..", f))); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "checks.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "docs", "reference"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "docs", "reference", "checks.md"), page, 0o600); err != nil {
		t.Fatal(err)
	}
	return root, dir
}

// families are the folders that new checks go to.
func families() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.family)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Every first word that a check has can be asked for, and every folder of checks
// can get one.
func TestEveryFamilyGetsChecks(t *testing.T) {
	words := map[string]string{}
	list, err := filepath.Glob(filepath.Join("..", "*", "*_*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		word, _, _ := strings.Cut(filepath.Base(f), "_")
		words[word] = filepath.Base(filepath.Dir(f))
	}
	can := map[string]string{}
	for word, k := range kinds {
		can[word] = k.family
	}
	if diff := cmp.Diff(words, can); diff != "" {
		t.Errorf("first words and their folders (-what is there +what can be made):\n%s", diff)
	}
}

func TestCamel(t *testing.T) {
	for name, want := range map[string]string{
		"code_weak_hash": "codeWeakHash", "code_tls_off": "codeTLSOff", "network_url": "networkURL", "code_identity": "codeIdentity",
	} {
		if got := camel(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A fresh check of every kind compiles, is listed and has all its files; what fails
// is its fixture and its page, each for being unwritten, and no other check notices
// it. What new prints runs its tests and no other's.
func TestAFreshCheckIsWholeAndFails(t *testing.T) {
	// Each family's tests are a program that has to be linked: those of one without
	// more, one whose checks ask services, and one that compares releases. That the
	// others compile is seen by package checks, which links them all.
	run, words := []string{"code", "supply", "update"}, slices.Sorted(maps.Keys(kinds))
	if testing.Short() {
		run, words = []string{"code"}, []string{"code"}
	}
	root, dir := copyOf(t, families()...)
	var written []string
	fresh := map[string][]string{}
	for _, word := range words {
		files, err := create(dir, word+"_fresh_check")
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, files...)
		fresh[kinds[word].family] = append(fresh[kinds[word].family], word+"_fresh_check")
	}
	for _, family := range run {
		names := fresh[family]
		binary := buildTests(t, root, dir, family, written)
		failed, output := runTests(t, binary, filepath.Join(dir, family), "^TestChecks$")
		want := []string{"TestChecks"}
		for _, name := range names {
			want = append(want, "TestChecks/"+name, "TestChecks/"+name+"/bad")
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, failed); diff != "" {
			t.Errorf("%s: failing tests (-want +got):\n%s\n%s", family, diff, output)
		}
		if n := strings.Count(output, `extension.js:3: no finding matches "UNWRITTEN: what the finding says"`); n != len(names) {
			t.Errorf("%s: %d fixtures say what is missing, want %d:\n%s", family, n, len(names), output)
		}
		for _, name := range names {
			if !strings.Contains(output, name+": the page is not written yet") {
				t.Errorf("nobody says that the page of %s is not written:\n%s", name, output)
			}
			printed := command(name)
			_, pattern, _ := strings.Cut(printed, " -run ")
			if !strings.HasPrefix(printed, "go test ./checks/"+family+" ") {
				t.Errorf("%q does not test %s", printed, family)
			}
			_, output := runTests(t, binary, filepath.Join(dir, family), strings.Trim(pattern, "'"), "-test.v")
			for line := range strings.Lines(output) {
				if ran, ok := strings.CutPrefix(
					line,
					"=== RUN ",
				); ok && !strings.HasPrefix(strings.TrimSpace(ran)+"/", "TestChecks/"+name+"/") &&
					strings.TrimSpace(ran) != "TestChecks" {
					t.Errorf("%q runs %s", printed, strings.TrimSpace(ran))
				}
			}
			if !strings.Contains(output, "=== RUN   TestChecks/"+name+"/bad") {
				t.Errorf("%q does not run the check's tests:\n%s", printed, output)
			}
		}
	}
	if testing.Short() {
		return
	}
	// The page of all checks is not current any more, and that is all.
	failed, output := runTests(
		t,
		buildTests(t, root, dir, ".", written),
		dir,
		"^(TestFamiliesAreListed|TestDocsAreCurrent|TestNoCheckWorksForAnother)$",
	)
	if diff := cmp.Diff([]string{"TestDocsAreCurrent"}, failed); diff != "" {
		t.Errorf("failing tests (-want +got):\n%s\n%s", diff, output)
	}
}

// The mirror: in the same copy, without a fresh check, they pass.
func TestTheHouseTestsPassInACopy(t *testing.T) {
	root, dir := copyOf(t, "code")
	if failed, output := runTests(t, buildTests(t, root, dir, "code", nil), filepath.Join(dir, "code"), "^TestChecks$"); failed != nil {
		t.Errorf("%q fail:\n%s", failed, output)
	}
}

// buildTests builds the tests of a folder of checks with the written files laid
// over the repository's.
func buildTests(t *testing.T, root, dir, family string, written []string) string {
	t.Helper()
	real, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, w := range written {
		if rel, err := filepath.Rel(dir, w); err == nil && !strings.Contains(rel, "testdata") {
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
	binary := filepath.Join(root, filepath.Base(filepath.Join(real, family))+".test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=all", "-overlay", file, "-o", binary, "../"+family)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("what was written does not compile: %v\n%s", err, out)
	}
	return binary
}

// runTests runs some of the built tests in a folder, and gives the names of those
// that fail.
func runTests(t *testing.T, binary, dir, pattern string, flags ...string) (failed []string, output string) {
	t.Helper()
	run := exec.CommandContext(t.Context(), binary, append(flags, "-test.run", pattern)...)
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
	_, dir := copyOf(t, "content")
	before, err := os.ReadFile(filepath.Join(dir, "content", listFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"secret_zzz", "binary_aaa", "obfuscation_b2"} {
		if _, err := create(dir, name); err != nil {
			t.Fatal(err)
		}
	}
	after, err := os.ReadFile(filepath.Join(dir, "content", listFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(after)))
	at := func(line string) int { return slices.Index(lines, "\t\t"+line+",\n") }
	if a, b, z := at("binaryAaa"), at("obfuscationB2"), at("secretZzz"); a < 0 || a > b || b > z {
		t.Errorf("the list is out of order:\n%s", after)
	}
	rest := slices.DeleteFunc(lines, func(l string) bool {
		return slices.Contains([]string{"\t\tbinaryAaa,\n", "\t\tobfuscationB2,\n", "\t\tsecretZzz,\n"}, l)
	})
	if diff := cmp.Diff(string(before), strings.Join(rest, "")); diff != "" {
		t.Errorf("more than the new lines changed:\n%s", diff)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	_, dir := copyOf(t, "code")
	if err := os.WriteFile(filepath.Join(dir, "code", "code_there.md"), nil, 0o600); err != nil {
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
	if _, err := os.Stat(filepath.Join(dir, "code", "code_there.go")); err == nil {
		t.Error("half a check was written")
	}
}
