package main

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// unseenHead is what is wrong with a change whose code nobody could read.
const unseenHead = "the code of the change was not seen: what package.json names as its entry is not there, and neither is a source of it"

// code is one look at the head, as policies are made of it.
func (c *Command) code(ctx context.Context, l scanned) run.Code {
	static := needs(l.Extension, l.Program, l.ProgramErr)
	return run.Code{
		Needs: static.Policy,
		Explain: func(in policygen.Inputs, folded policy.Policy) evidence.Document {
			doc := policygen.Evidence(tool().Version, l.Extension, l.Program, static, in, folded)
			place(&doc, l.Origins)
			return doc
		},
		Keep: func(p policy.Policy) (loader, sidecar []byte, err error) {
			k, err := c.keep(ctx, l.Extension, p)
			return k.Loader, k.Sidecar, err
		},
	}
}

// unbuiltHead reports whether the head's checkout lacks what a build makes. One
// that cannot be read is a matter of the scan's.
func (c *Command) unbuiltHead(ctx context.Context, w *workplace, at string, o gating) bool {
	ext, err := extension.LoadAs(ctx, filepath.Join(w.top, filepath.FromSlash(at)), extension.Repository, o.limits)
	if err != nil {
		return false
	}
	defer ext.Close()
	return facts.Unbuilt(ext)
}

// committed is the policy whose basis counts: the base's, or else the head's.
func committed(compare run.Comparison) *policy.Policy {
	if compare.Base != nil && compare.Base.Policy != nil {
		return compare.Base.Policy
	}
	return compare.Head.Policy
}

// bases are the sides of a change on a basis that both have.
type bases struct {
	// head and base are the reports that are compared; base is nil where why says
	// that there is none.
	head, base *report.Report
	why        string
}

// withSources looks at the head's sources beside its package, where something of
// the base is to be compared with sources: what a policy was made from, or a base
// that nobody built. use is told while both are open.
func (c *Command) withSources(ctx context.Context, w *workplace, at string, scan scanOptions, wanted bool, use func(other *run.Code, r *report.Report) error) error {
	if !wanted {
		return use(nil, nil)
	}
	scan.source, scan.fromSources, scan.earlier, scan.before = extension.Repository, true, nil, ""
	scan.central, scan.asking, scan.modelOptions = central{}, asking{}, modelOptions{}
	return c.look(ctx, filepath.Join(w.top, filepath.FromSlash(at)), scan, newProgress(c, 1), func(l scanned) error {
		if l.Program == nil || l.Program.Basis != facts.Sources {
			return use(nil, nil)
		}
		code := c.code(ctx, l)
		return use(&code, l.Report)
	})
}

// wantsSources reports whether a head that was judged as a package has to be seen
// as sources as well.
func wantsSources(compare run.Comparison, base *side) bool {
	var basesNeeds *policy.Policy
	if base != nil && base.started {
		basesNeeds = &base.needs
	}
	return slices.Contains(run.Bases(&compare.Head, compare.Base, basesNeeds), policy.Sources) || base != nil && base.basis == facts.Sources
}

// pair chooses what is compared with what.
func (c *Command) pair(head side, sources *report.Report, base *side) bases {
	switch {
	case !head.started:
		return bases{why: unseenHead}
	case !base.started:
		return bases{why: "the base was not built, and no source of its entry was found; --base-package names its .vsix"}
	case head.basis == base.basis:
		return bases{head: head.report, base: base.report}
	case base.basis == facts.Sources && sources != nil:
		return bases{head: sources, base: base.report}
	}
	return bases{why: "the base was judged as " + string(base.basis) + " and the change as " + string(head.basis) + ", which are not compared"}
}

// basisNotes say which code was judged.
func basisNotes(head side, base *side, at string, old *stale) []string {
	var out []string
	switch {
	case old != nil && old.proven && head.started:
		out = append(out, old.words()+". Until then its sources were judged, without the packages they load")
	case old != nil:
		out = append(out, old.words())
	case !head.started:
		out = append(out, "the extension was not built: "+unseenHead)
	case head.basis == facts.Sources:
		out = append(out, "the extension was not built: its sources were judged, without the packages they load; "+
			"ringfence build "+run.Word(at)+" -o head.vsix makes the package, and --package head.vsix names it")
	}
	if head.started && base != nil && base.started && head.basis == facts.Package && base.basis == facts.Sources {
		out = append(out, "the base was not built: what is new was told by the sources of both sides, and the policy was compared with the one that the base has committed")
	}
	for i := range out {
		out[i] = finding.Printable(out[i], finding.MaxMessage)
	}
	return out
}
