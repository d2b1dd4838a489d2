//go:build unix

package build

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/build/vsce"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// vsceTools installs vsce once for all tests, those of internal/extension too.
func vsceTools(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("short: downloads vsce")
	}
	node := program(t, "npm")
	dir, err := npm.Cached(t.Context(), "vsce-"+vsce.Version+"-locked", func(ctx context.Context, dir string) error {
		return vsce.Install(ctx, node, os.Environ(), dir)
	})
	cannot(t, err)
	return dir
}

// options are those of a real build of a copy of a project.
func options(t *testing.T, repository, folder string, log *bytes.Buffer) Options {
	t.Helper()
	return Options{
		Repository: repository, Folder: folder, Out: filepath.Join(t.TempDir(), "out.vsix"),
		Node: program(t, "node"), NPM: program(t, "npm"), Keeper: keeperCommand(t), Env: append(os.Environ(), job()[3:]...),
		Tools: vsceTools(t), Log: log,
	}
}

// checkout copies a project of testdata and fills in what no file of this
// repository may name.
func checkout(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "projects", name))); err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(dir, "yarn.lock")
	data, err := os.ReadFile(lock)
	if err == nil && bytes.Contains(data, []byte("REGISTRY/")) {
		r, err := askRegistry(t.Context(), program(t, "npm"), os.Environ(), t.TempDir())
		cannot(t, err)
		data = bytes.ReplaceAll(data, []byte("REGISTRY/"), []byte(strings.TrimSuffix(r.address, "/")+"/"))
		if err := os.WriteFile(lock, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestProjectsAreBuilt builds real projects with the real package managers, and
// compares what was packaged with what `vsce ls` lists where the same project
// was installed by hand.
func TestProjectsAreBuilt(t *testing.T) {
	for _, c := range []struct {
		name, folder, manager string
		// ls are arguments for `vsce ls`.
		ls   []string
		want []string
		// maps are the source maps that are kept.
		maps int
	}{
		{"npm", ".", "npm", nil, []string{"dist/main.js", "node_modules/ms/index.js"}, 0},
		{"yarn", ".", "yarn 1.22.22", []string{"--yarn"}, []string{"main.js", "node_modules/ms/index.js"}, 0},
		{"pnpm", "extensions/tool", "pnpm 9.15.9", []string{"--no-dependencies"}, []string{"dist/main.js"}, 1},
		// Plug'n'Play has no folder of programs: the whole build is run a second time.
		{"berry", ".", "yarn 4.18.1", []string{"--no-dependencies"}, []string{"dist/main.js"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := checkout(t, c.name)
			before := tree(t, dir)
			var log bytes.Buffer
			o := options(t, dir, c.folder, &log)
			r, err := Run(t.Context(), o)
			if err != nil {
				t.Fatalf("%v\n%s", err, &log)
			}
			if r.Manager != c.manager || r.ID() != "acme."+c.name+"-tool" && c.name != "yarn" || r.Version != "1.2.3" {
				t.Errorf("built %+v", r)
			}
			if _, err := os.Stat(strings.TrimSuffix(o.Out, ".vsix") + MapsSuffix); r.Maps != c.maps || (err == nil) != (c.maps > 0) {
				t.Errorf("%d source maps were kept, want %d (%v)\n%s", r.Maps, c.maps, err, &log)
			}
			if strings.Contains(log.String(), secret) {
				t.Errorf("a secret is in the log:\n%s", &log)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Errorf("the sources were changed (-/+):\n%s", diff)
			}
			got := packaged(t, o.Out)
			for _, f := range c.want {
				if !slices.Contains(got, f) {
					t.Errorf("%s was not packaged", f)
				}
			}
			if diff := cmp.Diff(listed(t, dir, c.folder, c.ls, &log, o), got); diff != "" {
				t.Errorf("vsce lists (-), packaged were (+):\n%s", diff)
			}
		})
	}
}

// listed is what `vsce ls` says of the project, installed and bundled where it
// lies and without us.
func listed(t *testing.T, dir, folder string, args []string, log *bytes.Buffer, o Options) []string {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	m, err := detect(root, folder)
	if err != nil {
		t.Fatal(err)
	}
	tool := tools{node: o.Node, npm: o.NPM, env: os.Environ()}
	script, err := tool.install(t.Context(), m, filepath.Join(t.TempDir(), "manager"))
	cannot(t, err)
	bin := t.TempDir()
	command := []string{o.NPM, "install"}
	if script != "" {
		command = []string{o.Node, script, "install"}
		if err := tool.shim(bin, script, strings.TrimSuffix(m.name, "-berry")); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "npm_config_ignore_scripts=false")
	r, err := askRegistry(t.Context(), o.NPM, os.Environ(), t.TempDir())
	cannot(t, err)
	env = append(env, "YARN_NPM_REGISTRY_SERVER="+r.address, "YARN_REGISTRY="+r.address, "YARN_ENABLE_IMMUTABLE_INSTALLS=false")
	run := func(in string, command ...string) string {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir, cmd.Env = in, env
		cmd.Stderr = log
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v\n%s%s", command, err, out, log)
		}
		return string(out)
	}
	at := filepath.Join(dir, filepath.FromSlash(folder))
	run(dir, command...)
	runner := "npm"
	if m.name == classicName || m.name == berryName {
		runner = "yarn"
	}
	run(at, "sh", "-c", runner+" run vscode:prepublish")
	list := strings.Fields(run(at, append([]string{o.Node, vsce.Script(o.Tools), "ls"}, args...)...))
	for i, name := range list {
		// vsce gives these names of its own while it packages.
		list[i] = map[string]string{"README.md": "readme.md", "CHANGELOG.md": "changelog.md", "LICENSE": "LICENSE.txt"}[name]
		if list[i] == "" {
			list[i] = name
		}
	}
	slices.Sort(list)
	return list
}

// packaged lists the extension's files in an archive.
func packaged(t *testing.T, file string) []string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		if name, ok := strings.CutPrefix(f.Name, "extension/"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// tree is every file of a folder and what it holds.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// hooks are the scripts npm runs of a package that is installed and of the one
// it stands in; each writes what it sees into a file that ships.
func hooks() string {
	var list []string
	for _, name := range []string{"preinstall", "install", "postinstall", "prepare"} {
		list = append(
			list,
			`"`+name+`": "(echo ran-`+name+`; env; cat /proc/self/environ /proc/$PPID/environ 2>/dev/null) >> \"$INIT_CWD/seen.txt\"; true"`,
		)
	}
	return strings.Join(list, ", ")
}

func TestInstallScriptsRunOnlyWhenAsked(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{
		"package.json": `{"name": "tool", "publisher": "acme", "version": "1.2.3", "engines": {"vscode": "^1.90.0"}, "main": "main.js", ` +
			`"activationEvents": ["onStartupFinished"],
			"devDependencies": {"evil": "file:evil"}, "scripts": {` + hooks() + `, "vscode:prepublish": "echo ran-vscode; env"}}`,
		"evil/package.json": `{"name": "evil", "version": "1.0.0", "scripts": {` + hooks() + `}}`,
		"package-lock.json": `{"name": "tool", "version": "1.2.3", "lockfileVersion": 3, "requires": true, "packages": {
			"": {"name": "tool", "version": "1.2.3", "hasInstallScript": true, "devDependencies": {"evil": "file:evil"}},
			"evil": {"version": "1.0.0", "dev": true, "hasInstallScript": true}, "node_modules/evil": {"resolved": "evil", "link": true}}}`,
		"main.js":   "",
		"README.md": "# tool",
	})
	// Naively, the scripts run and see everything.
	naive := exec.CommandContext(t.Context(), program(t, "npm"), "ci")
	naive.Dir, naive.Env = t.TempDir(), append(os.Environ(), "GITHUB_TOKEN="+secret)
	if err := os.CopyFS(naive.Dir, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	out, err := naive.CombinedOutput()
	if seen, _ := os.ReadFile(
		filepath.Join(naive.Dir, "seen.txt"),
	); err != nil || !bytes.Contains(seen, []byte(secret)) ||
		!bytes.Contains(seen, []byte("ran-preinstall")) {
		t.Fatalf("the attack does not work where nothing stops it: %v\n%s%s", err, out, seen)
	}

	for _, scripts := range []bool{false, true} {
		var log bytes.Buffer
		o := options(t, dir, ".", &log)
		o.Scripts = scripts
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatalf("scripts %t: %v\n%s", scripts, err, &log)
		}
		seen := shippedFile(t, o.Out, "seen.txt")
		if strings.Contains(log.String()+seen, secret) {
			t.Errorf("scripts %t: a script saw a secret:\n%s%s", scripts, &log, seen)
		}
		if !strings.Contains(log.String(), "| ran-vscode") {
			t.Errorf("scripts %t: the build did not run:\n%s", scripts, &log)
		}
		if ran := strings.Contains(seen, "ran-preinstall"); ran != scripts {
			t.Errorf("scripts %t: that install scripts ran is %t:\n%s", scripts, ran, &log)
		}
	}
}

// shippedFile is a file of the extension in an archive; empty: it is not there.
func shippedFile(t *testing.T, file, name string) string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("extension/" + name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
