package solver

// builtin models the methods of arrays, collections, promises and strings,
// which are called on values whose type is not known: the name decides, and
// the elements only count for values that are lists.
func (s *Solver) builtin(c, n, base int32, method string, args []int32) {
	if base == 0 {
		return
	}
	arg := func(i int) int32 {
		if i < len(args) && args[i] > 0 {
			return args[i]
		}
		return 0
	}
	elements := func() int32 {
		e := s.newNode()
		s.depend(base, depElements, e)
		s.elements[e] = base
		return e
	}
	call := func(f, dst int32, with ...int32) {
		s.invoke(f, invoke{args: with, dst: dst, site: n})
	}
	if moving[method] {
		s.depend(base, depMoved, base)
	}
	switch method {
	case "then":
		// Promises are transparent: a promise of x is x.
		call(arg(0), n, base)
		if arg(1) != 0 {
			call(arg(1), n, s.reason(n))
		}
	case "catch":
		s.edge(base, n)
		call(arg(0), n, s.reason(n))
	case "finally":
		s.edge(base, n)
		call(arg(0), 0)
	case "forEach", "some", "every":
		e := elements()
		call(arg(0), 0, e, e, base)
	case "map", "flatMap":
		if arg(0) != 0 {
			e := elements()
			s.collect(invoke{dst: n, site: n}, arg(0), []int32{e, 0, base})
			if method == "flatMap" && n != 0 {
				// What is in the lists that the callback gives is in the list as well.
				star := s.prop(s.list(n), AnyName)
				s.depend(star, depElements, star)
			}
		}
	case "filter", "sort", "toSorted":
		s.depend(base, depLists, n)
		e := elements()
		call(arg(0), 0, e, e)
	case "find", "findLast":
		e := elements()
		s.edge(e, n)
		call(arg(0), 0, e)
	case "reduce", "reduceRight":
		if arg(0) != 0 {
			e := elements()
			acc := s.newNode()
			s.edge(arg(1), acc)
			s.edge(n, acc)
			call(arg(0), n, acc, e)
			s.edge(arg(1), n)
		}
	case "slice", "reverse", "concat", "flat", "splice", "values", "entries", "toReversed", "with", "fill":
		s.depend(base, depLists, n)
		if method == "concat" || method == "splice" {
			for i := range args {
				s.depend(arg(i), depLists, n)
			}
		}
	case "next":
		result := s.tokens.get(KindObject, n, 0)
		s.add(n, result)
		s.depend(base, depElements, s.prop(result, s.intern("value")))
		if arg(0) != 0 {
			s.depend(base, depSent, arg(0))
		}
	case "__defineGetter__":
		value := s.newNode()
		s.depend(arg(1), depReturn, value)
		s.effectKeyed(base, arg(0), value)
	case "pop", "shift", "at", "get", "deref", "delete":
		if method != "get" || len(args) <= 1 {
			s.depend(base, depElements, n)
		}
	case "push", "unshift", "add", "set":
		for i, a := range args {
			if method == "set" && i == 0 && len(args) > 1 {
				continue
			}
			if a < 0 {
				e := s.newNode()
				s.depend(-a, depElements, e)
				s.depend(base, depFill, e)
			} else if a > 0 {
				s.depend(base, depFill, a)
			}
		}
		if method == "set" || method == "add" {
			s.depend(base, depLists, n)
		}
	case "toString", "trim", "normalize", "toLowerCase", "valueOf":
		s.edge(base, n)
	case "split":
		s.splitText(n, base)
	default:
		if chaining[method] {
			s.depend(base, depInstance, n)
		}
	}
}

// splitText is the list of names in "readFile writeFile".split(" ").
func (s *Solver) splitText(n, base int32) {
	t := s.list(n)
	s.add(n, t)
	s.want(base)
	s.depend(base, depSplit, s.pair(n, s.prop(t, AnyName)))
}

// builtins are the methods builtin knows.
var builtins = map[string]bool{
	"then": true, "catch": true, "finally": true, "forEach": true, "some": true, "every": true, "map": true,
	"flatMap": true, "filter": true, "sort": true, "toSorted": true, "find": true, "findLast": true,
	"reduce": true, "reduceRight": true, "slice": true, "reverse": true, "concat": true, "flat": true,
	"splice": true, "values": true, "entries": true, "toReversed": true, "with": true, "fill": true,
	"next": true, "pop": true, "shift": true, "at": true, "get": true, "deref": true, "delete": true,
	"push": true, "unshift": true, "add": true, "set": true, "has": true, "includes": true, "indexOf": true,
}

// moving are the methods after which elements of a list stand elsewhere than where they were written. What is pushed comes
// after them; unshift fills the list with what nobody knows the place of.
var moving = map[string]bool{"shift": true, "pop": true, "splice": true, "reverse": true, "sort": true}

// IsListMethod says whether a method, by its name, is one of a list or collection that the
// solver knows.
func IsListMethod(method string) bool { return builtins[method] }

// chaining are the methods with which emitters, sockets and servers give
// themselves: createServer().on("error", f).listen(0).
var chaining = map[string]bool{
	"on": true, "once": true, "addListener": true, "prependListener": true, "prependOnceListener": true, "off": true,
	"removeListener": true, "removeAllListeners": true, "setMaxListeners": true, "ref": true, "unref": true,
	"setTimeout": true, "setNoDelay": true, "setKeepAlive": true, "setEncoding": true,
}
