package catalog

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

//go:embed data/*.txt
var data embed.FS

// The files of data that are not symbols.
const (
	optionsFile   = "options.txt"
	aliasesFile   = "aliases.txt"
	globalsFile   = "globalnames.txt"
	sensitiveFile = "sensitive.txt"
	typesFile     = "apitypes.txt"
	waysFile      = "directions.txt"
)

// maxDepth bounds how far types are copied into each other:
// a server's connection's socket's … A follower stops there as well.
const maxDepth = 3

// Load reads and checks the embedded data.
func Load() (*Catalog, error) {
	sub, err := fs.Sub(data, "data")
	if err != nil {
		return nil, fmt.Errorf("opening catalogue data: %w", err)
	}
	return load(sub)
}

// load builds a catalogue from a directory of data files.
func load(fsys fs.FS) (*Catalog, error) {
	files, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, fmt.Errorf("listing catalogue data: %w", err)
	}
	var errs []error
	parsed := map[string][]line{}
	for _, f := range files {
		lines, err := readLines(fsys, f)
		errs = append(errs, err)
		parsed[f] = lines
	}
	sets, err := parseSets(parsed[optionsFile])
	errs = append(errs, err)

	c := &Catalog{
		entries: make(map[Symbol]Entry, 2048),
		modules: map[string]bool{},
		tracked: map[Symbol]bool{},
	}
	for _, f := range files {
		switch f {
		case optionsFile, aliasesFile, globalsFile, sensitiveFile, typesFile, waysFile:
			continue
		}
		entries, err := parseSymbols(parsed[f], sets)
		errs = append(errs, err)
		for _, e := range entries {
			s := Symbol{e.Module, e.Member}
			if _, ok := c.entries[s]; ok {
				errs = append(errs, fmt.Errorf("%s: %s %s stands in another file too", f, e.Module, e.Member))
			}
			c.entries[s] = e
			c.modules[e.Module] = true
		}
	}
	c.aliases, err = parseAliases(parsed[aliasesFile])
	errs = append(errs, err)
	for from := range c.aliases {
		if from.Member == "" {
			c.modules[from.Module] = true
		}
	}
	c.globals, err = parseGlobals(parsed[globalsFile])
	errs = append(errs, err)
	c.places, err = parsePlaces(parsed[sensitiveFile])
	c.byFirst = indexPlaces(c.places)
	errs = append(errs, err)
	errs = append(errs, c.parseTypes(parsed[typesFile]), c.parseDirections(parsed[waysFile]))
	errs = append(errs, c.link()...)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return c, nil
}

// link copies types to where they are given, sorts, marks what leads
// somewhere, and reports names that lead nowhere.
func (c *Catalog) link() []error {
	own := c.sort()
	var errs []error
	for _, e := range own {
		s := Symbol{e.Module, e.Member}
		if got, member := c.Canonical(e.Module, e.Member); got != e.Module || member != e.Member {
			errs = append(errs, fmt.Errorf("%s %s is not canonical: write %s %s", e.Module, e.Member, got, member))
		}
		if _, ok := c.entries[Symbol{e.Module, e.Of}]; e.Of != "" && !ok {
			errs = append(errs, fmt.Errorf("%s %s: of=%s is not catalogued", e.Module, e.Member, e.Of))
		}
		for _, typ := range []Symbol{e.Gives, e.Is} {
			if typ != (Symbol{}) && len(below(own, typ)) == 0 {
				errs = append(errs, fmt.Errorf("%s %s: nothing is known below the type %s %s", e.Module, e.Member, typ.Module, typ.Member))
			}
		}
		c.spread(own, e, s, 0)
	}
	for _, name := range slices.Sorted(maps.Keys(c.globals)) {
		s := c.globals[name]
		if s.Module != "globals" && !c.modules[s.Module] {
			errs = append(errs, fmt.Errorf("global %s: module %q is not catalogued", name, s.Module))
		}
	}
	c.sorted = c.sort()
	for _, e := range c.sorted {
		if e.Harmless() && e.Root == "" {
			continue
		}
		for m := e.Member; m != ""; {
			m = parent(m)
			c.tracked[Symbol{e.Module, m}] = true
		}
	}
	return errs
}

// spread copies the members of the types that e gives or is to below at.
// A line of its own always wins over a copy.
func (c *Catalog) spread(own []Entry, e Entry, at Symbol, depth int) {
	if depth == maxDepth {
		return
	}
	for prefix, typ := range map[string]Symbol{at.Member + "()": e.Gives, at.Member: e.Is} {
		if typ == (Symbol{}) {
			continue
		}
		for _, b := range below(own, typ) {
			if b.Harmless() && b.Root == "" && b.Gives == (Symbol{}) && b.Is == (Symbol{}) {
				continue // nothing to follow there
			}
			member := prefix + strings.TrimPrefix(b.Member, typ.Member)
			s := Symbol{at.Module, member}
			if _, ok := c.entries[s]; !ok {
				cp := b
				cp.Module, cp.Member = s.Module, s.Member
				cp.Base = Symbol{b.Module, b.Member}
				c.entries[s] = cp
			}
			c.spread(own, b, s, depth+1)
		}
	}
}

// below lists the entries strictly below a type, from sorted entries.
func below(own []Entry, typ Symbol) []Entry {
	var out []Entry
	for _, e := range under(own, typ) {
		if e.Member != typ.Member && within(e.Member, typ.Member) {
			out = append(out, e)
		}
	}
	return out
}

// under is the run of sorted entries whose members begin with s's member as
// text; what is within s is among them.
func under(sorted []Entry, s Symbol) []Entry {
	from, _ := slices.BinarySearchFunc(sorted, Entry{Module: s.Module, Member: s.Member}, compareEntries)
	to := from
	for to < len(sorted) && sorted[to].Module == s.Module && strings.HasPrefix(sorted[to].Member, s.Member) {
		to++
	}
	return sorted[from:to]
}

// sort orders the names, which are smaller than the entries, and then collects.
func (c *Catalog) sort() []Entry {
	names := make([]Symbol, 0, len(c.entries))
	for s := range c.entries {
		names = append(names, s)
	}
	slices.SortFunc(names, func(a, b Symbol) int {
		return cmp.Or(strings.Compare(a.Module, b.Module), strings.Compare(a.Member, b.Member))
	})
	out := make([]Entry, len(names))
	for i, s := range names {
		out[i] = c.entries[s]
	}
	return out
}
