// Package sourcemap says where in the repository a place of a built file comes
// from, so that a person is shown the line to change.
//
// Two things tell it. A source map that the build left: it is written by whoever
// wrote the file, so it is only believed where the source it names is tracked,
// reads as the map says, and has the same words at the place. And the words
// alone: what stands around a place in a built file is looked for in the tracked
// sources, and found when it says enough and says it of one place (match.go).
// Whatever tells it, the place in the file that ships stays beside it, and no
// finding, verdict or policy hangs on the origin. What a map claims about a
// package's code stays a claim (finding.ThirdPartyUnverified).
//
// The package knows files and places, not what was found there. Anything above
// facts may import it.
package sourcemap

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	bridge "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// MaxMap is the largest source map that is read, in bytes: ten times the text
// of an ordinary bundle of some megabytes.
const MaxMap = 64 << 20

// Finder looks up places. It keeps what it has read and is not for several
// goroutines at once.
type Finder struct {
	ext *extension.Extension
	// known are the places that were asked for: grants share them.
	known map[asked]answer
	// tree is what the repository tracks; nil: nothing is known of it.
	tree  *Tree
	maps  func(name string) ([]byte, bool)
	files map[string]*built
	index *index
}

// asked is a place and what is used there, answer what was found.
type asked struct {
	at     finding.Location
	symbol string
}

type answer struct {
	origin finding.Origin
	ok     bool
}

// Options say what there is beside the extension.
type Options struct {
	// Tree is what the repository tracks. nil: the sources of a repository that no
	// clone is around are those of its folder, and other extensions have none.
	Tree *Tree
	// Loose is set when a clone is around and could not be read: nothing moves.
	Loose bool
	// Maps gives source maps that the build kept beside the package, by their path
	// in it; nil: there are none.
	Maps func(name string) ([]byte, bool)
}

// NewFinder makes a finder for one extension.
func NewFinder(ext *extension.Extension, o Options) *Finder {
	f := &Finder{ext: ext, tree: o.Tree, maps: o.Maps, files: map[string]*built{}, known: map[asked]answer{}}
	if f.tree == nil && !o.Loose && ext.Source == extension.Repository {
		f.tree = ofFolder(ext)
	}
	return f
}

// built is a file that ships.
type built struct {
	code   string
	lines  []string
	starts []int32
	// marks are where units of its long lines begin, by line (columns.go).
	marks map[int][]int32
	// m is its map; nil: there is none.
	m       *bridge.SourceMap
	dir     string
	sources map[int]*source
	// words are its words, once they were asked for.
	words  []wordAt
	weigh  *weigher
	looked bool
	// tracked is set when the file is a source itself.
	tracked bool
}

// source is one source that a map names.
type source struct {
	path    string // as the finding shows it
	tracked *text  // the repository tracks the same text
	lines   []string
	usable  bool
	library string
}

// Explain returns findings and the steps of their flows the origins that are
// known, and with them whose code it is. It changes the findings in place.
func (f *Finder) Explain(fs []finding.Finding) {
	for i := range fs {
		if o, ok := f.Find(fs[i].Where); ok {
			fs[i].Origin = &o
			if fs[i].Provenance == finding.UnknownProvenance {
				fs[i].Provenance = provenance(o)
			}
		}
		for j := range fs[i].Flow {
			if o, ok := f.Find(fs[i].Flow[j].Where); ok {
				fs[i].Flow[j].Origin = &o
			}
		}
	}
}

// provenance is what an origin says of the author. A package's name in a map
// proves nothing: trojans hide exactly there.
func provenance(o finding.Origin) finding.Provenance {
	if o.Package != "" {
		return finding.ThirdPartyUnverified
	}
	return finding.FirstParty
}

// Find returns the origin of a place, when a map of the extension names one and
// the words there are the same, or the words alone show it.
func (f *Finder) Find(at finding.Location) (finding.Origin, bool) { return f.FindNamed(at, "") }

// FindNamed is Find for a place of which is known what is used there
// ("child_process.exec"): a minifier may have renamed it.
func (f *Finder) FindNamed(at finding.Location, symbol string) (finding.Origin, bool) {
	if at.File == "" || at.Line == 0 || at.Column == 0 {
		return finding.Origin{}, false
	}
	key := asked{at, symbol}
	if a, ok := f.known[key]; ok {
		return a.origin, a.ok
	}
	o, ok := f.locate(at, symbol)
	f.known[key] = answer{o, ok}
	return o, ok
}

func (f *Finder) locate(at finding.Location, symbol string) (finding.Origin, bool) {
	b, ok := f.files[at.File]
	if !ok {
		b = f.read(at.File)
		f.files[at.File] = b
	}
	if b == nil || at.Line > len(b.lines) {
		return finding.Origin{}, false
	}
	o, ok := f.byMap(b, at)
	if ok && o.Package != "" {
		return o, true
	}
	found, met := f.byWords(b, at, symbol)
	switch {
	case !met:
		return o, ok
	case ok && o.InTree && o.File == found.File && max(o.Line-found.Line, found.Line-o.Line) <= 1:
		return o, true
	case ok && o.InTree:
		// The map has the right text and the words are at another place in it: one
		// of the two is wrong, and nobody is sent anywhere.
		return finding.Origin{}, false
	}
	return found, true
}

// Source returns a tracked source by its path from the extension's folder.
func (f *Finder) Source(file string) ([]byte, bool) {
	if f.tree == nil {
		return nil, false
	}
	p, ok := f.tree.inRepository(file)
	if !ok {
		return nil, false
	}
	t := f.tree.text(p)
	if t == nil {
		return nil, false
	}
	return []byte(t.code), true
}

// Tracked reports a file that ships as the repository has it.
func (f *Finder) Tracked(file string) bool {
	if _, ok := f.files[file]; !ok {
		f.files[file] = f.read(file)
	}
	b := f.files[file]
	return b != nil && b.tracked
}

// Claimed is what a map says of a place, believed or not: file and line, the
// file from the extension's folder when the repository tracks one of that name.
// It is for measuring what is found without maps.
func (f *Finder) Claimed(at finding.Location) (o finding.Origin, ok bool) {
	if f.files[at.File] == nil {
		f.files[at.File] = f.read(at.File)
	}
	b := f.files[at.File]
	if b == nil || b.m == nil || at.Column == 0 {
		return o, false
	}
	place, ok := b.m.Find(at.Line-1, at.Column-1)
	if !ok {
		return o, false
	}
	name := b.m.Source(place.Source)
	o.File, o.Package = called(name)
	o.Line, o.Column = place.Line+1, place.Column+1
	if t := f.named(b.dir, name); t != nil && o.Package == "" {
		o.File, o.InTree = f.tree.fromExtension(t.name), true
	}
	return o, true
}

// claimed is the source that the map of a built file names for a place, believed or
// not. Code that it calls a package's is not looked for among ours: should it lie,
// the place stays in the file that ships.
func (b *built) claimed(at finding.Location) string {
	if b.m == nil {
		return ""
	}
	place, ok := b.m.Find(at.Line-1, at.Column-1)
	if !ok {
		return ""
	}
	return b.m.Source(place.Source)
}

func (f *Finder) byMap(b *built, at finding.Location) (finding.Origin, bool) {
	if b.m == nil {
		return finding.Origin{}, false
	}
	place, ok := b.m.Find(at.Line-1, at.Column-1)
	if !ok {
		return finding.Origin{}, false
	}
	s := f.source(b, place.Source)
	last := place
	mine := func(column int) bool {
		p, ok := b.m.Find(at.Line-1, column)
		if !ok || p.Source != place.Source || closes(b.lines[at.Line-1][b.offset(at.Line-1, p.From):b.offset(at.Line-1, column)]) {
			return false
		}
		// What comes from before is no word that follows: a bundler that keeps the name
		// of a function writes it behind its body.
		if p.Line < last.Line || p.Line == last.Line && p.Column < last.Column {
			return false
		}
		last = p
		return true
	}
	if !s.usable || place.Line >= len(s.lines) ||
		!alike(b.lines[at.Line-1], b.offset(at.Line-1, at.Column-1), at.Column-1, mine, s.lines, place.Line, place.Column) {
		return finding.Origin{}, false
	}
	o := finding.Origin{File: s.path, Line: place.Line + 1, Column: place.Column + 1, InTree: s.tracked != nil, Package: s.library}
	if s.tracked != nil {
		o.Function = functionName(s.tracked, s.tracked.offset(place.Line, place.Column))
	}
	return o, true
}

// byWords finds a place that no map shows in the sources that are tracked. A
// file that is tracked itself is where its author works, and an installed package
// comes from another repository: whatever words it shares with ours, they were
// copied.
func (f *Finder) byWords(b *built, at finding.Location, symbol string) (finding.Origin, bool) {
	if f.tree == nil || b.tracked {
		return finding.Origin{}, false
	}
	for _, name := range []string{at.File, b.claimed(at)} {
		if _, library := called(name); library != "" && !f.tree.develops(library) {
			return finding.Origin{}, false
		}
	}
	if !b.looked {
		b.looked = true
		if f.index == nil {
			f.index = newIndex(f.tree, f.ships)
		}
		if f.index.total > 0 {
			b.words = scan(b.code, false).words
			b.weigh = f.index.weigher(b.words)
		}
	}
	if len(b.words) == 0 {
		return finding.Origin{}, false
	}
	offset := b.starts[min(at.Line, len(b.starts))-1] + int32(b.offset(at.Line-1, at.Column-1))
	// The word that the place is in, or the next one.
	i, exact := slices.BinarySearchFunc(b.words, offset, func(w wordAt, at int32) int { return int(w.at - at) })
	if !exact && i > 0 &&
		strings.TrimLeftFunc(b.code[b.words[i-1].at:offset], func(r rune) bool { return r >= utf8.RuneSelf || isWord(byte(r)) }) == "" {
		i--
	}
	if i == len(b.words) {
		i--
	}
	t, found, ok := b.weigh.find(b.words, i, symbol[strings.LastIndexByte(symbol, '.')+1:])
	if !ok {
		return finding.Origin{}, false
	}
	name := f.tree.fromExtension(t.name)
	if escape.Printable(name, finding.MaxOriginFile) != name {
		return finding.Origin{}, false
	}
	line, column := t.place(found)
	return finding.Origin{
		File:     name,
		Line:     line + 1,
		Column:   column + 1,
		InTree:   true,
		Function: functionName(t, found),
		By:       finding.ByWords,
	}, true
}

// ships reports a tracked file that the extension runs as it is, or was made
// from: it is no source of another.
func (f *Finder) ships(name string) bool {
	b, ok := f.files[f.tree.fromExtension(name)]
	return ok && b != nil && b.tracked
}

func functionName(t *text, at int32) string {
	return escape.Printable(t.words().around(at), finding.MaxFunction)
}

// read returns a file that ships, with its map; nil when it cannot be read.
func (f *Finder) read(name string) *built {
	data, err := f.ext.ReadFile(name)
	if err != nil {
		return nil
	}
	b := &built{code: string(data), sources: map[int]*source{}}
	b.lines, b.starts = lines(b.code), lineStarts(b.code)
	if f.tree != nil {
		if p, ok := f.tree.inRepository(name); ok && f.tree.tracked(p) {
			t := f.tree.text(p)
			b.tracked = t != nil && sameText(t.code, b.code)
		}
	}
	f.mapped(b, name)
	return b
}

// mapped reads the map of a file, where it names one or one lies beside it.
func (f *Finder) mapped(b *built, name string) {
	file, ok := mapName(name, b.code)
	if !ok {
		return
	}
	raw, ok := f.mapFile(file)
	if !ok && f.maps != nil {
		raw, ok = f.maps(file)
	}
	if !ok || len(raw) > MaxMap {
		return
	}
	if m, err := bridge.ParseSourceMap(string(raw)); err == nil {
		b.m, b.dir = m, path.Dir(file)
	}
}

func (f *Finder) mapFile(name string) ([]byte, bool) {
	stat, ok := f.ext.Stat(name)
	if !ok || stat.Size > MaxMap {
		return nil, false
	}
	raw, err := f.ext.ReadFile(name)
	return raw, err == nil
}

// mapName returns the map a file names in its last lines, or the one that lies
// beside it, which a build that publishes its maps elsewhere may have left. Maps
// inside the file (data:) are not read: they are for a developer's own machine.
func mapName(name, text string) (string, bool) {
	const mark = "sourceMappingURL="
	tail := text[max(0, len(text)-4096):]
	if i := strings.LastIndex(tail, mark); i >= 0 {
		target, _, _ := strings.Cut(tail[i+len(mark):], "\n")
		target = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(target), "*/"))
		if target, err := url.PathUnescape(target); err == nil && !strings.Contains(target, ":") {
			if p := path.Join(path.Dir(name), target); finding.LocalPath(p) {
				return p, true
			}
		}
		if strings.HasPrefix(target, "data:") {
			return "", false
		}
	}
	return name + ".map", true
}

func (f *Finder) source(b *built, i int) *source {
	s, ok := b.sources[i]
	if ok {
		return s
	}
	s = &source{}
	b.sources[i] = s
	name := b.m.Source(i)
	if unescaped, err := url.PathUnescape(name); err == nil {
		name = unescaped
	}
	content, has := b.m.Content(i)
	s.path, s.library = called(name)
	if t := f.named(b.dir, name); t != nil && s.library == "" {
		if has && !sameText(content, t.code) {
			// Edited after the build, or the map lies: its lines are not those
			// that a reader would find.
			return s
		}
		p := f.tree.fromExtension(t.name)
		if escape.Printable(p, finding.MaxOriginFile) != p {
			return s
		}
		s.path, s.tracked, s.lines, s.usable = p, t, t.lines, true
		return s
	}
	if s.path == "" || !has {
		return s
	}
	s.lines, s.usable = lines(content), true
	return s
}

// named finds a source among the tracked files, as bundlers name it: relative to
// the map, or behind webpack's scheme relative to the project or the repository.
func (f *Finder) named(dir, name string) *text {
	if f.tree == nil {
		return nil
	}
	for _, p := range f.candidates(dir, name) {
		if t := f.tree.text(p); t != nil {
			return t
		}
	}
	return nil
}

// candidates are the files of the repository that a name in a map may mean.
func (f *Finder) candidates(dir, name string) []string {
	tries := []string{path.Join(f.tree.Folder, dir, name)}
	if scheme, rest, ok := strings.Cut(name, "://"); ok {
		if scheme != "webpack" {
			return nil
		}
		_, inner, _ := strings.Cut(rest, "/")
		tries = nil
		for _, p := range []string{inner, strings.TrimPrefix(rest, "/")} {
			tries = append(tries, path.Join(f.tree.Folder, p), path.Clean(p))
		}
	}
	return slices.DeleteFunc(tries, func(p string) bool { return !finding.LocalPath(p) })
}

// called is a source's name for a reader: without a scheme and without the way
// up, and the package it belongs to by its path.
func called(name string) (file, library string) {
	if _, rest, ok := strings.Cut(name, "://"); ok {
		name = rest
	}
	name = path.Clean("/" + strings.ReplaceAll(name, `\`, "/"))
	name = strings.TrimPrefix(name, "/")
	if i := strings.LastIndex(name, "node_modules/"); i >= 0 {
		name = name[i:]
		parts := strings.SplitN(name, "/", 4)
		if len(parts) > 2 && strings.HasPrefix(parts[1], "@") {
			library = parts[1] + "/" + parts[2]
		} else if len(parts) > 1 {
			library = parts[1]
		}
	}
	if name = escape.Printable(name, finding.MaxOriginFile); !finding.LocalPath(name) {
		return "", ""
	}
	return name, escape.Printable(library, finding.MaxOriginFile)
}

// sameText compares two texts but for the ends of their lines.
func sameText(a, b string) bool {
	return strings.ReplaceAll(a, "\r\n", "\n") == strings.ReplaceAll(b, "\r\n", "\n")
}
