// Package lint says what is doubtful about a policy: names that nobody knows,
// functions that no Node of the extension's editors has, lines that another line
// makes superfluous, grants of sensitive places, grants without bounds, and what
// contradicts the override. It knows the catalogue and the document, and no code.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Level is how much a remark weighs.
type Level string

// The levels.
const (
	// Mistake is a line that cannot be meant.
	Mistake Level = "error"
	// Doubt is a line that a person should look at.
	Doubt Level = "warning"
)

// Remark is one thing about one line.
type Remark struct {
	Level Level
	// Code is the remark's kind; see Codes.
	Code  string
	Grant policy.Grant
	Text  string
}

// Codes are the kinds of remark and what each says.
func Codes() map[string]string {
	return map[string]string{
		"unknown-module":     "no core module, and nothing else of Node, has this name",
		"unknown-function":   "the module has no such function in any known Node",
		"absent-function":    "no Node of the editors in engines.vscode has the function",
		"unreachable":        "another line already grants it, or a denial takes all of it",
		"sensitive":          "the line opens a sensitive place",
		"unbounded":          "the line names no place, host or program, and bears no mark",
		"setting-untrusted":  "a setting, which a workspace may carry, decides outside trusted workspaces",
		"contradicts":        "the override denies it",
		"override-unreached": "the override denies what nothing grants",
	}
}

// covered returns for a grant, by its index, another that is sure and grants all of it. A wider
// line with a mark waits for an answer, and the narrower one is what stays then. It is false when
// the search was cut.
func covered(grants []policy.Grant) (by map[int]policy.Grant, all bool, err error) {
	order := make([]int, len(grants))
	for i := range order {
		order[i] = i
	}
	// The first that covers is named, so those that are sure stand first.
	marked := func(i int) int { return map[bool]int{true: 1}[grants[i].Mark != policy.Sure] }
	slices.SortStableFunc(order, func(a, b int) int { return marked(a) - marked(b) })
	sorted := make([]policy.Grant, len(grants))
	for at, i := range order {
		sorted[at] = grants[i]
	}
	covers, all, err := policy.Covered(sorted)
	if err != nil {
		return nil, false, err
	}
	by = map[int]policy.Grant{}
	for at, j := range covers {
		if j >= 0 && sorted[j].Mark == policy.Sure {
			by[order[at]] = sorted[j]
		}
	}
	return by, all, nil
}

// Check looks at a policy, and at the rulings that hold today. editor is the
// extension's engines.vscode; empty means that every known Node counts.
func Check(p policy.Policy, o policy.Override, editor string) ([]Remark, error) {
	var out []Remark
	versions := nodes(editor)
	by, all, err := covered(p.Grants)
	if err != nil {
		return nil, err
	}
	for i, g := range p.Grants {
		out = append(out, symbol(g, versions, editor)...)
		out = append(out, resource(g)...)
		if wider, ok := by[i]; ok {
			out = append(out, Remark{Doubt, "unreachable", g, "another line grants it: " + wider.String()})
			continue
		}
		gone, err := denied(p, g)
		if err != nil {
			return nil, err
		}
		out = append(out, gone...)
	}
	if !all && len(p.Grants) > 0 {
		out = append(
			out,
			Remark{Doubt, "unreachable", p.Grants[0], "not every line was compared with every other: that would have taken too long"},
		)
	}
	contradictions, err := against(p, o)
	if err != nil {
		return nil, err
	}
	out = append(out, contradictions...)
	slices.SortStableFunc(out, func(a, b Remark) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), policy.Compare(a.Grant, b.Grant), cmp.Compare(a.Code, b.Code))
	})
	return out, nil
}

// symbol looks at a module and its function.
func symbol(g policy.Grant, versions []int, editor string) []Remark {
	if g.Section != policy.Modules {
		return nil
	}
	c := catalog.Default()
	if !c.HasModule(g.Name) {
		return []Remark{{Mistake, "unknown-module", g, fmt.Sprintf("there is no module %q%s", g.Name, didyoumean.Hint(g.Name, c.Modules()))}}
	}
	if g.Pattern == "*" || g.Name == "globals" || g.Name == "vscode" {
		return nil
	}
	in := c.InNode(g.Name, g.Pattern)
	if len(in) == 0 {
		// What calling a function gives has members that no list names.
		base, _, called := strings.Cut(g.Pattern, "(")
		_, known := c.Classify(c.Canonical(g.Name, g.Pattern))
		if known || g.Pattern == "" || called && len(c.InNode(g.Name, base)) > 0 {
			return nil
		}
		return []Remark{
			{
				Mistake,
				"unknown-function",
				g,
				fmt.Sprintf("%s has no function %q%s", g.Name, g.Pattern, didyoumean.Hint(g.Pattern, c.NodeMembers(g.Name))),
			},
		}
	}
	for _, v := range versions {
		if slices.Contains(in, v) {
			return nil
		}
	}
	return []Remark{{Doubt, "absent-function", g, fmt.Sprintf("%s is in Node %s, and engines.vscode %q runs on Node %s",
		strings.TrimSuffix(g.Name+"."+g.Pattern, "."), numbers(in), editor, numbers(versions))}}
}

func numbers(ns []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ns), " ", ", "), "[]")
}

// resource looks at what a line names.
func resource(g policy.Grant) []Remark {
	var out []Remark
	for _, id := range policy.Sensitive(g) {
		out = append(out, Remark{Doubt, "sensitive", g, "this opens the sensitive place " + id})
	}
	if g.Mark == policy.Sure && policy.Unbounded(g) {
		out = append(out, Remark{Doubt, "unbounded", g, "this has no bounds, and no mark says why"})
	}
	if !g.TrustedOnly &&
		slices.ContainsFunc(
			append([]string{g.Pattern}, g.Args...),
			func(s string) bool { return strings.Contains(s, "${config:") && !strings.HasPrefix(s, "re:") },
		) {
		out = append(
			out,
			Remark{Doubt, "setting-untrusted", g, "a workspace may carry the setting; trustedOnly, unless its scope is machine or application"},
		)
	}
	return out
}

// denied reports a line that a denial takes whole.
func denied(p policy.Policy, g policy.Grant) ([]Remark, error) {
	if len(p.Denied) == 0 {
		return nil, nil
	}
	alone := policy.New(p.Extension, g)
	alone.Denied = p.Denied
	left, err := policy.Wider(policy.New(p.Extension), alone)
	if err == nil && len(left) == 0 {
		return []Remark{{Mistake, "unreachable", g, "a denial takes all of it"}}, nil
	}
	return nil, err
}

// against reports lines that the override denies, denials that the policy lacks,
// and denials that take nothing away.
func against(p policy.Policy, o policy.Override) ([]Remark, error) {
	var out []Remark
	for _, r := range o.Rulings {
		if !r.Deny {
			continue
		}
		reaches, said := false, slices.ContainsFunc(p.Denied, func(d policy.Grant) bool { return policy.Compare(d, r.Grant) == 0 })
		for _, g := range p.Grants {
			if g.Section != r.Grant.Section || g.Name != r.Grant.Name {
				continue
			}
			reaches = true
			alone := policy.New(p.Extension, g)
			alone.Denied = []policy.Grant{r.Grant}
			left, err := policy.Wider(policy.New(p.Extension), alone)
			if err != nil {
				return nil, err
			}
			if len(left) == 0 {
				said = true
				out = append(
					out,
					Remark{Mistake, "contradicts", g, fmt.Sprintf("line %d of the override denies it: generate the policy again", r.Line)},
				)
			}
		}
		switch {
		case reaches && !said:
			out = append(
				out,
				Remark{
					Mistake,
					"contradicts",
					r.Grant,
					fmt.Sprintf("line %d of the override denies this of a broader line, and the policy does not say so: generate it again", r.Line),
				},
			)
		case !reaches:
			out = append(
				out,
				Remark{Doubt, "override-unreached", r.Grant, fmt.Sprintf("line %d of the override denies what nothing grants", r.Line)},
			)
		}
	}
	return out, nil
}
