// Package flow holds the flow_* checks: what comes from outside of the workspace
// and then runs, is written or is shown as markup.
package flow

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
		flowToCode,
		flowToMarkup,
		flowToNetwork,
		flowToProcess,
		flowToRead,
		flowToShell,
		flowToTask,
		flowToWrite,
	)
}
