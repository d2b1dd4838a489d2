package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
)

//go:embed assets
var own embed.FS

var layout = template.Must(template.ParseFS(own, "assets/page.tmpl"))

// entry is a page in the list, seen from another.
type entry struct {
	Title, Link string
	Here        bool
}

// whole is a page with all that stands around it.
func (s *site) whole(p *page) ([]byte, error) {
	type part struct {
		Title string
		Pages []entry
		Open  bool
	}
	var parts []part
	for _, g := range s.groups {
		one := part{Title: g.Title, Open: slices.Contains(g.Pages, p)}
		for _, to := range g.Pages {
			one.Pages = append(one.Pages, entry{to.title, relative(p.out, to.out), to == p})
		}
		parts = append(parts, one)
	}
	var here []section
	for _, h := range p.sections {
		// The title is no part of the page, and a long list helps nobody.
		if h.ID != "" && h.Heading != p.title && len(here) < 40 {
			here = append(here, h)
		}
	}
	var b bytes.Buffer
	err := layout.Execute(&b, map[string]any{
		"Title": p.title, "Top": strings.TrimSuffix(relative(p.out, "index.html"), "index.html"), "Parts": parts, "Sections": here,
		"Body": template.HTML(p.body), "Source": forge + p.path, //nolint:gosec // the pages are this repository's own
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	return b.Bytes(), nil
}

// index is what a search looks through: a script, since a page that is opened from a disk
// can read no other file.
func (s *site) index() ([]byte, error) {
	type found struct {
		Page, Title string
		Sections    []section
	}
	var all []found
	for _, name := range slices.Sorted(maps.Keys(s.pages)) {
		p := s.pages[name]
		all = append(all, found{p.out, p.title, p.sections})
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("writing the index: %w", err)
	}
	return append(append([]byte("window.ringfencePages = "), text...), ";\n"...), nil
}
