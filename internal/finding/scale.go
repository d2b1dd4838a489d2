package finding

import (
	"fmt"
	"strings"
)

// Severity is how bad a finding is. The levels are the published ones ("Automated
// Security Framework for VS Code Extensions", NHSJS 2025); None, the zero value, is for
// what is worth saying and costs nothing, so that what nobody rated counts for nothing.
type Severity int

// The levels, in rising order.
const (
	None Severity = iota
	Low
	Medium
	High
	Critical
)

var severityNames = [...]string{"none", "low", "medium", "high", "critical"}

// String returns the level's name in lower case.
func (s Severity) String() string {
	if s < None || s > Critical {
		return fmt.Sprintf("severity(%d)", int(s))
	}
	return severityNames[s]
}

// MarshalText writes the level's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a level's name; anything else is an error.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if name == string(text) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("severity %q is none of %s", text, strings.Join(severityNames[:], ", "))
}

// Intent says what kind of thing a finding is: evidence of malice, a way in
// for others, a privilege in use, or housekeeping.
type Intent string

// The intents.
const (
	Malicious  Intent = "malicious"
	Vulnerable Intent = "vulnerable"
	Capability Intent = "capability"
	Hygiene    Intent = "hygiene"
)

// Confidence says how sure a finding is.
type Confidence string

// The confidences.
const (
	Confirmed Confidence = "confirmed"
	Likely    Confidence = "likely"
	Heuristic Confidence = "heuristic"
)

// Provenance says whose code a finding is in.
type Provenance string

// The provenances. Unknown is the honest word for a bundle whose parts cannot
// be told apart.
const (
	FirstParty           Provenance = "first-party"
	ThirdPartyVerified   Provenance = "third-party-verified"
	ThirdPartyUnverified Provenance = "third-party-unverified"
	UnknownProvenance    Provenance = "unknown"
)

// Module is a scoring layer.
type Module string

// The layers, in the order of the published matrix. A report shows those that
// some check of the run belongs to; a layer without a check is no clean layer.
const (
	PublisherModule    Module = "publisher"
	ManifestModule     Module = "manifest"
	DependenciesModule Module = "dependencies"
	ScorecardModule    Module = "scorecard"
	MalwareModule      Module = "malware"
	SecretsModule      Module = "secrets"
	ObfuscationModule  Module = "obfuscation"
	NetworkModule      Module = "network"
	CodeModule         Module = "code"
	// ModelModule is what a language model says of the others' findings; it has
	// none of its own.
	ModelModule Module = "model"
)
