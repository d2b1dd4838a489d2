package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/archive"
	"github.com/ringfence-dev/ringfence/internal/origin"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// sources say where an extension is judged: in which folder of which work tree.
type sources struct {
	// top is the folder with .git, folder the extension's below it.
	top, folder string
	// none is set for what is judged in no repository, such as a base.
	none bool
}

// maxTracked is the largest source that is read, in bytes.
const maxTracked = 4 << 20

// finder looks up places in the repository an extension is judged in. done is to
// be called when no place is looked up any more.
func (c *Command) finder(ctx context.Context, target string, ext *extension.Extension, o scanOptions) (f *origin.Finder, done func()) {
	options, done := c.placing(ctx, target, ext, o)
	return origin.NewFinder(ext, options), done
}

// placing says by what places are moved. The sources count as the head's commit
// has them: what is only there because it was generated, ignored or edited is no
// place to send anybody to.
func (c *Command) placing(ctx context.Context, target string, ext *extension.Extension, o scanOptions) (out origin.Options, done func()) {
	done = func() {}
	out.Maps = c.maps(target)
	at := o.sources
	if at.none {
		out.Loose = true
		return out, done
	}
	if at.top == "" {
		var ok bool
		if at, ok = c.clone(target, ext); !ok {
			return out, done
		}
	}
	// A clone is around: from here on only what it tracks is a source.
	out.Loose = true
	git, _ := c.lookPath("git")
	search, _ := c.getenv("PATH")
	if git == "" {
		return out, done
	}
	repo := &revision.Repository{Git: git, Top: at.top, Path: absolutePath(search)}
	head, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return out, done
	}
	tree, err := repo.Tree(ctx, head, revision.DefaultLimits())
	if err != nil {
		return out, done
	}
	root, err := os.OpenRoot(at.top)
	if err != nil {
		return out, done
	}
	out.Tree = &origin.Tree{
		Folder: at.folder, Files: tree.Tracked(),
		Read: func(name string) ([]byte, error) { return tree.CheckedOut(root, name, maxTracked) },
	}
	return out, func() { _ = root.Close() }
}

// clone finds the clone that a repository lies in. What is no repository is
// judged as it is, wherever it lies.
func (c *Command) clone(target string, ext *extension.Extension) (sources, bool) {
	if ext.Source != extension.Repository {
		return sources{}, false
	}
	dir, err := filepath.Abs(c.path(target))
	if err != nil {
		return sources{}, false
	}
	repo, err := revision.Find("", "", dir)
	if err != nil {
		return sources{}, false
	}
	rel, err := filepath.Rel(repo.Top, dir)
	return sources{top: repo.Top, folder: filepath.ToSlash(rel)}, err == nil
}

// maxMaps bounds the archive of maps, unpacked.
const maxMaps = 512 << 20

// maps gives the source maps that "ringfence build" left beside a package, by
// their paths in it. The archive is a stranger's: one that is no archive, or is
// too large, is none.
func (c *Command) maps(target string) func(string) ([]byte, bool) {
	stem, ok := strings.CutSuffix(c.path(target), ".vsix")
	if !ok {
		return nil
	}
	return func(name string) ([]byte, bool) {
		f, err := os.Open(stem + build.MapsSuffix)
		if err != nil {
			return nil, false
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, false
		}
		a, err := archive.Open(f, info.Size(), archive.Limits{Entries: build.MaxMaps, Total: maxMaps, Ratio: 200, Path: 1024, Depth: 64})
		if err != nil {
			return nil, false
		}
		for _, e := range a.Entries() {
			if e.Name != name || e.Size > origin.MaxMap {
				continue
			}
			r := a.Read(e)
			defer r.Close()
			data, err := io.ReadAll(io.LimitReader(r, origin.MaxMap+1))
			return data, err == nil && len(data) <= origin.MaxMap
		}
		return nil, false
	}
}

// place gives the places of a policy's evidence their origins.
func place(doc *evidence.Document, f *origin.Finder) {
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
