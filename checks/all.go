package checks

// All lists every check, sorted by name. Written out, so that reading it is
// enough; a test fails when a file of the package is missing from it.
func All() []Check {
	return []Check{
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
		flowToCode,
		flowToMarkup,
		flowToNetwork,
		flowToProcess,
		flowToShell,
		flowToTask,
		flowToWrite,
		manifestActivation,
		manifestContributions,
		trustFileToCode,
		trustProcessQuestion,
		trustSettingLooksPowerful,
		trustSettingToCommand,
		trustSettingToPlace,
	}
}
