package baseline

import (
	"bytes"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A new version of ringfence sees more, or says it otherwise, and then the policy
// that somebody committed is not the one that comes out, although nobody changed
// the code. Head and base are judged by the same program: what the base's code
// needs as well, by this version, is not what the change brings.

// current is the policy that this version makes of the base's code and documents.
// ok is false where that code was not seen on the basis of the comparison, and
// where nobody has committed a policy that could be older.
func (c Comparison) current() (p policy.Policy, ok bool) {
	if c.Base == nil || c.Base.Policy == nil || c.BaseNeeds == nil || c.BaseNeeds.Basis != c.Needs.Basis ||
		c.BaseNeeds.Extension != c.Needs.Extension {
		return p, false
	}
	in := c.Base.Inputs
	in.Static, in.Today = *c.BaseNeeds, c.Today
	r, err := policygen.Fold(in)
	return r.Policy, err == nil
}

// brought leaves out of a difference what the base's code needs by this version
// as well, and says how much that is.
func brought(d change.Diff, current policy.Policy, heads ...policy.Policy) (change.Diff, int, error) {
	wider := map[string]bool{}
	for _, head := range heads {
		of, err := change.Between(current, head, evidence.Document{})
		if err != nil {
			return d, 0, err
		}
		for _, l := range of.Wider {
			wider[lineKey(l)] = true
		}
	}
	out := change.Diff{Extension: d.Extension, Narrower: d.Narrower}
	for _, l := range d.Wider {
		if wider[lineKey(l)] {
			out.Wider = append(out.Wider, l)
		}
	}
	return out, len(d.Wider) - len(out.Wider), nil
}

// outdated reports whether what is committed differs from what comes out only
// because another version made it: the change leaves the file alone, and this
// version makes the same of the base's code.
func (c Comparison) outdated(name string, fresh policy.Policy) bool {
	current, ok := c.current()
	if !ok || c.Base.Texts[name] == nil || !bytes.Equal(c.Base.Texts[name], c.Head.Texts[name]) {
		return false
	}
	return bytes.Equal(current.Bytes(), fresh.Bytes())
}

// outdatedNote says what follows from a file of another version.
func outdatedNote(name string) string {
	return escape.Printable(fmt.Sprintf("%s was made by another version of ringfence, and this one makes another of the same code: "+
		"the change does not fail for it, and the patch of this run has the new one", name), finding.MaxMessage)
}
