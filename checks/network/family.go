// Package network holds the endpoint_* checks: which hosts the code names and
// which of them it connects to.
package network

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
		endpointContacted,
		endpointResolves,
	)
}
