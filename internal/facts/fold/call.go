package fold

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// call folds the result of a call that makes a path, an address or a setting.
func (f *Walk) call(n int32, v *ir.Value, c int32, depth int) (alts, bool) {
	s := f.s
	args := s.ArgNodes(n)
	var out alts
	known := false
	s.EachOf(s.Resolve(c, v.A), solver.KindSymbol, func(t solver.Token) {
		r := s.SymbolOf(t)
		if got, ok := f.symbolCall(r, n, args, depth); ok {
			known = true
			out.merge(got)
		}
	})
	// path.join.call(path, …) is path.join(…).
	s.EachOf(s.Resolve(c, v.A), solver.KindCall, func(t solver.Token) {
		inner := s.Info(solver.Token(s.Info(t).A))
		if inner.Kind != solver.KindSymbol || len(args) == 0 || args[0] < 0 {
			return
		}
		if got, ok := f.symbolCall(s.Symbol(inner.A), n, args[1:], depth); ok {
			known = true
			out.merge(got)
		}
	})
	// path.join.apply(path, list) is path.join(...list).
	s.EachOf(s.Resolve(c, v.A), solver.KindApply, func(t solver.Token) {
		inner := s.Info(solver.Token(s.Info(t).A))
		if inner.Kind != solver.KindSymbol || len(args) != 2 || args[1] <= 0 {
			return
		}
		if got, ok := f.symbolCall(s.Symbol(inner.A), n, []int32{-args[1]}, depth); ok {
			known = true
			out.merge(got)
		}
	})
	if known {
		return out, true
	}
	if got, ok := f.bytes(n, v, c, args, depth); ok {
		return got, true
	}
	u := s.Unit(s.FrameUnit(c))
	if callee := u.Nodes[v.A]; v.A != 0 && callee.Op == ir.OpLoad {
		return f.methodCall(u.Strings[callee.B], s.Resolve(c, v.B), n, args, depth)
	}
	return alts{}, false
}

// symbolCall folds the call of an outside symbol.
func (f *Walk) symbolCall(r solver.Symbol, n int32, args []int32, depth int) (alts, bool) {
	arg := func(i int) alts {
		if i < len(args) && args[i] > 0 {
			return f.alts(args[i], depth+1)
		}
		return alts{patterns: []value.Pattern{unknown}, open: true}
	}
	if e, ok := f.s.Catalog().Lookup(r.Module, r.Member); ok && e.Root != "" {
		p := rooted(e.Root)
		if r.Member == "ExtensionContext.asAbsolutePath" {
			return joined(alts{patterns: []value.Pattern{p}}, arg(0)), true
		}
		return one(p), true
	}
	switch r.Module {
	case "path":
		switch strings.TrimPrefix(strings.TrimPrefix(r.Member, "posix."), "win32.") {
		case "join":
			return f.paths(args, depth, false), true
		case "resolve":
			return f.paths(args, depth, true), true
		case "normalize":
			return each(arg(0), cleaned), true
		case "toNamespacedPath":
			return arg(0), true
		case "dirname":
			return each(arg(0), dirname), true
		case "basename":
			return each(arg(0), basename), true
		}
	case "url":
		switch r.Member {
		case "fileURLToPath", "pathToFileURL":
			return arg(0), true
		case "URL":
			return arg(0), true
		}
	case "vscode":
		switch r.Member {
		case "Uri.file", "Uri.parse":
			return arg(0), true
		case "Uri.joinPath":
			return f.paths(args, depth, false), true
		case "workspace.getConfiguration().get":
			return f.setting(n, args, depth), true
		}
	case "globals":
		if r.Member == "String" {
			return arg(0), true
		}
	}
	return alts{}, false
}

// paths folds path.join and its kin; for resolve, what is absolute starts
// afresh.
func (f *Walk) paths(args []int32, depth int, resolve bool) alts {
	out := alts{patterns: []value.Pattern{nil}}
	for _, a := range args {
		if a < 0 {
			if rest, ok := f.spreadPath(-a, depth); ok {
				out = joined(out, rest)
				continue
			}
			out = product(out, alts{patterns: []value.Pattern{{{Kind: value.Literal, Text: "/"}, {Kind: value.Unknown}}}, open: true})
			break
		}
		next := f.alts(a, depth+1)
		if resolve && absolute(next) {
			out = next
			continue
		}
		out = joined(out, set(next))
	}
	return each(out, cleaned)
}

// maxSpread is how many lists may be spread into a path and still be told apart.
const maxSpread = 8

// spreadPath folds lists that are written out and spread into a path: path.join(home, ...[".docker", "config.json"]).
func (f *Walk) spreadPath(n int32, depth int) (alts, bool) {
	s := f.s
	if f.isRest(n) && !s.Known(n) {
		return alts{patterns: []value.Pattern{nil}}, true
	}
	var lists []solver.Token
	written := true
	s.EachOf(n, solver.KindObject, func(t solver.Token) {
		lists = append(lists, t)
		at := s.Info(t).A
		_, v, _ := s.Code(at)
		written = written && s.IsList(t) && s.HasCode(at) && v != nil && (v.Op == ir.OpArray && v.A == 0 || f.isHanded(t, at))
	})
	if !written || len(lists) == 0 || len(lists) > maxSpread {
		return alts{}, false
	}
	var out alts
	for _, list := range lists {
		if star, ok := s.Own(list, solver.AnyName); ok && s.HasPred(star) {
			return alts{}, false
		}
		text := alts{patterns: []value.Pattern{nil}}
		for i := range MaxItems {
			p, ok := s.OwnAt(list, i)
			if !ok || !s.HasPred(p) {
				if i == 0 && !f.isHanded(list, s.Info(list).A) {
					return alts{}, false // what a split gives: nobody knows how much
				}
				break
			}
			text = joined(text, set(f.alts(p, depth+1)))
		}
		out.merge(text)
	}
	return out, len(out.patterns) > 0
}

// absolute reports whether every alternative is a path of its own.
func absolute(a alts) bool {
	return len(a.patterns) > 0 && !slices.ContainsFunc(a.patterns, func(p value.Pattern) bool {
		if len(p) == 0 {
			return true
		}
		switch p[0].Kind {
		case value.Root:
			return false
		case value.Unknown:
			return p[0].Text == "" // the file of a document is one
		default:
			return p[0].Kind != value.Literal || !strings.HasPrefix(p[0].Text, "/")
		}
	})
}

// joined is a path below another. Below an empty text it is what it is, and below none it is no path: what
// Node refuses is no place.
func joined(a, b alts) alts {
	above, empty := alts{open: a.open}, false
	for _, p := range a.patterns {
		switch {
		case len(p) == 0 || len(p) == 1 && p[0].Kind == value.Literal && p[0].Text == "":
			empty = true
		case len(p) == 1 && p[0].Kind == value.Keyword && len(a.patterns) > 1:
		default:
			above.add(p)
		}
	}
	if empty && len(above.patterns) == 0 {
		b.open = b.open || a.open
		return b
	}
	out := product(product(above, one(value.Pattern{{Kind: value.Literal, Text: "/"}})), b)
	if empty {
		out.merge(b)
	}
	return out
}

func each(a alts, f func(value.Pattern) value.Pattern) alts {
	out := alts{open: a.open}
	for _, p := range a.patterns {
		out.add(f(p))
	}
	return out
}

// cleaned removes what "." and ".." in literal text take back, as far as the
// text is known; a root or an unknown is never climbed out of, and a ".." that
// would is kept as it is.
func cleaned(p value.Pattern) value.Pattern {
	out := make(value.Pattern, 0, len(p))
	for i, part := range p {
		if part.Kind != value.Literal {
			out = append(out, part)
			continue
		}
		var kept []string
		segments := strings.Split(part.Text, "/")
		rooted := i == 0 && segments[0] == "" && len(segments) > 1
		for k, seg := range segments {
			last := k == len(segments)-1
			switch {
			case seg == "" && (k == 0 && i > 0 || last && i < len(p)-1 && k > 0):
				kept = append(kept, "") // the slash beside a neighbour
			case seg == "" || seg == ".":
			case seg == ".." && len(kept) > 0 && kept[len(kept)-1] != ".." && kept[len(kept)-1] != "" && !(i > 0 && k == 1 && segments[0] != ""):
				kept = kept[:len(kept)-1]
			case seg == ".." && rooted:
			default:
				kept = append(kept, seg)
			}
		}
		text := strings.Join(kept, "/")
		if rooted {
			text = "/" + text
		}
		if i > 0 && i == len(p)-1 {
			text = strings.TrimSuffix(text, "/")
		}
		if text != "" || i == 0 && len(p) == 1 {
			out = append(out, value.Part{Kind: value.Literal, Text: text})
		}
	}
	return out
}

func dirname(p value.Pattern) value.Pattern {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Kind != value.Literal {
			if p[i].Kind == value.Unknown && len(p) == 1 && p[0].Text == value.Document {
				return value.Pattern{{Kind: value.Unknown, Text: value.DocumentFolder}}
			}
			if p[i].Kind == value.Unknown {
				return append(append(value.Pattern{}, p[:i]...), value.Part{Kind: value.Unknown})
			}
			return append(append(value.Pattern{}, p[:i+1]...), value.Part{Kind: value.Literal, Text: "/.."})
		}
		text := strings.TrimRight(p[i].Text, "/")
		if at := strings.LastIndexByte(text, '/'); at > 0 {
			out := append(value.Pattern{}, p[:i]...)
			return append(out, value.Part{Kind: value.Literal, Text: text[:at]})
		} else if at == 0 && i > 0 {
			return append(value.Pattern{}, p[:i]...)
		}
	}
	return unknown
}

func basename(p value.Pattern) value.Pattern {
	if n := len(p); n > 0 && p[n-1].Kind == value.Literal {
		text := strings.TrimRight(p[n-1].Text, "/")
		if at := strings.LastIndexByte(text, '/'); at >= 0 {
			return value.Pattern{{Kind: value.Literal, Text: text[at+1:]}}
		}
		if n == 1 {
			return p
		}
	}
	return unknown
}

// setting folds getConfiguration(section).get(key, default): the setting, or
// its default.
func (f *Walk) setting(n int32, args []int32, depth int) alts {
	out := f.ofSettings(f.settingIDs(n, args, depth))
	// What the code gives for a setting that nobody set, and that the manifest gives no default.
	if len(args) > 1 && args[1] > 0 {
		for _, p := range f.alts(args[1], depth+1).patterns {
			if text, ok := p.Constant(); ok && text != "" {
				out.add(p)
			}
		}
	}
	return out
}

// SettingIDs returns the ids that a call of .get, .has, .inspect or .update on a
// configuration may mean, by the call's node and those of its arguments; a part nobody
// could fold is "?".
func (f *Walk) SettingIDs(call int32, args []int32) []string { return f.settingIDs(call, args, 0) }

func (f *Walk) settingIDs(n int32, args []int32, depth int) []string {
	s := f.s
	_, v, c := s.Code(n)
	if v == nil {
		return nil
	}
	sections := f.sections(s.Resolve(c, v.B), depth+1, map[int32]bool{})
	keys := []string{"?"}
	if len(args) > 0 && args[0] > 0 {
		keys = texts(f.alts(args[0], depth+1))
	}
	var out []string
	for _, section := range sections {
		for _, key := range keys {
			id := key
			if section != "" {
				id = section + "." + key
			}
			out = append(out, id)
			if len(out) >= maxAlts {
				return out
			}
		}
	}
	return out
}

func texts(a alts) []string {
	var out []string
	for _, p := range a.patterns {
		if t, ok := p.Constant(); ok {
			out = append(out, t)
		} else if len(p) == 1 && p[0].Kind == value.Keyword && (p[0].Text == "undefined" || p[0].Text == "null") {
			out = append(out, "")
		} else {
			out = append(out, "?")
		}
	}
	if len(out) == 0 {
		out = append(out, "?")
	}
	return out
}

// Texts returns the texts that a node may be: "?" for one nobody could fold, the empty one
// for undefined and null.
func (f *Walk) Texts(n int32) []string { return texts(f.alts(n, 0)) }

// Sections returns the sections of the settings that a configuration object, by its node,
// may be of: it goes back to the calls of getConfiguration that it may come from.
func (f *Walk) Sections(n int32) []string { return f.sections(n, 0, map[int32]bool{}) }

func (f *Walk) sections(n int32, depth int, seen map[int32]bool) []string {
	if n == 0 || seen[n] || len(seen) > 200 {
		return nil
	}
	seen[n] = true
	s := f.s
	if f.callsVSCode(n, "workspace.getConfiguration") {
		args := s.ArgNodes(n)
		if len(args) == 0 {
			return []string{""}
		}
		return texts(f.alts(args[0], depth+1))
	}
	var out []string
	for src := range s.Pred(n) {
		out = append(out, f.sections(src, depth, seen)...)
		if len(out) > maxAlts {
			break
		}
	}
	return out
}

// callsVSCode reports a node that is a call of a member of vscode.
func (f *Walk) callsVSCode(n int32, member string) bool {
	_, v, c := f.s.Code(n)
	if v == nil || v.Op != ir.OpCall {
		return false
	}
	is := false
	f.s.EachOf(f.s.Resolve(c, v.A), solver.KindSymbol, func(t solver.Token) {
		r := f.s.SymbolOf(t)
		is = is || r.Module == "vscode" && r.Member == member
	})
	return is
}

// methodCall folds the methods of strings that keep a path readable.
func (f *Walk) methodCall(method string, base, n int32, args []int32, depth int) (alts, bool) {
	switch method {
	case "toString", "trim", "normalize", "trimEnd", "trimStart", "valueOf":
		return f.alts(base, depth+1).text(), true
	case "repeat":
		return f.repeat(base, args, depth)
	case "concat":
		out := f.alts(base, depth+1)
		for _, a := range args {
			out = product(out, f.alts(max(a, 0), depth+1))
		}
		return out, true
	case "join":
		return f.listJoin(base, args, depth)
	case "replace", "replaceAll":
		return f.replaced(method, base, args, depth)
	case "slice", "substring", "substr":
		return f.cut(method, base, args, depth)
	}
	return alts{}, false
}

// maxLists is how many lists a value may be for their joined text to be folded.
const maxLists = 4

// listJoin folds [a, b].join(sep), for each of the lists that it may be.
func (f *Walk) listJoin(base int32, args []int32, depth int) (alts, bool) {
	s := f.s
	var lists []solver.Token
	s.EachOf(base, solver.KindObject, func(t solver.Token) {
		if s.IsList(t) {
			lists = append(lists, t)
		}
	})
	if len(lists) == 0 || len(lists) > maxLists {
		return alts{}, false
	}
	sep := one(value.Pattern{{Kind: value.Literal, Text: ","}})
	if len(args) > 0 && args[0] > 0 {
		sep = f.alts(args[0], depth+1)
	}
	var out alts
	for _, list := range lists {
		text := alts{patterns: []value.Pattern{nil}}
		for i := range MaxItems {
			p, ok := s.OwnAt(list, i)
			if !ok {
				if i == 0 {
					return alts{}, false
				}
				break
			}
			if i > 0 {
				text = product(text, sep)
			}
			text = product(text, f.alts(p, depth+1))
		}
		out.merge(text)
	}
	return out, true
}
