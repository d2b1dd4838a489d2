// Package checks holds what ringfence looks for. A check is a value: a name, a
// page of documentation, what it needs and a function from facts to findings.
// Each has one .go file, one .md page and one folder of fixtures, with a benign
// twin that must stay quiet; all.go lists them and a test holds the list.
//
// Checks judge facts and never see a syntax tree, a file system or a network.
// They know nothing of policies or of each other.
package checks

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/content"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

//go:embed *.md
var pages embed.FS

// Check is one thing to look for.
type Check struct {
	// Name is the file, the page, the fixture folder and, with a severity behind
	// it, the SARIF rule id.
	// Never renamed once released.
	Name   string
	Module finding.Module
	// Worst and PaperWorst are the highest severities its findings can have;
	// SARIF ranks the rule by them.
	Worst, PaperWorst finding.Severity
	// Confidence is what most of its findings have: code scanning's precision.
	Confidence finding.Confidence
	// CWE are the weaknesses its findings are, by number; none when they are a
	// privilege or housekeeping and no weakness.
	CWE []int
	// Redact is true when what the check finds must not be repeated, a key in the
	// code: reports keep no excerpt of it.
	Redact bool
	// Needs are the inputs without which the check cannot run.
	Needs []Need
	// Services names the services of its layer that a check with NeedServices
	// asks; empty: any of them.
	Services []string
	// Run gives the findings in any order; it must not keep or change its
	// input.
	Run func(ctx context.Context, in Input) []finding.Finding
}

// Need is an input a check cannot do without.
type Need string

// The needs.
const (
	NeedManifest Need = "manifest"
	NeedCode     Need = "code"
	NeedSecrets  Need = "search for secrets"
	// NeedServices asks for what the services of the check's layer know.
	NeedServices Need = "services"
	NeedScripts  Need = "text of the scripts"
	NeedFiles    Need = "bytes of the files"
	NeedPackages Need = "list of packages"
	NeedClaims   Need = "text for people"
	// NeedBase asks for the release before, NeedBaseCode for its code as well.
	NeedBase     Need = "release before"
	NeedBaseCode Need = "code of the release before"
)

// Input is what checks look at. A nil part could not be had.
type Input struct {
	Catalog  *catalog.Catalog
	Manifest *extension.Manifest
	Program  *facts.Program
	Secrets  *secrets.Result
	// World is what services said; nil: nobody asked them.
	World   *supply.World
	Content *content.Facts
	// Inventory are the packages that ship.
	Inventory *supply.Inventory
	// Claims are what the extension says of its own safety.
	Claims *claims.Facts
	// Base is the release before; nil: nobody named one.
	Base *Base
}

// has reports that an input is there.
func (in Input) has(n Need) bool {
	switch n {
	case NeedManifest:
		return in.Manifest != nil
	case NeedCode:
		return in.Program != nil
	case NeedSecrets:
		return in.Secrets != nil
	case NeedServices:
		return true // what became of them is said service by service
	case NeedScripts, NeedFiles:
		return in.Content != nil
	case NeedPackages:
		return in.Inventory != nil
	case NeedClaims:
		return in.Claims != nil
	case NeedBase:
		return in.Base != nil
	case NeedBaseCode:
		return in.Base != nil && in.Base.Power != nil
	}
	return false
}

// State says what became of a check. Looking and finding nothing is another
// thing than not looking.
type State string

// The states.
const (
	Found   State = "found"
	Nothing State = "nothing"
	Skipped State = "skipped"
	// Unavailable and Failed are checks whose services did not answer, or not
	// so that it could be read.
	Unavailable State = "unavailable"
	Failed      State = "failed"
)

// States lists the states.
func States() []State { return []State{Found, Nothing, Skipped, Unavailable, Failed} }

// Looked holds for the states of a check that looked.
func (s State) Looked() bool { return s == Found || s == Nothing }

// Result is what one check had to say.
type Result struct {
	Check Check
	State State
	// Why says in a sentence why a check did not look; else empty.
	Why      string
	Findings []finding.Finding
	// Dropped counts findings beyond MaxFindings.
	Dropped int
}

// MaxFindings is how many findings of one check are kept: the worst. A file can
// be made of a million evals, and nobody reads more than these.
const MaxFindings = 1000

// Run runs checks over one extension, in the order of the list.
func Run(ctx context.Context, list []Check, in Input) ([]Result, error) {
	out := make([]Result, 0, len(list))
	for _, c := range list {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("running check %s: %w", c.Name, err)
		}
		out = append(out, c.run(ctx, in))
	}
	return out, nil
}

func (c Check) run(ctx context.Context, in Input) Result {
	r := Result{Check: c, State: Nothing}
	for _, n := range c.Needs {
		if !in.has(n) {
			r.State, r.Why = Skipped, "there is no "+string(n)+" to look at"
			if in.Base == nil && (n == NeedBase || n == NeedBaseCode) {
				r.Why = NoBase
			}
			return r
		}
	}
	var fs []finding.Finding
	if slices.Contains(c.Needs, NeedServices) {
		state, why := in.World.Of(c.Module, c.Services...)
		if in.World != nil {
			// What one of them knows is said even when the others fell silent.
			fs = c.Run(ctx, in)
		}
		if len(fs) == 0 && state != supply.Ran {
			r.State, r.Why = State(state), finding.Printable(why, finding.MaxMessage)
			return r
		}
	} else {
		fs = c.Run(ctx, in)
	}
	files := filesOf(in.Program)
	for i := range fs {
		fs[i].Check, fs[i].Module = c.Name, c.Module
		fs[i].Reach = files.reach(fs[i].Where.File)
		if fs[i].Provenance == finding.ThirdPartyUnverified && in.World.Verified(fs[i].Where.File) {
			fs[i].Provenance = finding.ThirdPartyVerified
		}
		if p := fs[i].Provenance; (p == finding.ThirdPartyUnverified || p == finding.UnknownProvenance) && in.World.VerifiedAt(fs[i].Where) {
			fs[i].Provenance = finding.ThirdPartyVerified
		}
		fs[i].Message = finding.Printable(fs[i].Message, finding.MaxMessage)
		fs[i].Fix = sound(fs[i].Fix)
	}
	fs = finding.Sort(fs)
	if len(fs) > MaxFindings {
		slices.SortStableFunc(fs, func(a, b finding.Finding) int {
			return cmp.Compare(max(b.Severity, b.PaperSeverity), max(a.Severity, a.PaperSeverity))
		})
		r.Dropped = len(fs) - MaxFindings
		fs = finding.Sort(fs[:MaxFindings:MaxFindings])
	}
	if len(fs) > 0 {
		r.State = Found
	}
	r.Findings = fs
	return r
}

// Page is the check's documentation in Markdown.
func (c Check) Page() string {
	page, err := pages.ReadFile(c.Name + ".md")
	if err != nil {
		panic("checks: " + c.Name + " has no page")
	}
	return string(page)
}

// Title is the page's heading without the name: half a sentence.
func (c Check) Title() string {
	heading, _, _ := strings.Cut(c.Page(), "\n")
	_, title, _ := strings.Cut(heading, ": ")
	return title
}

// Summary is the first paragraph of the page, on one line.
func (c Check) Summary() string {
	_, rest, _ := strings.Cut(c.Page(), "\n\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(paragraph), " ")
}

// Anchor is the fragment of the page's heading in docs/checks.md.
func (c Check) Anchor() string { return anchor(c) }

// ByName finds a check.
func ByName(name string) (Check, bool) {
	for _, c := range All() {
		if c.Name == name {
			return c, true
		}
	}
	return Check{}, false
}
