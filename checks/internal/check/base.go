package check

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
)

// NoBase is why a check did not look that compares with the release before.
const NoBase = "there is no release before to compare with (--base names one)"

// Base is the release before the one that is scanned.
type Base struct {
	Change *releasediff.Change
	// Power is what its code reached; nil: nobody could look at it.
	Power *Power
}

// Power is what of a release's code counts for the one after it. It may be
// written down and read again.
type Power struct {
	// Reaches are its outward capabilities, sorted.
	Reaches []catalog.Capability
	// Hosts are the hosts that it names, sorted, and other words without a slash that may be one.
	Hosts []string
	// Hashes is set when its code works out the digest of something, as who checks what was fetched does.
	Hashes bool
	// Keys are the sensitive places, by their id, of which its code reads what the person logs in with elsewhere, sorted.
	Keys []string
	// InPart is set when something that can run was not seen.
	InPart bool
}
