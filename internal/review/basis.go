package review

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A package and the sources it is made of are two bases, and facts of different bases
// are not compared.

// unseenHead is what is wrong with a change whose code nobody could read.
const unseenHead = "the code of the change was not seen: what package.json names as its entry is not there, and neither is a source of it"

// code is one scan of the head, as policies are made of it.
func (c *candidate) code(ctx context.Context, seen scan.Result) baseline.Code {
	static := baseline.Needs(seen.Extension, seen.Program, seen.ProgramErr)
	return baseline.Code{
		Needs: static.Policy,
		Explain: func(in policygen.Inputs, folded policy.Policy) evidence.Document {
			doc := policygen.Evidence(c.machine.Version, seen.Extension, seen.Program, static, in, folded)
			checkout.ShowOrigins(&doc, seen.Origins)
			return doc
		},
		Keep: func(p policy.Policy) (loader, sidecar []byte, err error) {
			k, err := c.shipping.MakeLoader(ctx, seen.Extension, p, c.machine.Worker)
			return k.Loader, k.Sidecar, err
		},
	}
}

// withSources scans the head's sources beside its package, where something of the base
// is to be compared with sources: what a policy was made from, or a base that nobody
// built. use is told while both are open; nil: there are none to compare with.
func (c *candidate) withSources(ctx context.Context, use func(other *baseline.Code, r *report.Report) error) error {
	if c.head.basis != facts.Package || !c.head.started || !c.comparesSources() {
		return use(nil, nil)
	}
	request := c.request
	request.File, request.Source, request.FromSources = c.repo.folder(c.at), extension.Repository, true
	request.Baseline, request.BaselineName = nil, ""
	request.Ceilings, request.Services = false, false
	return c.machine.Scan(ctx, request, func(seen scan.Result) error {
		if seen.Program == nil || seen.Program.Basis != facts.Sources {
			return use(nil, nil)
		}
		code := c.code(ctx, seen)
		return use(&code, seen.Report)
	})
}

// comparesSources reports whether a head that was judged as a package has to be seen
// as sources as well.
func (c *candidate) comparesSources() bool {
	return slices.Contains(baseline.Bases(&c.compare.Head, c.compare.Base, c.compare.BaseNeeds), policy.Sources) ||
		c.base != nil && c.base.basis == facts.Sources
}

// pair are the sides of a change on a basis that both have.
type pair struct {
	// head and base are the reports that are compared; base is nil where why says
	// that there is none.
	head, base *report.Report
	why        string
}

// pairUp chooses what is compared with what; sources is the report of the head's
// sources, nil where nobody looked at them.
func pairUp(head side, sources *report.Report, base *side) pair {
	switch {
	case !head.started:
		return pair{why: unseenHead}
	case !base.started:
		return pair{why: "the base was not built, and no source of its entry was found; --base-package names its .vsix"}
	case head.basis == base.basis:
		return pair{head: head.report, base: base.report}
	case base.basis == facts.Sources && sources != nil:
		return pair{head: sources, base: base.report}
	}
	return pair{why: "the base was judged as " + string(base.basis) + " and the change as " + string(head.basis) + ", which are not compared"}
}

// basisNotes say which code was judged.
func basisNotes(head side, base *side, stale *checkout.Stale) []string {
	var out []string
	switch {
	case stale != nil && stale.Proven && head.started:
		out = append(out, stale.Error()+". Until then its sources were judged, without the packages they load")
	case stale != nil:
		out = append(out, stale.Error())
	case !head.started:
		out = append(out, "the extension was not built: "+unseenHead)
	case head.basis == facts.Sources:
		out = append(out, "the extension was not built: its sources were judged, without the packages they load; "+
			"\"ringfence build\" makes the package, and --package names it")
	}
	if head.started && base != nil && base.started && head.basis == facts.Package && base.basis == facts.Sources {
		out = append(out, "the base was not built: what is new was told by the sources of both sides, and the policy was compared with "+
			"the one that the base has committed")
	}
	for i := range out {
		out[i] = escape.Printable(out[i], finding.MaxMessage)
	}
	return out
}
