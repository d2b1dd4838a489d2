package documents

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Merge joins policies, observations and accepted proposals into one policy, which an
// override may change.
func Merge(p *process.Process, names []string, override, today string) (policy.Policy, error) {
	in := policygen.Inputs{Today: today}
	for _, name := range names {
		next, err := ReadPolicy(p, name)
		if err != nil {
			return policy.Policy{}, err
		}
		if in.Static, err = policy.Merge(in.Static, next); err != nil {
			return policy.Policy{}, exit.AsUsage(err)
		}
	}
	if override != "" {
		data, err := p.ReadInput(override, policy.MaxBytes)
		if err != nil {
			return policy.Policy{}, err
		}
		if in.Override, err = policy.ParseOverride(override, data); err != nil {
			return policy.Policy{}, exit.AsUsage(err)
		}
	}
	result, err := policygen.Fold(in)
	if err != nil {
		return policy.Policy{}, exit.AsUsage(err)
	}
	for _, r := range result.Expired {
		fmt.Fprintf(p.Stderr, "ringfence: line %d of %s was for the time until %s and is left out\n", r.Line, escape.Quoted(override), r.Until)
	}
	return result.Policy, nil
}
