// Package chain holds the chain_* checks: two things an extension does that are
// each a privilege and together look like what malware was seen to do.
package chain

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
		chainAgentAbuse,
		chainAnswerIsRun,
		chainBackdoor,
		chainClipboardSwapped,
		chainCodeChanged,
		chainCommandFetchesCode,
		chainCommandSends,
		chainDecodedCode,
		chainDownloadAndRun,
		chainMachineSent,
		chainMiner,
		chainOpenWebview,
		chainPersistence,
		chainPlanted,
		chainRansom,
		chainRemoteControl,
		chainSecretSent,
		chainShippedScript,
		chainSpreads,
		chainTargetedHarm,
		chainTextSent,
		chainThemeWithCode,
		chainTokenSent,
		chainUnaskedAct,
		chainUnaskedProgram,
		chainUntoldHost,
	)
}
