package finding

import (
	"crypto/sha256"
	"encoding/hex"
)

// Prints counts findings that are alike, so that each has a fingerprint of its own. The zero
// value is of no use: make one a report.
type Prints map[string]int

// Of is what a finding is known by after lines above it moved: a key of the check, the file and
// the message, and the count of such findings so far.
func (p Prints) Of(f Finding) (key string, n int) {
	h := sha256.Sum256([]byte(f.Check + "\x00" + f.Where.File + "\x00" + f.Message))
	key = hex.EncodeToString(h[:8])
	p[key]++
	return key, p[key]
}
