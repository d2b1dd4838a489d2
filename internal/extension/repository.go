package extension

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/packlist"
)

const ignoreName = ".vscodeignore"

// listRepository lists what ships, as `vsce ls` does, and apart the sources
// that do not.
func (e *Extension) listRepository(w *walker) error {
	fsys := rootFS{w.root, e.limits.MaxManifest}
	rules, err := e.rules(fsys)
	if err != nil {
		return err
	}
	own, err := w.walk(".", func(dir string) bool {
		return dir == "node_modules" || path.Base(dir) == ".git" && !rules.ShipsGit(dir)
	})
	if err != nil {
		return err
	}
	modules, err := e.modules(w, fsys, rules)
	if err != nil {
		return err
	}
	all := append(own, modules...)
	slices.SortStableFunc(all, compareFiles)
	// A workspace's files are found under its own path and, where it has
	// packages of its own, once more.
	all = slices.CompactFunc(all, func(a, b File) bool { return a.Path == b.Path })
	for _, f := range all {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		switch {
		case rules.Ships(f.Path):
			e.files = append(e.files, f)
		case explains(rules, f.Path):
			e.sources = append(e.sources, f)
		}
	}
	if rules.Exhausted() {
		e.problem(ignoreName, BadIgnore, "its patterns take too long to decide; the files not decided are taken to ship")
	}
	return nil
}

// rules reads .vscodeignore or, where there is none, "files" of package.json.
func (e *Extension) rules(fsys rootFS) (*packlist.Rules, error) {
	data, err := fsys.ReadFile(manifestName)
	if err != nil {
		return nil, fmt.Errorf("reading package.json: %w", err)
	}
	m, err := ParseManifest(data, nil, e.limits)
	if err != nil {
		return nil, err
	}
	rules, from := packlist.FromIgnore(""), ignoreName
	text, err := fsys.ReadFile(ignoreName)
	switch {
	case err == nil:
		rules = packlist.FromIgnore(string(text))
		if len(m.Files) > 0 {
			e.problem(ignoreName, BadIgnore, "package.json has \"files\" as well, with which vsce refuses to package; this file counts")
		}
	case !errors.Is(err, fs.ErrNotExist):
		e.problem(ignoreName, BadIgnore, "it cannot be read, all files are taken to ship: %v", err)
	case m.HasFiles:
		from = manifestName
		files := make([]string, 0, len(m.Files))
		for _, f := range m.Files {
			files = append(files, f.Value)
		}
		rules = packlist.FromFiles(files)
	}
	for _, problem := range rules.Problems() {
		e.problem(from, BadIgnore, "%s", problem)
	}
	return rules, nil
}

// modules lists the files of the production dependencies. Where node_modules
// cannot be understood, all of it is taken to ship.
func (e *Extension) modules(w *walker, fsys rootFS, rules *packlist.Rules) ([]File, error) {
	yarn := packlist.IsYarn(func(name string) bool {
		_, err := fsys.Lstat(name)
		return err == nil
	})
	tree, err := packlist.Dependencies(fsys, yarn)
	if err != nil {
		e.problem("node_modules", BadDependency, "all of it is taken to ship: %v", err)
		if _, err := fsys.Lstat("node_modules"); err != nil {
			return nil, nil
		}
		return w.walk("node_modules", nil)
	}
	for _, problem := range tree.Problems {
		e.problem("node_modules", BadDependency, "%s", problem)
	}
	var files []File
	for _, dir := range tree.Folders {
		list, err := w.walk(dir, func(sub string) bool {
			return sub == dir+"/node_modules" || path.Base(sub) == ".git" && !rules.ShipsGit(sub)
		})
		if err != nil {
			return nil, err
		}
		files = append(files, list...)
	}
	return files, nil
}

// explains holds for what tells of the files that ship: the code they were built
// from, what configures the build, the source maps it made, and the lock file of
// what it was built with.
func explains(rules *packlist.Rules, name string) bool {
	if slices.Contains([]string{"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"}, name) {
		return true
	}
	if slices.Contains(strings.Split(name, "/"), "node_modules") {
		return false
	}
	built, isMap := strings.CutSuffix(name, ".map")
	if base := path.Base(name); base == manifestName || strings.HasPrefix(base, "tsconfig") && strings.HasSuffix(base, ".json") {
		return true
	}
	return isSource(name) || isMap && isSource(built) && rules.Ships(built)
}

// isSource names JavaScript and TypeScript files.
func isSource(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx":
		return true
	}
	return false
}
