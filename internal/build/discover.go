package build

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/listing"
)

// What Discover looks at before it gives up, and how much of it.
const (
	maxEntries  = 500_000
	maxDepth    = 32
	maxProjects = 100
	maxManifest = 4 << 20
)

// Project is an extension's sources inside a repository.
type Project struct {
	// Path is the folder, with slashes and relative to the repository's root;
	// "." is the root.
	Path string
	// Publisher, Name and Version are package.json's, as written.
	Publisher, Name, Version string
}

// ID is publisher.name, which the Marketplace knows an extension by.
func (p Project) ID() string { return p.Publisher + "." + p.Name }

// Unreadable is a package.json that may have been an extension's, or a folder
// that may have held one.
type Unreadable struct {
	// Path has slashes and is relative to the repository's root.
	Path string
	// Reason is for people; hostile input in it is quoted.
	Reason string
}

// Discovery is what Discover saw, both lists sorted by path.
type Discovery struct {
	Projects []Project
	// Unreadable are the manifests and folders nobody can say anything of.
	Unreadable []Unreadable
}

// Discover finds the VS Code extensions of a repository: every folder whose
// package.json names a vscode engine and a publisher, which is what vsce asks
// of one. Folders called node_modules and .git are passed over, links are not
// followed. A repository past its limits is an error and not a shorter list.
func Discover(ctx context.Context, dir string) (Discovery, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Discovery{}, fmt.Errorf("looking for extensions: %w", err)
	}
	defer func() { _ = root.Close() }()
	s := search{ctx: ctx, root: root}
	if err := s.folder(".", 0); err != nil {
		return Discovery{}, fmt.Errorf("looking for extensions: %w", err)
	}
	slices.SortFunc(s.found.Projects, func(a, b Project) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(s.found.Unreadable, func(a, b Unreadable) int { return cmp.Compare(a.Path, b.Path) })
	return s.found, nil
}

type search struct {
	ctx   context.Context
	root  *os.Root
	seen  int
	found Discovery
}

func (s *search) folder(dir string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("folders nest deeper than %d levels; name the extension's folder: ringfence build FOLDER", maxDepth)
	}
	f, err := s.root.Open(filepath.FromSlash(dir))
	switch {
	case err != nil && dir == ".":
		return err
	case err != nil:
		s.found.Unreadable = append(s.found.Unreadable, Unreadable{dir, escape.Printable(err.Error(), 300)})
		return s.bound()
	}
	defer f.Close()
	for e, err := range listing.Entries(f) {
		if err == nil {
			err = s.entry(dir, e, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *search) entry(dir string, e fs.DirEntry, depth int) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.seen++; s.seen > maxEntries {
		return fmt.Errorf("there are more than %d files and folders; name the extension's folder: ringfence build FOLDER", maxEntries)
	}
	name := path.Join(dir, e.Name())
	switch {
	case e.IsDir() && e.Name() != "node_modules" && e.Name() != ".git":
		return s.folder(name, depth+1)
	case e.Type().IsRegular() && e.Name() == "package.json":
		return s.manifest(dir, name)
	}
	return nil
}

func (s *search) manifest(dir, name string) error {
	m, err := s.read(name)
	if err != nil {
		s.found.Unreadable = append(s.found.Unreadable, Unreadable{name, escape.Printable(err.Error(), 300)})
		return s.bound()
	}
	if p, ok := projectOf(m, dir); ok {
		s.found.Projects = append(s.found.Projects, p)
	}
	return s.bound()
}

// projectOf says whether a manifest is an extension's. A library for extensions
// names the engine as well, and no publisher.
func projectOf(m *extension.Manifest, dir string) (Project, bool) {
	engine := slices.ContainsFunc(m.Engines, func(p extension.Pair) bool { return p.Key == "vscode" })
	return Project{Path: dir, Publisher: m.Publisher, Name: m.Name, Version: m.Version}, engine && m.Name != "" && m.Publisher != ""
}

func (s *search) bound() error {
	if len(s.found.Projects)+len(s.found.Unreadable) > maxProjects {
		return fmt.Errorf("there are more than %d extensions below this folder; name the one that is meant: ringfence build FOLDER", maxProjects)
	}
	return nil
}

func (s *search) read(name string) (*extension.Manifest, error) {
	f, err := s.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxManifest:
		return nil, fmt.Errorf("it is over the limit of %d bytes", maxManifest)
	}
	return extension.ParseManifest(data, nil, extension.DefaultLimits())
}
