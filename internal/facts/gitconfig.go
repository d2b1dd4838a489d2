package facts

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// What git is told for good is told by words: config, --global, the option, its value. Whoever starts git, a function of
// child_process, a helper or a client that ships, the call is known by these words, as inside of a client they are lost.

// maxWords bounds the arguments of a call, and the items of a list, that are looked at.
const maxWords = 8

// gitOptions are options by which git runs a program or hooks that it would not run, or asks somebody else.
var gitOptions = lazyregexp.Lazy(
	`(?i)^(core\.(hooksPath|fsmonitor|askPass|gitProxy)|init\.templateDir|url\..+\.(push)?insteadOf)$`,
)

// gitConfig is a call that tells git an option of the person's or the machine's.
func (c *collector) gitConfig(n int32, u *solver.Unit, v *ir.Value) {
	s := c.s
	if v.A == 0 || !c.namesGitOption(u) {
		return
	}
	words := c.words(s.ArgNodes(n))
	is := func(re *regexp.Regexp) int {
		return slices.IndexFunc(words, func(w Value) bool { return re.MatchString(constant(w)) })
	}
	at := is(gitOptions())
	if at < 0 || at+1 >= len(words) || is(tellsGit()) < 0 || is(forAll()) < 0 {
		return
	}
	c.writes = append(c.writes, foundWrite{
		write: Write{Kind: WriteGit, Name: constant(words[at]), Values: []Value{words[at+1]}}, at: s.At(n),
	})
}

// gitRemote is a call by which a repository gets a remote, or is pushed to an address: of the editor's git extension, which nobody
// can look up, or of a client, inside of which the words are lost.
func (c *collector) gitRemote(n int32, u *solver.Unit, v *ir.Value) {
	callee := u.Nodes[v.A]
	args := c.s.ArgNodes(n)
	if v.A == 0 || callee.Op != ir.OpLoad || len(args) == 0 || args[0] <= 0 {
		return
	}
	switch name := u.Strings[callee.B]; {
	case name == "addRemote" && len(args) > 1 && args[1] > 0:
		c.writes = append(c.writes, foundWrite{
			write: Write{Kind: WriteRemote, Name: "remote", Values: []Value{c.values.Of(args[1])}}, at: c.s.At(n),
		})
	case name == "push" && c.namesRepository(u):
		// Lists have such a method as well: what is pushed is an address, and what of it is told apart by words of git's.
		// Most of them are given one thing that is no list: nothing of it is looked at.
		if _, given, _ := c.s.Code(max(args[0], -args[0])); len(args) == 1 && (given == nil || given.Op != ir.OpArray) {
			return
		}
		if first := c.words(args[:1]); len(first) == 0 || !isRemote().MatchString(constant(first[0])) {
			return
		}
		words := c.words(args)
		if len(words) < 2 || !isRemote().MatchString(constant(words[0])) || !slices.ContainsFunc(words[1:], func(w Value) bool {
			return slices.ContainsFunc(w.Alts, func(p Pattern) bool { return isRef().MatchString(p.String()) })
		}) {
			return
		}
		c.writes = append(c.writes, foundWrite{write: Write{Kind: WriteRemote, Name: "push", Values: []Value{words[0]}}, at: c.s.At(n)})
	case (name == "set" || name == "append") && len(args) == 2 && args[1] > 0 && c.namesShop(u):
		tag := c.values.Of(args[1])
		for _, p := range c.values.Of(args[0]).Alts {
			if which, _ := p.Constant(); shopTags().MatchString(which) && constant(tag) != "" {
				c.writes = append(c.writes, foundWrite{write: Write{Kind: WriteTag, Name: which, Values: []Value{tag}}, at: c.s.At(n)})
				return
			}
		}
	case clientOfGit[name]:
		// Most calls of such a name are about something else: their first word is looked at alone.
		if first := c.words(args[:1]); len(first) == 0 || constant(first[0]) != "push" {
			return
		}
		words := c.words(args)
		for _, w := range words[1:] {
			if slices.ContainsFunc(w.Alts, func(p Pattern) bool { return isRemote().MatchString(p.String()) }) {
				c.writes = append(c.writes, foundWrite{write: Write{Kind: WriteRemote, Name: "push", Values: []Value{w}}, at: c.s.At(n)})
			}
		}
	}
}

// clientOfGit are methods by which clients of git are given its words.
var clientOfGit = map[string]bool{"raw": true, "exec": true, "run": true, "git": true, "call": true, "execute": true}

// isRemote is the beginning of an address that git pushes to.
var isRemote = lazyregexp.Lazy(`^(https?|ssh|git|git\+ssh)://|^[\w.-]+@[\w.-]+:`)

// isRef are words of git's that say what is pushed.
var isRef = lazyregexp.Lazy(`^\+?(HEAD|refs/|main$|master$|--(all|mirror|tags|force)|-f$)`)

// namesRepository reports that a file holds the address of a repository.
func (c *collector) namesRepository(u *solver.Unit) bool {
	known, ok := c.forges[u]
	if !ok {
		known = slices.ContainsFunc(u.Strings, func(t string) bool {
			return len(t) < maxExpression && (strings.HasSuffix(t, ".git") || strings.Contains(t, "@") && isRemote().MatchString(t))
		})
		c.forges[u] = known
	}
	return known
}

// shopTags are the parameters by which shops know who led somebody to them.
var shopTags = lazyregexp.Lazy(
	`(?i)^(tag|aff(iliate|iliate_?id|_?id|_short_key|_trace_key|_fcid)?|ascsubtag|linkcode|` +
		`campid|irclickid|clickref|awinaffid|awinmid|sscid)$`,
)

// namesShop reports that a file makes addresses and names, in a text or an expression, a shop that pays for who is led there.
func (c *collector) namesShop(u *solver.Unit) bool {
	known, ok := c.shops[u]
	if !ok {
		known = slices.Contains(u.Strings, "searchParams") && slices.ContainsFunc(u.Strings, func(t string) bool {
			return len(t) < maxExpression && strings.ContainsAny(t, ".|") && shops().MatchString(t)
		})
		c.shops[u] = known
	}
	return known
}

var shops = lazyregexp.Lazy(
	`(?i)\b(amazon|amzn|ebay|aliexpress|etsy|walmart|bestbuy|booking|newegg|banggood|flipkart|rakuten|udemy|hostinger|namecheap|temu|shein|` +
		`alibaba|target|steampowered|humblebundle)\b`,
)

// words are the arguments of a call, those of a list one by one.
func (c *collector) words(args []int32) []Value {
	var words []Value
	for _, a := range args {
		if a = max(a, -a); a == 0 || len(words) > maxWords {
			break
		}
		if value := c.values.Of(a); len(value.Items) > 0 {
			words = append(words, value.Items[:min(len(value.Items), maxWords)]...)
		} else {
			words = append(words, value)
		}
	}
	return words
}

var (
	tellsGit = lazyregexp.Lazy(`^config$`)
	forAll   = lazyregexp.Lazy(`^--(global|system)$`)
)

// namesGitOption holds for a file that has the words.
func (c *collector) namesGitOption(u *solver.Unit) bool {
	known, ok := c.gitNamed[u]
	if !ok {
		known = slices.ContainsFunc(u.Strings, gitOptions().MatchString) &&
			slices.ContainsFunc(u.Strings, func(t string) bool { return strings.HasPrefix(t, "--global") || strings.HasPrefix(t, "--system") })
		c.gitNamed[u] = known
	}
	return known
}

// constant is the one constant text that a value is; "" for others.
func constant(v Value) string {
	if len(v.Alts) != 1 {
		return ""
	}
	text, _ := v.Alts[0].Constant()
	return text
}
