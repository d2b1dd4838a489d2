// Package update holds the update_* checks: what a release brings that the one
// before had not.
package update

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
		updateAddsCode,
		updateAddsExtensions,
		updateAddsPower,
		updateOtherPublisher,
		updateStartsEarlier,
	)
}
