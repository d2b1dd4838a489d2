package generate

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Explain prints the lines of a policy that begin so, and why each is in it.
func Explain(ctx context.Context, p *process.Process, target, line string, o Options) error {
	return Of(ctx, p, target, o, func(g Generated) error {
		var b strings.Builder
		for _, x := range g.Policy.Result.Policy.Grants {
			if !strings.HasPrefix(x.String(), line) {
				continue
			}
			fmt.Fprintf(&b, "%s\n", x)
			if x.Question != "" {
				fmt.Fprintf(&b, "  %s\n", x.Question)
			}
			why, _ := g.Policy.Evidence.Of(x)
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
		return p.Say(b.String())
	})
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
