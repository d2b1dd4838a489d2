package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/run"
)

// workplace is the repository a run is about.
type workplace struct {
	// top is its folder; paths are those of the extensions in it, with slashes,
	// sorted; "." is the root.
	top   string
	paths []string
	// clone is set when top is a clone of a git repository.
	clone bool
	// base is the commit to compare with; nil: none.
	base *revision.Tree
	// packages and basePackages are built extensions by path.
	packages, basePackages map[string]string
	notes                  []string
}

func (w *workplace) baseCommit() string {
	if w.base == nil {
		return ""
	}
	return w.base.Commit
}

// workplace finds the repository, the extensions and the base.
func (c *Command) workplace(ctx context.Context, targets []string, o gating) (*workplace, error) {
	first := "."
	if o.start != "" {
		first = o.start
	} else if len(targets) > 0 {
		first = targets[0]
	}
	start, err := filepath.Abs(c.path(first))
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", quoted(first), err)
	}
	if info, err := os.Stat(start); err != nil || !info.IsDir() {
		return nil, usagef("%s is no folder; a .vsix is given with --package", quoted(first))
	}
	w := &workplace{top: start}
	git, _ := c.lookPath("git")
	search, _ := c.getenv("PATH")
	repo, err := revision.Find(git, absolutePath(search), start)
	switch {
	case err == nil:
		w.top, w.clone = repo.Top, true
	case o.base != "":
		return nil, usagef("--base: %w", err)
	}
	if w.paths, err = c.extensions(ctx, w, targets); err != nil {
		return nil, err
	}
	none := usagef("there is no extension in %s: no package.json names engines.vscode and a publisher", quoted(w.top))
	if o.base == "" {
		if len(w.paths) == 0 {
			return nil, none
		}
		return w, nil
	}
	if git == "" {
		return nil, usagef("--base needs git, which is not on the PATH")
	}
	commit, err := repo.Commit(ctx, o.base)
	if err == nil {
		w.base, err = repo.Tree(ctx, commit, revision.DefaultLimits())
	}
	switch {
	case errors.Is(err, revision.ErrMissing) && repo.Shallow(ctx):
		return nil, usagef(`--base %s is not in this clone, which is shallow: "git fetch --unshallow" brings the rest; in GitHub Actions give actions/checkout fetch-depth: 2 for the merge commit of a pull request, 0 for everything`, quoted(o.base))
	case errors.Is(err, revision.ErrMissing):
		return nil, usagef(`--base %s names no commit of this clone; "git fetch" brings what the remote has`, quoted(o.base))
	case err != nil:
		return nil, usagef("--base %s: %w", quoted(o.base), err)
	}
	if len(targets) == 0 {
		w.guarded()
	}
	if len(w.paths) == 0 {
		return nil, none
	}
	for _, s := range w.base.Skipped {
		w.notes = append(w.notes, finding.Printable("of the base is not read: "+s, finding.MaxMessage))
	}
	return w, nil
}

// guarded adds the folders that the base keeps a policy of, and that no longer
// look like an extension's: a change does not get out of the gate by taking the
// publisher out of its manifest.
func (w *workplace) guarded() {
	for _, name := range w.base.Names("") {
		at, ok := strings.CutSuffix(name, run.PolicyName)
		at = path.Clean("./" + strings.TrimSuffix(at, "/"))
		if !ok || slices.Contains(w.paths, at) {
			continue
		}
		if _, err := os.Lstat(filepath.Join(w.top, filepath.FromSlash(at), "package.json")); err != nil {
			w.notes = append(w.notes, finding.Printable(fmt.Sprintf("%s held an extension in the base and holds none now", at), finding.MaxMessage))
			continue
		}
		w.paths = append(w.paths, at)
	}
	slices.Sort(w.paths)
}

// absolutePath leaves the entries of a PATH out that are not absolute.
func absolutePath(search string) string {
	dirs := slices.DeleteFunc(filepath.SplitList(search), func(d string) bool { return !filepath.IsAbs(d) })
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// extensions gives the paths of what is to be judged, below the top.
func (c *Command) extensions(ctx context.Context, w *workplace, targets []string) ([]string, error) {
	var out []string
	for _, t := range targets {
		full, err := filepath.Abs(c.path(t))
		if err != nil {
			return nil, fmt.Errorf("finding %s: %w", quoted(t), err)
		}
		rel, err := filepath.Rel(w.top, full)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, usagef("%s is not in the repository %s", quoted(t), quoted(w.top))
		}
		out = append(out, filepath.ToSlash(rel))
	}
	if len(targets) == 0 {
		found, err := build.Discover(ctx, w.top)
		if err != nil {
			return nil, usageError{err}
		}
		for _, u := range found.Unreadable {
			w.notes = append(w.notes, finding.Printable(fmt.Sprintf("%s was not looked at: %s", u.Path, u.Reason), finding.MaxMessage))
		}
		for _, p := range found.Projects {
			out = append(out, p.Path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// readHead reads a file of the head without following a link: in a change it
// could lead to the base's, or out of the repository.
func (w *workplace) readHead(name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(w.top)
	if err != nil {
		return nil, fmt.Errorf("reading the repository: %w", err)
	}
	defer func() { _ = root.Close() }()
	at := ""
	for part := range strings.SplitSeq(name, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(filepath.FromSlash(at))
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
			return nil, fmt.Errorf("%s: %w", quoted(at), revision.ErrLink)
		case at == name && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is no file", quoted(at))
		}
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quoted(name), err)
	}
	return data, nil
}

// headDocuments and baseDocuments read what lies below an extension's .ringfence.
func (w *workplace) headDocuments(at string) (run.Documents, error) {
	return run.ReadDocuments(prefix(at), func(name string, most int64) ([]byte, error) {
		return w.readHead(path.Join(at, name), most)
	})
}

func (w *workplace) baseDocuments(ctx context.Context, at string) (run.Documents, error) {
	return run.ReadDocuments(w.base.Commit+":"+prefix(at), func(name string, most int64) ([]byte, error) {
		return w.base.File(ctx, path.Join(at, name), most)
	})
}

// prefix is the path of an extension's folder as it stands before a name.
func prefix(at string) string {
	if at == "." {
		return ""
	}
	return at + "/"
}

// inBase finds the extension in the base: at the same path, or else, when it was
// moved, where an extension of the name that id gives is. Of several of the name
// the first with a policy counts: a copy beside it, a fixture for example, is
// held to nothing. ok is false when there is none.
func (w *workplace) inBase(ctx context.Context, at string, id func() string) (where string, ok bool, err error) {
	if w.base.Has(path.Join(at, "package.json")) {
		return at, true, nil
	}
	is := id()
	for _, name := range w.base.Names("") {
		if path.Base(name) != "package.json" || strings.Contains("/"+name, "/node_modules/") {
			continue
		}
		data, err := w.base.File(ctx, name, extension.DefaultLimits().MaxManifest)
		if err != nil {
			if errors.Is(err, revision.ErrLink) {
				continue
			}
			return "", false, err
		}
		m, err := extension.ParseManifest(data, nil, extension.DefaultLimits())
		if err != nil || is == "" || m.ID() != is {
			continue
		}
		if w.base.Has(path.Join(path.Dir(name), run.PolicyName)) {
			return path.Dir(name), true, nil
		}
		if !ok {
			where, ok = path.Dir(name), true
		}
	}
	return where, ok, nil
}

// ours reports a workflow that names us.
func ours(data []byte) bool { return strings.Contains(string(data), "ringfence") }

// workflows are the files by which a forge runs us, where they name us: who
// changes one changes how all the others are judged.
func (w *workplace) workflows(ctx context.Context) (base, head map[string][]byte, err error) {
	base, head = map[string][]byte{}, map[string][]byte{}
	const most = 1 << 20
	names := map[string]bool{".gitlab-ci.yml": true}
	for _, name := range w.base.Names(".github/workflows") {
		names[name] = true
	}
	if root, err := os.OpenRoot(w.top); err == nil {
		list, _ := fs.ReadDir(root.FS(), ".github/workflows")
		for _, e := range list {
			names[".github/workflows/"+e.Name()] = true
		}
		_ = root.Close()
	}
	for name := range names {
		was, err := w.base.File(ctx, name, most)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			was = []byte("not read: ringfence")
		}
		is, err := w.readHead(name, most)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			is = []byte("cannot be read: ringfence")
		}
		if !ours(was) && !ours(is) {
			continue
		}
		if was != nil {
			base[name] = was
		}
		if is != nil {
			head[name] = is
		}
	}
	return base, head, nil
}
