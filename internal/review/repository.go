package review

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// repository is the repository a review is about.
type repository struct {
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

// folder is where the files of an extension lie.
func (r *repository) folder(at string) string { return filepath.Join(r.top, filepath.FromSlash(at)) }

func (r *repository) baseCommit() string {
	if r.base == nil {
		return ""
	}
	return r.base.Commit
}

// openRepository finds the repository, the extensions and the base.
func openRepository(ctx context.Context, targets []string, o Options, m Machine) (*repository, error) {
	first := "."
	if o.Start != "" {
		first = o.Start
	} else if len(targets) > 0 {
		first = targets[0]
	}
	start, err := filepath.Abs(m.Path(first))
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", escape.Quoted(first), err)
	}
	if info, err := os.Stat(start); err != nil || !info.IsDir() {
		return nil, exit.Usagef("%s is no folder; a .vsix is given with --package", escape.Quoted(first))
	}
	r := &repository{top: start}
	clone, err := revision.Find(m.Git.Program, m.Git.Path, start)
	switch {
	case err == nil:
		r.top, r.clone = clone.Top, true
	case o.Base != "":
		return nil, exit.Usagef("--base: %w", err)
	}
	if r.paths, err = r.extensions(ctx, targets, m); err != nil {
		return nil, err
	}
	if o.Base != "" {
		if r.base, err = baseTree(ctx, clone, o.Base); err != nil {
			return nil, err
		}
		if len(targets) == 0 {
			r.addGuarded()
		}
	}
	if len(r.paths) == 0 {
		return nil, exit.Usagef("there is no extension in %s: no package.json names engines.vscode and a publisher", escape.Quoted(r.top))
	}
	if r.base != nil {
		for _, s := range r.base.Skipped {
			r.notes = append(r.notes, escape.Printable("of the base is not read: "+s, finding.MaxMessage))
		}
	}
	return r, nil
}

// baseTree is the commit that a change is for.
func baseTree(ctx context.Context, clone *revision.Repository, base string) (tree *revision.Tree, err error) {
	if clone.Git == "" {
		return nil, exit.Usagef("--base needs git, which is not on the PATH")
	}
	commit, err := clone.Commit(ctx, base)
	if err == nil {
		tree, err = clone.Tree(ctx, commit, revision.DefaultLimits())
	}
	switch {
	case errors.Is(err, revision.ErrMissing) && clone.Shallow(ctx):
		return nil, exit.Usagef(`--base %s is not in this clone, which is shallow: "git fetch --unshallow" brings the rest; in GitHub `+
			`Actions give actions/checkout fetch-depth: 2 for the merge commit of a pull request, 0 for everything`, escape.Quoted(base))
	case errors.Is(err, revision.ErrMissing):
		return nil, exit.Usagef(`--base %s names no commit of this clone; "git fetch" brings what the remote has`, escape.Quoted(base))
	case err != nil:
		return nil, exit.Usagef("--base %s: %w", escape.Quoted(base), err)
	}
	return tree, nil
}

// addGuarded adds the folders that the base keeps a policy of, and that no longer
// look like an extension's: a change does not get out of the gate by taking the
// publisher out of its manifest.
func (r *repository) addGuarded() {
	for _, name := range r.base.Names("") {
		at, ok := strings.CutSuffix(name, baseline.PolicyName)
		at = path.Clean("./" + strings.TrimSuffix(at, "/"))
		if !ok || slices.Contains(r.paths, at) {
			continue
		}
		if _, err := os.Lstat(filepath.Join(r.folder(at), "package.json")); err != nil {
			r.notes = append(r.notes, escape.Printable(fmt.Sprintf("%s held an extension in the base and holds none now", at), finding.MaxMessage))
			continue
		}
		r.paths = append(r.paths, at)
	}
	slices.Sort(r.paths)
}

// extensions returns the paths of what is to be judged, below the top.
func (r *repository) extensions(ctx context.Context, targets []string, m Machine) ([]string, error) {
	var out []string
	for _, t := range targets {
		full, err := filepath.Abs(m.Path(t))
		if err != nil {
			return nil, fmt.Errorf("finding %s: %w", escape.Quoted(t), err)
		}
		rel, err := filepath.Rel(r.top, full)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, exit.Usagef("%s is not in the repository %s", escape.Quoted(t), escape.Quoted(r.top))
		}
		out = append(out, filepath.ToSlash(rel))
	}
	if len(targets) == 0 {
		found, err := build.Discover(ctx, r.top)
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		for _, u := range found.Unreadable {
			r.notes = append(r.notes, escape.Printable(fmt.Sprintf("%s was not looked at: %s", u.Path, u.Reason), finding.MaxMessage))
		}
		for _, p := range found.Projects {
			out = append(out, p.Path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// inBase finds the extension in the base: at the same path, or else, when it was
// moved, where an extension of the name that id gives is. Of several of the name
// the first with a policy counts: a copy beside it, a fixture for example, is
// held to nothing. ok is false when there is none.
func (r *repository) inBase(ctx context.Context, at string, id func() string) (where string, ok bool, err error) {
	if r.base.Has(path.Join(at, "package.json")) {
		return at, true, nil
	}
	is := id()
	for _, name := range r.base.Names("") {
		if path.Base(name) != "package.json" || strings.Contains("/"+name, "/node_modules/") {
			continue
		}
		data, err := r.base.File(ctx, name, extension.DefaultLimits().MaxManifest)
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
		if r.base.Has(path.Join(path.Dir(name), baseline.PolicyName)) {
			return path.Dir(name), true, nil
		}
		if !ok {
			where, ok = path.Dir(name), true
		}
	}
	return where, ok, nil
}
