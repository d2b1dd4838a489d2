package policy

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Merge returns what two policies grant together: every grant and every denial of
// either. A resource that one of them grants in any workspace is granted in any,
// and one of which either is sure is sure. It does not matter which comes first,
// or how often. An empty extension id is anybody's.
func Merge(a, b Policy) (Policy, error) {
	if a.Extension == "" {
		a.Extension = b.Extension
	}
	if b.Extension != "" && a.Extension != b.Extension {
		return Policy{}, fmt.Errorf("merging the policies of %q and %q: they are not of one extension",
			escape.Printable(a.Extension, 80), escape.Printable(b.Extension, 80))
	}
	out := Policy{Extension: a.Extension, Basis: max(a.Basis, b.Basis)}
	for _, p := range []Policy{a, b} {
		out.Grants = append(out.Grants, p.Grants...)
		out.Denied = append(out.Denied, p.Denied...)
		out.Notes = append(out.Notes, p.Notes...)
	}
	return out.normal(), nil
}
