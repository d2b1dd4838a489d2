package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/internal/update"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// gatedExtension is one extension of a run with all that is written of it.
type gatedExtension struct {
	judged   run.Judged
	page     action.Page
	report   *report.Report
	policies run.Policies
	// kept is the loader as it is committed; nil: the extension ships without one.
	kept *wrap.Kept
	// notes are about the change as a whole.
	notes []string
	// unborne are what the extension claims of itself and its policy does not bear
	// out.
	unborne []string
}

// side is one side of a change.
type side struct {
	report *report.Report
	// started reports that an entry was there to be analysed, or that the
	// extension has none; basis says what was.
	started bool
	basis   facts.Basis
	// needs is what the base's code asks for.
	needs policy.Policy
	seen  earlier
	// skipped says of files of it that were left out why.
	skipped []string
}

// gateOne judges one extension.
func (c *Command) gateOne(ctx context.Context, w *workplace, at string, threshold finding.Severity, o gating) (gatedExtension, error) {
	var out gatedExtension
	fail := func(err error) (gatedExtension, error) {
		return out, sameKind(err, fmt.Errorf("judging %s: %w", quoted(at), err))
	}
	in := gate.Input{Threshold: threshold, Change: o.agreed.change, Approvals: o.agreed.approvals, Merged: o.merged}
	var compare run.Comparison
	compare.Path, compare.Today, compare.Wanted = at, c.day(o.today), o.wanted
	var err error
	if compare.Head, err = w.headDocuments(at); err != nil {
		compare.HeadBroken = finding.Printable(err.Error(), finding.MaxMessage)
	}
	scan := o.scanOptions
	scan.subject, scan.source = at, extension.Repository
	// The base may be of a time before it was one, and a change does not get out of
	// the gate by taking the engine out of its manifest.
	scan.anything = true
	if w.clone {
		scan.sources = sources{top: w.top, folder: at}
	}
	// Without a base the head's configuration is the one there is.
	scan.given = &givenConfig{prefix(at) + run.ConfigName, compare.Head.Config}
	where, known := at, false
	if w.base != nil {
		if where, known, err = w.inBase(ctx, at, func() string { return c.headID(w, at, o) }); err != nil {
			return fail(err)
		}
		if !known {
			where = at
		}
		base, err := w.baseDocuments(ctx, where)
		if err != nil {
			return fail(usagef("the base cannot be judged by: %w", err))
		}
		begin, err := w.begins(ctx, at, where, known)
		if err != nil {
			return fail(err)
		}
		if begin.new {
			// What lies where nothing was is nobody's word about this extension.
			base = run.Documents{}
		}
		compare.Base, compare.New, compare.Start = &base, begin.new && !begin.fresh, begin.fresh
		scan.given = &givenConfig{w.base.Commit + ":" + prefix(where) + run.ConfigName, base.Config}
		settings, err := w.settings(ctx, at, base, compare.Head)
		if err != nil {
			return fail(err)
		}
		in.Settings, out.notes = begin.forgiven(at, settings, compare.Head)
		// What cannot be read of it is an error of the scan's.
		compare.Fenced, _ = fenced(base.Config)
	} else if compare.HeadBroken != "" {
		return fail(usagef("the documents cannot be read: %s", compare.HeadBroken))
	}
	if ships, err := fenced(compare.Head.Config); err == nil && ships {
		compare.Fenced = true
	}
	out.kept = keptBy(compare.Head.Texts)
	if w.packages[at] == "" && w.basePackages[where] != "" && c.unbuiltHead(ctx, w, at, o) {
		// Somebody built the base and nobody the change: sources are what both have.
		delete(w.basePackages, where)
	}
	baseSide, noBase, err := c.baseSide(ctx, w, where, known, scan)
	if err != nil {
		return fail(err)
	}
	// What was not built runs nothing yet, and what was read in part ran more than
	// was seen: held against it, code that was there would be new.
	if baseSide != nil && baseSide.started && len(baseSide.skipped) == 0 {
		scan.before, scan.earlier = w.base.Commit+":"+where, &baseSide.seen
	}
	var head side
	var sources *report.Report
	var old *stale
	use := func(l scanned) error {
		if compare.Base == nil || compare.Base.Policy == nil {
			if err := c.notExtension(ctx, c.asTyped(filepath.Join(w.top, filepath.FromSlash(at))), l.Extension, scanOptions{verb: "gate"}); err != nil {
				return err
			}
		}
		if w.clone && w.packages[at] == "" && old == nil {
			old = c.staleBuild(ctx, w.checkout(at), l.Extension, l.Program, l.Origins)
			if old != nil && old.proven {
				return old
			}
		}
		head = c.side(l)
		compare.Code = c.code(ctx, l)
		if baseSide != nil && baseSide.started {
			compare.BaseNeeds = &baseSide.needs
		}
		wanted := head.basis == facts.Package && head.started && wantsSources(compare, baseSide)
		return c.withSources(ctx, w, at, scan, wanted, func(other *run.Code, r *report.Report) error {
			compare.Other, sources = other, r
			out.policies = run.Compare(compare)
			out.unborne = gate.Unborne(l.Claims.Claims, out.policies.Head, l.Claims.Fence)
			return nil
		})
	}
	err = c.look(ctx, w.source(w.packages, at), headOptions(scan, w, at), newProgress(c, 1), use)
	if errors.As(err, &old) {
		// What lies there is not the change. Its sources are.
		scan.fromSources = true
		err = c.look(ctx, w.source(w.packages, at), headOptions(scan, w, at), newProgress(c, 1), use)
		head.started = head.started && head.basis == facts.Sources
	}
	if err != nil {
		return fail(err)
	}
	in.Head = head.report
	switch {
	case w.base == nil:
		in.Base = head.report
	case !known:
		// A new extension: there is a base, and it holds nothing of it.
		in.Base = &report.Report{}
	case baseSide == nil:
		in.NoBase = noBase
	default:
		pair := c.pair(head, sources, baseSide)
		in.Compared, in.Base, in.NoBase = pair.head, pair.base, pair.why
		if pair.base != nil && pair.head == sources {
			in.SamePackages = w.samePackages(ctx, at, where)
			if in.Unread = unread(pair.base, pair.head); in.Unread {
				in.Base = w.completed(ctx, pair.base, pair.head, at, where)
			}
		}
	}
	in.Wider, in.Uncompared = out.policies.Wider, out.policies.Uncompared
	in.Drift, in.Undrifted = out.policies.Drift, out.policies.Undrifted
	if !head.started {
		in.Uncompared, in.Undrifted = unseenHead, unseenHead
	}
	if o.builtOnly && (head.basis == facts.Sources || !head.started) {
		in.Unbuilt = "the change was not built, and its package is required"
	}
	if o.builtOnly && old != nil {
		// Times prove nothing, and whoever requires the package wants more than that
		// it may be the one.
		in.Unbuilt = old.words() + "; the package of the change is required"
	}
	out.policies.Notes = append(out.policies.Notes, basisNotes(head, baseSide, at, old)...)
	c.conclude(&out, in, at, c.remedy(w, at, head, committed(compare), o))
	return out, nil
}

// conclude judges and gathers what is said.
func (c *Command) conclude(out *gatedExtension, in gate.Input, at string, how remedy) {
	outcome := gate.Judge(in)
	how.wider = out.policies.Diff.Wider
	how.write(&outcome, in)
	r := in.Head
	out.report = r
	notes := slices.Concat(out.notes, out.policies.Notes, out.unborne)
	out.judged = run.Judged{
		Path: at, ID: r.Extension.ID, Version: r.Extension.Version, Category: r.Verdict.Category, Risk: r.Verdict.Overall,
		NeedsReview: r.Verdict.NeedsReview, Widened: len(in.Wider) > 0, Gates: outcome, Notes: notes, Fails: []string{},
	}
	if out.judged.Notes == nil {
		out.judged.Notes = []string{}
	}
	for _, word := range outcome.FailOn {
		out.judged.Fails = append(out.judged.Fails, word.Word)
	}
	if len(in.Drift) > 0 {
		out.judged.Fix = how.generate()
	}
	out.judged.Passes = outcome.Passes()
	out.page = action.Page{Report: r, Outcome: outcome, Notes: notes}
	if at != "." {
		out.page.Path = at
	}
	if len(out.policies.Diff.Wider)+len(out.policies.Diff.Narrower) > 0 {
		out.page.Policy = out.policies.Diff.Markdown()
	}
}

// baseSide scans the base, and asks what its code needs. nil with a reason means
// that it cannot be told what it holds.
func (c *Command) baseSide(ctx context.Context, w *workplace, where string, known bool, scan scanOptions) (*side, string, error) {
	if w.base == nil || !known {
		return nil, "", nil
	}
	// Ceilings are held against what is to be merged, and of the base nobody is
	// shown how execution gets anywhere.
	scan.central, scan.ways = central{}, false
	scan.sources = sources{none: true}
	look := func(source string) (out side, err error) {
		err = c.look(ctx, source, scan, newProgress(c, 1), func(l scanned) error {
			out = c.side(l)
			out.needs = needs(l.Extension, l.Program, l.ProgramErr).Policy
			return nil
		})
		return out, err
	}
	var out side
	var err error
	if file := w.basePackages[where]; file != "" {
		scan.source = ""
		out, err = c.cachedSide(scan, func(h io.Writer) error { return hashFile(h, file) }, func() (side, error) { return look(file) })
	} else {
		// What git calls the files names their contents: a base that is known is not
		// written out.
		input := func(h io.Writer) error { _, err := io.WriteString(h, w.base.Digest(where)); return err }
		out, err = c.cachedSide(scan, input, func() (out side, err error) {
			err = w.exported(ctx, where, func(dir string, skipped []string) (err error) {
				out, err = look(dir)
				out.skipped = skipped
				return err
			})
			return out, err
		})
	}
	switch {
	case errors.Is(err, revision.ErrMissing):
		return nil, "the clone does not hold all of the base: " + err.Error(), nil
	case err != nil && (ctx.Err() != nil || exitCode(err) != exitUsage):
		return nil, "", err
	case err != nil:
		return nil, "the base cannot be scanned: " + finding.Printable(err.Error(), finding.MaxMessage), nil
	case len(out.skipped) > 0:
		w.notes = append(w.notes, finding.Printable(fmt.Sprintf("%d files of the base are not read, the first: %s", len(out.skipped), out.skipped[0]), finding.MaxMessage))
	}
	return &out, "", nil
}

// exported writes a folder of the base out for as long as use takes.
func (w *workplace) exported(ctx context.Context, where string, use func(dir string, skipped []string) error) error {
	dir, err := os.MkdirTemp("", "ringfence-base-")
	if err != nil {
		return fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	skipped, err := w.base.Export(ctx, where, dir)
	if err != nil {
		return err
	}
	return use(dir, skipped)
}

func (c *Command) side(l scanned) side {
	s := side{report: l.Report, started: l.Extension.Manifest.Main == "" && l.Extension.Manifest.Browser == "", seen: earlier{release: update.Of(l.Extension)}}
	if l.Program != nil {
		s.basis = l.Program.Basis
		s.seen.basis, s.seen.power = s.basis, checks.PowerOf(catalog.Default(), l.Program)
		for _, e := range l.Program.Entries {
			s.started = s.started || e.Kind == facts.EntryMain || e.Kind == facts.EntryBrowser
		}
	}
	return s
}

// source is what is scanned for an extension of the head.
func (w *workplace) source(packages map[string]string, at string) string {
	if file := packages[at]; file != "" {
		return file
	}
	return filepath.Join(w.top, filepath.FromSlash(at))
}

func headOptions(scan scanOptions, w *workplace, at string) scanOptions {
	if w.packages[at] != "" {
		scan.source = ""
	}
	return scan
}

// checkout is where the head's files lie, and what they may have been built of.
func (w *workplace) checkout(at string) checkout {
	out := checkout{sources: sources{top: w.top, folder: at}, hints: true}
	if w.base != nil {
		out.known = append(out.known, w.base)
	}
	return out
}

// headID is the name the head gives itself; empty when it cannot be read, which
// the scan says.
func (c *Command) headID(w *workplace, at string, o gating) string {
	data, err := w.readHead(path.Join(at, "package.json"), o.limits.MaxManifest)
	if err != nil {
		return ""
	}
	m, err := extension.ParseManifest(data, nil, o.limits)
	if err != nil {
		return ""
	}
	return m.ID()
}

// settings names what the change touches that it is judged by.
func (w *workplace) settings(ctx context.Context, at string, base, head run.Documents) ([]string, error) {
	was, is, err := w.workflows(ctx)
	if err != nil {
		return nil, err
	}
	return append(run.Settings(at, base, head), run.Files(was, is)...), nil
}

// sameKind keeps an error a matter of who asked where it was one.
func sameKind(was, is error) error {
	if exitCode(was) == exitUsage {
		return usageError{is}
	}
	return is
}
