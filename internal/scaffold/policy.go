package scaffold

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/generate"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// firstPolicy analyses the subject once, keeps what is to be said of it, and
// writes its policy and what belongs to that.
func firstPolicy(ctx context.Context, p *process.Process, b *setup, subject string, o Options) error {
	from := documents.From{Target: subject}
	folder := b.at(b.document(""))
	if there, err := isThere(folder); err != nil {
		return err
	} else if there {
		from.Documents = folder
	}
	conf := b.document(filepath.Base(config.Name))
	text, err := os.ReadFile(b.at(conf))
	if err != nil {
		text = b.files[conf]
	}
	settings := audit.Settings{
		Limits: extension.DefaultLimits(), Explain: audit.Explain{CallPaths: true}, Offline: true, Timeout: 10 * time.Minute,
		Judging: audit.Judging{Given: &audit.Given{Name: conf, Text: text}},
	}
	progress := process.NewProgress(p, 1)
	return audit.Audit(ctx, p, subject, settings, progress, func(r scan.Result) error {
		progress.Done()
		in, err := documents.Inputs(p, r.Extension, from)
		if err != nil {
			return err
		}
		made, err := audit.PolicyOf(p, r.Extension, r.Program, r.ProgramErr, in)
		if err != nil {
			return err
		}
		checkout.ShowOrigins(&made.Evidence, r.Origins)
		b.summarise(r.Report, made.Result.Policy)
		if err := errors.Join(printVerdict(p, b), writePolicy(p, b, made, o)); err != nil {
			return err
		}
		if err := generate.WriteLoader(ctx, p, r.Extension, made.Result.Policy, folder, folder); err != nil {
			return err
		}
		return printNotes(p, made.Result.Policy)
	})
}

// writePolicy writes the policy where none is, or one that a program wrote.
func writePolicy(p *process.Process, b *setup, made audit.Policy, o Options) error {
	name := b.document(policygen.PolicyFile)
	before, err := os.ReadFile(b.at(name))
	if old, wrong := policy.Parse(
		name,
		before,
	); err == nil && wrong == nil && !o.Force && old.Basis == policy.Package &&
		made.Result.Policy.Basis != policy.Package {
		// What was seen in a package is not in its sources: packages, generated code.
		return exit.Usagef(
			"%s was made of a package, and this one is of sources: nothing was written; without --no-build it is made of what is built, and "+
				"--force writes over it",
			escape.Quoted(name),
		)
	}
	why, err := made.Evidence.Bytes()
	if err != nil {
		return err
	}
	if err := writeOne(p, b, name, made.Result.Policy.Bytes()); err != nil {
		return err
	}
	return writeOne(p, b, b.document(Evidence), why)
}

// maxNeeds is how many grants are named; policy.json has all.
const maxNeeds = 3

// summarise keeps what is to be said of the extension.
func (b *setup) summarise(r *report.Report, made policy.Policy) {
	marks := map[policy.Mark]int{}
	for _, x := range made.Grants {
		marks[x.Mark]++
	}
	b.needs = plural(len(made.Grants), "grant") + " in its policy"
	if n := len(made.Grants); n > 0 && n <= maxNeeds {
		var lines []string
		for _, x := range made.Grants {
			lines = append(lines, escape.Printable(x.String(), 80))
		}
		b.needs += ": " + strings.Join(lines, "; ")
	}
	if marks[policy.Imprecise]+marks[policy.Unresolved] > 0 {
		b.needs += fmt.Sprintf(
			", %d of them imprecise and %d unresolved (%sguide/policy.md says what that is)",
			marks[policy.Imprecise],
			marks[policy.Unresolved],
			reference.Docs,
		)
	}
	severities := map[finding.Severity]int{}
	for _, f := range r.Findings {
		if f.Suppressed == nil && f.Severity > finding.None {
			severities[f.Severity]++
		}
		if f.Suppressed == nil && f.Severity >= finding.High {
			b.worst = append(b.worst, fmt.Sprintf("%s %s at %s: %s", f.Severity, f.Check, finding.At(f.Where, f.Origin), f.Message))
		}
	}
	var counts []string
	total := 0
	for _, s := range slices.Backward(slices.Sorted(maps.Keys(severities))) {
		counts = append(counts, fmt.Sprintf("%d %s", severities[s], s))
		total += severities[s]
	}
	b.verdict = string(r.Verdict.Category) + ", " + plural(total, "finding")
	if total > 0 {
		b.verdict += " (" + strings.Join(counts, ", ") + ")"
	}
	b.blocked = ""
	if r.Verdict.Category == verdict.Reject {
		b.blocked = "the verdict is reject, so the pull request that adds ringfence fails"
	}
	for _, reason := range r.Verdict.Because {
		b.reasons = append(b.reasons, reason.Text)
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// printNotes says what is missing from it.
func printNotes(p *process.Process, made policy.Policy) error {
	for _, n := range made.Notes {
		if _, err := fmt.Fprintf(p.Stderr, "incomplete: %s\n", n.Question); err != nil {
			return err
		}
	}
	return nil
}
