package supply

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// detected rates the engines' votes as the published matrix does; ok is false
// under its thresholds.
func detected(r supplychain.Reputation) (s finding.Severity, ok bool) {
	switch {
	case !r.Known:
	case r.Malicious >= 2:
		return finding.Critical, true
	case r.Malicious == 1 && r.Suspicious >= 1:
		return finding.High, true
	case r.Suspicious >= 2:
		return finding.Medium, true
	}
	return finding.None, false
}

// malice says what a rating of engines means: two that agree are evidence, one
// with a doubt beside it is what a person has to look at, doubts alone are not
// even a signal, since engines doubt whatever is packed.
func malice(s finding.Severity) (finding.Intent, finding.Confidence) {
	switch s {
	case finding.Critical:
		return finding.Malicious, finding.Confirmed
	case finding.High:
		return finding.Malicious, finding.Likely
	}
	return finding.Hygiene, finding.Heuristic
}

func engines(r supplychain.Reputation) string {
	return fmt.Sprintf("called malicious by %d and suspicious by %d of VirusTotal's engines", r.Malicious, r.Suspicious)
}
