// Package manifest holds the manifest_* and claim_* checks: what an extension says
// of itself in package.json and in its text for people.
package manifest

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
		claimIsolation,
		manifestActivation,
		manifestAiContributions,
		manifestContributions,
		manifestInstallScripts,
		manifestProposals,
		manifestRunsLocally,
		manifestUninstallScript,
	)
}
