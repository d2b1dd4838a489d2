package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// module grants loading a core module. One that holds no power at all (path,
// util, url) needs no line: the loader hands it out to everybody.
func (b *builder) module(name string, where finding.Location) {
	name, _ = b.in.Catalog.Canonical(name, "")
	if name == "vscode" || name == "globals" || !b.in.Catalog.HasModule(name) || len(b.in.Catalog.Capabilities(name, "")) == 0 {
		return
	}
	b.grant(policy.Grant{Section: policy.Modules, Name: name}, Place{Where: where, Symbol: name})
}

// function grants a function by its canonical name. A harmless function of a
// module that may be loaded needs no line. It reports whether what the function
// is about is to be looked at.
func (b *builder) function(module, member string, e catalog.Entry, u facts.Use, place Place) bool {
	if u.Kind == facts.Reference && generates(e.Capability) {
		return false // x instanceof Function makes no code
	}
	m, f := typed(b.in.Catalog, module, member)
	if f == "" {
		return false
	}
	g := policy.Grant{Section: policy.Modules, Name: m, Pattern: f}
	if u.Imprecise {
		g.Mark = policy.Imprecise
		g.Question = "Is " + m + "." + f + " really used? It was found by its name alone."
	}
	b.grant(g, place)
	if u.Kind == facts.Reference {
		b.taken = append(b.taken, taken{u, catalog.Entry{Module: module, Member: member, Capability: e.Capability, Args: e.Args}})
		return false
	}
	return true
}

// generates reports the powers that making code takes, for which naming the
// function is not using it.
func generates(c catalog.Capability) bool {
	return c == catalog.CodeEval || c == catalog.CodeWasm
}

// typed names a method by the type it belongs to, so that it is one line
// however the object was made: http.createServer().listen is Server().listen
// of net.
func typed(c *catalog.Catalog, module, member string) (string, string) {
	for range 4 {
		at := strings.LastIndex(member, "().")
		if at < 0 {
			break
		}
		e, ok := c.Lookup(module, member[:at])
		if !ok || e.Gives == (catalog.Symbol{}) {
			break
		}
		m, f := e.Gives.Module, e.Gives.Member+member[at+len("()"):]
		if m == module && f == member {
			break
		}
		module, member = m, f
	}
	return module, member
}

// unnamed grants what is below an object of which something is used that nobody
// can name: all its functions, which is the least that is sound.
func (b *builder) unnamed(module, prefix string, place Place) {
	if module == "process" && prefix == "env" {
		b.variable("?", place)
		return
	}
	if len(b.in.Catalog.Capabilities(module, prefix)) == 0 {
		return
	}
	g := policy.Grant{Section: policy.Modules, Name: module, Pattern: "*", Mark: policy.Imprecise,
		Question: "Which functions of " + symbolName(module, prefix) + " are used? Some are reached by names that are computed."}
	if module == "vscode" {
		for _, c := range b.in.Catalog.Capabilities(module, prefix) {
			if name, ok := strings.CutPrefix(string(c), "vscode."); ok {
				b.grant(policy.Grant{Section: policy.VSCode, Name: name, Mark: policy.Imprecise, Question: g.Question}, place)
			}
		}
		return
	}
	if prefix == "" {
		b.grant(g, place)
		return
	}
	for _, e := range b.in.Catalog.Symbols() {
		if e.Module == module && !e.Harmless() && strings.HasPrefix(e.Member, prefix+".") && !strings.Contains(e.Member[len(prefix):], "()") {
			g.Pattern = e.Member
			b.grant(g, place)
		}
	}
}

// every object has these; asked of the environment they are no variables.
var inherited = []string{
	"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
}

// environment grants what is done with a member of process.env: reading a variable, or calling a method, which
// no variable is. One that asks whether a variable is there reads it.
func (b *builder) environment(name string, u facts.Use, place Place) {
	method := slices.Contains(inherited, name) || u.Kind == facts.Call && !strings.ContainsAny(name, ".?")
	if !method {
		b.variable(name, place)
		return
	}
	b.grant(policy.Grant{Section: policy.Modules, Name: "process", Pattern: "env"}, place)
	if u.Kind != facts.Call || name != "hasOwnProperty" {
		return
	}
	asked := facts.Value{Open: true}
	if len(u.Args) > 0 {
		asked = u.Args[0]
	}
	for _, p := range asked.Alts {
		b.variable(strings.ReplaceAll(textOf(p), hole, "?"), place)
	}
	if asked.Open || len(asked.Alts) == 0 {
		b.variable("?", place)
	}
}

// variable grants reading an environment variable. "?" is a computed name.
func (b *builder) variable(name string, place Place) {
	name, _, _ = strings.Cut(name, ".")
	g := policy.Grant{Section: policy.EnvRead, Pattern: name}
	b.grant(policy.Grant{Section: policy.Modules, Name: "process", Pattern: "env"}, place)
	if strings.Contains(name, "?") || !b.grant(g, place) {
		g.Pattern, g.Mark = "*", policy.Imprecise
		g.Question = "Which environment variables are read? All of them are looked at, or one whose name is computed."
		b.grant(g, place)
	}
}
