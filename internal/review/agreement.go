package review

import (
	"github.com/ringfence-dev/ringfence/internal/gate"
)

// Agreement is what a forge says of a change.
type Agreement struct {
	// Asked says that the change is a pull request whose approvals are asked for.
	Asked bool
	// Merged says that what is judged is on its branch already.
	Merged bool
	// Change says whose change it is; Approvals are what was said of it.
	Change    gate.Change
	Approvals []gate.Approval
}

// labelPrefix begins the labels by which a person accepts.
const labelPrefix = "ringfence:accept-"

// ConfirmLabel is the label with which a run waits for the approval of an environment,
// the way of who works alone.
const ConfirmLabel = "ringfence:confirm"

// Label is the label of a pull request that accepts a gate.
func Label(n gate.Name) string { return labelPrefix + string(n) }

// Accepts returns the gates that a label or, for an empty one, an approving review opens.
// A label nobody knows opens none.
func Accepts(label string) []gate.Name {
	var out []gate.Name
	for _, n := range gate.Names() {
		if n.Acceptable() && (label == "" || label == Label(n)) {
			out = append(out, n)
		}
	}
	return out
}
