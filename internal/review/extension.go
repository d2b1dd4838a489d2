package review

import (
	"bytes"
	"context"
	"errors"
	"path"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// candidate is one extension of a change while it is judged.
type candidate struct {
	*reviewer
	// at is its folder, where that in the base; known says that the base holds it.
	at, where string
	known     bool
	// request is what the scans of both sides have in common.
	request Request
	compare baseline.Comparison
	in      gate.Input
	// notes are about the change as a whole, claims what the extension says of itself
	// and its policy does not bear out.
	notes, claims []string

	// base is nil where noBase, or that there is no base at all, says why.
	base   *side
	noBase string
	head   side
	// sources is the report of the head's sources beside its package; nil: nobody had
	// to look at them.
	sources *report.Report
	// stale is a build that may not be the change; nil: none is.
	stale    *checkout.Stale
	policies baseline.Policies
	// shipping is what the head says of how it ships; misconfigured says that its
	// configuration, which the change brings, cannot be read.
	shipping      Shipping
	misconfigured bool
}

// extension judges the extension in one folder.
func (r *reviewer) extension(ctx context.Context, at string) (Extension, error) {
	agreed := r.options.Agreement
	c := &candidate{
		reviewer: r, at: at, where: at,
		in: gate.Input{Threshold: r.options.Threshold, Change: agreed.Change, Approvals: agreed.Approvals, Merged: agreed.Merged},
		request: Request{
			Subject: at, Source: extension.Repository, CallPaths: true, Ceilings: true, Services: true,
		},
	}
	if r.repo.clone {
		c.request.Place = checkout.Place{Top: r.repo.top, Folder: at}
	}
	if err := c.readDocuments(ctx); err != nil {
		return Extension{}, err
	}
	if r.repo.packages[at] == "" && r.repo.basePackages[c.where] != "" && c.unbuiltHead(ctx) {
		// Somebody built the base and nobody the change: sources are what both have.
		delete(r.repo.basePackages, c.where)
	}
	var err error
	if c.base, c.noBase, err = c.scanBase(ctx); err != nil {
		return Extension{}, err
	}
	// What was not built runs nothing yet, and what was read in part ran more than
	// was seen: held against it, code that was there would be new.
	if c.base != nil && c.base.started && len(c.base.skipped) == 0 {
		c.request.BaselineName, c.request.Baseline = r.repo.base.Commit+":"+c.where, &c.base.baseline
	}
	if err := c.scanHead(ctx); err != nil {
		return Extension{}, err
	}
	c.hold(ctx)
	return c.conclude(), nil
}

// readDocuments reads what both sides have below .ringfence, and finds the extension
// in the base.
func (c *candidate) readDocuments(ctx context.Context) error {
	compare := &c.compare
	compare.Path, compare.Today, compare.Wanted = c.at, c.options.Today, c.options.Generate
	var err error
	if compare.Head, err = c.repo.headDocuments(c.at); err != nil {
		compare.HeadBroken = escape.Printable(err.Error(), finding.MaxMessage)
	}
	// Without a base the head's configuration is the one there is.
	c.request.Config = Config{Prefix(c.at) + baseline.ConfigName, compare.Head.Config}
	if c.repo.base != nil {
		if err := c.readBaseDocuments(ctx); err != nil {
			return err
		}
	} else if compare.HeadBroken != "" {
		return exit.Usagef("the documents cannot be read: %s; ringfence policy check says where", compare.HeadBroken)
	}
	if c.shipping, err = ReadShipping(compare.Head.Config); err == nil && c.shipping.Fenced {
		compare.Fenced = true
	}
	if err != nil && c.repo.base != nil && compare.HeadBroken == "" && !bytes.Equal(compare.Head.Config, compare.Base.Config) {
		// The base's counts for this change. Merged, this one would stop every later run.
		c.misconfigured = true
		compare.HeadBroken = escape.Printable(Prefix(c.at)+err.Error(), finding.MaxMessage)
	}
	return nil
}

func (c *candidate) readBaseDocuments(ctx context.Context) error {
	var err error
	if c.where, c.known, err = c.repo.inBase(ctx, c.at, c.headID); err != nil {
		return err
	}
	if !c.known {
		c.where = c.at
	}
	base, err := c.repo.baseDocuments(ctx, c.where)
	if err != nil {
		return exit.Usagef("the base cannot be judged by: %w", err)
	}
	start, err := c.repo.start(ctx, c.at, c.where, c.known)
	if err != nil {
		return err
	}
	if start.new {
		// What lies where nothing was is nobody's word about this extension.
		base = baseline.Documents{}
	}
	compare := &c.compare
	compare.Base, compare.New, compare.Start = &base, start.new && !start.fresh, start.fresh
	c.request.Config = Config{c.repo.base.Commit + ":" + Prefix(c.where) + baseline.ConfigName, base.Config}
	settings, err := c.repo.settings(ctx, c.at, base, compare.Head)
	if err != nil {
		return err
	}
	c.in.Settings, c.notes = start.forgiven(c.at, settings, compare.Head)
	c.notes = append(c.notes, c.uncommitted(ctx, c.at, compare.Head)...)
	// What cannot be read of it is an error of the scan's.
	shipped, _ := ReadShipping(base.Config)
	compare.Fenced = shipped.Fenced
	return nil
}

// headID is the name the head gives itself; empty when it cannot be read, which the
// scan says.
func (c *candidate) headID() string {
	limits := extension.DefaultLimits()
	data, err := c.repo.readHead(path.Join(c.at, "package.json"), limits.MaxManifest)
	if err != nil {
		return ""
	}
	m, err := extension.ParseManifest(data, nil, limits)
	if err != nil {
		return ""
	}
	return m.ID()
}

// unbuiltHead reports whether the head's checkout lacks what a build makes. One that
// cannot be read is a matter of the scan's.
func (c *candidate) unbuiltHead(ctx context.Context) bool {
	ext, err := extension.LoadAs(ctx, c.repo.folder(c.at), extension.Repository, extension.DefaultLimits())
	if err != nil {
		return false
	}
	defer ext.Close()
	return facts.Unbuilt(ext)
}

// scanHead scans the head, and compares the policies while it is open.
func (c *candidate) scanHead(ctx context.Context) error {
	request := c.request
	request.File = c.repo.folder(c.at)
	if file := c.repo.packages[c.at]; file != "" {
		request.File, request.Source = file, ""
	}
	err := c.machine.Scan(ctx, request, func(seen scan.Result) error { return c.seeHead(ctx, seen) })
	var stale *checkout.Stale
	if errors.As(err, &stale) {
		// What lies there is not the change. Its sources are.
		c.request.FromSources, request.FromSources = true, true
		err = c.machine.Scan(ctx, request, func(seen scan.Result) error { return c.seeHead(ctx, seen) })
		c.head.started = c.head.started && c.head.basis == facts.Sources
	}
	return err
}

func (c *candidate) seeHead(ctx context.Context, seen scan.Result) error {
	if c.compare.Base == nil || c.compare.Base.Policy == nil {
		if err := c.machine.NotExtension(ctx, c.repo.folder(c.at), seen.Extension); err != nil {
			return err
		}
	}
	if c.repo.clone && c.repo.packages[c.at] == "" && c.stale == nil {
		c.stale = c.staleBuild(ctx, seen)
		if c.stale != nil && c.stale.Proven {
			return c.stale
		}
	}
	c.head = sideOf(seen)
	c.compare.Code = c.code(ctx, seen)
	if c.base != nil && c.base.started {
		c.compare.BaseNeeds = &c.base.needs
	}
	return c.withSources(ctx, func(other *baseline.Code, r *report.Report) error {
		c.compare.Other, c.sources = other, r
		c.policies = baseline.Compare(c.compare)
		c.head.report.Permissions = report.PermissionsOf(seen.Program, c.policies.Head, c.policies.Evidence, widened(c.policies.Diff))
		c.claims = gate.Unborne(seen.Claims.Claims, c.policies.Head, seen.Claims.Fence)
		return nil
	})
}

// widened reports of a line whether the base's policy had it not.
func widened(d change.Diff) func(policy.Grant) bool {
	keys := map[string]bool{}
	for _, l := range d.Wider {
		if !l.Denial {
			keys[l.Grant.Key()] = true
		}
	}
	return func(g policy.Grant) bool { return keys[g.Key()] }
}

// staleBuild finds a build that lies in the clone and is older than its sources.
func (c *candidate) staleBuild(ctx context.Context, seen scan.Result) *checkout.Stale {
	o := checkout.StaleOptions{Hints: true}
	if c.repo.base != nil {
		o.Known = append(o.Known, c.repo.base)
	}
	return checkout.StaleBuild(ctx, c.machine.Git, checkout.Place{Top: c.repo.top, Folder: c.at}, seen, o)
}
