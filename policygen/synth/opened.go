package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// opens grants the addresses that the editor is told to open. The grain of an address of the net is its server: paths
// below it change with every release. What nobody can name is the surface as a whole.
func (c call) opens(values []facts.Value, whole policy.Grant) {
	open := len(values) == 0
	for _, v := range values {
		found, more := opened(v)
		open = open || more
		for _, p := range v.Alts {
			for _, d := range c.byDefault(p) {
				standard, _ := opened(facts.Value{Alts: []facts.Pattern{d}})
				found = append(found, standard...)
			}
		}
		for _, text := range found {
			g := whole
			g.Pattern, g.TrustedOnly = text, c.trusted(text)
			open = !c.grant(g, c.place) || open
		}
	}
	if open {
		whole.Mark, whole.Question = policy.Unresolved, question(policy.VSCode, whole.Name)
		c.grant(whole, c.place)
	}
}

// commandAddresses grants what a command opens, beside the command: the address that one of the editor's is handed, and
// whatever any other is handed that is an address of the net.
func (c call) commandAddresses() {
	whole := policy.Grant{Section: policy.VSCode, Name: "open", TrustedOnly: c.flows()}
	for i, v := range c.use.Args {
		if i == 0 || i == 1 && c.opensAddress() {
			continue
		}
		for _, text := range c.web(v) {
			g := whole
			g.Pattern, g.TrustedOnly = text, c.trusted(text)
			c.grant(g, c.place)
		}
	}
	if !c.opensAddress() || len(c.use.Args) < 2 {
		return
	}
	v := c.use.Args[1]
	if p, ok := v.Props["url"]; ok {
		v = p
	}
	if !c.isShown(v) {
		c.opens([]facts.Value{v}, whole)
	}
}

// opensAddress reports a command that may be one that opens what it is handed.
func (c call) opensAddress() bool {
	for _, v := range c.values(catalog.RoleCommandID) {
		if slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
			name, ok := p.Constant()
			return ok && slices.Contains(policy.AddressCommands(), name)
		}) {
			return true
		}
	}
	return false
}

// web are the addresses of the net in an argument, and in a list of them.
func (c call) web(v facts.Value) []string {
	found, _ := opened(v)
	found = slices.DeleteFunc(found, func(text string) bool { return !strings.HasPrefix(text, "http") || !strings.Contains(text, "://") })
	for _, item := range v.Items {
		found = append(found, c.web(item)...)
	}
	return found
}

// isShown reports a value that is files, new documents or names and nothing else: the editor shows them by itself.
func (c call) isShown(v facts.Value) bool {
	if v.Open || len(v.Alts) == 0 {
		return false
	}
	return !slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		if _, fate := pathOf(c.beside(p)); fate == known {
			return false
		}
		scheme, _, ok := strings.Cut(textOf(p), ":")
		return ok && scheme != "file" && scheme != "untitled" || strings.Contains(scheme, hole)
	})
}

// opened are the patterns of the addresses that a value may be, and whether there may be others.
func opened(v facts.Value) (found []string, open bool) {
	open = v.Open || len(v.Alts) == 0
	for _, p := range v.Alts {
		switch text := link(textOf(p)); {
		case len(p) == 1 && p[0].Kind == facts.Keyword:
		case text == "":
			open = true
		case !slices.Contains(found, text):
			found = append(found, text)
		}
	}
	return found, open
}

// link is the pattern of one address, or "" for what is none that can be named.
func link(text string) string {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || strings.ContainsAny(scheme, hole+"/") {
		return ""
	}
	behind, ok := strings.CutPrefix(rest, "//")
	if !ok {
		return stars(text) // mailto:…
	}
	end := strings.IndexAny(behind, "/?#")
	if end < 0 && strings.HasSuffix(behind, hole) {
		return "" // the name may go on
	}
	server, path := behind, ""
	if end >= 0 {
		server, path = behind[:end], "/*"
	}
	name, port, ported := strings.Cut(server, ":")
	if below, ok := strings.CutPrefix(name, hole+"."); ok && strings.Contains(below, ".") {
		name = below
	}
	if name == "" || strings.ContainsAny(name, hole+"@") || strings.Trim(port, "0123456789"+hole) != "" || ported && port == "" {
		return ""
	}
	return strings.ToLower(scheme+"://"+stars(server)) + path
}
