// Package supply holds the dependency_*, extension_*, publisher_*, reputation_* and
// scorecard_* checks: what ships with an extension, who publishes it, and what
// services know of both.
package supply

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
		dependencyBundled,
		dependencyInstallScript,
		dependencyMalicious,
		dependencyTampered,
		dependencyUnmaintained,
		dependencyVulnerable,
		dependencyYoung,
		extensionMalicious,
		extensionRemoved,
		publisherCadence,
		publisherImpersonation,
		publisherOutdated,
		publisherUnpopular,
		publisherUnverified,
		reputationEndpoint,
		reputationFile,
		scorecardDependency,
		scorecardRepository,
	)
}
