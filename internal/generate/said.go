package generate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func grants(n int) string {
	if n == 1 {
		return "1 grant"
	}
	return fmt.Sprintf("%d grants", n)
}

// said is what a person should know about a policy that was written into out: how sure it
// is, what of it is left out, what its signs mean, where it is, and what to do next. It was
// made of the code, which is the target or its package.
func said(g Generated, code, target, out string) string {
	made := g.Policy.Result
	var b strings.Builder
	marks := map[policy.Mark]int{}
	for _, x := range made.Policy.Grants {
		marks[x.Mark]++
	}
	name := escape.Printable(made.Policy.Extension, 200)
	fmt.Fprintf(&b, "%s: %s; what they do not name is not allowed\n", name, grants(len(made.Policy.Grants)))
	if n := marks[policy.Imprecise]; n > 0 {
		fmt.Fprintf(&b, "  %d wider than the code shows (\"imprecise\" in the policy)\n", n)
	}
	if n := marks[policy.Unresolved]; n > 0 {
		fmt.Fprintf(&b, "  %d with a question for you (\"unresolved\"): the code does not say what, and a default is allowed\n", n)
	}
	if len(marks) > 0 && marks[policy.Imprecise]+marks[policy.Unresolved] == 0 {
		b.WriteString("  none is wider than the code shows; no question is open\n")
	}
	for _, n := range made.Policy.Notes {
		fmt.Fprintf(&b, "incomplete: %s\n", n.Question)
	}
	for _, w := range made.Withheld {
		fmt.Fprintf(&b, "withheld: %s was observed and opens a sensitive place; only an override may grant it\n", w)
	}
	for _, r := range made.Expired {
		fmt.Fprintf(&b, "expired: line %d of the override was for the time until %s\n", r.Line, r.Until)
	}
	b.WriteString(listed(made.Policy.Grants))
	file := func(name string) string { return escape.Printable(filepath.ToSlash(filepath.Join(out, name)), 300) }
	fmt.Fprintf(&b, "  wrote   %s, the policy\n", file(policygen.PolicyFile))
	fmt.Fprintf(&b, "          %s, the code behind each line\n", file(policygen.EvidenceFile))
	for i, s := range signs(made.Policy.Grants) {
		label := "signs"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(&b, "  %-5s   %s\n", label, s)
	}
	b.WriteString(next(g, code, target, file(policygen.PolicyFile)))
	return b.String()
}

// maxListed is how many grants are listed; the policy has all.
const maxListed = 6

// listed are the grants of a policy, functions last: they say less. A call needs two of them: one for the function, one for what
// the function is given.
func listed(list []policy.Grant) string {
	var b strings.Builder
	function := func(x policy.Grant) bool { return x.Section == policy.Modules }
	what := slices.DeleteFunc(slices.Clone(list), function)
	by := slices.DeleteFunc(slices.Clone(list), func(x policy.Grant) bool { return !function(x) })
	for i, x := range slices.Concat(what, by) {
		label := ""
		if i == 0 {
			label = "grants"
		}
		if i == maxListed && len(list) > maxListed+1 {
			fmt.Fprintf(&b, "          and %d more\n", len(list)-maxListed)
			break
		}
		fmt.Fprintf(&b, "  %-6s  %s\n", label, escape.Printable(x.String(), 80))
	}
	if len(what) > 0 && len(by) > 0 {
		b.WriteString("          (a call needs both: its function, under modules, and what it is given)\n")
	}
	return b.String()
}

// signs explains those of a policy, and says where all are.
func signs(list []policy.Grant) []string {
	out := policy.Signs(list)
	if len(out) > 0 {
		out = append(out, "all: "+policy.SignsPage)
	}
	return out
}

// next is the one step after this, and the command for it.
func next(g Generated, code, target, file string) string {
	made := g.Policy.Result.Policy
	step := func(words, command string) string {
		if command == "" {
			return "  next    " + words + "\n"
		}
		return "  next    " + words + ":\n          " + command + "\n"
	}
	word := func(text string) string { return shell.Quote(escape.Printable(text, 300)) }
	own := code != target || g.Extension.Source == extension.Repository || g.Extension.Source == extension.Directory
	show := func(x policy.Grant) string { return "ringfence policy explain " + word(code) + " " + word(x.String()) }
	for _, x := range made.Grants {
		if x.Mark == policy.Unresolved {
			return step("answer the questions ("+reference.Docs+"guide/unresolved.md); the code behind the first", show(x))
		}
	}
	switch {
	case g.Unbuilt != "" && own && code == target:
		return step("build it, and make the policy of its package", review.GenerateFromPackage(escape.Printable(target, 300), made.Extension))
	case len(made.Notes) > 0 && own:
		return step("mend what is incomplete, and make the policy again", "")
	case !own && strings.HasSuffix(target, ".vsix"):
		return step("run the extension behind it", "ringfence wrap "+word(target)+" --mode enforce --policy "+word(file)+" -o fenced.vsix")
	case !own:
		return step("read it; how to enforce it", reference.Docs+"guide/wrap.md")
	case len(made.Grants) == 0:
		return step("commit it; ringfence gate fails what widens it", "")
	}
	return step("read it and commit it (ringfence gate fails what widens it); the code behind a line", show(shownFirst(made.Grants)))
}

// shownFirst is the line that is taken as an example: a resource before a function.
func shownFirst(list []policy.Grant) policy.Grant {
	for _, g := range list {
		if g.Section != policy.Modules {
			return g
		}
	}
	return list[0]
}
