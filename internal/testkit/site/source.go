package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// further are the pages beside those below docs.
var further = []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "shim/ATTACKS.md", "shim/loader/README.md"}

// contents is the page that the list of pages is made of.
const contents = "docs/README.md"

// forge is where a link leads that is to a file of the repository and to no page.
const forge = "https://github.com/ringfence-dev/ringfence/blob/main/"

// site is what is made of a repository.
type site struct {
	// root is the top of the repository.
	root string
	// pages are by their path in the repository.
	pages map[string]*page
	// groups are the list of all pages, as docs/README.md has them.
	groups []group
	// assets are the other files that pages show or link to, by path; they are copied.
	assets map[string]bool
}

// page is one Markdown file.
type page struct {
	// path is where it is in the repository; out is the page of the site, beside it.
	path, out string
	source    []byte
	tree      ast.Node
	title     string
	body      []byte
	sections  []section
}

// section is what a search finds: a heading, and the text below it.
type section struct{ ID, Heading, Text string }

// group is a part of the list of pages.
type group struct {
	Title string
	Pages []*page
}

// read finds the pages of a repository.
func read(root string) (*site, error) {
	s := &site{root: root, pages: map[string]*page{}, assets: map[string]bool{}}
	names := slices.Clone(further)
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		rel, err := filepath.Rel(root, name)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for the pages: %w", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) && name != contents && name != "README.md" {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading a page: %w", err)
		}
		s.pages[name] = &page{path: name, out: outOf(name), source: text}
	}
	return s, nil
}

// outOf is the file of a page: a README is the index of its folder.
func outOf(name string) string {
	if dir, file := path.Split(name); file == "README.md" {
		return dir + "index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// relative is the way from one page to a file of the site, as a link has it.
func relative(from, to string) string {
	way, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(to))
	if err != nil {
		panic(err) // both are below the top
	}
	return filepath.ToSlash(way)
}

// write puts the site into a folder, which is written anew.
func (s *site) write(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return fmt.Errorf("removing what was there: %w", err)
	}
	files := map[string][]byte{}
	for _, p := range s.pages {
		text, err := s.whole(p)
		if err != nil {
			return err
		}
		files[p.out] = text
	}
	for name := range s.assets {
		data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("reading what a page shows: %w", err)
		}
		files[name] = data
	}
	index, err := s.index()
	if err != nil {
		return err
	}
	files["search.js"] = index
	for _, name := range []string{"site.js", "style.css"} {
		data, err := own.ReadFile("assets/" + name)
		if err != nil {
			return fmt.Errorf("reading the site's own files: %w", err)
		}
		files[name] = data
	}
	// A forge's pages would leave out what begins with an underscore.
	files[".nojekyll"] = nil
	for name, data := range files {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("making the folder: %w", err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil { //nolint:gosec // it is to be served
			return fmt.Errorf("writing the site: %w", err)
		}
	}
	return nil
}
