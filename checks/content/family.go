// Package content holds the binary_*, obfuscation_* and secret_* checks: what
// stands in the files that ship, whether they are code or not.
package content

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
		binaryAppended,
		binaryDisguised,
		binaryInPackage,
		obfuscationInCode,
		obfuscationInvisible,
		obfuscationMeasures,
		secretEnvFile,
		secretInPackage,
	)
}
