package synth

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// maxVariants is the most combinations of an argument list's values that are
// written out; more of them become a star.
const maxVariants = 8

// run grants programs with their arguments, or lines for a shell where it is
// proven that a shell reads them.
func (c call) run() {
	if !c.has(catalog.RoleCommand) {
		return
	}
	commands := c.values(catalog.RoleCommand)
	open := len(commands) == 0
	shell := c.entry.Capability == catalog.ProcessShell || c.shell()
	lists := [][]string{{"..."}}
	if v := c.values(catalog.RoleArgs); len(v) > 0 && isOptions(v[0]) {
		lists = [][]string{nil} // the options stand where a list would: there is none
	} else if len(v) > 0 {
		lists = arguments(v[0])
	} else if c.has(catalog.RoleArgs) && !c.use.Spread && c.use.Kind != facts.Reference && len(c.use.Args) > 0 {
		lists = [][]string{nil}
	}
	for _, v := range commands {
		open = open || v.Open || len(v.Alts) == 0
		for _, p := range v.Alts {
			if c.program(p, lists, shell) == lost {
				open = true
			}
			for _, d := range c.standards(p, lists, shell) {
				c.program(d.program, d.lists, shell)
			}
		}
	}
	if open {
		c.unresolved(policy.Processes, "", c.flows(), c.place)
	}
}

// isOptions holds for an object that is written out: spawn(line, {shell: true}).
func isOptions(v facts.Value) bool {
	return v.Props != nil && v.Items == nil && !v.Open && !v.Func && len(v.Alts) == 0
}

// shell reports that the options say so in every case.
func (c call) shell() bool {
	values := c.values(catalog.RoleShell)
	for _, v := range values {
		if v.Open || len(v.Alts) != 1 || v.Alts[0].String() == "false" || v.Alts[0].String() == "undefined" {
			return false
		}
	}
	return len(values) > 0
}

func (c call) program(p facts.Pattern, lists [][]string, shell bool) fate {
	text := textOf(p)
	if strings.Contains(text, "*") && !shell {
		return lost // no program is named so
	}
	if strings.Trim(text, " ") == "" || len(p) == 1 && p[0].Kind == facts.Keyword {
		return nothing
	}
	if shell {
		line := c.line(p, text, lists)
		if c.entry.Capability == catalog.ProcessShell || strings.Contains(text, " ") || c.plain(p, text, lists) != known {
			return line
		}
		return known
	}
	return c.plain(p, text, lists)
}

// plain grants a program that no shell starts. Where options ask for a shell it is granted beside the line:
// many ask for one on Windows only, and the program alone can do nothing that the line cannot.
func (c call) plain(p facts.Pattern, text string, lists [][]string) fate {
	if strings.Contains(text, "*") {
		return lost
	}
	name := text
	switch {
	case len(p) == 1 && p[0].Kind == facts.Root && p[0].Text == "node":
		return c.node(lists)
	case strings.Contains(text, "/") || strings.Contains(text, hole):
		var fate fate
		if name, fate = pathOf(p); fate != known {
			// Of a path whose end is known at least the program is.
			if name = text[strings.LastIndexByte(text, '/')+1:]; strings.Contains(name, hole) || name == "" || !strings.Contains(text, hole) {
				return lost
			}
			name = "**/" + name
		}
	}
	if bare, ok := strings.CutSuffix(name, ".exe"); ok && bare != "" && !strings.ContainsAny(bare, "/\\:.*$") {
		name = bare // which is the same program (pattern.ParseCommand), and what it is called elsewhere
	}
	out := lost
	for _, args := range lists {
		g := policy.Grant{Section: policy.Processes, Pattern: name, Args: args, TrustedOnly: c.trusted(name)}
		if strings.HasPrefix(name, "**/") {
			g.Mark, g.Question = policy.Imprecise, "Where does "+name[3:]+" lie? Only its name is known from the code."
		}
		if c.grant(g, c.place) {
			out = known
		}
		// The loader starts a script of the extension's own behind the fence, whichever Node was asked for by name.
		if name == "node" && len(args) > 0 && strings.HasPrefix(args[0], "${extension}/") && !strings.HasSuffix(args[0], "*") {
			c.node([][]string{args})
		}
	}
	return out
}

// node is Node itself, started with a script: as if forked.
func (c call) node(lists [][]string) fate {
	out := lost
	for _, args := range lists {
		if len(args) == 0 || !strings.HasPrefix(args[0], "${") || strings.HasSuffix(args[0], "*") {
			c.unresolved(policy.Code, policy.Fork, c.flows(), c.place)
			out = known
			continue
		}
		for _, file := range c.shipped(args[0]) {
			if c.grant(policy.Grant{Section: policy.Code, Name: policy.Fork, Pattern: file}, c.place) {
				out = known
			}
		}
	}
	return out
}

// line is a shell's line; one of which no word is known is lost. With a root in it, it is the program that it starts.
func (c call) line(p facts.Pattern, text string, lists [][]string) fate {
	out := lost
	for _, args := range lists {
		whole := text
		if len(args) > 0 && args[0] != "..." {
			// What an argument has in place of a text that nobody knows is a word of the line.
			whole += " " + strings.ReplaceAll(strings.Join(args, " "), "*", hole)
			whole = strings.ReplaceAll(whole, " ...", " "+hole)
		} else if len(args) == 1 && c.entry.Capability != catalog.ProcessShell {
			whole += " " + hole
		}
		first, _, _ := strings.Cut(strings.TrimSpace(whole), " ")
		if strings.Contains(whole, "${") || strings.Trim(first, hole+`"'/`) == "" {
			if c.simple(p, args) == known {
				out = known
			}
			continue
		}
		// A line is compared as it is written, with the space that a missing word leaves.
		g := policy.Grant{Section: policy.Processes, Shell: true, Pattern: linePattern(whole), TrustedOnly: c.flows()}
		if g.Validate() != nil {
			g.Pattern = linePattern(strings.TrimSpace(whole))
		}
		if c.grant(g, c.place) {
			out = known
		}
	}
	return out
}

// linePattern writes a line with holes as a pattern. One that holds a star of its
// own needs a regular expression: in a line a star takes none.
func linePattern(text string) string {
	if !strings.Contains(text, "*") {
		return stars(text)
	}
	pieces := strings.Split(text, hole)
	for i, p := range pieces {
		pieces[i] = regexp.QuoteMeta(p)
	}
	return "re:" + strings.Join(pieces, "[0-9A-Za-z_./:@+,=-]*")
}

// arguments writes a list of arguments as patterns: each combination while they
// are few, a star for an argument with many values, "..." for a list that is not
// known or that goes on.
func arguments(v facts.Value) [][]string {
	if v.Items == nil || v.Open || len(v.Alts) > 0 {
		return [][]string{{"..."}} // there are other lists, or this one goes on
	}
	out := [][]string{nil}
	for _, item := range v.Items {
		words := argument(item)
		if len(out)*len(words) > maxVariants {
			words = []string{"*"}
		}
		var next [][]string
		for _, list := range out {
			for _, w := range words {
				next = append(next, append(slices.Clone(list), w))
			}
		}
		out = next
	}
	return out
}

// argument returns the patterns of one argument.
func argument(v facts.Value) []string {
	if v.Open || len(v.Alts) == 0 {
		return []string{"*"}
	}
	var out []string
	for _, p := range v.Alts {
		word := stars(textOf(p))
		if text, fate := pathOf(p); fate == known && p[0].Kind != facts.Literal {
			word = text
		}
		g := policy.Grant{Section: policy.Processes, Pattern: "x", Args: []string{word}}
		if word == "..." || strings.HasPrefix(word, "re:") || g.Validate() != nil {
			word = "*"
		}
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	if slices.Contains(out, "*") {
		return []string{"*"}
	}
	slices.Sort(out)
	return out
}
