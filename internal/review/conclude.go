package review

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// hold fills in what the gates hold against the change.
func (c *candidate) hold(ctx context.Context) {
	in := &c.in
	in.Head = c.head.report
	switch {
	case c.repo.base == nil:
		in.Base = c.head.report
	case !c.known:
		// A new extension: there is a base, and it holds nothing of it.
		in.Base = &report.Report{}
	case c.base == nil:
		in.NoBase = c.noBase
	default:
		pair := pairUp(c.head, c.sources, c.base)
		in.Base, in.NoBase = pair.base, pair.why
		if pair.base != nil && pair.head == c.sources {
			in.Compared = pair.head
			in.SamePackages = c.repo.samePackages(ctx, c.at, c.where)
			if in.Unread = c.repo.unread(ctx, pair.base, pair.head, c.at, c.where); in.Unread {
				in.Base = c.repo.completed(ctx, pair.base, pair.head, c.at, c.where)
			}
		}
	}
	in.Wider, in.Uncompared = c.policies.Wider, c.policies.Uncompared
	in.Drift, in.Undrifted = c.policies.Drift, c.policies.Undrifted
	if !c.head.started {
		in.Uncompared, in.Undrifted = unseenHead, unseenHead
	}
	if c.options.PackageRequired && (c.head.basis == facts.Sources || !c.head.started) {
		in.Unbuilt = "the change was not built, and its package is required"
	}
	if c.options.PackageRequired && c.stale != nil {
		// Times prove nothing, and whoever requires the package wants more than that
		// it may be the one.
		in.Unbuilt = c.stale.Error() + "; the package of the change is required"
	}
	c.policies.Notes = append(c.policies.Notes, basisNotes(c.head, c.base, c.stale)...)
}

// conclude judges, and gathers what is said of the extension.
func (c *candidate) conclude() Extension {
	outcome := gate.Judge(c.in)
	remedies := c.remedyFor(c.at, c.headID(), c.head, c.committed())
	remedies.wider, remedies.misconfigured = c.policies.Diff.Wider, c.misconfigured
	remedies.write(&outcome, c.in)
	r := c.in.Head
	notes := slices.Concat(c.notes, c.policies.Notes, c.claims)
	judged := result.Judged{
		Path: c.at, ID: r.Extension.ID, Version: r.Extension.Version, Category: r.Verdict.Category, Risk: r.Verdict.Overall,
		NeedsReview: r.Verdict.NeedsReview, Widened: len(c.in.Wider) > 0, Passes: outcome.Passes(), Gates: outcome, Notes: notes,
		Fails: []string{}, NotChecked: result.NotLooked(r),
	}
	if judged.Notes == nil {
		judged.Notes = []string{}
	}
	for _, word := range outcome.FailOn {
		judged.Fails = append(judged.Fails, word.Word)
	}
	if len(c.in.Drift) > 0 {
		judged.Fix = remedies.generate()
	}
	out := Extension{
		Judged: judged, Page: result.Page{Report: r, Outcome: outcome, Compared: c.repo.base != nil, Notes: notes},
		Report: r, Policies: c.policies, Loader: committedLoader(c.compare.Head.Texts), Shipping: c.shipping,
	}
	if c.at != "." {
		out.Page.Path = c.at
	}
	if len(c.policies.Diff.Wider)+len(c.policies.Diff.Narrower) > 0 {
		out.Page.Policy, out.Page.Wider = c.policies.Diff.Markdown(), c.policies.Diff.Wider
	}
	return out
}

// committed is the policy whose basis counts: the base's, or else the head's.
func (c *candidate) committed() *policy.Policy {
	if c.compare.Base != nil && c.compare.Base.Policy != nil {
		return c.compare.Base.Policy
	}
	return c.compare.Head.Policy
}
