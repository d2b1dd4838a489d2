package gate

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// maxClaims is how many claims are named one by one.
const maxClaims = 10

// Unborne says of the claims of an extension that it is sandboxed or isolated
// which of them the mode it runs in and its policy do not bear out, and why; nil:
// there is none. It is for readers beside the gates and fails nothing: a sentence
// may be about something else.
func Unborne(made []claims.Made, p policy.Policy, mode claims.Fence) []string {
	why := unfenced(p, mode)
	if why == "" {
		return nil
	}
	var out []string
	for i, c := range made {
		if i == maxClaims {
			out = append(out, fmt.Sprintf("%d more sentences claim it", len(made)-maxClaims))
			break
		}
		out = append(out, line(fmt.Sprintf("%s:%d claims %q, which is not borne out: %s", c.File, c.Line, c.Text, why)))
	}
	return out
}

// unfenced says what leaves an extension free to reach out of its fence; empty:
// the mode denies what the policy does not name, and the policy names nothing
// that runs without the fence.
func unfenced(p policy.Policy, mode claims.Fence) string {
	if mode != claims.Enforcing {
		_, why := claims.Judge(mode)
		return why
	}
	for _, n := range p.Notes {
		if n.Mark == policy.Incomplete {
			return "part of the code was not seen, so that nobody knows what the policy would have to hold"
		}
	}
	// Programs and machine code have all rights of the user, whatever the loader
	// denies the rest.
	for _, g := range p.Grants {
		switch {
		case g.Section == policy.Processes:
			return "the policy lets it start " + strings.TrimPrefix(
				g.String(),
				string(policy.Processes)+": ",
			) + ", and programs run outside of the fence"
		case g.Section == policy.Code && g.Name == policy.Native:
			return "the policy lets it load machine code, " + g.Pattern + ", which no loader holds"
		case policy.Unbounded(g):
			return "the policy has no bounds for " + string(g.Section)
		}
	}
	return ""
}
