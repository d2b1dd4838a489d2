// Package releasediff says what a release of an extension brings that the one
// before it had not: entries that run, other extensions that are installed
// along, events and scripts that start it, another publisher.
//
// It compares two loaded extensions by their manifests and files. It judges
// nothing, asks nobody which release came before, and knows nothing of their
// code: checks have the facts of both.
package releasediff

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Change is what a release brings. Pointers are places in the manifest of the
// later one.
type Change struct {
	Before, After Name
	// Ran is true when the release before had anything that runs.
	Ran bool
	// Entries are what runs of the later one when nothing ran before; else empty.
	Entries []extension.Item
	// Extensions are members of the pack and dependencies that are new.
	Extensions []extension.Item
	// Activation are events that are new, Scripts npm's scripts of an installation
	// or an uninstallation that are new or others.
	Activation []extension.Item
	Scripts    []extension.Pair
	// OtherPublisher and OtherName are set when both releases say who they are,
	// and not the same.
	OtherPublisher, OtherName bool
}

// Name is what a release calls itself.
type Name struct{ ID, Version string }

// scripts are those that somebody else than the author runs.
var scripts = []string{"preinstall", "install", "postinstall", "vscode:uninstall"}

// Release is what of a release counts for the one after it. It may be written
// down and read again.
type Release struct {
	ID, Version, Publisher, Name string
	// Ran is true when it had anything that runs.
	Ran bool
	// Extensions are the members of its pack and its dependencies, Events what
	// starts it, both in lower case; Scripts are npm's of an installation or an
	// uninstallation.
	Extensions, Events []string
	Scripts            map[string]string
}

// Of returns what counts of a release.
func Of(e *extension.Extension) Release {
	m := e.Manifest
	r := Release{
		ID: m.ID(), Version: m.Version, Publisher: m.Publisher, Name: m.Name, Ran: len(entries(e)) > 0,
		// A member that moves from the pack to the dependencies was installed before.
		Extensions: append(values(m.ExtensionPack), values(m.ExtensionDependencies)...),
		Events:     values(m.ActivationEvents),
		Scripts:    map[string]string{},
	}
	for _, key := range scripts {
		if s, ok := m.Script(key); ok {
			r.Scripts[key] = s.Value
		}
	}
	return r
}

// Compare says what after brings.
func Compare(before Release, after *extension.Extension) *Change {
	m := after.Manifest
	c := &Change{Before: Name{before.ID, before.Version}, After: Name{m.ID(), m.Version}, Ran: before.Ran}
	if !c.Ran {
		c.Entries = entries(after)
	}
	known := append(slices.Clone(before.Extensions), m.ID())
	for _, list := range [][]extension.Item{m.ExtensionPack, m.ExtensionDependencies} {
		c.Extensions = append(c.Extensions, unknown(list, &known)...)
	}
	events := slices.Clone(before.Events)
	c.Activation = unknown(m.ActivationEvents, &events)
	for _, s := range m.Scripts {
		if slices.Contains(scripts, s.Key) && before.Scripts[s.Key] != s.Value {
			c.Scripts = append(c.Scripts, s)
		}
	}
	differ := func(a, b string) bool { return a != "" && b != "" && !strings.EqualFold(a, b) }
	c.OtherPublisher, c.OtherName = differ(before.Publisher, m.Publisher), differ(before.Name, m.Name)
	return c
}

func values(list []extension.Item) []string {
	var out []string
	for _, item := range list {
		out = append(out, strings.ToLower(item.Value))
	}
	return out
}

// unknown returns the items whose value is not among known, each once.
func unknown(list []extension.Item, known *[]string) []extension.Item {
	seen := make(map[string]bool, len(*known))
	for _, k := range *known {
		seen[k] = true
	}
	var out []extension.Item
	for _, item := range list {
		if v := strings.ToLower(item.Value); !seen[v] {
			seen[v] = true
			*known = append(*known, v)
			out = append(out, item)
		}
	}
	return out
}

// entries are the places of a manifest that name something that runs, in the
// editor or beside it. A main whose file is not there runs nothing: an entry
// that is named and left out would make room for code that comes later.
func entries(e *extension.Extension) []extension.Item {
	m := e.Manifest
	var out []extension.Item
	add := func(value, pointer string) {
		if value != "" {
			out = append(out, extension.Item{Value: value, Pointer: pointer})
		}
	}
	// What a repository names may be built later.
	if !e.MainMissing() || e.Source == extension.Repository {
		add(m.Main, "/main")
	}
	if !e.BrowserMissing() || e.Source == extension.Repository {
		add(m.Browser, "/browser")
	}
	for _, d := range m.Contributes.Debuggers {
		add(d.Program+d.Runtime, d.Pointer)
		for _, p := range d.Platforms {
			add(p.Program+p.Runtime, p.Pointer)
		}
	}
	for _, r := range m.Contributes.NotebookRenderers {
		add(r.Entrypoint, r.Pointer)
	}
	for _, p := range m.Contributes.NotebookPreloads {
		add(p.Entrypoint, p.Pointer)
	}
	for _, p := range m.Contributes.TypeScriptServerPlugins {
		add(p.Name, p.Pointer)
	}
	for _, s := range m.Contributes.MarkdownPreviewScripts {
		add(s.Value, s.Pointer)
	}
	if s, ok := m.UninstallScript(); ok {
		add(s.Value, s.Pointer)
	}
	return out
}
