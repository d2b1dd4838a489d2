package verdict

import (
	"fmt"
	"strings"
)

// Docs is docs/reference/verdict.md: the decision tables as they are run.
func Docs() string {
	var b strings.Builder
	b.WriteString(`# How a verdict comes about

<!-- Written by the tests of internal/verdict from its tables; UPDATE=1 rewrites it. -->

A finding has a severity (the published matrix gives it another one, or none), an intent (malicious, vulnerable, capability,
hygiene), a confidence (confirmed, likely, heuristic), a provenance and, in code, a word on whether the code can run: a severity is
one level lower, never none, where no path of imports leads there. The risk of a layer is its worst finding. What a
person has [answered](config.md) is counted apart and decides nothing.

A profile is a table. Its rows are tried from the top; the first that holds gives the category, and every further row of
the same category is a reason as well. The report names the rows and the findings behind them.

A malicious finding that is *likely* is a chain: two links were seen together, such as credentials read and a request
sent. Chains are independent when different checks found them. A malicious finding that is *heuristic* is a signal, which counts
only beside a chain.
`)
	for _, p := range Profiles() {
		fmt.Fprintf(&b, "\n## Profile `%s`\n\n%s.\n\n| row | holds for | verdict |\n|---|---|---|\n", p.Name, sentence(p.Doc))
		for _, row := range p.Rows {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", row.Rule, row.Condition, row.answer())
		}
	}
	fmt.Fprintf(&b, `
## What fails a run

Reject, a review that nobody made and the rows that fail by themselves make a run exit with 1; `+"`fail-on`"+` adds to them:
%s. A category includes the harsher ones, a severity the worse ones, and `+"`none`"+` lets everything pass.
`, "`"+strings.Join(FailWords(), "`, `")+"`")
	return b.String()
}

// answer says what a row means, in words.
func (r Row) answer() string {
	out := "**" + string(r.Category) + "**"
	for _, m := range []struct {
		mark Marks
		word string
	}{{Review, ", needs review"}, {Fails, ", fails by itself"}, {Fallback, ", when no other row holds"}} {
		if r.Marks&m.mark != 0 {
			out += m.word
		}
	}
	return out
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
