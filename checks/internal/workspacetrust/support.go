// Package workspacetrust answers as VS Code would what an extension may do in a
// workspace that nobody has trusted, and who may set which of its settings.
package workspacetrust

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// What VS Code makes of a manifest in a workspace nobody has trusted yet, as its
// own code has it (extensionManifestPropertiesService, extensionEnablementService,
// configurationExtensionPoint). Every trust check asks here, so that none has an
// opinion of its own. A user's settings and the product can override the answer;
// neither is in an extension.

// Support is what an extension says of workspaces that are not trusted.
type Support int

const (
	// SupportNoMain means that without "main" nothing runs beside Node, and VS Code does
	// not ask. An extension with "browser" alone is among these.
	SupportNoMain Support = iota
	// SupportUndeclared means that there is a main and no answer. VS Code takes that for
	// no and does not run it.
	SupportUndeclared
	// SupportMalformed means that there is an answer that is none. VS Code only looks
	// whether it is false, so that it runs.
	SupportMalformed
	// SupportFalse keeps the extension from running there.
	SupportFalse
	// SupportLimited has it run, with the settings it names held back.
	SupportLimited
	// SupportTrue has it run as anywhere.
	SupportTrue
)

// SupportOf reads the answer.
func SupportOf(m *extension.Manifest) Support {
	s := m.Capabilities.UntrustedWorkspaces
	switch {
	case m.Main == "":
		return SupportNoMain
	case s == nil || s.Bare || s.Raw == "":
		return SupportUndeclared
	case s.Level == "true":
		return SupportTrue
	case s.Level == "limited":
		return SupportLimited
	case s.Level == "false":
		return SupportFalse
	}
	return SupportMalformed
}

// RunsUntrusted says whether VS Code runs the extension's code in a workspace
// that is not trusted.
func (s Support) RunsUntrusted() bool { return s != SupportUndeclared && s != SupportFalse }

// Restricted returns the settings whose workspace values VS Code holds back until
// the workspace is trusted: those of the list, which counts only when support is
// limited and only for the extension's own settings, and those that say it of
// themselves.
func Restricted(m *extension.Manifest) map[string]bool {
	listed := map[string]bool{}
	// An extension without main is not asked, but its list is read all the same.
	if s := m.Capabilities.UntrustedWorkspaces; s != nil && s.Level == "limited" {
		for _, item := range s.RestrictedConfigurations {
			listed[item.Value] = true
		}
	}
	out := map[string]bool{}
	for _, s := range m.Contributes.Settings {
		if s.Restricted || listed[s.Key] {
			out[s.Key] = true
		}
	}
	return out
}

// SettingsRead returns the contributed settings that a read of an id sees: the
// setting itself, the one that holds it as a member ("go.env" for
// "go.env.PATH"), or all below it when a whole section is read. Nothing means
// that the setting is somebody else's, or that it is not known which was read.
func SettingsRead(m *extension.Manifest, id string) []extension.Setting {
	var exact, holder, below []extension.Setting
	for _, s := range m.Contributes.Settings {
		switch {
		case s.Key == id:
			exact = append(exact, s)
		case strings.HasPrefix(id, s.Key+"."):
			holder = append(holder, s)
		case strings.HasPrefix(s.Key, id+"."):
			below = append(below, s)
		}
	}
	switch {
	case exact != nil:
		return exact
	case holder != nil:
		return holder
	}
	return below
}

// StrangerSets returns those of the settings a read sees whose value can come from
// a workspace that is not trusted: the extension runs there, the scope lets a
// workspace set it, and nothing holds it back.
func StrangerSets(m *extension.Manifest, id string) []extension.Setting {
	if !SupportOf(m).RunsUntrusted() {
		return nil
	}
	held := Restricted(m)
	return slices.DeleteFunc(SettingsRead(m, id), func(s extension.Setting) bool {
		return held[s.Key] || !s.WorkspaceCanSet()
	})
}
