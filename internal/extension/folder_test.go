package extension

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const leastManifest = "{" + least + `, "main": "./out/main"}`

// folder lays files out; a content that begins with "->" is a link.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		target, link := strings.CutPrefix(content, "->")
		if !link {
			write(t, dir, name, content)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(target), path); err != nil {
			t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
		}
	}
	return dir
}

func load(t *testing.T, dir string, limits Limits) *Extension {
	t.Helper()
	e, err := Load(t.Context(), dir, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func paths(files []File) []string {
	list := []string{}
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

// kinds are the problems as "kind file".
func kinds(problems []Problem) []string {
	list := []string{}
	for _, p := range problems {
		list = append(list, string(p.Kind)+" "+p.File)
	}
	return list
}

func TestWhatAFolderIs(t *testing.T) {
	m := leastManifest
	metadata := `{"__metadata": {}, ` + m[1:]
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  Source
		list  []string
	}{
		{"laid out as installed", map[string]string{"package.json": m, "out/main.js": ""}, Directory, []string{"out/main.js", "package.json"}},
		{"a repository by .vscodeignore", map[string]string{"package.json": m, ".vscodeignore": "src\n", "src/a.ts": ""}, Repository,
			[]string{"package.json"}},
		{"a repository by .git", map[string]string{"package.json": m, ".git/HEAD": "", "a": ""}, Repository, []string{"a", "package.json"}},
		{"a repository by its lock file", map[string]string{"package.json": m, "package-lock.json": "{}"}, Repository, []string{"package.json"}},
		{"installed by VS Code", map[string]string{"package.json": `{"__metadata": {}, ` + m[1:], "a": ""}, Installed,
			[]string{"a", "package.json"}},
		// An installed extension hides nothing behind a .vscodeignore.
		{"installed, with a .vscodeignore",
			map[string]string{"package.json": m, ".vsixmanifest": "<PackageManifest/>", ".vscodeignore": "**", "evil.js": ""}, Installed,
			[]string{".vscodeignore", ".vsixmanifest", "evil.js", "package.json"}},
		// Authors commit "__metadata" by mistake: three of ten real repositories did.
		{"a clone whose author committed __metadata",
			map[string]string{"package.json": metadata, ".vscodeignore": "src\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "",
				".git/refs/x": "", ".git/hooks/pre-commit.sample": "#!/bin/sh", "src/a.ts": "", "a": ""}, Repository, []string{"a", "package.json"}},
		{"a work tree or submodule whose author did",
			map[string]string{"package.json": metadata, ".vscodeignore": "src\n", ".git": "gitdir: ../.git/modules/x\n", "src/a.ts": ""}, Repository,
			[]string{"package.json"}},
		// What is installed and ships a .git hides nothing by it.
		{"installed, with a .git of its own",
			map[string]string{"package.json": metadata, ".vsixmanifest": "<PackageManifest/>", ".git/HEAD": "ref: refs/heads/main\n",
				".git/objects/x": "", ".git/refs/x": "", ".vscodeignore": "**", "evil.js": ""}, Installed,
			[]string{".git/HEAD", ".git/objects/x", ".git/refs/x", ".vscodeignore", ".vsixmanifest", "evil.js", "package.json"}},
		{"installed, with something called .git",
			map[string]string{"package.json": metadata, ".git/HEAD": "", ".vscodeignore": "**", "evil.js": ""}, Installed,
			[]string{".git/HEAD", ".vscodeignore", "evil.js", "package.json"}},
		{"installed, with a file called .git",
			map[string]string{"package.json": metadata, ".git": "no git at all", ".vscodeignore": "**", "evil.js": ""}, Installed,
			[]string{".git", ".vscodeignore", "evil.js", "package.json"}},
		{"installed, with a .git of links",
			map[string]string{"package.json": metadata, ".git/HEAD": "->../package.json", ".git/objects": "->..", ".git/refs": "->..",
				".vscodeignore": "**", "evil.js": ""}, Installed, []string{".git/HEAD", ".vscodeignore", "evil.js", "package.json"}},
		{"installed, with lock file and .vscodeignore",
			map[string]string{"package.json": metadata, "package-lock.json": "{}", ".vscodeignore": "**", "evil.js": ""}, Installed,
			[]string{".vscodeignore", "evil.js", "package-lock.json", "package.json"}},
		{"an unpacked .vsix with a .git",
			map[string]string{"extension.vsixmanifest": "", "extension/package.json": m, "extension/.git/HEAD": "ref: refs/heads/main\n",
				"extension/.git/objects/x": "", "extension/.git/refs/x": "", "extension/.vscodeignore": "**", "extension/evil.js": ""}, Directory,
			[]string{".git/HEAD", ".git/objects/x", ".git/refs/x", ".vscodeignore", "evil.js", "package.json"}},
		{"an unpacked .vsix", map[string]string{"extension.vsixmanifest": "", "extension/package.json": m, "extension/.vscodeignore": "**",
			"extension/evil.js": ""}, Directory, []string{".vscodeignore", "evil.js", "package.json"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := load(t, folder(t, tc.files), Limits{})
			if e.Source != tc.want {
				t.Errorf("it is taken for %s, want %s", e.Source, tc.want)
			}
			if diff := cmp.Diff(tc.list, paths(e.Files())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whoever made the .vsix can put a whole clone's .git into it, and VS Code puts
// "__metadata" into package.json. The folder above is not theirs: editors list there
// what they installed.
func TestAGitThatWasPlantedHidesNothing(t *testing.T) {
	planted := map[string]string{
		"x/package.json":   `{"__metadata": {}, ` + leastManifest[1:],
		"x/.git/HEAD":      "ref: refs/heads/main\n",
		"x/.git/objects/a": "",
		"x/.git/refs/a":    "",
		"x/.vscodeignore":  "**",
		"x/evil.js":        "",
	}
	for _, beside := range []string{"extensions.json", ".obsolete", ""} {
		files := map[string]string{}
		for name, text := range planted {
			files[name] = text
		}
		want := Repository
		if beside != "" {
			files[beside], want = "[]", Installed
		}
		e := load(t, filepath.Join(folder(t, files), "x"), Limits{})
		if e.Source != want {
			t.Errorf("beside %q it is taken for %s, want %s", beside, e.Source, want)
		}
		// Where nothing else tells, it is a repository, and what makes that doubtful
		// is said.
		said := slices.ContainsFunc(
			e.Problems(),
			func(p Problem) bool { return p.Kind == BadIgnore && strings.Contains(p.Message, "__metadata") },
		)
		if said != (want == Repository) {
			t.Errorf("beside %q the problems are %v", beside, e.Problems())
		}
	}
}

func TestOddFoldersLoadAndSaySo(t *testing.T) {
	outside := t.TempDir()
	write(t, outside, "secret", "secret")
	for _, tc := range []struct {
		name  string
		files map[string]string
		list  []string
		want  []string
	}{
		{"a link to a file inside", map[string]string{"a": "x", "l": "->a"}, []string{"a", "l"}, []string{}},
		{"a link that leaves", map[string]string{"l": "->" + outside + "/secret"}, []string{}, []string{"symlink-leaves l"}},
		{"a link that leaves, relative", map[string]string{"a/l": "->../../../../../../../../../../etc/passwd"}, []string{},
			[]string{"symlink-leaves a/l"}},
		{"a folder that leaves", map[string]string{"l": "->" + outside}, []string{}, []string{"symlink-leaves l"}},
		{"a link to the folder above", map[string]string{"a/l": "->..", "a/b": ""}, []string{"a/b"}, []string{"symlink-folder a/l"}},
		{"a link to a folder beside", map[string]string{"a/x": "", "l": "->a"}, []string{"a/x"}, []string{"symlink-folder l"}},
		{"a link to itself", map[string]string{"l": "->l"}, []string{}, []string{"broken-symlink l"}},
		{"links in a circle", map[string]string{"a": "->b", "b": "->a"}, []string{}, []string{"broken-symlink a", "broken-symlink b"}},
		{"a link to nothing", map[string]string{"l": "->nope"}, []string{}, []string{"broken-symlink l"}},
		{"a name that shows as another", map[string]string{"a\u202egpj.js": ""}, []string{"a\u202egpj.js"}, []string{"odd-name a\u202egpj.js"}},
		{"a device's name", map[string]string{"sub/nul.js": ""}, []string{"sub/nul.js"}, []string{"odd-name sub/nul.js"}},
		{"a trailing dot", map[string]string{"a.js.": ""}, []string{"a.js."}, []string{"odd-name a.js."}},
		{"ordinary names", map[string]string{"nullable.js": "", "a.b.c": "", "é 1.js": ""}, []string{"a.b.c", "nullable.js", "é 1.js"},
			[]string{}},
		{"a file over the limit", map[string]string{"big": strings.Repeat("x", 2001)}, []string{"big"}, []string{"too-large big"}},
		{"a file at the limit", map[string]string{"big": strings.Repeat("x", 2000)}, []string{"big"}, []string{}},
		{"broken translations", map[string]string{"package.nls.json": "{", "package.nls.de.json": "[]"},
			[]string{"package.nls.de.json", "package.nls.json"}, []string{"wrong-type package.nls.de.json", "bad-translation package.nls.json"}},
		{"fine translations", map[string]string{"package.nls.json": `{"a": "b", "c": {"message": "d", "comment": ["e"]}}`},
			[]string{"package.nls.json"}, []string{}},
		{"a bad .vsixmanifest", map[string]string{".vsixmanifest": "<"}, []string{".vsixmanifest"}, []string{"bad-vsix-manifest .vsixmanifest"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.files["package.json"] = leastManifest
			e := load(t, folder(t, tc.files), Limits{MaxFile: 2000})
			list := []string{}
			for _, p := range paths(e.Files()) {
				if p != "package.json" {
					list = append(list, p)
				}
			}
			if diff := cmp.Diff(tc.list, list); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.want, kinds(e.Problems())); diff != "" {
				t.Error(diff)
			}
			for _, p := range e.Files() {
				if _, err := e.ReadFile(p.Path); (err != nil) != p.TooLarge {
					t.Errorf("%s: %v", p.Path, err)
				}
			}
		})
	}
}

func TestFoldersThatAreRefused(t *testing.T) {
	many := map[string]string{"package.json": leastManifest}
	for i := range 60 {
		many[fmt.Sprintf("f%d", i)] = ""
	}
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing", map[string]string{"a": ""}, "there is no package.json"},
		{"a manifest that is a folder", map[string]string{"package.json/a": ""}, "there is no package.json"},
		{"a manifest that is no JSON", map[string]string{"package.json": "{\n  nope}"}, "package.json:2:3: expected a member name"},
		{"a manifest that links out", map[string]string{"package.json": "->/etc/passwd"}, "there is no package.json"},
		{"a manifest over the limit", map[string]string{"package.json": "{" + least + strings.Repeat(" ", 5000) + "}"}, "over the limit of 4000"},
		{"too many files", many, "more than 50 files"},
		{"too many bytes", map[string]string{"package.json": leastManifest, "a": strings.Repeat("x", 6000), "b": strings.Repeat("x", 6000)},
			"more than 10000 bytes"},
		{"too deep", map[string]string{"package.json": leastManifest, strings.Repeat("d/", 12) + "x": ""}, "nest deeper than 10"},
		{"a path too long", map[string]string{"package.json": leastManifest, strings.Repeat("d", 101): ""}, "over the limit of 100"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := folder(t, tc.files)
			_, err := Load(t.Context(), dir, Limits{MaxFiles: 50, MaxTotal: 10_000, MaxDepth: 10, MaxPath: 100, MaxManifest: 4000})
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("error %v, want %q and the folder's name", err, tc.want)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := folder(t, map[string]string{"package.json": leastManifest})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tc := range []struct {
		name   string
		ctx    context.Context
		path   string
		source Source
		limits Limits
		want   string
	}{
		{"a path to nothing", t.Context(), filepath.Join(dir, "nope"), "", Limits{}, "nope"},
		{"a negative limit", t.Context(), dir, "", Limits{MaxFiles: -1}, "MaxFiles is -1"},
		{"a file as a folder", t.Context(), filepath.Join(dir, "package.json"), Repository, Limits{}, "cannot be read as repository"},
		{"a folder as an archive", t.Context(), dir, VSIX, Limits{}, "cannot be read as vsix"},
		{"a text as an archive", t.Context(), filepath.Join(dir, "package.json"), "", Limits{}, "not a zip archive"},
		{"after the time is up", cancelled, dir, "", Limits{}, "context canceled"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := LoadAs(tc.ctx, tc.path, tc.source, tc.limits)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestSocketsAndPipesAreNotOpened(t *testing.T) {
	dir := folder(t, map[string]string{"package.json": leastManifest})
	socket, err := net.Listen("unix", filepath.Join(dir, "sock"))
	if err != nil {
		t.Skipf("elsewhere: this system makes no sockets in folders: %v", err)
	}
	defer socket.Close()
	if err := makePipe(filepath.Join(dir, "pipe")); err != nil {
		t.Skipf("elsewhere: %v", err)
	}
	if err := os.Symlink("pipe", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	e := load(t, dir, Limits{})
	if diff := cmp.Diff([]string{"not-a-file link", "not-a-file pipe", "not-a-file sock"}, kinds(e.Problems())); diff != "" {
		t.Error(diff)
	}
	// The manifest, too, may be one; and a file may become one after Load.
	for _, name := range []string{"package.json", ".vscodeignore"} {
		_ = os.Remove(filepath.Join(dir, name))
		if err := makePipe(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.ReadFile("package.json"); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe is read: %v", err)
	}
	if _, err := Load(t.Context(), dir, Limits{}); err == nil {
		t.Error("a pipe is a manifest")
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

func TestFilesThatChangeAreNotBelieved(t *testing.T) {
	dir := folder(t, map[string]string{"package.json": leastManifest, "a": "12345", "same": "12345"})
	e := load(t, dir, Limits{})
	write(t, dir, "same", "54321")
	if data, err := e.ReadFile("same"); err != nil || string(data) != "54321" {
		t.Errorf("%q, %v", data, err)
	}
	for _, tc := range []struct{ content, want string }{
		{"1234567", "longer than the 5 bytes announced"},
		{"123", "ends after 3 of the 5 bytes announced"},
		{"", "ends after 0 of the 5 bytes announced"},
	} {
		write(t, dir, "a", tc.content)
		if _, err := e.ReadFile("a"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %q", tc.content, err, tc.want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "a")); err != nil {
		t.Skipf("elsewhere: %v", err)
	}
	if data, err := e.ReadFile("a"); err == nil {
		t.Errorf("a link out of the folder is read: %q", data)
	}
	for _, name := range []string{"nope", "../a", "/etc/passwd", "", "a/../package.json"} {
		if _, err := e.ReadFile(name); err == nil {
			t.Errorf("%q is read", name)
		}
	}
}

func TestUnreadableFilesAreKept(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("elsewhere: this user can read everything")
	}
	dir := folder(t, map[string]string{"package.json": leastManifest, "a": "x", "closed/b": ""})
	for name, mode := range map[string]os.FileMode{"a": 0, "closed": 0} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(dir, "closed"), 0o755)
	e := load(t, dir, Limits{})
	if diff := cmp.Diff([]string{"unreadable closed"}, kinds(e.Problems())); diff != "" {
		t.Error(diff)
	}
	if _, err := e.ReadFile("a"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error %v", err)
	}
}

func TestAnUnbuiltRepository(t *testing.T) {
	files := map[string]string{
		"package.json":                leastManifest,
		".vscodeignore":               "src\n**/*.ts\ntest\n*.mjs\n",
		"src/main.ts":                 "let a",
		"src/web.tsx":                 "",
		"test/a.js":                   "",
		"build.mjs":                   "",
		"node_modules/x/index.js":     "",
		"node_modules/x/package.json": "{}",
		".git/hooks/x.js":             "",
		"sub/node_modules/y/i.ts":     "",
		"notes.md":                    "",
		"src/data.json":               "",
	}
	e := load(t, folder(t, files), Limits{})
	if diff := cmp.Diff([]string{"build.mjs", "src/main.ts", "src/web.tsx", "test/a.js"}, paths(e.Sources())); diff != "" {
		t.Error(diff)
	}
	if data, err := e.ReadFile("src/main.ts"); err != nil || string(data) != "let a" {
		t.Errorf("a source is %q, %v", data, err)
	}
	if !e.MainMissing() {
		t.Error("the main file is said to be there")
	}
	files["out/main.js"] = ""
	if e := load(t, folder(t, files), Limits{}); e.MainMissing() {
		t.Error("the main file is said to be missing")
	}
	files[".vscodeignore"] = "src\nout\n"
	if e := load(t, folder(t, files), Limits{}); !e.MainMissing() {
		t.Error("a main file that does not ship is said to be there")
	}
}

func TestEntriesResolveLikeNode(t *testing.T) {
	e := load(t, folder(t, map[string]string{
		"package.json": leastManifest, "a.js": "", "b/index.js": "", "c": "", "c.js": "", "d.cjs": "",
	}), Limits{})
	for entry, want := range map[string]string{"./a": "a.js", "a.js": "a.js", "./b": "b/index.js", "./b/": "b/index.js", "./c": "c",
		"/d": "d.cjs", "./x/../a": "a.js", `.\a`: "a.js", "../a": "", "./nope": ""} {
		f, ok := e.Entry(entry)
		if f.Path != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", entry, f.Path, want)
		}
	}
}

func TestRepositoriesWithOddDependencies(t *testing.T) {
	manifest := "{" + least + `, "dependencies": {"a": "1", "../evil": "1"}}`
	for _, tc := range []struct {
		name  string
		files map[string]string
		list  []string
		want  []string
	}{
		{"not installed", nil, nil, []string{"bad-dependency node_modules"}},
		{"installed", map[string]string{"node_modules/a/package.json": "{}", "node_modules/a/i.js": ""},
			[]string{"node_modules/a/i.js", "node_modules/a/package.json"}, nil},
		{"a circle", map[string]string{"node_modules/a/package.json": `{"dependencies": {"b": "1"}}`,
			"node_modules/b/package.json": `{"dependencies": {"a": "1"}}`}, []string{"node_modules/a/package.json", "node_modules/b/package.json"},
			nil},
		{"no manifest", map[string]string{"node_modules/a/i.js": ""}, []string{"node_modules/a/i.js"}, []string{"bad-dependency node_modules"}},
		{"a manifest that is no JSON", map[string]string{"node_modules/a/package.json": "[", "node_modules/a/i.js": ""},
			[]string{"node_modules/a/i.js", "node_modules/a/package.json"}, []string{"bad-dependency node_modules"}},
		{"dependencies that are none", map[string]string{"node_modules/a/package.json": `{"dependencies": ["x"], "peerDependencies": 5}`},
			[]string{"node_modules/a/package.json"}, nil},
		{"a link that leaves", map[string]string{"node_modules/a": "->/etc"}, nil,
			[]string{"bad-dependency node_modules", "bad-dependency node_modules"}},
		{"a link to itself", map[string]string{"node_modules/a": "->a"}, nil, []string{"bad-dependency node_modules"}},
		{"of yarn, without strays",
			map[string]string{"yarn.lock": "", "node_modules/a/package.json": "{}", "node_modules/stray/package.json": "{}"},
			[]string{"node_modules/a/package.json"}, nil},
		{"of npm, with strays", map[string]string{"node_modules/a/package.json": "{}", "node_modules/stray/package.json": "{}"},
			[]string{"node_modules/a/package.json", "node_modules/stray/package.json"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			files := map[string]string{"package.json": manifest, "package-lock.json": ""}
			for name, content := range tc.files {
				files[name] = content
			}
			e := load(t, folder(t, files), Limits{})
			var list, problems []string
			for _, p := range paths(e.Files()) {
				if strings.HasPrefix(p, "node_modules/") {
					list = append(list, p)
				}
			}
			for _, p := range e.Problems() {
				if strings.Contains(p.Message, "../evil") {
					continue
				}
				problems = append(problems, string(p.Kind)+" "+p.File)
			}
			if diff := cmp.Diff(tc.list, list); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.want, problems); diff != "" {
				t.Errorf("%s\n%+v", diff, e.Problems())
			}
		})
	}
}
