package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

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
	// TooSevere are those of the findings that are worse than their check says it
	// can be. They stay as they are, for a mistake of ours must not make an
	// extension look better; every test that runs checks fails when there is one.
	TooSevere []finding.Finding
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
		state, why := in.Answers.Of(c.Module, c.Services...)
		if in.Answers != nil {
			// What one of them knows is said even when the others fell silent.
			fs = c.Run(ctx, in)
		}
		if len(fs) == 0 && state != supplychain.Ran {
			r.State, r.Why = State(state), escape.Printable(why, finding.MaxMessage)
			return r
		}
	} else {
		fs = c.Run(ctx, in)
	}
	files := FilesOf(in.Program)
	for i := range fs {
		fs[i].Check, fs[i].Module = c.Name, c.Module
		fs[i].Reach = files.reach(fs[i].Where.File)
		if fs[i].Provenance == finding.ThirdPartyUnverified && in.Answers.Verified(fs[i].Where.File) {
			fs[i].Provenance = finding.ThirdPartyVerified
		}
		if p := fs[i].Provenance; (p == finding.ThirdPartyUnverified || p == finding.UnknownProvenance) && in.Answers.VerifiedAt(fs[i].Where) {
			fs[i].Provenance = finding.ThirdPartyVerified
		}
		fs[i].Message = escape.Printable(fs[i].Message, finding.MaxMessage)
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
	for _, f := range fs {
		if f.Severity > c.Worst || f.PaperSeverity > c.PaperWorst {
			r.TooSevere = append(r.TooSevere, f)
		}
	}
	return r
}

// sound makes a fix fit to be shown: edits that hold what does not print or is
// too large, which only a hostile manifest asks for, are left to a person.
func sound(fix *finding.Fix) *finding.Fix {
	if fix == nil {
		return nil
	}
	out := finding.Fix{Text: escape.Printable(fix.Text, finding.MaxMessage), Edits: fix.Edits}
	if out.Edits == nil || out.Validate() != nil {
		out.Edits = []finding.Edit{}
	}
	return &out
}
