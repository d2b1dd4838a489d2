package solver

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// natives are the globals of the language whose effect on values is known.
// They are no power of their own, only ways a value travels.
var natives = map[string]bool{
	"Object": true, "Reflect": true, "Promise": true, "Array": true, "Map": true, "Set": true,
	"WeakMap": true, "WeakSet": true, "WeakRef": true, "Proxy": true, "Function": true,
	"String": true, "Symbol": true, "JSON": true, "eval": true,
	"setImmediate": true, "queueMicrotask": true, "structuredClone": true,
}

// travels are the members of natives whose effect on values is known; see
// callGlobal.
var travels = map[string]bool{
	"Object.assign":                    true,
	"Object.setPrototypeOf":            true,
	"Reflect.setPrototypeOf":           true,
	"Object.create":                    true,
	"Object.defineProperty":            true,
	"Reflect.defineProperty":           true,
	"Object.defineProperties":          true,
	"Object.freeze":                    true,
	"Object.seal":                      true,
	"Object.preventExtensions":         true,
	"Promise.resolve":                  true,
	"Promise.withResolvers":            true,
	"Object.fromEntries":               true,
	"Promise.any":                      true,
	"Promise.race":                     true,
	"Array.from":                       true,
	"Promise.all":                      true,
	"Promise.allSettled":               true,
	"Object.getPrototypeOf":            true,
	"Reflect.getPrototypeOf":           true,
	"Object.getOwnPropertyDescriptor":  true,
	"Reflect.getOwnPropertyDescriptor": true,
	"Object.values":                    true,
	"Object.entries":                   true,
	"Object.keys":                      true,
	"Object.getOwnPropertyNames":       true,
	"Reflect.ownKeys":                  true,
	"Function()":                       true,
	"Function().call":                  true,
	"Function().apply":                 true,
	"Function().bind":                  true,
	"Object.getOwnPropertyDescriptors": true,
	"Array.of":                         true,
	"Reflect.get":                      true,
	"Reflect.apply":                    true,
	"Reflect.construct":                true,
	"Symbol.for":                       true,
}

// Call is one call or construction of an outside symbol.
type Call struct {
	Symbol int32   // its number, see View.Symbol
	Node   int32   // the call
	Args   []int32 // as View.ArgNodes has them; those that were bound are among them
	New    bool    // it makes an instance
}

// callRef calls an outside symbol: it is written down, and what is known of
// its result flows on.
func (s *Solver) callRef(in invoke, t Token) {
	r := s.tokens.info[t].A
	sym := s.refs.all[r]
	if in.site != 0 {
		s.uses = append(s.uses, Call{Symbol: r, Node: in.site, Args: in.args, New: in.new})
	}
	if m := s.refs.member(r, "()"); m != 0 {
		s.add(in.dst, s.tokens.get(KindSymbol, m, 0))
	}
	arg := func(i int) int32 {
		if i >= 0 && i < len(in.args) && in.args[i] > 0 {
			return in.args[i]
		}
		return 0
	}
	switch sym.Module {
	case "globals":
		s.callGlobal(in, sym.Member, arg)
	case "util":
		switch sym.Member {
		case "promisify", "callbackify", "deprecate":
			s.edge(arg(0), in.dst)
		case "inherits":
			s.effect(ir.Extends, arg(0), arg(1), 0)
		}
	case "module":
		switch sym.Member {
		case "createRequire", "createRequireFromPath":
			if in.dst != 0 {
				s.add(in.dst, s.tokens.get(KindRequire, s.unitOf(in.site), 0))
			}
		}
	case "process":
		switch sym.Member {
		case "getBuiltinModule", "binding":
			s.requireCall(s.unitOf(in.site), arg(0), in.dst)
		case "nextTick":
			s.invoke(arg(0), invoke{args: tail(in.args, 1), site: in.site})
		}
	case "timers":
		switch sym.Member {
		case "setTimeout", "setInterval":
			s.invoke(arg(0), invoke{args: tail(in.args, 2), site: in.site})
		case "setImmediate":
			s.invoke(arg(0), invoke{args: tail(in.args, 1), site: in.site})
		}
	case "vscode":
		s.handed(in, sym.Member, arg)
		if f, this := calledOn(sym.Member); arg(this) != 0 {
			s.invoke(arg(f), invoke{this: arg(this), site: in.site})
		}
	case "events", "async_hooks":
		// Emitters and storages hand on what they are given.
		s.invoke(arg(0), invoke{args: tail(in.args, 1), dst: in.dst, site: in.site})
		s.invoke(arg(1), invoke{args: tail(in.args, 2), dst: in.dst, site: in.site})
	}
}

// calledOn says which argument of a member of vscode is a function and which is the this of its calls: of a command the third, of
// an event the second.
func calledOn(member string) (f, this int) {
	switch name := member[strings.LastIndexByte(member, '.')+1:]; {
	case name == "registerCommand", name == "registerTextEditorCommand":
		return 1, 2
	case strings.HasPrefix(name, "on"):
		return 0, 1
	}
	return 0, -1
}

// handed calls the functions that a member of vscode is given with what VS Code hands to them.
func (s *Solver) handed(in invoke, member string, arg func(int) int32) {
	for _, h := range s.catalog.Heard(member) {
		f := arg(h.Arg)
		r := s.refs.member(s.refs.module("vscode", false), h.Type)
		if f == 0 || r == 0 {
			continue
		}
		site := in.site
		if h.Method != "" {
			method := s.newNode()
			s.memberOf(f, h.Method, method)
			f, site = method, 0 // whom it is called by is no caller of the code's, who would have a copy of it
		}
		args := make([]int32, h.Param+1)
		args[h.Param] = s.newNode()
		s.add(args[h.Param], s.tokens.get(KindSymbol, r, 0))
		s.invoke(f, invoke{args: args, site: site})
	}
}

func tail(args []int32, from int) []int32 {
	if from >= len(args) {
		return nil
	}
	return args[from:]
}

// callGlobal models the language's own functions.
func (s *Solver) callGlobal(in invoke, member string, arg func(int) int32) {
	switch member {
	case "Object.assign", "Object.setPrototypeOf", "Reflect.setPrototypeOf":
		for i := 1; i < len(in.args); i++ {
			if a := in.args[i]; a > 0 {
				s.effect(ir.Spread, arg(0), a, 0)
			} else if a < 0 {
				elements := s.newNode()
				s.depend(-a, depElements, elements)
				s.effect(ir.Spread, arg(0), elements, 0)
			}
		}
		s.edge(arg(0), in.dst)
	case "Object.create":
		s.add(in.dst, s.tokens.get(KindObject, in.dst, 0))
		s.effect(ir.Spread, in.dst, arg(0), 0)
		s.defineAll(in.dst, arg(1))
	case "Object.defineProperty", "Reflect.defineProperty":
		s.define(arg(0), arg(1), arg(2))
		s.edge(arg(0), in.dst)
	case "Object.defineProperties":
		s.defineAll(arg(0), arg(1))
		s.edge(arg(0), in.dst)
	case "Object.freeze", "Object.seal", "Object.preventExtensions", "Object", "Promise.resolve", "Symbol",
		"Promise.any", "Promise.race", "structuredClone", "Array.from", "Promise.all", "Promise.allSettled":
		s.edge(arg(0), in.dst)
		if member == "Promise.race" || member == "Promise.any" {
			s.depend(arg(0), depElements, in.dst)
		}
		if member == "Array.from" && arg(1) != 0 {
			elements := s.newNode()
			s.depend(arg(0), depElements, elements)
			s.collect(in, arg(1), []int32{elements})
		}
	case "Object.getOwnPropertyDescriptors":
		s.edge(arg(0), in.dst) // see describe
	case "Object.fromEntries":
		if in.dst != 0 {
			s.add(in.dst, s.tokens.get(KindObject, in.dst, 0))
			pairs, value := s.newNode(), s.newNode()
			s.depend(arg(0), depElements, pairs)
			s.memberOf(pairs, "1", value)
			s.effect(ir.StoreAt, in.dst, 0, value)
		}
	case "Object.getPrototypeOf", "Reflect.getPrototypeOf":
		s.filterThings(arg(0), in.dst)
	case "Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor":
		if in.dst != 0 && arg(0) != 0 {
			t := s.tokens.get(KindObject, in.dst, 0)
			s.add(in.dst, t)
			s.member(arg(0), arg(1), s.prop(t, s.intern("value")))
		}
	case "Object.values", "Object.entries":
		if in.dst != 0 && arg(0) != 0 {
			t := s.list(in.dst)
			s.add(in.dst, t)
			s.depend(arg(0), depAll, s.prop(t, AnyName))
			s.add(s.prop(t, AnyName), s.tokens.get(KindEntry, arg(0), 0))
			if member == "Object.entries" {
				// Each entry is a pair; the pair is the list itself, whose
				// elements are the values.
				s.add(s.prop(t, AnyName), t)
			}
		}
	case "Object.keys", "Object.getOwnPropertyNames", "Reflect.ownKeys":
		s.keys(in.dst, arg(0))
	case "Array", "Array.of", "Map", "Set", "WeakMap", "WeakSet", "WeakRef":
		s.collection(in, member, arg)
	case "Proxy":
		s.edge(arg(0), in.dst)
		s.proxied(in, arg(0), arg(1))
	case "Reflect.get":
		s.member(arg(0), arg(1), in.dst)
	case "Reflect.apply":
		next := invoke{this: arg(1), dst: in.dst, site: in.site}
		if arg(2) != 0 {
			next.args = []int32{-arg(2)}
		}
		s.invoke(arg(0), next)
	case "Reflect.construct":
		next := invoke{dst: in.dst, site: in.site, new: true}
		if arg(1) != 0 {
			next.args = []int32{-arg(1)}
		}
		s.invoke(arg(0), next)
	case "Promise":
		if in.dst != 0 {
			settle := s.newNode()
			s.add(settle, s.tokens.get(KindSettle, in.dst, 0))
			s.invoke(arg(0), invoke{args: []int32{settle, s.reason(in.site)}, site: in.site})
		}
	case "Promise.withResolvers":
		if in.dst != 0 {
			t := s.tokens.get(KindObject, in.dst, 0)
			s.add(in.dst, t)
			s.add(s.prop(t, s.intern("resolve")), s.tokens.get(KindSettle, s.prop(t, s.intern("promise")), 0))
		}
	case "Function().call":
		s.invoke(in.this, invoke{this: arg(0), args: tail(in.args, 1), dst: in.dst, site: in.site})
	case "Function().apply":
		next := invoke{this: arg(0), dst: in.dst, site: in.site}
		if arg(1) != 0 {
			next.args = []int32{-arg(1)}
		}
		s.invoke(in.this, next)
	case "eval", "Function":
		s.evaluated(in, member)
	case "setTimeout", "setInterval":
		s.invoke(arg(0), invoke{args: tail(in.args, 2), site: in.site})
	case "setImmediate", "queueMicrotask":
		s.invoke(arg(0), invoke{args: tail(in.args, 1), site: in.site})
	}
}

// reason is the node of what a promise is rejected with: where a call hears it, and for new Promise the function that says it.
// The solver follows no rejections and leaves them to whoever reads the graph.
func (s *Solver) reason(call int32) int32 {
	if s.reasons[call] == 0 {
		s.reasons[call] = s.newNode()
	}
	return s.reasons[call]
}

// evaluated follows the two idioms of code from strings that only exist to
// reach a name past a bundler: eval("require") and Function("return process").
func (s *Solver) evaluated(in invoke, member string) {
	if len(in.args) == 0 {
		return
	}
	last := in.args[len(in.args)-1]
	if last <= 0 || in.dst == 0 {
		return
	}
	unit := s.unitOf(in.site)
	s.want(last)
	s.depend(last, depEval, s.pair(in.dst, unit))
}

func (s *Solver) pair(a, b int32) int32 {
	s.pairs = append(s.pairs, [2]int32{a, b})
	return int32(len(s.pairs) - 1)
}

// filterThings passes on objects and functions, but no outside symbols.
func (s *Solver) filterThings(src, dst int32) {
	s.depend(src, depThings, dst)
}

// define is Object.defineProperty(o, key, descriptor).
func (s *Solver) define(o, key, descriptor int32) {
	if o == 0 || key == 0 || descriptor == 0 {
		return
	}
	value := s.newNode()
	s.memberOf(descriptor, "value", value)
	getter := s.newNode()
	s.memberOf(descriptor, "get", getter)
	s.depend(getter, depReturn, value)
	s.effectKeyed(o, key, value)
}

// defineAll is Object.defineProperties(o, descriptors).
func (s *Solver) defineAll(o, descriptors int32) {
	if o == 0 || descriptors == 0 {
		return
	}
	s.depend(descriptors, depDescriptors, s.pair(o, 0))
}

// effectKeyed stores a value under a key whose strings may be known; unlike an
// assignment under an unknown key it stores nothing when they are not.
func (s *Solver) effectKeyed(o, key, value int32) {
	s.want(key)
	i := int32(len(s.effects))
	s.effects = append(s.effects, effect{ir.StoreAt, o, key, value})
	s.depend(key, depKey, i)
	s.depend(o, depKeyed, i)
}

// memberOf lets dst be a named property of whatever src is.
func (s *Solver) memberOf(src int32, property string, dst int32) {
	s.depend(src, depMember, s.pair(dst, int32(s.intern(property))))
}

// member lets dst be src[key] for keys that are known.
func (s *Solver) member(src, key, dst int32) {
	if src == 0 || key == 0 || dst == 0 {
		return
	}
	// With several keys, which value belongs to which is lost; where that
	// matters, in copies, an effect says it.
	if _, v, _ := s.value(key); v == nil || v.Op != ir.OpStr {
		return
	}
	s.want(key)
	s.depend(src, depMemberAt, s.pair(dst, key))
	s.depend(key, depMemberKey, s.pair(dst, src))
}

// keys lets dst be the list of the names of an object's properties. Only
// small literal objects are worth it: that is a table being walked.
func (s *Solver) keys(dst, o int32) {
	if dst == 0 || o == 0 {
		return
	}
	t := s.list(dst)
	s.add(dst, t)
	s.depend(o, depKeys, s.prop(t, AnyName))
}

// collection is new Map, new Set and their kin.
func (s *Solver) collection(in invoke, member string, arg func(int) int32) {
	if in.dst == 0 {
		return
	}
	t := s.list(in.dst)
	s.add(in.dst, t)
	star := s.prop(t, AnyName)
	switch member {
	case "Array.of":
		for i := range in.args {
			s.edge(arg(i), star)
		}
	case "WeakRef":
		s.edge(arg(0), star)
	case "Map", "WeakMap":
		pairs := s.newNode()
		s.depend(arg(0), depElements, pairs)
		s.depend(pairs, depElements, star)
		// Iterating over a map gives pairs.
		pair := s.list(s.newNode())
		s.edge(star, s.prop(pair, AnyName))
		s.add(s.prop(t, AllNames), pair)
	default:
		s.depend(arg(0), depElements, star)
	}
}

// collect lets the result of a call be a new list of what a callback returns.
func (s *Solver) collect(in invoke, callback int32, args []int32) {
	if in.dst == 0 {
		return
	}
	t := s.list(in.dst)
	s.add(in.dst, t)
	s.invoke(callback, invoke{args: args, dst: s.prop(t, AnyName), site: in.site})
}

// trap is the handler of a proxy and what to call it with.
type trap struct {
	get, target, site int32
	told, key         int32 // what the set trap is told, and under which names
}

// proxied: what the get trap returns for a name is what the property is, and the set trap is told what is stored.
func (s *Solver) proxied(in invoke, target, handler int32) {
	if in.dst == 0 || handler == 0 {
		return
	}
	get := s.newNode()
	s.memberOf(handler, "get", get)
	t := s.tokens.get(KindObject, in.dst, 0)
	s.tokens.flags[t] |= isProxy
	set, told, key := s.newNode(), s.newNode(), s.newNode()
	s.memberOf(handler, "set", set)
	s.invoke(set, invoke{args: []int32{target, key, told, in.dst}, site: in.site})
	s.traps[t] = trap{get, target, in.site, told, key}
	s.add(in.dst, t)
}

// tells tells a proxy's trap what is stored under a name.
func (s *Solver) tells(t Token, n Name, value int32) {
	tr := s.traps[t]
	s.edge(value, tr.told)
	if n != AnyName {
		s.add(tr.key, s.tokens.get(KindText, int32(n), 0))
	}
}

// trapped calls a proxy's trap for one name.
func (s *Solver) trapped(t Token, n Name, p int32) {
	tr, ok := s.traps[t]
	if !ok || n == AnyName || n == AllNames {
		return
	}
	key := s.newNode()
	s.nodes[key].wants = true
	s.add(key, s.tokens.get(KindText, int32(n), 0))
	s.invoke(tr.get, invoke{args: []int32{tr.target, key}, dst: p, site: tr.site})
}
