package packlist

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestShips(t *testing.T) {
	for _, tc := range []struct {
		ignore      string
		ships, stay []string
	}{
		{"", []string{"a", "src/a.ts", ".env", "sub/.github/a", "sub/yarn.lock", "sub/x.todo", "package.json"},
			[]string{".vscodeignore", "yarn.lock", "package-lock.json", ".github", "x.todo", ".git/HEAD", "a/.git/config", "x.vsix", "a/x.vsix",
				"a/.DS_Store", ".eslintrc.json", "a/.vscode-test/x"}},
		// .github is a name and no folder to vsce's own list, and what is in
		// it ships: nobody added "/**" to it.
		{"", []string{".github/workflows/ci.yml"}, nil},
		{"src", []string{"a", "sub/src/a"}, []string{"src", "src/a.ts", "src/a/b"}},
		{"src/", []string{"src"}, []string{"src/a", "src/a/b"}},
		{"src/**", []string{"src", "a/src/b"}, []string{"src/a"}},
		{"src/*", []string{"src/a/b"}, []string{"src/a"}},
		{"**/*.ts\n!keep.ts", []string{"keep.ts"}, []string{"a.ts", "sub/keep.ts"}},
		// The order does not matter: a negation always wins.
		{"!keep.ts\n**/*.ts", []string{"keep.ts"}, []string{"a.ts"}},
		{"!a\n**", []string{"a", "a/b", "package.json", "README.md"}, []string{"b", "readme.md", "sub/README.md"}},
		{"# comment\n\n  src  \r\nout\r", []string{"# comment"}, []string{"src/a", "out/a"}},
		{"\uFEFFsrc", nil, []string{"src/a"}},
		{"./src", []string{"src/a"}, nil},
		{"/src", []string{"src/a"}, nil},
		{"{a,b}", []string{"c"}, []string{"a", "a/x", "b/x"}},
		{"**/{a,b}/**", []string{"a"}, []string{"x/a/y", "b/y"}},
		{"*/!(keep)/**", []string{"x/keep/a", "x/top", "top/a"}, []string{"x/other/a"}},
		// A leading "!(" is a negation to vsce first: what it names ships.
		{"**\n!(a)", []string{"(a)", "package.json"}, []string{"a", "b"}},
		{".*", []string{"a", "sub/.a"}, []string{".env", ".vscode"}},
		{"**/.*", []string{"a"}, []string{".env", "sub/.a"}},
		{"package.json\nREADME.md", []string{"package.json", "README.md"}, nil},
	} {
		check(t, fmt.Sprintf("%q", tc.ignore), FromIgnore(tc.ignore), tc.ships, tc.stay)
	}
}

func TestFilesOfPackageJSON(t *testing.T) {
	for _, tc := range []struct {
		files       []string
		ships, stay []string
	}{
		{nil, []string{"package.json", "README.md"}, []string{"a", "LICENSE", "README"}},
		{[]string{"out"}, []string{"out/a/b", "out"}, []string{"src/a", "package-lock.json"}},
		{[]string{"out/"}, []string{"out/a"}, []string{"a"}},
		{[]string{"*.js"}, []string{"a.js", ".a.js"}, []string{"sub/a.js"}},
		{[]string{"**"}, []string{"a", ".git/config", "x.vsix", "node_modules/a"}, nil},
		// An entry that excludes turns into "all but that", over all others.
		{[]string{"out", "!out/secret.js"}, []string{"src/a", "out/a", ".env"}, nil},
		{[]string{"a\nb"}, []string{"a"}, []string{"c"}},
	} {
		check(t, fmt.Sprintf("%q", tc.files), FromFiles(tc.files), tc.ships, tc.stay)
	}
}

func check(t *testing.T, name string, r *Rules, ships, stay []string) {
	t.Helper()
	for _, p := range ships {
		if !r.Ships(p) {
			t.Errorf("%s: %q does not ship", name, p)
		}
	}
	for _, p := range stay {
		if r.Ships(p) {
			t.Errorf("%s: %q ships", name, p)
		}
	}
	for _, problem := range r.Problems() {
		t.Errorf("%s: %s", name, problem)
	}
}

// A pattern that costs too much hides nothing.
func TestHostilePatternsHideNothing(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, tc := range []struct{ name, ignore, problem string }{
		{"a long pattern", strings.Repeat("*", 5000), "over the limit of 4096"},
		{"braces without end", strings.Repeat("{a,b}", 30), "too many patterns"},
		{"a long sequence", "{1..1000000}", "too many patterns"},
		{"deep braces", strings.Repeat("{a,", 500) + strings.Repeat("}", 500), "too many patterns"},
		{"many patterns", strings.Repeat("**/*\n", 1500), "1500 patterns"},
		{"nested extended globs", "@(a|!(b))/**", "nest"},
		{"an escaped bar", `@(a\|b)`, "escaped bar"},
		{"a NUL", "a\x00b", "NUL"},
		{"a negation that is not understood", "**\n!{1..1000000}", "all files"},
		{"stars to go mad about", strings.Repeat("*a", 40) + "*b", ""},
		{"groups to go mad about", "+(a|aa|aaa)+(a|aa|aaa)+(a|aa|aaa)b", ""},
		{"stars in groups", "*(*(a)*)*(a*)*(a*)*(a*)*(a*)b", "nest"},
	} {
		r := FromIgnore(tc.ignore)
		if got := strings.Join(r.Problems(), "\n"); !strings.Contains(got, tc.problem) || (tc.problem == "") != (got == "") {
			t.Errorf("%s: problems %q, want %q", tc.name, got, tc.problem)
		}
		if !r.Ships(long) {
			t.Errorf("%s: a file is hidden", tc.name)
		}
	}
}

// Work is bounded over all files, and what is left undecided ships.
func TestPatternsThatTakeTooLongHideNothing(t *testing.T) {
	r := FromIgnore("**/*.js")
	if r.Ships("a/b.js") || r.Exhausted() {
		t.Fatal("an ordinary pattern is not honoured")
	}
	r.left = 1
	if r.Ships("a/b.js"); !r.Exhausted() || !r.Ships("a/b.js") {
		t.Error("a file nobody decided about is hidden")
	}
}

func TestDependencies(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"package.json": file(
			`{"dependencies": {"a": "1", "both": "1"}, "devDependencies": {"d": "1", "both": "1"}, "peerDependencies": {"p": "1", "maybe": ` +
				`"1"}, "peerDependenciesMeta": {"maybe": {"optional": true}}, "optionalDependencies": {"o": "1", "absent": "1"}}`,
		),
		"node_modules/a/package.json":                file(`{"dependencies": {"b": "1"}, "devDependencies": {"e": "1"}}`),
		"node_modules/a/node_modules/b/package.json": file(`{"dependencies": {"c": "1"}}`),
		"node_modules/b/package.json":                file(`{}`),
		"node_modules/c/package.json":                file(`{"dependencies": {"a": "1"}}`),
		"node_modules/d/package.json":                file(`{"dependencies": {"@s/e": "1"}}`),
		"node_modules/@s/e/package.json":             file(`{}`),
		"node_modules/@s/stray/package.json":         file(`{"dependencies": {"b": "1"}}`),
		"node_modules/both/package.json":             file(`{}`),
		"node_modules/o/package.json":                file(`{}`),
		"node_modules/p/package.json":                file(`{}`),
		"node_modules/maybe/package.json":            file(`{}`),
		"node_modules/.bin/x":                        file(""),
		"node_modules/loose.js":                      file(""),
	}
	for _, tc := range []struct {
		yarn bool
		want []string
	}{
		// An optional peer that is there counts as nobody's, and ships.
		{false, []string{"node_modules/@s/stray", "node_modules/a", "node_modules/a/node_modules/b", "node_modules/b", "node_modules/c",
			"node_modules/maybe", "node_modules/o", "node_modules/p"}},
		{true, []string{"node_modules/a", "node_modules/a/node_modules/b", "node_modules/c", "node_modules/o"}},
	} {
		tree, err := Dependencies(fsys, tc.yarn)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, tree.Folders); diff != "" {
			t.Errorf("yarn %v: %s", tc.yarn, diff)
		}
		if len(tree.Problems) != 0 {
			t.Error(tree.Problems)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	for _, seed := range []string{"src/**\n!src/keep.js", "**/*.{ts,map}", "!(a|b)/**", "+(a|*)b", "[!a-c[:alpha:]]", "{1..3}{a,{b,c}}",
		"**/**/../x", `\{a\,b`, "{a},b}", "!()*", "@(", "[a", "a\\"} {
		f.Add(seed, "src/keep.js")
		f.Add(seed, "a/b/é😀.ts")
	}
	f.Fuzz(func(t *testing.T, ignore, path string) {
		r := FromIgnore(ignore)
		one := r.Ships(path)
		if one != r.Ships(path) || one != FromIgnore(ignore).Ships(path) {
			t.Fatalf("%q on %q: two answers", ignore, path)
		}
		if !r.Ships("package.json") {
			t.Fatalf("%q hides package.json", ignore)
		}
		FromFiles([]string{ignore}).Ships(path)
	})
}
