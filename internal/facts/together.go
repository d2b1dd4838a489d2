package facts

import (
	"context"
	"maps"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// together solves files in depth: those that meet when they run in one, and what nothing is
// seen to load apart from it.
type together struct {
	ext      *extension.Extension
	program  *Program
	where    finder
	resolve  func(from, specifier string) (string, bool)
	isModule func(string) bool
	starts   starts
	opts     Options
	loads    solver.Loads
	loaded   map[string][]string // what each file loads, as solving found it
	shallow  []*solver.Unit      // what is left to be solved shallowly
	deep     map[string]bool     // what is not
}

// rounds is how often files are solved again because solving found the name of one that had
// been put apart. What is found after that is read by itself, as what nothing loads.
const rounds = 2

// all solves what can reach Node, and adds what it does to the program.
func (t *together) all(ctx context.Context, units []*solver.Unit) error {
	before := *t.program // lists only grow: what a round added is dropped with it
	var web, others []string
	for _, e := range t.program.Entries {
		if e.Kind == EntryBrowser {
			web = append(web, e.File)
		} else {
			others = append(others, e.File)
		}
	}
	starts, begin := t.starts.files(), slices.Concat(web, others)
	for round := 0; ; round++ {
		deep, shallow := solver.Split(units, t.loads, starts, t.isModule)
		near, far := solver.Near(deep, t.loads, begin, t.opts.Together)
		t.loaded, t.deep, t.shallow = map[string][]string{}, map[string]bool{}, shallow
		for _, u := range deep {
			t.deep[u.Path] = true
		}
		missed, err := t.each(ctx, solver.Apart(near, t.loads, web, others))
		if err != nil {
			return err
		}
		more := met(missed, far, shallow)
		if len(more) == 0 || round == rounds {
			_, err := t.each(ctx, solver.Packages(far, t.loads, t.opts.Together))
			return err
		}
		*t.program = before
		begin = append(begin, more...)
		for _, file := range more {
			starts[file] = true
		}
	}
}

// each solves groups of files one by one, adds what each does to the program and forgets it. It
// returns the files that they load and that are in another group or in none.
func (t *together) each(ctx context.Context, groups [][]*solver.Unit) (map[string]bool, error) {
	missed := map[string]bool{}
	for _, group := range groups {
		view, err := t.solve(ctx, group)
		if err != nil {
			return nil, err
		}
		t.report(view)
		maps.Copy(missed, view.Missed())
	}
	return missed, nil
}

// solve solves files together.
func (t *together) solve(ctx context.Context, group []*solver.Unit) (solver.View, error) {
	s := solver.New(catalog.Default(), solver.Options{Resolve: t.resolve, Proposals: len(t.ext.Manifest.EnabledAPIProposals) > 0})
	nodes := 0
	for _, u := range group {
		nodes += len(u.Nodes)
	}
	s.Reserve(nodes)
	for _, u := range group {
		s.Add(u)
	}
	s.Start()
	for _, file := range t.starts.hosted {
		if slices.ContainsFunc(group, func(u *solver.Unit) bool { return u.Path == file }) {
			s.Activate(file)
		}
	}
	return s.View(), s.Solve(ctx)
}

// met returns the files that were missed, of those that were solved apart or shallowly.
func met(missed map[string]bool, lists ...[]*solver.Unit) []string {
	var out []string
	for _, list := range lists {
		for _, u := range list {
			if missed[u.Path] {
				out = append(out, u.Path)
			}
		}
	}
	return out
}

// report adds what files do to the program.
func (t *together) report(view solver.View) {
	found := collect(view)
	if t.opts.CallPaths {
		found.ways = newRouter(found.s)
	}
	scripts := ownScripts{found.s, t.resolve, t.where, t.deep}
	scripts.forked(t.program, found)
	scripts.named(t.program, found)
	found.report(t.program, t.ext)
	maps.Copy(t.loaded, found.s.Loaded())
}
