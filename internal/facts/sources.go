package facts

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/unbuilt"
)

// finder finds files of the extension by the names that package.json and the
// code have for what runs.
type finder interface {
	// entry gives the files that an entry of package.json means; activates says
	// that VS Code calls activate of it.
	entry(name string, activates bool) []string
	// built gives the sources of a file that is not there because a build makes it.
	built(name string) []string
}

// shipped finds the files that ship.
type shipped struct{ ext *extension.Extension }

func (s shipped) entry(name string, _ bool) []string {
	if f, ok := s.ext.Entry(name); ok {
		return []string{f.Path}
	}
	return nil
}

func (shipped) built(string) []string { return nil }

// authored finds sources in place of what is built of them.
type authored struct {
	shipped
	finder *unbuilt.Finder
	// own are the files that count.
	own map[string]bool
}

func (a authored) entry(name string, activates bool) []string {
	if files := paths(a.finder.Sources(name, activates)); len(files) > 0 {
		return files
	}
	return slices.DeleteFunc(a.shipped.entry(name, activates), func(file string) bool { return !a.own[file] })
}

func (a authored) built(name string) []string { return paths(a.finder.Sources(name, false)) }

func paths(sources []unbuilt.Source) []string {
	var out []string
	for _, s := range sources {
		out = append(out, s.File)
	}
	return out
}

// Unbuilt reports whether what package.json starts is not there, in a folder in
// which somebody develops: Analyze takes the sources then.
func Unbuilt(ext *extension.Extension) bool {
	m := ext.Manifest
	return ext.Source == extension.Repository && (m.Main != "" && ext.MainMissing() || m.Main == "" && ext.BrowserMissing())
}

// maxRounds bounds how often files that the code starts by itself lead to
// further ones.
const maxRounds = 4

// maxUnknown bounds how many packages and files that are not there are named.
const maxUnknown = 200

// fromSources analyses a repository by its author's own files: those that imports
// lead to from the entries, and nothing below node_modules, so that it is the same
// whether somebody installed packages or not. nil means that no source of an
// entry was found.
func fromSources(ctx context.Context, r *reader, opts Options) (*Program, error) {
	own, where := r.authored()
	byPath := map[string]extension.File{}
	for _, f := range own {
		byPath[f.Path] = f
	}
	first := entryFiles(r.ext, where)
	if len(first) == 0 {
		return nil, nil
	}
	found := newResolver(r.ext, own)
	// What a build makes is loaded by its built name.
	resolve := func(from, specifier string) (string, bool) {
		if file, ok := found(from, specifier); ok || !strings.HasPrefix(specifier, ".") {
			return file, ok
		}
		for _, file := range where.built(path.Join(path.Dir(from), specifier)) {
			return file, true
		}
		return "", false
	}
	got := map[string]read{}
	queue := first
	for round := 0; ; round++ {
		for len(queue) > 0 {
			name := queue[0]
			queue = queue[1:]
			if _, ok := got[name]; ok || !isSource(name) || dependencyOf(name) != "" {
				continue
			}
			file, ok := byPath[name]
			if !ok {
				continue
			}
			r.total = max(r.total, len(got)+len(queue)+1)
			one, err := r.read(ctx, file)
			if err != nil {
				return nil, err
			}
			got[name] = one
			if one.unit == nil {
				continue
			}
			for _, spec := range solver.Specifiers(one.unit) {
				if file, ok := resolve(name, spec); ok {
					queue = append(queue, file)
				}
			}
		}
		program, err := solveSources(ctx, r.ext, got, resolve, where, opts)
		if err != nil {
			return nil, err
		}
		for _, e := range program.Entries {
			if _, ok := got[e.File]; !ok && isSource(e.File) {
				queue = append(queue, e.File)
			}
		}
		for _, l := range program.Imports {
			// Names that only solving tells: require(bundled ? a : b).
			if file, ok := resolve(l.Where.File, l.Module); ok && got[file].module.Path == "" {
				queue = append(queue, file)
			}
		}
		queue = slices.DeleteFunc(queue, func(name string) bool { _, ok := byPath[name]; return !ok || !isSource(name) })
		if len(queue) == 0 || round == maxRounds {
			slices.Sort(queue)
			for _, name := range slices.Compact(queue) {
				program.BlindSpots = append(
					program.BlindSpots,
					BlindSpot{
						File:   name,
						Reason: fmt.Sprintf("it is started by code that is started by code, more than %d times over, and was not read", maxRounds),
					},
				)
			}
			program.BlindSpots = append(program.BlindSpots, unseen(r.ext, program, resolve, where)...)
			unread(program)
			program.sort()
			return program, nil
		}
	}
}

// authored returns the author's files, and what finds sources among them. What a
// build has left is not among them, so that a clone that somebody built is judged
// as one that nobody did.
func (r *reader) authored() ([]extension.File, authored) {
	own := ownFiles(r.ext)
	where := r.finder(own)
	built := where.finder.Folders(r.ext.Manifest.Main, r.ext.Manifest.Browser)
	if len(built) == 0 {
		return own, where
	}
	own = slices.DeleteFunc(own, func(f extension.File) bool {
		return slices.ContainsFunc(built, func(dir string) bool { return strings.HasPrefix(f.Path, dir+"/") })
	})
	return own, r.finder(own)
}

func (r *reader) finder(among []extension.File) authored {
	names, own := make([]string, 0, len(among)), map[string]bool{}
	for _, f := range among {
		names = append(names, f.Path)
		own[f.Path] = true
	}
	return authored{own: own, shipped: shipped{r.ext}, finder: unbuilt.New(names, func(name string) (string, bool) {
		data, err := r.ext.ReadFile(name)
		return string(data), err == nil
	})}
}

// madeOf reports whether a source of one of some files is there.
func (r *reader) madeOf(files []BlindSpot) bool {
	_, where := r.authored()
	return slices.ContainsFunc(files, func(b BlindSpot) bool { return len(where.built(b.File)) > 0 })
}

// solveSources solves what was read so far.
func solveSources(
	ctx context.Context,
	ext *extension.Extension,
	got map[string]read,
	resolve func(string, string) (string, bool),
	where authored,
	opts Options,
) (*Program, error) {
	program := &Program{Basis: Sources}
	var units []*solver.Unit
	names := make([]string, 0, len(got))
	for name := range got {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		units = got[name].into(program, units)
	}
	for i, u := range units {
		// The solver writes into a unit what holds for one run.
		units[i] = &solver.Unit{Unit: u.Unit, Path: u.Path, Runs: runsAt(ext.Manifest, u.Path, where)}
	}
	return program, solveAll(ctx, program, ext, units, resolve, where, opts)
}

// runsAt is where a source's code lies when it runs: where a compiler puts the
// file, or, since a bundler makes one file of many, beside the extension's entry.
func runsAt(m *extension.Manifest, file string, where authored) string {
	for _, entry := range []string{m.Main, m.Browser} {
		sources := where.finder.Sources(entry, true)
		if len(sources) == 0 {
			continue
		}
		if rest, ok := strings.CutPrefix(file, sources[0].Root+"/"); ok && sources[0].Out != "" {
			return path.Join(sources[0].Out, rest)
		}
		return path.Join(path.Dir(path.Clean(strings.TrimLeft(strings.ReplaceAll(entry, `\`, "/"), "/"))), path.Base(file))
	}
	return file
}

// entryFiles are the sources that somebody else starts.
func entryFiles(ext *extension.Extension, where finder) []string {
	var p Program
	entries(&p, ext, where, map[string]bool{})
	var out []string
	hosted := false
	for _, e := range p.Entries {
		out = append(out, e.File)
		hosted = hosted || e.Kind == EntryMain || e.Kind == EntryBrowser
	}
	if !hosted {
		return nil
	}
	return out
}

// ownFiles are the files of the repository that are the author's.
func ownFiles(ext *extension.Extension) []extension.File {
	out := slices.DeleteFunc(append(ext.Files(), ext.Sources()...), func(f extension.File) bool {
		return strings.Contains("/"+f.Path, "/node_modules/")
	})
	slices.SortFunc(out, func(a, b extension.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// unseen says what an analysis of sources does not know: what a build makes of
// them, the packages, and the files that only a build makes.
func unseen(ext *extension.Extension, p *Program, resolve func(string, string) (string, bool), where authored) []BlindSpot {
	var out []BlindSpot
	entry := ext.Manifest.Main
	if entry == "" {
		entry = ext.Manifest.Browser
	}
	var from []string
	for _, s := range where.finder.Sources(entry, true) {
		from = append(from, fmt.Sprintf("%s (%s)", s.File, s.Why))
	}
	reason := path.Clean(entry) + " was not built: the extension was judged from its sources"
	if len(from) > 0 {
		reason += ", starting at " + strings.Join(from, " and ")
	}
	out = append(out, BlindSpot{Reason: reason + `; "ringfence build" makes the package`})
	c := catalog.Default()
	seen := map[string]bool{}
	more := 0
	for _, l := range p.Imports {
		if l.Module == "vscode" || c.HasModule(l.Module) {
			continue
		}
		if file, ok := resolve(l.Where.File, l.Module); ok && dependencyOf(file) == "" {
			continue
		}
		x := BlindSpot{
			File:   "node_modules/" + dependencyOf("node_modules/"+l.Module),
			Reason: "sources are judged without the packages they load, so what it does is unknown",
		}
		if strings.HasPrefix(l.Module, ".") {
			x = BlindSpot{
				File:   path.Join(path.Dir(l.Where.File), l.Module),
				Reason: "it is loaded and is not in the repository; a build may make it",
			}
			// Types say nothing of what runs: a generated file often has them beside it.
			if _, typed := ext.Stat(x.File + ".d.ts"); typed {
				x.Reason = "only its types are in the repository; where more than types is used, a build makes it"
			}
		}
		if seen[x.File] {
			continue
		}
		seen[x.File] = true
		if len(out) > maxUnknown {
			more++
			continue
		}
		out = append(out, x)
	}
	if more > 0 {
		out = append(out, BlindSpot{Reason: fmt.Sprintf("%d more packages and files are loaded and were not read", more)})
	}
	return out
}
