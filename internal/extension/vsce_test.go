package extension

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/build/vsce"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// project is a real extension, turned back into the repository it could have
// come from.
type project struct {
	name string
	// corpus names an extension of the corpus, a folder or the archive, instead of a package.
	pack   npm.Package
	corpus string
	// files are laid over it.
	files map[string]string
	// manifest changes package.json.
	manifest map[string]any
}

func projects() []project {
	mocha := npm.Package{Name: "vscode-mocha-test-adapter", Version: "2.11.1"}
	return []project{
		{
			// Its own .vscodeignore, and a hundred packages it ships with.
			name: "mocha-adapter", pack: mocha,
			manifest: map[string]any{"devDependencies": map[string]string{"rimraf": "3.0.2"}},
		},
		{
			// VS Code's own extension: negations, braces, dot files.
			name:   "git",
			corpus: corpus.TheiaGit,
			manifest: map[string]any{
				"name":            "git",
				"dependencies":    map[string]string{"byline": "5.0.0", "iconv-lite-umd": "0.6.8", "file-type": "7.2.0"},
				"devDependencies": map[string]string{"@types/byline": "4.2.31"},
				"scripts":         map[string]string{},
			},
			files: map[string]string{
				".vscodeignore": "# what does not ship\nsrc/**\ntest\n*.{yml,yaml}\n**/*.map\n!resources/keep.map\n**/.cache/**\n" +
					"./dist/never.js\nlanguages/\n!languages/ignore.language-configuration.json\n/README.md\nnode_modules/**/*.{md,ts}\n" +
					"node_modules/**/{test,tests}/**\n!node_modules/iconv-lite-umd/**/*.md\n",
				"src/main.ts":           "",
				"src/test/a.test.ts":    "",
				"test/x/y.js":           "",
				"a.yml":                 "",
				"b.yaml":                "",
				"resources/keep.map":    "",
				"resources/drop.map":    "",
				"resources/.cache/a":    "",
				".vscode/launch.json":   "",
				".gitignore":            "",
				".eslintrc.json":        "",
				"dist/never.js":         "",
				"dist/main.js.map":      "",
				"yarn-error.log":        "",
				"x.todo":                "",
				"sub/x.todo":            "",
				"old.vsix":              "",
				"sub/package-lock.json": "",
				"sub/.github/x.md":      "",
				".github/x.md":          "",
				"LICENSE":               "",
				"sub/LICENSE.txt":       "",
			},
		},
		{
			// "files" instead of .vscodeignore.
			name: "claude-code", corpus: corpus.VSIX,
			manifest: map[string]any{"files": []string{"dist", "*.md", "resources/*.png", "{LICENSE,NOTICE}*"}, "scripts": map[string]string{}},
			files: map[string]string{
				"src/extension.ts":           "",
				"resources/a.png":            "",
				"resources/sub/b.png":        "",
				"NOTICE.txt":                 "",
				"docs/a.md":                  "",
				"dist/secret.js":             "",
				"dist/.hidden":               "",
				"tsconfig.json":              "",
				".env":                       "",
				"node_modules/left/index.js": "",
			},
		},
		{
			// A language client and server kept as npm workspaces, whose
			// packages are links, built around a real extension.
			name:   "workspaces",
			corpus: corpus.TheiaGit,
			manifest: map[string]any{
				"name":         "git",
				"workspaces":   []string{"client", "servers/*"},
				"dependencies": map[string]string{"semver": "7.6.0"},
				"scripts":      map[string]string{},
			},
			files: map[string]string{
				".vscodeignore": "**/*.ts\n**/tsconfig.json\n.vscode\n.github\n{client,servers}/**/src/**\n!client/src/keep.js\n" +
					"node_modules/**/!(*.js|package.json)\n*(.gitignore|contributing.md)\n",
				"client/package.json": `{"name": "client", "version": "1.0.0", "dependencies": {"vscode-languageclient": "9.0.1"}, ` +
					`"devDependencies": {"isexe": "2.0.0"}}`,
				"client/src/keep.js":   "",
				"client/src/drop.js":   "",
				"client/out/main.js":   "",
				"client/tsconfig.json": "",
				"servers/one/package.json": `{"name": "@srv/one", "version": "1.0.0", "dependencies": {"semver": "6.3.1"}, ` +
					`"optionalDependencies": {"wrappy": "1.0.2"}}`,
				"servers/one/out/server.js": "",
				"servers/one/src/server.ts": "",
				".gitignore":                "",
				"contributing.md":           "",
				".vscode/tasks.json":        "",
				"[a].txt":                   "",
			},
		},
		{
			// No .vscodeignore at all, dependencies of every kind, and a
			// package nobody asked for.
			name: "extraneous", corpus: corpus.VSIX,
			manifest: map[string]any{
				"dependencies":         map[string]string{"once": "1.4.0", "isexe": "2.0.0"},
				"devDependencies":      map[string]string{"which": "2.0.2", "isexe": "2.0.0"},
				"optionalDependencies": map[string]string{"inherits": "2.0.4"},
				"peerDependencies":     map[string]string{"ms": "2.1.3"},
				"scripts":              map[string]string{},
			},
			files: map[string]string{
				"node_modules/stowaway/package.json": `{"name": "stowaway", "version": "1.0.0", "dependencies": {"hidden": ` +
					`"1.0.0"}}`,
				"node_modules/stowaway/index.js":                         "",
				"node_modules/stowaway/node_modules/hidden/package.json": `{"name": "hidden", "version": "1.0.0"}`,
				"node_modules/stowaway/node_modules/hidden/run.js":       "",
				"node_modules/@scope/quiet/package.json":                 `{"name": "@scope/quiet", "version": "2.0.0"}`,
				"node_modules/@scope/quiet/q.js":                         "",
				".hidden/x":                                              "",
				"sub/node_modules/nested/index.js":                       "",
				".npmrc":                                                 "",
				"webpack.config.js":                                      "",
				"sub/webpack.config.js":                                  "",
			},
		},
	}
}

// TestRepositoryListsWhatVsceDoes runs vsce itself. UPDATE=1 records the
// projects for the test that does without it.
func TestRepositoryListsWhatVsceDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("short: downloads vsce")
	}
	ctx := t.Context()
	// internal/build keeps it under the same name.
	tools, err := npm.Cached(ctx, "vsce-"+vsce.Version+"-locked", func(ctx context.Context, dir string) error {
		return vsce.Install(ctx, "npm", os.Environ(), dir)
	})
	cannot(t, err)
	for _, p := range projects() {
		t.Run(p.name, func(t *testing.T) {
			dir := t.TempDir()
			cannot(t, p.layOut(t, dir))
			cmd := exec.CommandContext(ctx, "node", vsce.Script(tools), "ls")
			cmd.Dir = dir
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("vsce ls: %v\n%s", err, stderr.String())
			}
			want := strings.Split(strings.TrimSpace(string(out)), "\n")
			slices.Sort(want)
			want = slices.Compact(want)
			if diff := cmp.Diff(want, shipped(t, dir)); diff != "" {
				t.Errorf("vsce lists (-), we list (+):\n%s", diff)
			}
			if os.Getenv("UPDATE") == "1" {
				record(t, p.name, dir, want)
			}
		})
	}
}

// cannot skips a test that could not run, and fails it where that must not
// happen.
func cannot(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skipf("could not run: %v", err)
	}
}

func npmRun(ctx context.Context, dir string, args ...string) error {
	args = append(args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd := exec.CommandContext(ctx, "npm", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm %s: %w\n%s", args[0], err, out)
	}
	return nil
}

func (p project) layOut(t *testing.T, dir string) error {
	ctx := t.Context()
	source, err := p.source(ctx)
	if err != nil {
		return err
	}
	if p.corpus == corpus.VSIX {
		err = unzipExtension(source, dir)
	} else {
		err = os.CopyFS(dir, os.DirFS(source))
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return err
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	delete(m, "devDependencies")
	maps.Copy(m, p.manifest)
	if data, err = json.Marshal(m); err != nil {
		return err
	}
	write(t, dir, "package.json", string(data))
	// npm prunes what nobody asked for, so that comes after it.
	lay := func(late bool) {
		for name, content := range p.files {
			if strings.HasPrefix(name, "node_modules/") == late {
				write(t, dir, name, content)
			}
		}
	}
	lay(false)
	if err := npmRun(ctx, dir, "install"); err != nil {
		return err
	}
	lay(true)
	return nil
}

// source is the folder or archive that the project is built around.
func (p project) source(ctx context.Context) (string, error) {
	if p.corpus != "" {
		dir, err := corpus.Fetch(ctx)
		return filepath.Join(dir, p.corpus), err
	}
	return npm.Cached(ctx, "pack-"+strings.ReplaceAll(p.pack.String(), "/", "-"), func(ctx context.Context, dir string) error {
		return npm.Unpacked(ctx, dir, p.pack, nil)
	})
}

func unzipExtension(file, dir string) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer z.Close()
	sub, err := fs.Sub(z, "extension")
	if err != nil {
		return err
	}
	return fs.WalkDir(sub, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		in, err := sub.Open(name)
		if err != nil {
			return err
		}
		defer in.Close()
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		out, err := os.Create(to)
		if err != nil {
			return err
		}
		defer out.Close()
		_, err = io.Copy(out, in)
		return err
	})
}

// record writes the project down without what other people wrote.
func record(t *testing.T, name, dir string, list []string) {
	t.Helper()
	g := golden{Vsce: vsce.Version, Contents: map[string]string{}, Links: map[string]string{}, List: list}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(file)
			g.Links[rel] = filepath.ToSlash(target)
			return err
		}
		g.Paths = append(g.Paths, rel)
		switch path.Base(rel) {
		case "package.json":
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			g.Contents[rel] = reduced(t, data)
		case ".vscodeignore":
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			g.Contents[rel] = string(data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(g.Paths)
	data, err := json.MarshalIndent(g, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "testdata/projects", name+".json", string(data)+"\n")
}

// reduced keeps the fields of a package.json that decide about packaging.
func reduced(t *testing.T, data []byte) string {
	t.Helper()
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return string(data)
	}
	keep := map[string]json.RawMessage{}
	for _, field := range []string{"name", "version", "publisher", "engines", "main", "files", "workspaces", "dependencies", "devDependencies",
		"optionalDependencies", "peerDependencies", "peerDependenciesMeta"} {
		if v, ok := all[field]; ok {
			keep[field] = v
		}
	}
	out, err := json.Marshal(keep)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
