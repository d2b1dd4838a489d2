package fold

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// Bounds of folding. They are what makes it safe on code that was written to
// be folded for ever.
const (
	maxAlts  = 32   // alternatives of a value
	maxParts = 24   // parts of a pattern
	maxFold  = 40   // depth
	maxSteps = 4000 // nodes looked at for one argument
	maxProps = 24   // properties of an object argument
)

// MaxItems is how many items of a list argument are folded.
const MaxItems = 48

// Values are the folded values of a solved graph. Each node is folded once.
type Values struct {
	s      solver.View
	known  map[int32]value.Value
	handed map[int32][]bool // see handedOn
}

// New returns the values of a graph. What they are is worked out when somebody asks.
func New(s solver.View) *Values {
	return &Values{s: s, known: map[int32]value.Value{}, handed: map[int32][]bool{}}
}

// Of returns what an argument may be, by its node. The walk it takes has a budget of its own.
func (vs *Values) Of(n int32) value.Value {
	if v, ok := vs.known[n]; ok {
		return v
	}
	v := vs.Walk().value(n, 0)
	vs.known[n] = v
	return v
}

// Walk returns a walk that has looked at nothing yet.
func (vs *Values) Walk() *Walk { return &Walk{s: vs.s, in: vs, busy: map[int32]bool{}} }

// Walk works out what strings nodes may be. It goes backwards from the node, so it costs
// only what arguments need. All that one walk is asked comes out of one budget; what is
// past it is unknown.
type Walk struct {
	s     solver.View
	in    *Values
	steps int
	busy  map[int32]bool
	skip  int32 // a node not to be followed
}

var unknown = value.Pattern{{Kind: value.Unknown}}

// alts is a set of patterns and whether there may be more.
type alts struct {
	patterns []value.Pattern
	open     bool
}

func (a *alts) add(p value.Pattern) {
	if len(p) > maxParts {
		p = append(slices.Clone(p[:maxParts]), value.Part{Kind: value.Unknown})
	}
	if len(a.patterns) >= maxAlts {
		a.open = true
		return
	}
	for _, q := range a.patterns {
		if slices.Equal(p, q) {
			return
		}
	}
	a.patterns = append(a.patterns, p)
}

// merge takes b over: nobody else may hold its list.
func (a *alts) merge(b alts) {
	a.open = a.open || b.open
	if len(a.patterns) == 0 {
		a.patterns = b.patterns
		return
	}
	for _, p := range b.patterns {
		a.add(p)
	}
}

func (f *Walk) value(n int32, depth int) value.Value {
	if n == 0 {
		return value.Value{Open: true}
	}
	a := f.alts(n, depth)
	v := value.Value{Alts: a.patterns, Open: a.open}
	slices.SortFunc(v.Alts, comparePatterns)
	s := f.s
	objects := 0
	s.Each(n, func(t solver.Token) {
		switch s.Kind(t) {
		case solver.KindFunc, solver.KindBound:
			v.Func = true
		case solver.KindObject:
			if objects++; objects == 1 && depth < 2 {
				f.object(t, &v, depth)
			}
		}
	})
	if objects > 1 {
		v.Open = true
	}
	return v
}

func comparePatterns(a, b value.Pattern) int { return strings.Compare(a.String(), b.String()) }

// object folds the properties or items of one object.
func (f *Walk) object(t solver.Token, v *value.Value, depth int) {
	s := f.s
	star, starred := s.Own(t, solver.AnyName)
	starred = starred && s.HasPred(star)
	v.Open = v.Open || starred || s.IsMoved(t)
	if s.IsList(t) {
		v.Items = []value.Value{}
		for i := range MaxItems + 1 {
			p, ok := s.OwnAt(t, i)
			if !ok || !f.storedBeside(p, star) {
				break
			}
			if i == MaxItems {
				v.Open = true
				break
			}
			// What is pushed comes after what is written.
			f.skip = star
			v.Items = append(v.Items, f.value(p, depth+1))
			f.skip = 0
		}
		if starred && depth == 0 {
			v.Beyond = f.beyond(star)
		}
		return
	}
	v.Props = map[string]value.Value{}
	f.props(t, v, depth, 4)
	if s.IsMixed(t) {
		v.Open = true
	}
}

// beyond folds what is stored in a list under no place that is known, where that is a text.
func (f *Walk) beyond(star int32) []value.Pattern {
	var out []value.Pattern
	for _, p := range f.alts(star, 1).patterns {
		if len(p) > 1 || len(p) == 1 && p[0].Kind == value.Literal {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, comparePatterns)
	return out
}

// storedBeside reports whether something flows into a property other than
// what is stored under unknown keys.
func (f *Walk) storedBeside(p, star int32) bool {
	for src := range f.s.Pred(p) {
		if src != star {
			return true
		}
	}
	return false
}

// props folds the properties of an object and of those it takes some from;
// its own win.
func (f *Walk) props(t solver.Token, v *value.Value, depth, generations int) {
	s := f.s
	for p := range s.Props(t) {
		n := s.Key(p)
		if n == solver.AllNames || n == solver.AnyName || !s.HasPred(p) {
			continue
		}
		if _, ok := v.Props[s.Text(n)]; ok {
			continue
		}
		if len(v.Props) >= maxProps {
			v.Open = true
			return
		}
		v.Props[s.Text(n)] = f.value(p, depth+1)
	}
	if generations == 0 {
		return
	}
	for parent := range s.Parents(t) {
		if s.Kind(parent) == solver.KindObject {
			f.props(parent, v, depth, generations-1)
		}
	}
}

// alts folds a node.
func (f *Walk) alts(n int32, depth int) alts {
	if f.steps++; f.steps > maxSteps || depth > maxFold || n == 0 {
		return alts{patterns: []value.Pattern{unknown}, open: true}
	}
	if f.busy[n] {
		return alts{open: true} // it feeds itself: more of the same
	}
	f.busy[n] = true
	defer delete(f.busy, n)

	_, v, c := f.s.Code(n)
	if v != nil && (v.Op == ir.OpLoad || v.Op == ir.OpIndex || v.Op == ir.OpGlobal) {
		if out, ok := f.symbols(n); ok {
			// A property may hold something else as well: process.execPath in one case, a name in another.
			if f.s.HasPred(n) {
				out.merge(f.preds(n, depth))
			}
			return out
		}
	}
	if v == nil {
		if list := f.s.ElementsOf(n); list != 0 {
			return f.elements(n, list, depth)
		}
		return f.preds(n, depth)
	}
	u := f.s.Unit(f.s.FrameUnit(c))
	switch v.Op {
	case ir.OpStr:
		return one(value.Pattern{{Kind: value.Literal, Text: u.Strings[v.A]}})
	case ir.OpWord:
		return one(value.Pattern{{Kind: value.Keyword, Text: u.Strings[v.A]}})
	case ir.OpConcat:
		return f.concat(u.List(v.A), c, depth)
	case ir.OpGlobal:
		return f.global(u, u.Strings[v.A])
	case ir.OpLoad:
		if out, ok := f.load(u, v, c, n, depth); ok {
			return out
		}
	case ir.OpIndex:
		if out, ok := f.index(v, c, n, depth); ok {
			return out
		}
		if _, one := f.number(f.s.Resolve(c, v.B), depth); !one {
			return f.elements(n, f.s.Resolve(c, v.A), depth)
		}
	case ir.OpVar:
		if f.isRest(n) {
			return alts{}
		}
	case ir.OpPhi:
		if of, ok := f.iterated(u, v); ok {
			return f.alts(f.s.Resolve(c, of), depth+1)
		}
	case ir.OpCall, ir.OpNew:
		if out, ok := f.call(n, v, c, depth); ok {
			return out
		}
	case ir.OpFunc, ir.OpObject, ir.OpArray, ir.OpRegExp:
		return alts{}
	}
	return f.preds(n, depth)
}

// more reports that there may be values which no pattern stands for: an unknown
// stands for all.
func (a alts) more() bool {
	return a.open && !slices.ContainsFunc(a.patterns, func(p value.Pattern) bool { return slices.Equal(p, unknown) })
}

func one(p value.Pattern) alts { return alts{patterns: []value.Pattern{p}} }

// preds is what flows into a node.
func (f *Walk) preds(n int32, depth int) alts {
	var out alts
	if !f.s.HasPred(n) || f.s.Crowded(n) {
		out.add(unknown)
		out.open = true
		return out
	}
	for src := range f.s.Pred(n) {
		if src != f.skip {
			out.merge(f.alts(src, depth+1))
		}
	}
	return out
}

// symbols folds a node that is an outside symbol with a meaning as a place.
func (f *Walk) symbols(n int32) (alts, bool) {
	var out alts
	s := f.s
	s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
		r := s.SymbolOf(t)
		if e, ok := s.Catalog().Lookup(r.Module, r.Member); ok && e.Root != "" && !isFunctionRoot(r.Module) {
			out.add(rooted(e.Root))
			return
		}
		if r.Module == "process" && strings.HasPrefix(r.Member, "env.") {
			out.add(value.Pattern{{Kind: value.Env, Text: strings.TrimPrefix(r.Member, "env.")}})
		}
		if r.Module == "path" && (r.Member == "sep" || r.Member == "posix.sep") {
			out.add(value.Pattern{{Kind: value.Literal, Text: "/"}})
		}
		if r.Module == "path" && (r.Member == "delimiter" || r.Member == "posix.delimiter") {
			out.add(value.Pattern{{Kind: value.Literal, Text: ":"}})
		}
	})
	return out, len(out.patterns) > 0
}

// rooted is the place that a symbol is by the catalogue. The file of a document is no root: a person may open any. It is
// unknown, and what is known is where it comes from.
func rooted(root string) value.Pattern {
	if root == value.Document {
		return value.Pattern{{Kind: value.Unknown, Text: root}}
	}
	return value.Pattern{{Kind: value.Root, Text: root}}
}

// isFunctionRoot reports whether roots of a module are what calls give, not
// what its members are.
func isFunctionRoot(module string) bool { return module == "os" }

func (f *Walk) global(u *solver.Unit, id string) alts {
	switch id {
	case "__dirname":
		return one(inExtension(path.Dir(u.Runs)))
	case "__filename":
		return one(inExtension(u.Runs))
	}
	return alts{patterns: []value.Pattern{unknown}, open: true}
}

func inExtension(file string) value.Pattern {
	p := value.Pattern{{Kind: value.Root, Text: "extension"}}
	if file != "." && file != "" {
		p = append(p, value.Part{Kind: value.Literal, Text: "/" + file})
	}
	return p
}

// load folds a property: of import.meta, of a folder's uri, of a value whose
// string is itself.
func (f *Walk) load(u *solver.Unit, v *ir.Value, c, n int32, depth int) (alts, bool) {
	base := f.s.Resolve(c, v.A)
	switch u.Strings[v.B] {
	case "fsPath", "path", "href", "pathname", "uri":
		if !f.s.HasPred(n) {
			return f.alts(base, depth+1), true
		}
	case "scheme", "authority":
		if !f.s.HasPred(n) {
			return uriParts(f.alts(base, depth+1), u.Strings[v.B] == "scheme"), true
		}
	case "url", "dirname", "filename":
		if _, m, _ := f.s.Code(base); m != nil && m.Op == ir.OpMeta {
			if u.Strings[v.B] == "dirname" {
				return one(inExtension(path.Dir(u.Runs))), true
			}
			return one(inExtension(u.Runs)), true
		}
	}
	if out, ok := f.piece(base, u.Strings[v.B], depth); ok {
		return out, true
	}
	if f.s.HasPred(n) {
		return alts{}, false
	}
	if out, ok := f.contextRoot(u.Strings[v.B], base); ok {
		return out, true
	}
	return f.member(base, u.Strings[v.B], depth)
}

// uriParts returns the scheme or the authority of addresses.
func uriParts(a alts, scheme bool) alts {
	out := alts{open: a.more()}
	for _, p := range a.patterns {
		var part value.Pattern
		if len(p) > 0 && p[0].Kind == value.Literal {
			before, after, ok := strings.Cut(p[0].Text, "://")
			name, _, ended := strings.Cut(after, "/")
			switch {
			case ok && scheme:
				part = value.Pattern{{Kind: value.Literal, Text: before}}
			case ok && (ended || len(p) == 1):
				part = value.Pattern{{Kind: value.Literal, Text: name}}
			}
		}
		if part == nil {
			part = unknown
		}
		out.add(part)
	}
	return out
}

// index folds process.env[name], and a member of a setting.
func (f *Walk) index(v *ir.Value, c, n int32, depth int) (alts, bool) {
	env := false
	f.s.EachOf(f.s.Resolve(c, v.A), solver.KindSymbol, func(t solver.Token) {
		r := f.s.SymbolOf(t)
		env = env || r.Module == "process" && r.Member == "env"
	})
	if !env {
		if out, ok := f.piece(f.s.Resolve(c, v.A), f.key(f.s.Resolve(c, v.B), depth), depth); ok {
			return out, true
		}
		if f.s.HasPred(n) {
			return alts{}, false
		}
		return f.member(f.s.Resolve(c, v.A), f.key(f.s.Resolve(c, v.B), depth), depth)
	}
	return one(value.Pattern{{Kind: value.Env, Text: "*"}}), true
}
