package extension

import (
	"fmt"
	"strings"
)

// disagreements compares extension.vsixmanifest with package.json. What people
// read before they install comes from the first, what runs from the second.
func disagreements(file string, v *VSIXManifest, m *Manifest) []Problem {
	var list []Problem
	add := func(format string, args ...any) {
		list = append(list, Problem{File: file, Kind: Disagreement, Message: fmt.Sprintf(format, args...)})
	}
	differ := func(what, vsix, pkg string, same bool) {
		if !same {
			add("%s is %q here and %q in package.json", what, vsix, pkg)
		}
	}
	differ("the name", v.ID, m.Name, strings.EqualFold(v.ID, m.Name))
	differ("the publisher", v.Publisher, m.Publisher, strings.EqualFold(v.Publisher, m.Publisher))
	differ("the version", v.Version, m.Version, v.Version == m.Version)
	if e := v.Engine(); e != "" {
		differ("the VS Code version", e, m.Engine("vscode"), e == m.Engine("vscode"))
	}
	lists := []struct {
		property string
		items    []Item
	}{
		{"Microsoft.VisualStudio.Code.ExtensionDependencies", m.ExtensionDependencies},
		{"Microsoft.VisualStudio.Code.ExtensionPack", m.ExtensionPack},
		{"Microsoft.VisualStudio.Code.EnabledApiProposals", m.EnabledAPIProposals},
	}
	for _, l := range lists {
		here, there := commas(v.Property(l.property)), []string{}
		for _, item := range l.items {
			there = append(there, item.Value)
		}
		if !sameSet(here, there) {
			add("%s is %q here and %q in package.json", l.property, here, there)
		}
	}
	if code := v.Property("Microsoft.VisualStudio.Code.ExecutesCode"); code != "" {
		runs := m.Main != "" || m.Browser != ""
		if (code == "true") != runs {
			add("it says %q to running code, and package.json has main %q and browser %q", code, m.Main, m.Browser)
		}
	}
	for _, a := range v.Assets {
		if a.Type == "Microsoft.VisualStudio.Code.Manifest" && strings.TrimPrefix(a.Path, "/") != "extension/package.json" {
			add("it names %q as the manifest, and VS Code reads extension/package.json", a.Path)
		}
	}
	return list
}

func sameSet(a, b []string) bool {
	set := map[string]bool{}
	for _, s := range a {
		set[strings.ToLower(s)] = true
	}
	other := map[string]bool{}
	for _, s := range b {
		s = strings.ToLower(s)
		other[s] = true
		if !set[s] {
			return false
		}
	}
	return len(set) == len(other)
}
