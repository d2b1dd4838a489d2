package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// resources grants what the arguments of a call name.
func (b *builder) resources(u facts.Use, e catalog.Entry, place Place) {
	call := call{b, u, e, place}
	switch e.Capability {
	case catalog.FileRead, catalog.FileWatch, catalog.FileWrite:
		call.files()
	case catalog.NetConnect:
		call.connect()
	case catalog.NetListen:
		call.listen()
	case catalog.ProcessRun, catalog.ProcessShell:
		call.run()
	case catalog.ProcessFork:
		call.script(policy.Fork)
		if call.runsText() {
			b.grant(policy.Grant{Section: policy.Code, Name: policy.Eval}, place)
		}
	case catalog.CodeWorker:
		call.script(policy.Worker)
	case catalog.CodeEval:
		b.grant(policy.Grant{Section: policy.Code, Name: policy.Eval}, place)
	case catalog.CodeVM:
		b.grant(policy.Grant{Section: policy.Code, Name: policy.VM}, place)
	case catalog.CodeWasm:
		b.grant(policy.Grant{Section: policy.Code, Name: policy.Wasm}, place)
	case catalog.CodeLoad:
		call.load()
	}
}

// call is one use with what the catalogue knows of its arguments.
type call struct {
	*builder
	use   facts.Use
	entry catalog.Entry
	place Place
}

// runsText reports that Node is told to run a text in place of a script: fork("", [], {execArgv: ["-e", text]}), by which language
// servers look for a library of the workspace.
func (c call) runsText() bool {
	return slices.ContainsFunc(c.use.Args, func(v facts.Value) bool {
		return slices.ContainsFunc(v.Props["execArgv"].Items, func(item facts.Value) bool {
			flags, _ := item.Constants()
			return slices.Contains(flags, "-e") || slices.Contains(flags, "--eval")
		})
	})
}

// values are the arguments with a role, in the catalogue's order. An argument
// that is not passed is no value; behind a spread every one may be there.
func (c call) values(roles ...catalog.Role) []facts.Value {
	var out []facts.Value
	for _, a := range c.entry.Args {
		if a.Index < 0 || !slices.Contains(roles, a.Role) {
			continue
		}
		if v, ok := c.value(a); ok {
			out = append(out, v)
		}
	}
	return out
}

func (c call) value(a catalog.Arg) (facts.Value, bool) {
	if a.Index >= len(c.use.Args) {
		return facts.Value{Open: true}, c.use.Spread
	}
	v := c.use.Args[a.Index]
	if a.Prop != "" {
		if p, ok := v.Props[a.Prop]; ok {
			return p, true
		}
		// Of an object that takes properties from others any may be there.
		return facts.Value{Open: true}, v.Open && v.Props != nil
	}
	return v, true
}

// has reports that the function takes an argument of one of the roles.
func (c call) has(roles ...catalog.Role) bool {
	return slices.ContainsFunc(c.entry.Args, func(a catalog.Arg) bool { return a.Index >= 0 && slices.Contains(roles, a.Role) })
}

// paths turns values into path patterns, and reports whether there may be
// others that nobody can name.
func (b *builder) paths(values []facts.Value) (patterns []string, open bool) {
	for _, v := range values {
		open = open || v.Open || len(v.Alts) == 0 && v.Props == nil && v.Items == nil && !v.Func
		for _, p := range v.Alts {
			// A workspace's setting may name a file of the workspace, which the line with the setting does not take.
			open = open || len(p) > 0 && p[0].Kind == facts.Config
			switch text, fate := pathOf(ofDocument(b.beside(p))); fate {
			case known:
				if !slices.Contains(patterns, text) {
					patterns = append(patterns, text)
				}
			case lost:
				open = true
			}
			for _, d := range b.byDefault(p) {
				if text, fate := pathOf(d); fate == known && !slices.Contains(patterns, text) {
					patterns = append(patterns, text)
				}
			}
		}
	}
	return families(patterns), open
}

// maxFamily is how many patterns of one argument may differ behind the same
// beginning: a name that is put together letter by letter is any name.
const maxFamily = 4

// families joins patterns of one argument that begin alike up to their first
// star.
func families(patterns []string) []string {
	stem := func(p string) string {
		s, _, _ := strings.Cut(p, "*")
		return s
	}
	count, deep := map[string]int{}, map[string]bool{}
	for _, p := range patterns {
		if s := stem(p); s != p {
			count[s]++
			deep[s] = deep[s] || strings.Contains(p[len(s):], "/")
		}
	}
	var out []string
	for _, p := range patterns {
		if s := stem(p); count[s] > maxFamily && s != p {
			if p = s + "*"; deep[s] || strings.HasSuffix(s, "/") {
				p = s[:strings.LastIndexByte(s, '/')] + "/**"
			}
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// files grants reading or writing paths. What has no path of its own (a handle,
// a stream) was opened elsewhere.
func (c call) files() {
	section := policy.FilesRead
	if c.entry.Capability == catalog.FileWrite {
		section = policy.FilesWrite
	}
	if c.has(catalog.RoleFlags) && section == policy.FilesRead {
		if read, write := flags(c.values(catalog.RoleFlags)); write {
			c.pathsOf(policy.FilesWrite, catalog.RolePath)
			if !read {
				return
			}
		}
	}
	c.pathsOf(section, catalog.RolePath, catalog.RolePathDest)
	c.pathsOf(policy.FilesRead, catalog.RolePathSource)
}

func (c call) pathsOf(section policy.Section, roles ...catalog.Role) {
	for _, role := range roles {
		if !c.has(role) {
			continue
		}
		values := c.values(role)
		patterns, open := c.paths(values)
		for _, text := range patterns {
			g := policy.Grant{Section: section, Pattern: text, TrustedOnly: c.trusted(text)}
			if text == "${home}/**" {
				g.Mark, g.Question = policy.Imprecise, "Which files of the home folder? Only the folder is known from the code."
			}
			if !c.grant(g, c.place) {
				open = true
			}
		}
		if open || len(values) == 0 {
			c.unresolved(section, "", c.flows(), c.place)
		}
	}
}

// flags says what opening a file with these flags means. None read.
func flags(values []facts.Value) (read, write bool) {
	if len(values) == 0 {
		return true, false
	}
	for _, v := range values {
		words, ok := v.Constants()
		if !ok && !v.Func {
			return true, true
		}
		for _, w := range words {
			switch w {
			case "r", "rs", "sr":
				read = true
			case "w", "wx", "xw", "a", "ax", "xa", "as", "sa":
				write = true
			default:
				read, write = true, true
			}
		}
	}
	return read || !write, write
}

// script grants files that are started as code: workers and forked processes.
func (c call) script(kind string) {
	values := c.values(catalog.RoleModule, catalog.RolePath, catalog.RoleCode, catalog.RoleURL)
	patterns, open := c.paths(values)
	for _, text := range patterns {
		for _, file := range c.shipped(text) {
			g := policy.Grant{Section: policy.Code, Name: kind, Pattern: file, TrustedOnly: c.trusted(file)}
			open = !c.grant(g, c.place) || open
		}
	}
	if open || len(values) == 0 && c.has(catalog.RoleModule, catalog.RolePath, catalog.RoleCode) {
		c.unresolved(policy.Code, kind, c.flows(), c.place)
	}
}

// load grants loading modules by names that are not known; one that is known is
// a module of its own or a file of the extension.
func (c call) load() {
	for _, v := range c.values(catalog.RoleModule) {
		if _, ok := v.Constants(); !ok && !c.inPackage(v) {
			c.grant(policy.Grant{Section: policy.Code, Name: policy.Load, TrustedOnly: c.flows(), Mark: policy.Unresolved,
				Question: "Which modules are loaded? Some names are computed."}, c.place)
		}
	}
}

// inPackage reports that every possible value is a place in the extension, or
// beside the file that says it.
func (c call) inPackage(v facts.Value) bool {
	if v.Open || len(v.Alts) == 0 {
		return false
	}
	for _, p := range v.Alts {
		if len(p) > 0 && p[0].Kind == facts.Literal && strings.HasPrefix(p[0].Text, "./") {
			continue
		}
		if len(p) == 0 || p[0].Kind != facts.Root || p[0].Text != "extension" {
			return false
		}
	}
	return true
}
