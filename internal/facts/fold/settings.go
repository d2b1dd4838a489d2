package fold

import (
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// maxMembers is how many names the id of a setting has at most, with those of the members of its value.
const maxMembers = 8

// inspected are the members of what inspect() gives: each is the setting's value, by who set it.
var inspected = map[string]bool{
	"defaultValue": true, "globalValue": true, "workspaceValue": true, "workspaceFolderValue": true,
	"defaultLanguageValue": true, "globalLanguageValue": true, "workspaceLanguageValue": true, "workspaceFolderLanguageValue": true,
}

// member folds a member of a setting's value, whose key may be "*" where nobody knows it. The member "list" of the setting
// acme.tools is the setting acme.tools.list, as VS Code reads it, and its first item acme.tools.list.0.
func (f *Walk) member(base int32, key string, depth int) (alts, bool) {
	if key == "" || key == "length" || strings.ContainsAny(key, ".{}") || f.s.Crowded(base) || f.isOwn(base) {
		return alts{}, false
	}
	above, is := alts{}, false
	if inspected[key] {
		above, is = f.inspect(base, depth, map[int32]bool{})
	}
	if is {
		return above, true
	}
	above = f.alts(base, depth+1)
	out := alts{open: above.open}
	for _, p := range above.patterns {
		if len(p) != 1 || p[0].Kind != value.Config || strings.Count(p[0].Text, ".") > maxMembers {
			out.open = true
			continue
		}
		out.add(value.Pattern{{Kind: value.Config, Text: p[0].Text + "." + key}})
	}
	return out, len(out.patterns) > 0
}

// isOwn reports what the code itself makes, whose members are known.
func (f *Walk) isOwn(n int32) bool {
	own := false
	f.s.Each(n, func(t solver.Token) {
		switch f.s.Kind(t) {
		case solver.KindObject, solver.KindModule, solver.KindNamespace, solver.KindFunc:
			own = true
		}
	})
	return own
}

// maxInspected is how many nodes are looked at for the call of inspect() that an object comes from.
const maxInspected = 50

// inspect gives the settings of the calls of inspect() that an object may come from.
func (f *Walk) inspect(n int32, depth int, seen map[int32]bool) (alts, bool) {
	if n == 0 || seen[n] || len(seen) > maxInspected {
		return alts{}, false
	}
	seen[n] = true
	s := f.s
	var out alts
	if f.callsVSCode(n, "workspace.getConfiguration().inspect") {
		return f.ofSettings(f.settingIDs(n, s.ArgNodes(n), depth)), true
	}
	found := false
	for src := range s.Pred(n) {
		if more, ok := f.inspect(src, depth, seen); ok {
			out.merge(more)
			found = true
		}
	}
	return out, found
}

// ofSettings are the values of settings by their ids.
func (f *Walk) ofSettings(ids []string) alts {
	var out alts
	for _, id := range ids {
		out.add(value.Pattern{{Kind: value.Config, Text: id}})
		out.open = out.open || strings.Contains(id, "?") // nobody knows which
	}
	return out
}

// key is the text of a key, or a star.
func (f *Walk) key(n int32, depth int) string {
	if n == 0 {
		return "*"
	}
	if at, ok := f.number(n, depth); ok {
		return strconv.Itoa(at)
	}
	a := f.alts(n, depth+1)
	if len(a.patterns) == 1 && !a.open {
		if text, ok := a.patterns[0].Constant(); ok {
			return text
		}
	}
	return "*"
}
