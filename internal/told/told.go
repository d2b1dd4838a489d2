// Package told says of which hosts an extension tells people: what its README, its changelog, its other pages and
// what its manifest shows in the editor name. A host that none of them names is asked behind everybody's back, or by
// a library whose hosts are known.
//
// It judges no request and asks nobody. Text is a stranger's and bounded.
package told

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Facts are what the person is told; nil: nobody looked.
type Facts struct{ text string }

// The bounds of what is read: of a file, and of all.
const (
	maxFile = 1 << 20
	maxText = 2 << 20
)

// shown are the members of package.json that the editor or the marketplace shows.
var shown = []string{
	"displayName", "description", "homepage", "repository", "bugs", "qna", "author", "contributors", "sponsor", "badges", "contributes",
}

// Look reads what an extension tells people: its pages in Markdown, the words of its manifest and their translations.
// What lies below node_modules is told by others.
func Look(ctx context.Context, e *extension.Extension) (*Facts, error) {
	var b strings.Builder
	for _, f := range e.Files() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("reading what people are told: %w", err)
		}
		name := strings.ToLower(path.Base(f.Path))
		page := strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "readme")
		manifest := f.Path == "package.json"
		words := path.Dir(f.Path) == "." && strings.HasPrefix(name, "package.nls") && strings.HasSuffix(name, ".json")
		if !page && !manifest && !words || f.Size > maxFile && !manifest || strings.Contains("/"+f.Path, "/node_modules/") {
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil || b.Len()+len(data) > maxText {
			continue
		}
		if manifest {
			data = members(data)
		}
		b.WriteString(strings.ToLower(string(data)))
		b.WriteByte('\n')
	}
	return &Facts{b.String()}, nil
}

// members are those of package.json that somebody sees.
func members(data []byte) []byte {
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return nil
	}
	var out []byte
	for _, name := range shown {
		out = append(append(out, all[name]...), '\n')
	}
	return out
}

// Of holds for a host that people are told of: its site is named, or the host itself where anybody may have a name
// below the site. A number has to be named whole.
func (f *Facts) Of(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if f == nil || named(f.text, host) {
		return true
	}
	site := siteOf(host)
	return site != host && named(f.text, site)
}

// Names holds for a host that is named itself: that of another one of the same site, or of one below it, does not.
func (f *Facts) Names(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if f == nil {
		return true
	}
	text, n := strings.ReplaceAll(f.text, "://www.", "://"), 0
	for host != "" {
		i := strings.Index(text[n:], host)
		if i < 0 {
			break
		}
		at := n + i
		if (at == 0 || text[at-1] != '.') && named(text[max(at-1, 0):min(at+len(host)+2, len(text))], host) {
			return true
		}
		n = at + len(host)
	}
	return false
}

// Says holds for a word, in lower case, that what people are told has somewhere.
func (f *Facts) Says(word string) bool { return f == nil || strings.Contains(f.text, word) }

// named holds for a text with a host in it, or one below it.
func named(text, host string) bool {
	for from := 0; host != ""; {
		i := strings.Index(text[from:], host)
		if i < 0 {
			return false
		}
		at, end := from+i, from+i+len(host)
		inside := func(c byte) bool { return c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }
		goesOn := end < len(text) && (inside(text[end]) || text[end] == '.' && end+1 < len(text) && inside(text[end+1]))
		if (at == 0 || !inside(text[at-1])) && !goesOn {
			return true
		}
		from = end
	}
	return false
}

// siteOf is what of a host somebody owns: the last two labels, or more where anybody may have a name below those.
func siteOf(host string) string {
	a := endpoint.Address{Host: host}
	if _, number := a.IP(); number {
		return host
	}
	labels := strings.Split(host, ".")
	for n := 2; n < len(labels); n++ {
		site := strings.Join(labels[len(labels)-n:], ".")
		if !slices.Contains(shared(), site) {
			return site
		}
	}
	return host
}

// Known holds for hosts of which nobody has to be told: those of the editor, of registries and of standards, which
// many libraries name.
func Known(host string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc(known(), func(name string) bool { return endpoint.Under(host, name) })
}

//go:embed data/known.txt
var knownText string

//go:embed data/shared.txt
var sharedText string

var (
	known  = sync.OnceValue(func() []string { return lines(knownText) })
	shared = sync.OnceValue(func() []string { return lines(sharedText) })
)

// lines are the first words of a text's lines, without what begins with #.
func lines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, f[0])
		}
	}
	return out
}
