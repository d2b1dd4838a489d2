// Package trust holds the trust_* checks: what an extension says of workspaces that
// nobody has trusted, and what such a workspace can make it do.
package trust

import (
	"embed"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
)

//go:embed *.md
var pages embed.FS

// Checks lists the checks of the family, sorted by name. Written out, so that
// reading it is enough; a test fails when one of the folder is missing.
func Checks() []check.Check {
	return check.WithPages(pages,
		trustCommandUnguarded,
		trustDeadBranch,
		trustDescriptionKey,
		trustFileToCode,
		trustLimitedInName,
		trustListIgnored,
		trustMalformed,
		trustNeedlessRefusal,
		trustNoDescription,
		trustOldEngine,
		trustProcessQuestion,
		trustReadOnce,
		trustSettingLooksPowerful,
		trustSettingToCommand,
		trustSettingToPlace,
		trustUndeclared,
		trustUnknownSetting,
		trustVirtualWorkspace,
		trustWeakened,
	)
}
