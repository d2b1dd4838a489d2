package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Explain prints the lines of a policy that begin so, and why each is in it.
func Explain(ctx context.Context, p *process.Process, target, line string, o Options) error {
	return Of(ctx, p, target, o, func(g Generated) error {
		var b strings.Builder
		open := false
		for _, x := range g.Policy.Result.Policy.Grants {
			if !strings.HasPrefix(x.String(), line) {
				continue
			}
			fmt.Fprintf(&b, "%s\n", x)
			if x.Question != "" {
				fmt.Fprintf(&b, "  %s\n", x.Question)
			}
			why, _ := g.Policy.Evidence.Of(x)
			if x.Mark == policy.Unresolved {
				open = true
				b.WriteString(known(why))
			}
			for _, origin := range why.Origins {
				if origin != "static" {
					fmt.Fprintf(&b, "  %s\n", origin)
				}
			}
			for _, at := range why.Places {
				fmt.Fprintf(&b, "  %s\n", at.Text())
				if built := at.Built(); built != "" {
					fmt.Fprintf(&b, "    built into %s\n", built)
				} else if from := at.Origin; from != nil {
					fmt.Fprintf(&b, "    from %s\n", escape.Printable(fmt.Sprintf("%s:%d:%d", from.File, from.Line, from.Column), finding.MaxMessage))
				}
				for i, s := range at.Path {
					if i == 0 {
						b.WriteString("    how the code comes there, first what starts it:\n")
					}
					fmt.Fprintf(&b, "    %2d. %s\n", i+1, escape.Printable(s, finding.MaxMessage))
				}
			}
			if why.More > 0 {
				fmt.Fprintf(&b, "  and %d more places\n", why.More)
			}
		}
		if b.Len() == 0 {
			_, err := fmt.Fprintf(p.Stderr, "no line of the policy begins with %s%s\n", escape.Quoted(line), holding(g.Policy.Result.Policy, line))
			if err != nil {
				return err
			}
			return exit.ErrNo
		}
		if open {
			b.WriteString(answers)
		}
		return p.Say(b.String())
	})
}

// answers is what a person can do about lines that are unresolved.
const answers = `
an unresolved line is allowed until somebody answers; there are three ways:
  leave it, where it may stay as wide
  say it: allow what is missing and deny what is too much in .ringfence/policy.override.json,
    and make the policy again with ringfence policy generate
  see it: run the extension behind ringfence wrap --mode observe, and then ringfence observe LOG
  how: ` + reference.Docs + `guide/unresolved.md
`

// known says what the code tells about an unresolved line, and what it does not.
func known(why evidence.Line) string {
	var calls []string
	for _, at := range why.Places {
		if !slices.Contains(calls, at.Symbol) && at.Symbol != "" {
			calls = append(calls, at.Symbol)
		}
	}
	if len(calls) == 0 {
		return ""
	}
	more, are := "", "it is"
	if len(calls) > 1 {
		are = "they are"
	}
	if n := len(calls) - maxHolding; n > 0 {
		calls, more = calls[:maxHolding], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("  known is that it uses %s%s; what %s given is made while it runs\n",
		escape.Printable(strings.Join(calls, ", "), finding.MaxMessage), more, are)
}

// maxHolding is how many lines are named that hold a text.
const maxHolding = 5

// holding names the lines of a policy that hold a text further on; empty: none does.
func holding(p policy.Policy, text string) string {
	var out []string
	for _, g := range p.Grants {
		if line := g.String(); strings.Contains(strings.ToLower(line), strings.ToLower(text)) && len(out) < maxHolding {
			out = append(out, escape.Quoted(line))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "; with it in them: " + strings.Join(out, ", ")
}
