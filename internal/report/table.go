package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The columns of the table, blanks between them apart; together they are within Width.
const nameColumn, verdictColumn, countsColumn = 40, 26, 30

// WriteTable writes a line for each of several reports, in their order: the extension, its
// verdict, and how many findings of which severity nobody has answered.
func WriteTable(w io.Writer, reports []*Report, o TextOptions) error {
	t := &text{color: o.Color}
	t.line("%s", t.paint(dim, columns("extension", "verdict", "findings")))
	for _, r := range reports {
		name := show(cmp.Or(r.Extension.ID, r.Subject))
		if r.Extension.Version != "" {
			name += " " + show(r.Extension.Version)
		}
		t.line("%s", columns(name, r.decided(), cmp.Or(r.counts(), "none")))
	}
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("writing table: %w", err)
	}
	return nil
}

// columns lays out a line; what is too long for its column is cut.
func columns(name, verdict, counts string) string {
	return strings.TrimRight(fmt.Sprintf("%-*s  %-*s  %s", nameColumn, cut(name, nameColumn),
		verdictColumn, cut(verdict, verdictColumn), cut(counts, countsColumn)), " ")
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
	bySeverity := map[finding.Severity]int{}
	for _, f := range r.Findings {
		if f.Suppressed == nil {
			bySeverity[r.Severity(f)]++
		}
	}
	var out []string
	for _, s := range []finding.Severity{finding.Critical, finding.High, finding.Medium, finding.Low} {
		if n := bySeverity[s]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, s))
		}
	}
	return strings.Join(out, ", ")
}
