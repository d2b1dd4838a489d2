package unbuilt

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// mention is a string in a bundler's configuration, with the key before it.
type mention struct {
	config    string
	key, text string
	at        int
}

// bundlers are the beginnings of the names that configurations of bundlers and
// scripts that call one have.
var bundlers = []string{
	"webpack",
	"esbuild",
	"rollup",
	"rolldown",
	"rspack",
	"tsup",
	"tsdown",
	"vite",
	"build",
	"bundle",
	"ncc",
	"parcel",
	"gulpfile",
	"extension.webpack",
	"extension-browser.webpack",
	"shared.webpack",
}

// isBundler tells by the name alone, in the root and in the folders where such
// files are kept: what they say counts for nothing unless it names a source.
func isBundler(name string) bool {
	base := strings.TrimPrefix(strings.ToLower(path.Base(name)), ".")
	if name == "package.json" || base == "package.json" && strings.Count(name, "/") <= 2 {
		return true
	}
	if strings.Count(name, "/") > 2 || !IsSource(name) && path.Ext(base) != ".json" {
		return false
	}
	return slices.ContainsFunc(bundlers, func(b string) bool { return strings.HasPrefix(base, b) })
}

// A key in quotation marks or not, and a string; in package.json a string is a
// whole command line.
var strung = lazyregexp.Lazy(
	"(?:([A-Za-z_$][\\w$]*|'[^'\n]{1,200}'|\"[^\"\n]{1,200}\")\\s*:\\s*\\[?\\s*)?(?:'([^'\n\\\\]+)'|\"([^\"\n\\\\]+)\"|`([^`\n\\\\$]+)`)",
)

func (f *Finder) bundler(name, text string) {
	for _, m := range strung().FindAllStringSubmatchIndex(text, max(0, min(4000, maxMentions-len(f.mention)))) {
		get := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		key := strings.Trim(get(1), `'"`)
		for _, i := range []int{2, 3, 4} {
			value := get(i)
			if value == "" {
				continue
			}
			words := []string{value}
			if strings.HasSuffix(name, "package.json") {
				// A script: "esbuild ./src/main.ts --bundle --outfile=dist/main.js".
				words = strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" =;&|'\"", r) })
			}
			for _, w := range words {
				f.mention = append(f.mention, mention{name, key, w, m[2*i]})
			}
		}
	}
}

// places returns the files that a mention may mean: relative to its
// configuration's folder, or to the extension's.
func (f *Finder) places(m mention, name string) []string {
	name = strings.TrimPrefix(name, "/")
	dir := path.Dir(m.config)
	if dir == "." {
		return []string{path.Join(".", name)}
	}
	return []string{path.Join(dir, name), path.Clean(name)}
}

// byBundler finds the sources that configurations name: the one under a key that
// is the built file's name, or nearest to where the built file is named, before
// any other.
func (f *Finder) byBundler(built string, add func(s Source, score int)) {
	own, whole := stem(built), bare(built)
	type named struct {
		mention
		file string
	}
	var sources []named
	outs := map[string][]int{}
	for _, m := range f.mention {
		for _, p := range f.places(m, m.text) {
			if bare(p) == whole && path.Ext(p) != ".ts" || path.Base(m.text) == own+".js" || m.key == "out" && path.Base(m.text) == own {
				outs[m.config] = append(outs[m.config], m.at)
			}
			if !strings.ContainsAny(m.text, "/.") {
				continue
			}
			if files := f.with(p); len(files) > 0 && files[0] != built && bare(files[0]) != whole {
				sources = append(sources, named{m, files[0]})
				break
			}
		}
	}
	nearest := map[string]int{}
	for _, s := range sources {
		for _, at := range outs[s.config] {
			if d := max(at-s.at, s.at-at); nearest[s.config] == 0 || d < nearest[s.config] {
				nearest[s.config] = max(d, 1)
			}
		}
	}
	for _, s := range sources {
		score := mentioned
		switch {
		case s.key == own || strings.TrimPrefix(s.key, "./") == whole || path.Base(s.key) == own:
			score = 60
		case nearest[s.config] > 0 && slices.ContainsFunc(outs[s.config], func(at int) bool {
			return max(at-s.at, s.at-at, 1) == nearest[s.config]
		}):
			score = 50
		case stem(s.file) == own:
			score = 45
		}
		add(Source{File: s.file, Why: s.config}, score)
	}
}
