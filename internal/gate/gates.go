package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// One function for each gate. None of them looks at approvals: Judge opens what
// a person may open.

func rejected(r *report.Report) Result {
	if r.Verdict.Category != verdict.Reject {
		return Result{State: Holds}
	}
	return Result{State: Fails, Why: "the verdict is reject", Details: places(r)}
}

// review fails when a person has to look. Somebody did when the base asks for the
// same and the change brings no finding: they let it in. So did they when the
// change has been merged.
//
// A base that nobody built is compared by the sources of both sides. What only the
// package shows is then the packages' doing, and old where those are the same.
func review(in Input, news []finding.Finding, known bool) Result {
	v := in.Head.Verdict
	if !v.NeedsReview {
		return Result{State: Holds}
	}
	r := Result{State: Fails, Why: "the verdict asks for a person to look", Details: places(in.Head)}
	switch {
	case in.Merged:
		r.State, r.By = Accepted, "the branch it is on"
	case !known || in.Base == in.Head || slices.ContainsFunc(news, func(f finding.Finding) bool { return f.Suppressed == nil }):
	case in.Compared == nil && in.Base.Verdict.NeedsReview && slices.Equal(because(in.Base.Verdict), because(v)):
		r.State, r.By = Accepted, "the base, which asks for the same"
	case in.Compared != nil && in.SamePackages && (in.Unread || sameSources(in.Base.Verdict, in.Compared.Verdict)):
		r.State, r.By = Accepted, "the base: by the sources of both sides nothing is new, and the packages are the same"
	}
	return r
}

// sameSources reports two verdicts on sources that hold for the same reasons. That
// sources are not all there is says nothing of the change; it names how their entry
// was found, which a mended build changes.
func sameSources(a, b verdict.Result) bool {
	reasons := func(v verdict.Result) []string {
		v.Because = slices.DeleteFunc(slices.Clone(v.Because), func(r verdict.Reason) bool { return r.Rule == "incomplete" })
		return because(v)
	}
	return slices.Equal(reasons(a), reasons(b))
}

// because returns the rows that decided.
func because(v verdict.Result) []string {
	out := make([]string, 0, len(v.Because))
	for _, r := range v.Because {
		out = append(out, line(r.Rule+": "+r.Text))
	}
	return out
}

// places returns the rows that decided, each with the findings it is about.
func places(r *report.Report) []string {
	var out []string
	for _, row := range r.Verdict.Because {
		out = append(out, line(row.Rule+": "+row.Text))
		for _, i := range row.Findings {
			if i >= 0 && i < len(r.Findings) {
				out = append(out, placed(r.Findings[i]))
			}
		}
	}
	return out
}

// placed is a finding with its place: file, line and column.
func placed(f finding.Finding) string {
	return line(fmt.Sprintf("%s %s %s: %s", f.At(), f.Severity, f.Check, f.Message))
}

// layers holds the layers that the configuration requires against those that
// looked. One that the report does not know at all did not look.
func layers(in Input) Result {
	var missing []string
	if in.Unbuilt != "" {
		missing = append(missing, line("package: "+in.Unbuilt))
	}
	for _, m := range in.Head.Config.Require {
		state := verdict.Skipped
		for _, risk := range in.Head.Verdict.Modules {
			if risk.Module == m {
				state = risk.State
			}
		}
		if state != verdict.Ran {
			missing = append(missing, fmt.Sprintf("%s: %s", m, state))
		}
	}
	if len(missing) == 0 {
		return Result{State: Holds}
	}
	slices.Sort(missing)
	if in.Unbuilt != "" && len(missing) == 1 {
		return Result{State: Fails, Why: "what ships was not judged", Details: missing}
	}
	return Result{State: Fails, Why: "a layer that the configuration requires did not look", Details: missing}
}

// secrets counts what the profile paper would let pass as well: a key that
// works is out with the package, whatever else is decided.
func secrets(r *report.Report) Result {
	return found(r.Findings, "the package holds a secret", func(f finding.Finding) bool {
		return f.Module == finding.SecretsModule && f.Severity >= finding.High
	})
}

func newFindings(in Input, news []finding.Finding, known bool) Result {
	if in.Threshold == finding.None {
		return Result{State: Holds}
	}
	if !known {
		return Result{State: Unknown, Why: line("what is new cannot be told: " + in.NoBase)}
	}
	return found(news, "the change brings findings of "+in.Threshold.String()+" severity or above", func(f finding.Finding) bool {
		return f.Severity >= in.Threshold
	})
}

// found fails on the findings that nobody has answered and that are meant.
func found(fs []finding.Finding, why string, meant func(finding.Finding) bool) Result {
	r := Result{State: Holds}
	for _, f := range fs {
		if f.Suppressed != nil || !meant(f) {
			continue
		}
		r.State, r.Why = Fails, why
		r.Details = append(r.Details, placed(f))
	}
	return r
}

func widening(in Input) Result {
	switch {
	case in.Uncompared != "":
		return Result{State: Unknown, Why: line("the policies were not compared: " + in.Uncompared)}
	case len(in.Wider) == 0:
		return Result{State: Holds}
	}
	return Result{State: Fails, Why: "the policy allows what it did not allow before", Details: lines(in.Wider)}
}

// ceiling looks at what the organisation's file says of the head. Without a file
// there is no ceiling; what cannot be told to lie below one does not pass.
func ceiling(r *report.Report) Result {
	o := r.Organisation
	if !o.Stands() {
		return Result{State: Holds}
	}
	out := Result{State: Unknown, Why: "it is not proven that the extension stays below the organisation's ceilings"}
	if o.State == org.Broken {
		out.State, out.Why = Fails, "the extension needs more than the organisation allows"
	}
	for _, c := range o.Ceilings {
		if c.State != org.Broken && c.State != org.Unproven {
			continue
		}
		for _, b := range c.Breaches {
			if b.Waiver != "" {
				continue
			}
			text := fmt.Sprintf("%s (line %d of %s): %s", c.Of, c.Line, o.File, b.Text())
			if len(b.Places) > 0 {
				text += "; " + b.Places[0].Text()
			}
			out.Details = append(out.Details, line(text))
		}
		if c.More > 0 {
			out.Details = append(out.Details, fmt.Sprintf("%s: %d more", c.Of, c.More))
		}
	}
	return out
}

func drift(in Input) Result {
	switch {
	case in.Undrifted != "":
		return Result{State: Unknown, Why: line("the generated files were not compared: " + in.Undrifted)}
	case len(in.Drift) == 0:
		return Result{State: Holds}
	}
	return Result{State: Fails, Why: "generated files are not what the code gives", Details: lines(sorted(in.Drift))}
}

func settings(in Input) Result {
	if len(in.Settings) == 0 {
		return Result{State: Holds}
	}
	return Result{
		State: Fails, Details: lines(sorted(in.Settings)),
		Why: "the change touches what it is judged by; until it is merged the base's files count",
	}
}

func sorted(in []string) []string {
	out := slices.Clone(in)
	slices.Sort(out)
	return slices.Compact(out)
}

func lines(in []string) []string {
	out := make([]string, 0, len(in))
	for _, text := range in {
		out = append(out, line(text))
	}
	return out
}

// line makes one printable line of what a stranger may have written.
func line(text string) string {
	return escape.Printable(strings.TrimRight(text, " \n"), finding.MaxMessage)
}
