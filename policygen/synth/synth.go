// Package synth makes grants of facts: from what the code of an extension uses,
// the smallest list of grants under which it can still do that, each with the
// places that need it.
//
// It is a pure function. The grants hold no place, no line and nothing of how
// the code is written, so that reformatting, reordering or minifying the code
// changes none of them; where things stand is in the reasons. What the facts know
// for sure becomes a grant without a mark. What is bounded only by name becomes
// an imprecise one. Where nothing is known of a resource the default scope of its
// kind (scope.go) is granted, marked unresolved, with a question. What the facts
// have not seen at all is said as a note on the whole.
//
// The package judges nothing: whether a grant is wise is the business of people,
// of package lint and of checks.
package synth

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/redaction"
)

// Input is what grants are made from.
type Input struct {
	Extension *extension.Extension
	// Program is nil where the code could not be analysed.
	Program *facts.Program
	Catalog *catalog.Catalog
}

// Place is one use that needs a grant.
type Place struct {
	Where finding.Location
	// Symbol is what is used there: "child_process.spawn".
	Symbol string
	// In is facts.Use.In: the function it stands in.
	In int32
}

// Reason is why a grant is there.
type Reason struct {
	Grant  policy.Grant
	Places []Place
}

// Result is the policy and, in its order, the reason of each grant.
type Result struct {
	Policy  policy.Policy
	Reasons []Reason
}

// Synthesize makes the policy. A program that could not be analysed gets an
// empty list of grants and a note.
func Synthesize(in Input) Result {
	b := &builder{in: in, found: map[string]*Reason{}, roots: map[string]bool{}}
	if in.Program == nil {
		return b.result(
			policy.Note{Mark: policy.Incomplete, Question: "The code could not be analysed, so nothing is granted: what does the extension need?"},
		)
	}
	b.prepare()
	for _, i := range in.Program.Imports {
		if b.runs(i.Where.File) {
			b.module(i.Module, i.Where)
		}
	}
	for _, u := range in.Program.Uses {
		if b.runs(u.Where.File) {
			b.use(u)
		}
	}
	b.references()
	b.natives()
	return b.result(append(b.notes(), b.proposals()...)...)
}

// builder gathers grants by what they open.
type builder struct {
	in    Input
	found map[string]*Reason
	// idle are the files that never run in the extension host or its children.
	idle map[string]bool
	// roots are the named roots the code asks for, and the variables as "env:NAME".
	roots map[string]bool
	// own are the declared settings, true for those a workspace cannot set.
	own map[string]bool
	// preset are the manifest's defaults of the extension's settings, as JSON has them, by id: nil where there is none.
	preset map[string]any
	// flowing are places at which what a workspace chooses arrives.
	flowing map[finding.Location]bool
	// called are symbols with a call; taken are those only taken as values.
	called map[catalog.Symbol]bool
	taken  []taken
}

// taken is a symbol that is taken as a value.
type taken struct {
	use   facts.Use
	entry catalog.Entry
}

// prepare looks at the whole before single uses.
func (b *builder) prepare() {
	p := b.in.Program
	b.idle, b.called = idle(p), map[catalog.Symbol]bool{}
	for _, u := range p.Uses {
		if !b.runs(u.Where.File) {
			continue
		}
		module, member := b.in.Catalog.Canonical(u.Module, u.Member)
		if u.Kind == facts.Call || u.Kind == facts.New {
			b.called[catalog.Symbol{Module: module, Member: member}] = true
		}
		if name, ok := strings.CutPrefix(member, "env."); ok && module == "process" {
			b.roots["env:"+name] = true
		}
		if e, ok := b.in.Catalog.Classify(module, member); ok && e.Root != "" {
			b.roots[e.Root] = true
		}
	}
	b.trust()
}

// runs reports whether a file is code of the extension host, or of a process or
// worker that it starts.
func (b *builder) runs(file string) bool { return !b.idle[file] }

// idle lists the files that no entry leads to, and those that only a web page or
// the host of a browser starts: no loader of Node's ever sees them.
func idle(p *facts.Program) map[string]bool {
	out := map[string]bool{}
	for _, m := range p.Modules {
		out[m.Path] = !m.Reached
	}
	started, host := map[string]bool{}, false
	for _, e := range p.Entries {
		host = host || e.Kind == facts.EntryMain
		started[e.File] = started[e.File] || e.Kind != facts.EntryWebview && e.Kind != facts.EntryBrowser
	}
	for file, node := range started {
		if !node && (host || !browser(p, file)) {
			out[file] = true
		}
	}
	return out
}

func browser(p *facts.Program, file string) bool {
	return slices.ContainsFunc(p.Entries, func(e facts.Entry) bool { return e.File == file && e.Kind == facts.EntryBrowser })
}

// grant adds a grant for a place, without what looks like a secret in it. One that
// the policy's language cannot say is refused, and the caller falls back to
// something broader.
func (b *builder) grant(g policy.Grant, p Place) bool {
	if g.Validate() != nil {
		return false
	}
	g, _, ok := redaction.Grant(g)
	if !ok {
		return false
	}
	key := g.Key()
	r := b.found[key]
	if r == nil {
		b.found[key] = &Reason{Grant: g, Places: []Place{p}}
		return true
	}
	merged, err := policy.Merge(policy.New("", r.Grant), policy.New("", g))
	if err == nil && len(merged.Grants) == 1 {
		r.Grant = merged.Grants[0]
	}
	r.Places = append(r.Places, p)
	return true
}

// use turns one use into grants.
func (b *builder) use(u facts.Use) {
	module, member := b.in.Catalog.Canonical(u.Module, u.Member)
	place := Place{u.Where, symbolName(module, member), u.In}
	if module != "vscode" && module != "globals" {
		b.module(module, u.Where)
	}
	if module == "process" && strings.HasPrefix(member, "env.") {
		b.environment(strings.TrimPrefix(member, "env."), u, place)
		return
	}
	if prefix, computed := strings.CutSuffix(member, "?"); computed || u.Kind == facts.Escape {
		b.unnamed(module, strings.TrimSuffix(prefix, "."), place)
		return
	}
	if module == "module" && member == "require" {
		// The facts' word for require of a name that nobody knows.
		call{b, u, catalog.Entry{Capability: catalog.CodeLoad, Args: []catalog.Arg{{Role: catalog.RoleModule}}}, place}.load()
		return
	}
	e, ok := b.in.Catalog.Classify(module, member)
	if !ok && module == "vscode" {
		b.proposed(member, place)
	}
	if ok && module == "vscode" && strings.HasPrefix(member, "commands.register") {
		call{b, u, e, place}.commandNames()
	}
	if !ok || e.Harmless() {
		return
	}
	if module == "vscode" {
		b.surface(u, e, place)
		return
	}
	if !b.function(module, member, e, u, place) {
		return
	}
	b.resources(u, e, place)
}

func symbolName(module, member string) string {
	if member == "" {
		return module
	}
	return module + "." + member
}

// references grants what is about a function that is handed on and never
// called: with what it will be called nobody knows. Where it is called as well,
// the calls speak for it.
func (b *builder) references() {
	for _, t := range b.taken {
		if !b.called[catalog.Symbol{Module: t.entry.Module, Member: t.entry.Member}] {
			b.resources(facts.Use{Module: t.entry.Module, Member: t.entry.Member, Kind: facts.Call, Where: t.use.Where}, t.entry,
				Place{t.use.Where, symbolName(t.entry.Module, t.entry.Member), t.use.In})
		}
	}
}

// notes say what was not seen.
func (b *builder) notes() []policy.Note {
	var out []policy.Note
	for _, x := range b.in.Program.BlindSpots {
		if b.runs(x.File) {
			// A parser quotes what it stumbled over.
			text := x.File + " was not seen: " + redaction.Text(x.Reason, "…")
			if x.File == "" {
				text = redaction.Text(x.Reason, "…")
			}
			text = escape.Printable(text, policy.MaxQuestion)
			out = append(out, policy.Note{Mark: policy.Incomplete, Question: text})
		}
	}
	return out
}

// result sorts and drops what another grant says already.
func (b *builder) result(notes ...policy.Note) Result {
	id := ""
	if b.in.Extension != nil {
		id = b.in.Extension.ID()
	}
	var grants []policy.Grant
	for _, r := range b.found {
		grants = append(grants, r.Grant)
	}
	whole := policy.New(id, grants...)
	p, cover := whole.Reduced()
	p.Notes = notes
	if b.in.Program != nil && b.in.Program.Basis == facts.Sources {
		p.Basis = policy.Sources
	}
	p, _ = policy.Merge(p, policy.Policy{}) // the notes in order
	places := map[string][]Place{}
	for _, r := range b.found {
		key := r.Grant.Key()
		if by, ok := cover[key]; ok {
			key = by
		}
		places[key] = append(places[key], r.Places...)
	}
	out := Result{Policy: p}
	for _, g := range p.Grants {
		list := places[g.Key()]
		slices.SortFunc(list, func(a, b Place) int {
			return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Symbol, b.Symbol))
		})
		out.Reasons = append(out.Reasons, Reason{g, slices.Compact(list)})
	}
	return out
}
