package catalog

import (
	"errors"
	"strings"
)

// maxRewrites bounds the alias steps of one name; the longest honest chain
// ("globals" "global.process.binding") takes three.
const maxRewrites = 16

// Canonical returns the one spelling under which a symbol is catalogued:
// "fs/promises" "readFile" is "fs" "promises.readFile", "globals"
// "process.env" is "process" "env". Segments that only say how a bundler
// reached the symbol ("default") or that a method was taken from its class
// ("prototype", "constructor") are resolved.
func (c *Catalog) Canonical(module, member string) (string, string) {
	s := Symbol{strings.TrimPrefix(module, "node:"), normalise(member)}
	for range maxRewrites {
		next, ok := c.rewrite(s)
		if !ok {
			break
		}
		next.Member = normalise(next.Member)
		s = next
	}
	return s.Module, s.Member
}

// rewrite applies the alias with the longest prefix of s, or resolves the
// first segment of a member of globals.
func (c *Catalog) rewrite(s Symbol) (Symbol, bool) {
	for m := s.Member; ; m = parent(m) {
		if to, ok := c.aliases[Symbol{s.Module, m}]; ok {
			return Symbol{to.Module, join(to.Member, s.Member[len(m):])}, true
		}
		if m == "" {
			break
		}
	}
	if s.Module != "globals" || s.Member == "" {
		return s, false
	}
	first := s.Member
	if i := strings.IndexAny(first, ".("); i >= 0 {
		first = first[:i]
	}
	to, ok := c.globals[first]
	if !ok || to == (Symbol{"globals", first}) {
		return s, false
	}
	return Symbol{to.Module, join(to.Member, s.Member[len(first):])}, true
}

// join puts a rest (".b", "().b", "b") below a member.
func join(member, rest string) string {
	switch {
	case member == "":
		return strings.TrimPrefix(rest, ".")
	case rest == "" || rest[0] == '.' || rest[0] == '(':
		return member + rest
	default:
		return member + "." + rest
	}
}

// normalise drops "default" segments and turns X.prototype.m (also through
// __proto__ of an instance) into X().m and X().constructor into X.
func normalise(member string) string {
	if !strings.Contains(member, "default") && !strings.Contains(member, "proto") && !strings.Contains(member, "constructor") {
		return member
	}
	var out string
	for seg := range strings.SplitSeq(member, ".") {
		name, calls := seg, ""
		if i := strings.IndexByte(seg, '('); i >= 0 {
			name, calls = seg[:i], seg[i:]
		}
		switch {
		case name == "default":
			out += calls
		case name == "prototype" && out != "" && !strings.HasSuffix(out, "()"):
			out += "()" + calls
		case name == "__proto__" && strings.HasSuffix(out, "()"):
			out += calls
		case name == "constructor" && strings.HasSuffix(out, "()"):
			out = strings.TrimSuffix(out, "()") + calls
		default:
			out = join(out, seg)
		}
	}
	return out
}

// parseAliases reads "module member module member": the left spelling means
// the right one. "-" is the module itself.
func parseAliases(lines []line) (map[Symbol]Symbol, error) {
	out := map[Symbol]Symbol{}
	var errs []error
	last := ""
	for _, l := range lines {
		if len(l.words) != 4 {
			errs = append(errs, l.errorf(`want "module member module member", got %d words`, len(l.words)))
			continue
		}
		from := Symbol{l.words[0], strings.TrimPrefix(l.words[1], "-")}
		to := Symbol{l.words[2], strings.TrimPrefix(l.words[3], "-")}
		key := from.Module + " " + from.Member
		if key <= last {
			errs = append(errs, l.errorf("%s %s is said twice or out of order", l.words[0], l.words[1]))
		}
		last = key
		if from == to {
			errs = append(errs, l.errorf("%s %s means itself", l.words[0], l.words[1]))
		}
		out[from] = to
	}
	return out, errors.Join(errs...)
}

// parseGlobals reads "name module member": the global's name and its symbol.
func parseGlobals(lines []line) (map[string]Symbol, error) {
	out := map[string]Symbol{}
	var errs []error
	last := ""
	for _, l := range lines {
		if len(l.words) != 3 {
			errs = append(errs, l.errorf(`want "name module member", got %d words`, len(l.words)))
			continue
		}
		if l.words[0] <= last {
			errs = append(errs, l.errorf("%s is said twice or out of order", l.words[0]))
		}
		last = l.words[0]
		out[l.words[0]] = Symbol{l.words[1], strings.TrimPrefix(l.words[2], "-")}
	}
	return out, errors.Join(errs...)
}
