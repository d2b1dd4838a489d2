package workspacetrust

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Setter says who may set a setting that is read.
type Setter int

// Who that may be, from fewer to more.
const (
	// UserOnly is set by its user alone: its scope keeps it from every workspace.
	UserOnly Setter = iota
	// TrustedWorkspace means a workspace, once the user trusts it.
	TrustedWorkspace
	// SomeWorkspace means that nobody knows, for it is another's setting or its name was
	// not resolved.
	SomeWorkspace
	// AnyWorkspace means whoever wrote the repository that is opened. An extension's
	// own setting that the manifest does not declare is of these: VS Code hands
	// it out as it stands in the workspace, trusted or not.
	AnyWorkspace
)

// SetterOf says who may set a setting.
func SetterOf(m *extension.Manifest, id string) Setter {
	read := SettingsRead(m, id)
	runs := SupportOf(m).RunsUntrusted()
	switch {
	case len(read) == 0 && !runs:
		return TrustedWorkspace
	case len(read) == 0 && guardedElsewhere(id):
		return UserOnly
	case len(read) == 0 && ownSection(m, id):
		return AnyWorkspace
	case len(read) == 0:
		return SomeWorkspace
	case len(StrangerSets(m, id)) > 0:
		return AnyWorkspace
	case slices.ContainsFunc(read, extension.Setting.WorkspaceCanSet):
		return TrustedWorkspace
	}
	return UserOnly
}

// ownSection reports that an id whose name is known lies in a section that the
// extension's other settings are in.
func ownSection(m *extension.Manifest, id string) bool {
	section, _, dotted := strings.Cut(id, ".")
	return dotted && !strings.Contains(id, "?") && slices.ContainsFunc(m.Contributes.Settings, func(s extension.Setting) bool {
		return strings.HasPrefix(s.Key, section+".")
	})
}

// StrangerMay reports that a workspace nobody trusted may set a setting, or
// that nothing is known to keep it from doing so.
func StrangerMay(m *extension.Manifest, id string) bool { return SetterOf(m, id) >= SomeWorkspace }

// notForWorkspaces are settings of VS Code itself and of its own extensions
// that no workspace can set, or none that is not trusted: their scope is
// application or machine, or they are restricted there.
var notForWorkspaces = []string{
	"git.path", "http.", "npm.packageManager", "npm.scriptRunner", "php.validate.executablePath", "security.",
	"terminal.external.", "terminal.integrated.", "typescript.tsdk", "typescript.npm", "typescript.tsserver.",
	"js/ts.tsdk", "js/ts.tsserver.", "update.", "telemetry.", "remote.", "github-enterprise.uri",
}

// guardedElsewhere holds for settings of others that VS Code keeps from a
// workspace that is not trusted.
func guardedElsewhere(id string) bool {
	return slices.ContainsFunc(notForWorkspaces, func(p string) bool {
		return id == p || strings.HasSuffix(p, ".") && strings.HasPrefix(id, p)
	})
}

// HoldsText holds for settings that are no plain switch or number.
func HoldsText(types []string) bool {
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool { return t == "string" || t == "array" || t == "object" })
}
