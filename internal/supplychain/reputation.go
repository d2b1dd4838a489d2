package supplychain

// Reputation is what a reputation service says of one thing.
type Reputation struct {
	Kind ReputationKind `json:"kind"`
	// Subject is the SHA-256 of a file, a host name or an address.
	Subject string `json:"subject"`
	// Known is false when the service has never seen it, which says nothing.
	Known bool `json:"known"`
	// Malicious and Suspicious count the engines that call it so.
	Malicious  int `json:"malicious"`
	Suspicious int `json:"suspicious"`
}

// ReputationKind says what a reputation is about.
type ReputationKind string

// The kinds.
const (
	ReputationFile    ReputationKind = "file"
	ReputationDomain  ReputationKind = "domain"
	ReputationAddress ReputationKind = "address"
)
