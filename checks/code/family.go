// Package code holds the code_* checks: single places of the code that a stranger
// may turn against the user, or that protect less than they seem to.
package code

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
		codeDynamicEval,
		codeDynamicProcess,
		codeHardcodedKey,
		codeInnerHTML,
		codeOpenServer,
		codePrototypePollution,
		codeSensitivePath,
		codeStaticIV,
		codeWeakCipher,
		codeWeakHash,
		codeWeakKDF,
		codeWebviewCSP,
	)
}
