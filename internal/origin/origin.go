// Package origin says where in its author's own sources a place of a built file
// comes from, by the source map the build left behind.
//
// A map is written by whoever wrote the file, so it moves nothing: findings,
// verdicts and policies stand on the file that ships, and an origin only
// explains. It is given only after the words at both places were compared, and
// a source that lies in the folder has to read as the map says it does. What a
// map claims about a package's code stays a claim (finding.ThirdPartyUnverified).
//
// The package knows files and places, not what was found there. Anything above
// facts may import it.
package origin

import (
	"net/url"
	"path"
	"strings"

	bridge "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// MaxMap is the largest source map that is read, in bytes: ten times the text
// of an ordinary bundle of some megabytes.
const MaxMap = 64 << 20

// Finder looks up places. It keeps the maps it has read and is not for several
// goroutines at once.
type Finder struct {
	ext   *extension.Extension
	files map[string]*built
}

// NewFinder makes a finder for one extension.
func NewFinder(ext *extension.Extension) *Finder {
	return &Finder{ext: ext, files: map[string]*built{}}
}

// built is a file that ships, with its map.
type built struct {
	lines   []string
	m       *bridge.SourceMap
	dir     string
	sources map[int]*source
}

// source is one source that a map names.
type source struct {
	path    string // as the finding shows it
	inTree  bool   // the folder holds the same text
	lines   []string
	usable  bool
	library string
}

// Explain gives findings and the steps of their flows the origins that are
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

// Find gives the origin of a place, when a map of the extension names one and
// the words there are the same.
func (f *Finder) Find(at finding.Location) (finding.Origin, bool) {
	if at.File == "" || at.Line == 0 || at.Column == 0 {
		return finding.Origin{}, false
	}
	b, ok := f.files[at.File]
	if !ok {
		b = f.read(at.File)
		f.files[at.File] = b
	}
	if b == nil || at.Line > len(b.lines) {
		return finding.Origin{}, false
	}
	place, ok := b.m.Find(at.Line-1, at.Column-1)
	if !ok {
		return finding.Origin{}, false
	}
	s := f.source(b, place.Source)
	mine := func(column int) bool {
		p, ok := b.m.Find(at.Line-1, column)
		return ok && p.Source == place.Source
	}
	if !s.usable || place.Line >= len(s.lines) || !alike(b.lines[at.Line-1], at.Column-1, mine, s.lines, place.Line, place.Column) {
		return finding.Origin{}, false
	}
	return finding.Origin{
		File: s.path, Line: place.Line + 1, Column: place.Column + 1, InTree: s.inTree, Package: s.library,
	}, true
}

// read gives a file with its map; nil when it has none that can be read.
func (f *Finder) read(name string) *built {
	data, err := f.ext.ReadFile(name)
	if err != nil {
		return nil
	}
	text := string(data)
	file, ok := mapName(name, text)
	if !ok {
		return nil
	}
	stat, ok := f.ext.Stat(file)
	if !ok || stat.Size > MaxMap {
		return nil
	}
	raw, err := f.ext.ReadFile(file)
	if err != nil {
		return nil
	}
	m, err := bridge.ParseSourceMap(string(raw))
	if err != nil {
		return nil
	}
	return &built{lines: lines(text), m: m, dir: path.Dir(file), sources: map[int]*source{}}
}

// mapName gives the map a file names in its last lines, or the one that lies
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
	if p, ok := f.inTree(b.dir, name); ok {
		data, err := f.ext.ReadFile(p)
		if err != nil || has && !sameText(content, string(data)) {
			// Edited after the build, or the map lies: its lines are not those
			// that a reader would find.
			return s
		}
		s.path, s.inTree, has, content = p, true, true, string(data)
	}
	if s.path == "" || !has {
		return s
	}
	s.lines, s.usable = lines(content), true
	return s
}

// inTree finds a source in the extension's folder, as bundlers name it: relative
// to the map, or behind webpack's scheme relative to the project.
func (f *Finder) inTree(dir, name string) (string, bool) {
	tries := []string{path.Join(dir, name)}
	if _, rest, ok := strings.Cut(name, "://"); ok {
		_, inner, _ := strings.Cut(rest, "/")
		tries = []string{path.Join(inner), path.Join(strings.TrimPrefix(rest, "/"))}
	}
	for _, p := range tries {
		if !finding.LocalPath(p) {
			continue
		}
		if _, ok := f.ext.Stat(p); ok {
			return p, true
		}
	}
	return "", false
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
	if name = finding.Printable(name, finding.MaxOriginFile); !finding.LocalPath(name) {
		return "", ""
	}
	return name, finding.Printable(library, finding.MaxOriginFile)
}

// sameText compares two texts but for the ends of their lines.
func sameText(a, b string) bool {
	return strings.ReplaceAll(a, "\r\n", "\n") == strings.ReplaceAll(b, "\r\n", "\n")
}
