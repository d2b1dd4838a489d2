package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown reads what GitHub reads: tables, and marks of HTML that the pages themselves
// have. The pages are this repository's own; check looks that no script is among them.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// render makes the body of every page, and the list of all.
func (s *site) render() error {
	var wrong []error
	names := slices.Sorted(maps.Keys(s.pages))
	for _, name := range names {
		p := s.pages[name]
		context := parser.NewContext(parser.WithIDs(&slugs{given: map[string]bool{}}))
		p.tree = markdown.Parser().Parse(text.NewReader(p.source), parser.WithContext(context))
		p.divide()
		if p.title == "" {
			wrong = append(wrong, fmt.Errorf("%s: it has no title", name))
		}
	}
	for _, name := range names {
		p := s.pages[name]
		if err := s.links(p); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
		var b bytes.Buffer
		if err := markdown.Renderer().Render(&b, p.source, p.tree); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.pictures(p, b.Bytes())
		p.body = scrolls.ReplaceAllFunc(b.Bytes(), func(mark []byte) []byte {
			if to, ok := scrolled[string(mark)]; ok {
				return []byte(to)
			}
			return []byte("<td></td>")
		})
	}
	s.list()
	return errors.Join(wrong...)
}

// slugs names headings as GitHub does, so that one link is right in both places.
type slugs struct{ given map[string]bool }

var notSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// Generate is the name of a heading; the second of one text has a number.
func (s *slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	base := strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(string(value))), ""), " ", "-")
	id := base
	for n := 1; s.given[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	s.given[id] = true
	return []byte(id)
}

// Put is a name that stands in the text itself.
func (s *slugs) Put(value []byte) { s.given[string(value)] = true }

// What is wider than the page is moved by itself, with a keyboard too. A corner of a table
// that is empty is no heading.
var (
	scrolls  = regexp.MustCompile(`<pre>|<table>|</table>|<th(?: align="[a-z]+")?></th>`)
	scrolled = map[string]string{
		"<pre>": `<pre tabindex="0">`, "<table>": `<div class="table" tabindex="0"><table>`, "</table>": "</table></div>",
	}
)

// links turns the links of a page into the site's.
func (s *site) links(p *page) error {
	var wrong []error
	err := ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var to *[]byte
		switch n := n.(type) {
		case *ast.Link:
			to = &n.Destination
		case *ast.Image:
			to = &n.Destination
		default:
			return ast.WalkContinue, nil
		}
		target, there, err := s.target(p, string(*to))
		if err != nil {
			wrong = append(wrong, err)
		}
		*to = []byte(target)
		// Here pages have titles, and their files no names.
		if there != nil && wordsOf(n, p.source) == path.Base(there.path) {
			n.RemoveChildren(n)
			n.AppendChild(n, ast.NewString([]byte(there.title)))
		}
		return ast.WalkContinue, nil
	})
	return errors.Join(append(wrong, err)...)
}

// target is where a link of a page leads in the site: to a page, to a file that is copied,
// or to the file's page of the forge.
func (s *site) target(p *page, link string) (to string, there *page, err error) {
	file, anchor, _ := strings.Cut(link, "#")
	if file == "" || strings.Contains(file, ":") {
		return link, nil, nil
	}
	if anchor != "" {
		anchor = "#" + anchor
	}
	name := path.Join(path.Dir(p.path), file)
	if there := s.pages[name]; there != nil {
		return relative(p.out, there.out) + anchor, there, nil
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(name)))
	switch {
	case err != nil || strings.HasPrefix(name, ".."):
		return link, nil, fmt.Errorf("it links to %s, which is not there", link)
	case info.IsDir() || !strings.HasPrefix(name, "docs/"):
		return forge + name + anchor, nil, nil
	}
	s.assets[name] = true
	return relative(p.out, name) + anchor, nil, nil
}

var picture = regexp.MustCompile(`(?:src|srcset)="([^":]+)"`)

// pictures notes the pictures that a page shows by marks of HTML; a page lies where its
// source does, so that their addresses are right.
func (s *site) pictures(p *page, body []byte) {
	for _, m := range picture.FindAllSubmatch(body, -1) {
		s.assets[path.Join(path.Dir(p.path), string(m[1]))] = true
	}
}

// divide finds the title of a page and its sections.
func (p *page) divide() {
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		words := wordsOf(n, p.source)
		h, ok := n.(*ast.Heading)
		if ok {
			if h.Level == 1 && p.title == "" {
				p.title = words
			}
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			p.sections = append(p.sections, section{ID: string(name), Heading: words})
			continue
		}
		if len(p.sections) == 0 {
			p.sections = append(p.sections, section{})
		}
		last := &p.sections[len(p.sections)-1]
		last.Text = strings.TrimSpace(last.Text + " " + words)
	}
}

// wordsOf is the text of a part of a page, without its marks.
func wordsOf(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		}
		if n.Type() == ast.TypeBlock && !entering {
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// list makes the list of pages: the parts of docs/README.md, with the pages they link to.
func (s *site) list() {
	top := s.pages[contents]
	byOut := map[string]*page{}
	for _, p := range s.pages {
		byOut[relative(top.out, p.out)] = p
	}
	s.groups = []group{{Title: "Start", Pages: []*page{s.pages["README.md"], top}}}
	for n := top.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 2 {
			title, _, _ := strings.Cut(wordsOf(h, top.source), " (")
			s.groups = append(s.groups, group{Title: title})
		}
		if n.Kind() != ast.KindList {
			continue
		}
		g := &s.groups[len(s.groups)-1]
		_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if l, ok := n.(*ast.Link); ok && entering {
				file, _, _ := strings.Cut(string(l.Destination), "#")
				if p := byOut[file]; p != nil && !slices.ContainsFunc(s.groups, func(g group) bool { return slices.Contains(g.Pages, p) }) {
					g.Pages = append(g.Pages, p)
				}
			}
			return ast.WalkContinue, nil
		})
	}
	if log := s.pages["CHANGELOG.md"]; log != nil {
		s.groups[0].Pages = append(s.groups[0].Pages, log)
	}
}
