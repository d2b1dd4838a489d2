package report

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The columns of the table; with those of four severities they are within Width.
const nameColumn, verdictColumn = 40, 26

// severities are those that the table counts, the worst first.
func severities() []finding.Severity {
	return []finding.Severity{finding.Critical, finding.High, finding.Medium, finding.Low}
}

// WriteTable writes a line for each of several reports, in their order: the extension, its
// verdict, and how many findings of which severity nobody has answered.
func WriteTable(w io.Writer, reports []*Report, o TextOptions) error {
	t := &text{color: o.Color}
	var heads []string
	for _, s := range severities() {
		heads = append(heads, s.String())
	}
	t.line("%s", t.paint(dim, columns("extension", "verdict", heads)))
	for _, r := range reports {
		name := show(cmp.Or(r.Extension.ID, r.Subject))
		if r.Extension.Version != "" {
			name += " " + show(r.Extension.Version)
		}
		bySeverity := r.bySeverity()
		var counts []string
		for _, s := range severities() {
			count := "-"
			if n := bySeverity[s]; n > 0 {
				count = strconv.Itoa(n)
			}
			counts = append(counts, count)
		}
		t.line("%s", columns(name, r.decided(), counts))
	}
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("writing table: %w", err)
	}
	return nil
}

// columns lays out a line; what is too long for its column is cut.
func columns(name, verdict string, counts []string) string {
	line := fmt.Sprintf("%-*s  %-*s", nameColumn, cut(name, nameColumn), verdictColumn, cut(verdict, verdictColumn))
	for i, s := range severities() {
		line += fmt.Sprintf("  %*s", len(s.String()), counts[i])
	}
	return line
}

// decided is the verdict in a few words.
func (r *Report) decided() string {
	words := strings.ToUpper(show(string(r.Verdict.Category)))
	switch v := r.Verdict; {
	case v.NeedsReview:
		return words + ", needs review"
	case r.Organisation.Stands():
		return words + ", above a ceiling"
	case v.Incomplete:
		return words + ", incomplete"
	case len(v.Fails) > 0:
		return words + ", fails"
	}
	return words
}

// counts says how many findings there are of each severity, the worst first, leaving out
// what somebody answered and what this profile gives no severity.
func (r *Report) counts() string {
	bySeverity := r.bySeverity()
	var out []string
	for _, s := range severities() {
		if n := bySeverity[s]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, s))
		}
	}
	return strings.Join(out, ", ")
}

// Severity is what a finding counts under the profile that judged the report.
func (r *Report) Severity(f finding.Finding) finding.Severity { return profileOf(r).Severity(f) }

// bySeverity counts the findings that nobody answered.
func (r *Report) bySeverity() map[finding.Severity]int {
	out := map[finding.Severity]int{}
	for _, f := range r.Findings {
		if f.Suppressed == nil {
			out[r.Severity(f)]++
		}
	}
	return out
}
