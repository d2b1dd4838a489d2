package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// looked is a page as a browser reads it.
type looked struct {
	ids      map[string]bool
	links    []string
	problems []string
}

// check reads what was written as a browser does and says what is wrong: a link that
// leads nowhere, something that a browser would fetch from elsewhere or run, a picture
// without words, a name that is there twice, headings out of order.
func check(dir string) ([]string, error) {
	pages, files := map[string]looked{}, map[string]bool{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		files[rel] = true
		if path.Ext(rel) != ".html" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		tree, err := html.Parse(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		pages[rel] = look(tree)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking at the site: %w", err)
	}
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		for _, problem := range p.problems {
			wrong = append(wrong, name+": "+problem)
		}
		for _, link := range p.links {
			file, anchor, _ := strings.Cut(link, "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if !files[to] {
				wrong = append(wrong, name+": "+link+" is not there")
			} else if there, ok := pages[to]; ok && anchor != "" && !there.ids[anchor] {
				wrong = append(wrong, name+": "+link+": there is no such heading")
			}
		}
	}
	return slices.Compact(wrong), nil
}

// fetched are the attributes whose address a browser fetches or follows.
var fetched = map[string][]string{
	"a": {"href"}, "link": {"href"}, "script": {"src"}, "img": {"src"}, "source": {"srcset", "src"}, "iframe": {"src"}, "object": {"data"},
	"form": {"action"},
}

func look(tree *html.Node) looked {
	out := looked{ids: map[string]bool{}}
	say := func(format string, args ...any) { out.problems = append(out.problems, fmt.Sprintf(format, args...)) }
	titles, level := 0, 1
	for n := range tree.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		has := map[string]string{}
		for _, a := range n.Attr {
			has[a.Key] = a.Val
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				say("<%s %s> is what its policy forbids", n.Data, a.Key)
			}
		}
		if id, ok := has["id"]; ok {
			if out.ids[id] {
				say("two elements are called %q", id)
			}
			out.ids[id] = true
		}
		for _, key := range fetched[n.Data] {
			to, ok := has[key]
			switch {
			case !ok:
			case !strings.Contains(to, ":"):
				out.links = append(out.links, to)
			case n.Data != "a":
				say("<%s> would ask %s", n.Data, to)
			}
		}
		switch n.Data {
		case "script":
			if has["src"] == "" {
				say("a script stands in the page")
			}
		case "img":
			if has["alt"] == "" {
				say("the picture %s has no words", has["src"])
			}
		case "h1":
			titles++
		case "h2", "h3", "h4", "h5", "h6":
			next := int(n.Data[1] - '0')
			if next > level+1 {
				say("a heading of level %d follows one of level %d", next, level)
			}
			level = next
		}
	}
	if titles != 1 {
		say("it has %d titles", titles)
	}
	return out
}
