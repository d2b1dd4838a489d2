// Package review judges the extensions of a change. For each one it reads what the
// base and the head have committed below .ringfence, scans both sides, has package
// baseline compare policies and generated files, and hands package gate the values that
// its gates are judged by. It says of each gate that fails what puts it right.
//
// Everything that could accept the change comes from the base's commit or from the
// caller; nothing of the head decides about the head. The head is what lies in the
// folder, the base is read by git from the clone, and nothing of either is run.
//
// The package knows no forge, no network and no environment. Of the command line it
// knows the words that remedies and errors tell a person to type. Options say what is
// judged and how, Machine is what it takes of the process, and Machine.Scan scans one
// side the way the caller's flags ask for.
package review

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// Options say how a change is judged.
type Options struct {
	// Base is the revision to compare with; empty: what is there is judged as it is.
	Base string
	// Start is a folder of the repository; empty: the first target, or where the
	// command runs.
	Start string
	// Packages and BasePackages are built extensions, as FILE or PATH=FILE.
	Packages, BasePackages []string
	// PackageRequired says that sources are not enough.
	PackageRequired bool
	// Threshold is the severity from which new findings fail; None: never.
	Threshold finding.Severity
	// Generate says that generated files are to be there although nobody has
	// committed any.
	Generate bool
	// Agreement is what a forge says of the change.
	Agreement Agreement
	// Cache keeps what came of bases.
	Cache Cache
	// Today is the day on which rulings may be over; empty: nobody knows it.
	Today string
}

// Result is what a review came to.
type Result struct {
	Document   result.Document
	Extensions []Extension
	// Packages are the built extensions by path.
	Packages map[string]string
}

// Extension is one extension of a change with all that is written of it.
type Extension struct {
	Judged   result.Judged
	Page     result.Page
	Report   *report.Report
	Policies baseline.Policies
	// Loader is the loader as it is committed; nil: the extension ships without one.
	Loader *wrap.Kept
	// Shipping is what its configuration says of how it ships.
	Shipping Shipping
}

// reviewer is one review.
type reviewer struct {
	options Options
	machine Machine
	repo    *repository
}

// Run judges all extensions of a change, one after the other: each holds the memory of
// two scans. Without targets they are all extensions of the repository.
func Run(ctx context.Context, targets []string, o Options, m Machine) (Result, error) {
	var out Result
	repo, err := openRepository(ctx, targets, o, m)
	if err != nil {
		return out, err
	}
	if err := repo.assign(o, m); err != nil {
		return out, err
	}
	if repo.base != nil {
		if err := m.Outside(repo.top); err != nil {
			return out, err
		}
		defer repo.base.Keep(ctx)()
	}
	out.Packages = repo.packages
	out.Document = result.Document{
		SchemaVersion: result.Version, Base: repo.baseCommit(), Passes: true, Extensions: []result.Judged{}, Notes: []string{},
	}
	r := &reviewer{o, m, repo}
	for _, at := range repo.paths {
		x, err := r.extension(ctx, at)
		if err != nil {
			return out, fmt.Errorf("judging %s: %w", escape.Quoted(at), err)
		}
		out.Extensions = append(out.Extensions, x)
		out.Document.Extensions = append(out.Document.Extensions, x.Judged)
		out.Document.Passes = out.Document.Passes && x.Judged.Passes
	}
	out.Document.Notes = append(out.Document.Notes, repo.notes...)
	return out, nil
}

// Accept says of a gate that fails that what it objects to is being put right, and by
// what.
func (r *Result) Accept(name gate.Name, by string) {
	r.Document.Passes = true
	for i := range r.Extensions {
		x := &r.Extensions[i]
		for j := range x.Judged.Gates.Results {
			g := &x.Judged.Gates.Results[j]
			if g.Gate == name && g.State == gate.Fails {
				g.State, g.By, g.Command, g.Fix = gate.Accepted, by, "", ""
			}
		}
		x.Judged.Passes = x.Judged.Gates.Passes()
		r.Document.Extensions[i] = x.Judged
		r.Document.Passes = r.Document.Passes && x.Judged.Passes
	}
}
