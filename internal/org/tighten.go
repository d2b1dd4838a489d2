package org

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Tighten makes a configuration at least as strict as the organisation's, and
// says what of it did not count. Where neither says anything, the default holds.
func (o *Organisation) Tighten(c *config.Config) (notes []string) {
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	profile := o.Profile
	if profile == "" {
		profile = verdict.Profiles()[0].Name
	}
	if c.Profile != "" && c.Profile != profile {
		note("profile %s does not count: the organisation's is %s", c.Profile, profile)
	}
	c.Profile = profile

	if slices.Contains(c.FailOn, "none") && !slices.Contains(o.FailOn, "none") {
		note("fail-on none does not count: it is less than the organisation's%s", listed(o.FailOn))
	}
	c.FailOn = both(verdict.FailWords(), c.FailOn, o.FailOn)
	if len(c.FailOn) > 1 || !slices.Contains(o.FailOn, "none") {
		c.FailOn = slices.DeleteFunc(c.FailOn, func(w string) bool { return w == "none" })
	}

	if c.RejectOn == verdict.OnConfirmed && o.RejectOn != verdict.OnConfirmed {
		note("reject-on confirmed does not count: the organisation's is %s", verdict.OnLikely)
		c.RejectOn = verdict.OnLikely
	}
	if c.RejectOn == "" {
		c.RejectOn = o.RejectOn
	}
	c.Require = both(finding.Modules(), c.Require, o.Require)

	c.Withheld = slices.DeleteFunc(config.Kinds(), func(k config.Kind) bool { return slices.Contains(o.Answers, k) })
	return notes
}

func listed(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// both returns what either names, in the order of all.
func both[T comparable](all []T, a, b []T) []T {
	var out []T
	for _, x := range all {
		if slices.Contains(a, x) || slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}
