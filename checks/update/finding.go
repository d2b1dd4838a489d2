package update

import (
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// updated is a finding about what a release brings.
func updated(
	where finding.Location,
	severity finding.Severity,
	intent finding.Intent,
	sure finding.Confidence,
	message string,
) finding.Finding {
	return finding.Finding{
		Severity: severity, PaperSeverity: finding.None, Intent: intent, Confidence: sure,
		Provenance: finding.FirstParty, Where: where, Message: message,
	}
}
