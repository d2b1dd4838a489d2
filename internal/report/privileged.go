package report

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// privileges are the capabilities that ask for a fence. The value is true
// where the resource decides: files of the extension itself, its storage, the
// workspace and the temporary folder are what every extension may reach. A change of a
// setting is one where nobody knows of which (unnamedSettings).
var privileges = map[catalog.Capability]bool{
	catalog.FileRead:       true,
	catalog.FileWrite:      true,
	catalog.FileWatch:      true,
	catalog.NetConnect:     false,
	catalog.NetListen:      false,
	catalog.NetResolve:     false,
	catalog.ProcessRun:     false,
	catalog.ProcessShell:   false,
	catalog.ProcessFork:    false,
	catalog.ProcessSignal:  false,
	catalog.CodeEval:       false,
	catalog.CodeVM:         false,
	catalog.CodeNative:     false,
	catalog.CodeWorker:     false,
	catalog.DebugInspector: false,
	catalog.VSTask:         false,
	catalog.VSTerminal:     false,
	catalog.VSAuth:         false,
}

// ownRoots are the named folders every extension may reach.
var ownRoots = []string{"extension", "workspace", "globalStorage", "workspaceStorage", "logs", "tmp"}

// capabilities sums up the uses by capability and symbol, sorted.
func capabilities(p *facts.Program, c *catalog.Catalog) []CapabilityUse {
	type tally struct {
		use     CapabilityUse
		symbols map[string]*SymbolUse
		// taken says that a function which may reach past what every extension may do is taken
		// out of its module: whatever its calls show, it may be handed on as well.
		taken bool
	}
	tallies := map[catalog.Capability]*tally{}
	called, anySetting := callsOf(p), unnamedSettings(p)
	for _, u := range p.Uses {
		entry, caps := capabilitiesOf(u, c)
		taken := u.Kind == facts.Reference && called[symbolIn{u.Module, u.Member, u.Where.File}]
		for _, k := range caps {
			t := tallies[k]
			if t == nil {
				t = &tally{use: CapabilityUse{Capability: k}, symbols: map[string]*SymbolUse{}}
				tallies[k] = t
			}
			switch privileged := isPrivileged(u, entry, k) || k == catalog.VSSettingsWrite && anySetting(u); {
			case taken:
				t.taken = t.taken || privileged
				continue // it is taken out of its module to be called: the calls are the places
			case privileged:
				t.use.Privileged++
			}
			t.use.Uses++
			name := symbolName(u)
			s := t.symbols[name]
			if s == nil {
				s = &SymbolUse{Symbol: name, First: u.Where}
				t.symbols[name] = s
			}
			s.Uses++
			if u.Where.Compare(s.First) < 0 {
				s.First = u.Where
			}
		}
	}
	out := []CapabilityUse{}
	for _, t := range tallies {
		t.use.Symbols = []SymbolUse{}
		if t.taken && t.use.Privileged == 0 {
			t.use.Privileged = 1
		}
		for _, s := range t.symbols {
			t.use.Symbols = append(t.use.Symbols, *s)
		}
		slices.SortFunc(t.use.Symbols, func(a, b SymbolUse) int { return cmp.Compare(a.Symbol, b.Symbol) })
		out = append(out, t.use)
	}
	slices.SortFunc(out, func(a, b CapabilityUse) int { return cmp.Compare(a.Capability, b.Capability) })
	return out
}

// unnamedSettings tells of a change of settings whether it is of a setting that nobody knows: any may be meant, those
// that name programs and servers among them.
func unnamedSettings(p *facts.Program) func(facts.Use) bool {
	named, unnamed := map[finding.Location]bool{}, map[finding.Location]bool{}
	for _, w := range p.SettingWrites {
		if w.Named() {
			named[w.Where] = true
		} else {
			unnamed[w.Where] = true
		}
	}
	return func(u facts.Use) bool {
		return (u.Kind == facts.Call || u.Kind == facts.New) && (unnamed[u.Where] || !named[u.Where])
	}
}

// symbolIn is a symbol in a file.
type symbolIn struct{ module, member, file string }

// callsOf are the symbols that a file calls.
func callsOf(p *facts.Program) map[symbolIn]bool {
	out := map[symbolIn]bool{}
	for _, u := range p.Uses {
		if u.Kind == facts.Call || u.Kind == facts.New {
			out[symbolIn{u.Module, u.Member, u.Where.File}] = true
		}
	}
	return out
}

// capabilitiesOf returns the powers a use brings. When a whole object leaves what
// can be followed, or the member is decided at run time, it is all that the
// object holds.
func capabilitiesOf(u facts.Use, c *catalog.Catalog) (catalog.Entry, []catalog.Capability) {
	if u.Kind == facts.Escape || u.Member == "?" || strings.HasSuffix(u.Member, ".?") {
		member := strings.TrimSuffix(strings.TrimSuffix(u.Member, "?"), ".")
		return catalog.Entry{}, c.Capabilities(u.Module, member)
	}
	e, ok := c.Lookup(u.Module, u.Member)
	if !ok || e.Harmless() {
		return e, nil
	}
	return e, []catalog.Capability{e.Capability}
}

func isPrivileged(u facts.Use, e catalog.Entry, k catalog.Capability) bool {
	byResource, ok := privileges[k]
	if !ok || !byResource {
		return ok
	}
	paths := 0
	for _, a := range e.Args {
		switch a.Role {
		case catalog.RolePath, catalog.RolePathSource, catalog.RolePathDest, catalog.RolePattern:
		default:
			continue
		}
		if a.Index < 0 || a.Index >= len(u.Args) || a.Prop != "" {
			continue
		}
		paths++
		if !ownPaths(u.Args[a.Index]) {
			return true
		}
	}
	// A use that shows no path at all (a reference handed on, a stream of a
	// file handle) may be of any.
	return paths == 0 || u.Spread || u.Kind == facts.Reference
}

// ownPaths reports that a value can only be below an own root. A hole may hold
// "../..", so that a path with one is not known to stay.
func ownPaths(v facts.Value) bool {
	if v.Open || len(v.Alts) == 0 {
		return false
	}
	for _, p := range v.Alts {
		if len(p) == 0 || p[0].Kind != facts.Root || !slices.Contains(ownRoots, p[0].Text) {
			return false
		}
		rest := ""
		for _, part := range p[1:] {
			if part.Kind != facts.Literal {
				return false
			}
			rest += part.Text
		}
		rest = strings.ReplaceAll(rest, `\`, "/")
		if rest != "" && rest[0] != '/' || climbs(rest) {
			return false
		}
	}
	return true
}

// climbs reports a ".." segment: the engine folds those it can, and what is
// left is not worth being clever about.
func climbs(p string) bool { return slices.Contains(strings.Split(p, "/"), "..") }

func symbolName(u facts.Use) string {
	name := u.Module
	if u.Member != "" {
		name += "." + u.Member
	}
	return escape.Printable(name, maxText)
}

// hasCode reports that something in the extension runs.
func hasCode(e *extension.Extension, p *facts.Program) bool {
	m := e.Manifest
	_, uninstalls := m.UninstallScript()
	return m.Main != "" || m.Browser != "" || uninstalls || p != nil && len(p.Entries) > 0 || len(manifestPrivileges(e)) > 0
}

// manifestPrivileges are the privileges that need no line of code: VS Code
// itself starts a debug adapter's program and the script of an uninstallation,
// and a native module in the package is there to be loaded.
func manifestPrivileges(e *extension.Extension) []string {
	var out []string
	if _, ok := e.Manifest.UninstallScript(); ok {
		out = append(out, "uninstall script")
	}
	for _, d := range e.Manifest.Contributes.Debuggers {
		starts := d.Program != "" || d.Runtime != ""
		for _, v := range d.Platforms {
			starts = starts || v.Program != "" || v.Runtime != ""
		}
		if starts {
			out = append(out, "debug adapter program")
		}
	}
	for _, f := range e.Files() {
		if strings.EqualFold(path.Ext(f.Path), ".node") {
			out = append(out, string(catalog.CodeNative))
		}
	}
	return out
}

// privilegedNames lists the privileges in use, sorted, each once.
func privilegedNames(e *extension.Extension, c Code) []string {
	out := manifestPrivileges(e)
	for _, u := range c.Capabilities {
		if u.Privileged > 0 {
			out = append(out, string(u.Capability))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
