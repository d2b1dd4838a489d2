package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const setContext = "setContext"

// contextKey is what a key of conditions looks like; nothing in it means more in a pattern.
var contextKey = lazyregexp.Lazy(`^[A-Za-z0-9_.:/-]{1,200}$`)

// contextKeys grants the keys of conditions that the code names, beside the command that sets them, but for those that the
// loader takes for the extension's own by their name. What others' menus and keys may go by, and what begins as the editor's
// keys do, stands in the policy to be seen.
func (c call) contextKeys(whole policy.Grant) {
	if c.use.Spread || len(c.use.Args) < 2 || !c.names(setContext) {
		return
	}
	for _, p := range c.use.Args[1].Alts {
		key, ok := p.Constant()
		if !ok || !contextKey().MatchString(key) || strings.HasPrefix(squashed(key), "ringfence") || c.ownsKey(key) {
			continue
		}
		g := whole
		g.Pattern = setContext + " " + key
		c.grant(g, c.place)
	}
}

// names reports a call that may be of a command.
func (c call) names(command string) bool {
	return slices.ContainsFunc(c.values(catalog.RoleCommandID), func(v facts.Value) bool {
		return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
			name, ok := p.Constant()
			return ok && name == command
		})
	})
}

// ownsKey reports a key that begins with the extension's name or as its commands do, and not as the editor's keys do: a part of
// what the loader takes for the extension's (shim/loader/vscode/named/names.js, isOwnContext), which sees the manifests of others as well.
func (c call) ownsKey(key string) bool {
	ext := c.in.Extension
	if ext == nil || slices.Contains(policy.ConditionWords(), firstWord(key)) {
		return false
	}
	m, head := ext.Manifest, headOf(key)
	if head == "" {
		return false
	}
	if head == squashed(m.Name) || strings.HasPrefix(strings.ToLower(key), strings.ToLower(m.Publisher+"."+m.Name)+".") {
		return true
	}
	for _, k := range m.Contributes.Commands {
		if !policy.EditorsCommand(k.Command) && headOf(k.Command) == head {
			return true
		}
	}
	return false
}

// headOf is what a name begins with, up to a mark.
func headOf(name string) string {
	name = strings.TrimLeft(name, "_")
	if i := strings.IndexAny(name, ".:/"); i >= 0 {
		name = name[:i]
	}
	return squashed(name)
}

// squashed leaves of a name its letters and digits.
func squashed(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// firstWord is what a key begins with, up to a capital letter or a mark.
func firstWord(key string) string {
	if i := strings.IndexFunc(key, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
		return key[:i]
	}
	return key
}
