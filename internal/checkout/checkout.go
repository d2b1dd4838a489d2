// Package checkout knows the clone that an extension is judged in: which of its files
// are sources that a finding may be shown in, where the maps of a built package lie,
// and whether what was built there is older than its sources.
//
// The sources count as the head's commit has them. What is only there because it was
// generated, ignored or edited is no place to send anybody to. Nothing of the clone
// is run: git reads commits, and package revision says how.
package checkout

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// Git is how git is started.
type Git struct {
	// Program is the path of the git command; empty: there is none.
	Program string
	// Path is the PATH that it is given.
	Path string
}

// AbsolutePath leaves the entries of a PATH out that are not absolute: the folder we
// stand in belongs to a stranger.
func AbsolutePath(search string) string {
	var dirs []string
	for _, d := range filepath.SplitList(search) {
		if filepath.IsAbs(d) {
			dirs = append(dirs, d)
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// Place says where an extension is judged: in which folder of which work tree. The
// zero value is no place.
type Place struct {
	// Top is the folder with .git, Folder the extension's below it, with slashes.
	Top, Folder string
	// None is set for what is judged in no clone, such as a base that was written out.
	None bool
}

// Find looks for the clone that an extension lies in, which was read from file. What
// is no repository is judged as it is, wherever it lies.
func Find(file string, ext *extension.Extension) (Place, bool) {
	if ext.Source != extension.Repository {
		return Place{}, false
	}
	dir, err := filepath.Abs(file)
	if err != nil {
		return Place{}, false
	}
	repo, err := revision.Find("", "", dir)
	if err != nil {
		return Place{}, false
	}
	rel, err := filepath.Rel(repo.Top, dir)
	return Place{Top: repo.Top, Folder: filepath.ToSlash(rel)}, err == nil
}

// maxTracked is the largest source that is read, in bytes.
const maxTracked = 4 << 20

// Origins says by what the places of an extension, which was read from file, are
// looked up in the author's sources. Without a place it is looked for. done is to be
// called when nothing is looked up any more.
func Origins(ctx context.Context, git Git, file string, ext *extension.Extension, at Place) (out sourcemap.Options, done func()) {
	done = func() {}
	out.Maps = Maps(file)
	if at.None {
		out.Loose = true
		return out, done
	}
	if at.Top == "" {
		var ok bool
		if at, ok = Find(file, ext); !ok {
			return out, done
		}
	}
	// A clone is around: from here on only what it tracks is a source.
	out.Loose = true
	tree, err := Head(ctx, git, at.Top)
	if err != nil {
		return out, done
	}
	root, err := os.OpenRoot(at.Top)
	if err != nil {
		return out, done
	}
	out.Tree = &sourcemap.Tree{
		Folder: at.Folder, Files: tree.Tracked(),
		Read: func(name string) ([]byte, error) { return tree.CheckedOut(root, name, maxTracked) },
	}
	return out, func() { _ = root.Close() }
}

var errNoGit = errors.New("git is not on the PATH")

// Head returns the files of the commit that is checked out in the clone at top.
func Head(ctx context.Context, git Git, top string) (*revision.Tree, error) {
	if git.Program == "" {
		return nil, errNoGit
	}
	repo := &revision.Repository{Git: git.Program, Top: top, Path: git.Path}
	id, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return nil, err
	}
	return repo.Tree(ctx, id, revision.DefaultLimits())
}

// ShowOrigins returns the places of a policy's evidence that readers are shown their
// origins.
func ShowOrigins(doc *evidence.Document, f *sourcemap.Finder) {
	for i := range doc.Lines {
		places := doc.Lines[i].Places
		evidence.Sort(places)
		for j := range places {
			if j == evidence.MaxPlaces {
				break
			}
			if o, ok := f.FindNamed(places[j].Where, places[j].Symbol); ok {
				places[j].Origin = &o
			}
		}
	}
}
