// Package unbuilt says which source file a built file is made of, in a
// repository that was not built. package.json names "dist/extension.js", and the
// author wrote src/extension.ts: tsconfig.json, the configuration of a bundler or
// custom tells which.
//
// Nothing is executed. A configuration is a program, so it is read for the names
// in it and not for what it does; a name counts only where a source of that name
// is there. Whoever is under test writes the configuration, so what is found says
// what to read and never that reading it was enough: an analysis of sources is
// incomplete, whatever it finds.
package unbuilt

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// The bounds of a search.
const (
	// maxConfig bounds a configuration that is read, in bytes.
	maxConfig = 1 << 20
	// maxConfigs bounds how many are read.
	maxConfigs = 64
	// maxMentions bounds the names in them, and maxRead the sources that are
	// searched for what they export.
	maxMentions = 20_000
	maxRead     = 5_000
	// maxName bounds the name of a built file, in bytes.
	maxName = 1024
	// most bounds how many sources one built file may be made of.
	most = 8
)

// Source is a source file that a built file is made of.
type Source struct {
	File string
	// Why is where that is said: a file of the repository, or "its name".
	Why string
	// Root and Out are the folders of sources and of what a compiler makes of them
	// file by file; both are empty where a bundler makes one file of many.
	Root, Out string
}

// Finder finds sources.
type Finder struct {
	files   map[string]bool
	list    []string
	read    func(name string) (string, bool)
	outs    []out
	mention []mention
	// known are the answers so far: a solved graph asks for one entry often.
	known map[question][]Source
}

type question struct {
	built     string
	activates bool
}

// New makes a finder over the files of a repository, slash-separated and relative
// to the extension's folder; read gives the text of one of them.
func New(files []string, read func(name string) (string, bool)) *Finder {
	f := &Finder{files: map[string]bool{}, read: read, known: map[question][]Source{}}
	configs := 0
	names := slices.Sorted(slices.Values(files))
	for _, name := range names {
		if IsSource(name) && !generated(name) {
			f.files[name] = true
			f.list = append(f.list, name)
		}
	}
	// The nearer to the root, the sooner it is read.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) })
	for _, name := range names {
		tsconfig, bundler := isTSConfig(name), isBundler(name)
		if !tsconfig && !bundler || generated(name) || configs == maxConfigs {
			continue
		}
		text, ok := read(name)
		if !ok || len(text) > maxConfig {
			continue
		}
		configs++
		if tsconfig {
			f.tsconfig(name, text)
		} else {
			f.bundler(name, text)
		}
	}
	return f
}

// generated names what is never an author's source.
func generated(name string) bool {
	return strings.Contains("/"+name, "/node_modules/") || strings.Contains("/"+name, "/.git/")
}

// IsSource reports whether a file holds code that a build could start from.
func IsSource(name string) bool {
	l := strings.ToLower(name)
	if strings.HasSuffix(l, ".d.ts") || strings.HasSuffix(l, ".d.mts") || strings.HasSuffix(l, ".d.cts") {
		return false
	}
	return slices.Contains(endings, path.Ext(l))
}

// endings are those of sources, TypeScript first: where both are there, the
// other is what was built of it.
var endings = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// mentioned is the score of a source that a configuration names, and nothing
// else speaks for.
const mentioned = 10

// candidate is a source with what speaks for it.
type candidate struct {
	Source
	score int
}

// Sources returns the sources of a built file, best first: several where nothing
// tells which. activates says that VS Code loads the file and calls activate, so
// that a source that exports it is meant before one that does not. A built file
// is never its own source.
func (f *Finder) Sources(built string, activates bool) []Source {
	built = path.Clean(strings.TrimLeft(strings.ReplaceAll(built, `\`, "/"), "/"))
	if built == "." || strings.HasPrefix(built, "..") || len(built) > maxName {
		return nil
	}
	asked := question{built, activates}
	if got, ok := f.known[asked]; ok {
		return got
	}
	var found []candidate
	add := func(s Source, score int) {
		if s.File != built && f.files[s.File] && !isTest(s.File) && !isBundler(s.File) {
			found = append(found, candidate{s, score})
		}
	}
	f.byBundler(built, add)
	f.byTSConfig(built, add)
	f.byName(built, add)
	exports := func(c candidate) bool {
		text, ok := f.read(c.File)
		return ok && len(text) <= maxConfig && exportsActivate(text)
	}
	// A source that is merely named somewhere is meant by nothing else than what it
	// exports.
	found = slices.DeleteFunc(found, func(c candidate) bool { return c.score == mentioned && (!activates || !exports(c)) })
	if activates {
		if len(found) == 0 {
			f.byActivate(add)
		}
		for i := range found {
			if exports(found[i]) {
				found[i].score += 100
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var out []Source
	for _, c := range found {
		same := slices.ContainsFunc(out, func(s Source) bool { return s.File == c.File })
		if c.score == found[0].score && !same && len(out) < most {
			out = append(out, c.Source)
		}
	}
	f.known[asked] = out
	return out
}

// Folders lists the folders that a build fills: those of entries that are made of
// a source elsewhere, and those that compilers are told to write to. A folder that
// holds a source of an entry is none.
func (f *Finder) Folders(entries ...string) []string {
	var out, sources []string
	for _, entry := range entries {
		found := f.Sources(entry, true)
		if entry == "" || len(found) == 0 {
			continue
		}
		for _, s := range found {
			sources = append(sources, s.File)
		}
		out = append(out, path.Dir(path.Clean(strings.TrimLeft(strings.ReplaceAll(entry, `\`, "/"), "/"))))
	}
	if len(out) == 0 {
		return nil
	}
	for _, o := range f.outs {
		out = append(out, o.dir)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(dir string) bool {
		return dir == "." || strings.HasPrefix(dir, "..") ||
			slices.ContainsFunc(sources, func(s string) bool { return strings.HasPrefix(s, dir+"/") })
	})
}

// stem is a built file's name without folder and ending.
func stem(name string) string { return bare(path.Base(name)) }

// bare takes the ending of a script off, and no other: "extension.web" keeps its
// own.
func bare(name string) string {
	for _, e := range endings {
		if s, ok := strings.CutSuffix(name, e); ok {
			return s
		}
	}
	return name
}

// isTest names what runs in a test of the extension and not in the editor.
func isTest(name string) bool {
	base := path.Base(name)
	if strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") {
		return true
	}
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if slices.Contains([]string{"test", "tests", "__tests__", "e2e", "ui-test"}, part) {
			return true
		}
	}
	return false
}

// with returns the sources that a name without ending, or with that of what is
// built, may mean.
func (f *Finder) with(name string) []string {
	name = path.Clean(name)
	var out []string
	if f.files[name] {
		out = append(out, name)
	}
	base := bare(name)
	for _, e := range endings {
		if try := base + e; try != name && f.files[try] {
			out = append(out, try)
		}
	}
	if len(out) == 0 {
		for _, e := range endings {
			if try := path.Join(base, "index"+e); f.files[try] {
				out = append(out, try)
			}
		}
	}
	return out[:min(len(out), 1)]
}
