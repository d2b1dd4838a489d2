// Package redaction keeps keys and passwords out of policies. A policy is
// committed and its lines are printed everywhere, and code does hold commands
// with a password in them. What looks like a secret becomes a star; a line that
// cannot be written so is not written.
//
// Two things are taken for a secret: what the rules for secrets know by its form
// (a token of a service), and what stands where passwords stand (behind --token,
// in the user's part of an address, in a header), whatever it looks like. The
// package sees patterns and no code.
package redaction

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Question is what a person is asked about a line in which a star stands for a
// secret.
const Question = "A key or a password stands in the code where this line has a star; should any other text be allowed there?"

// Grant returns the grant without what looks like a secret, and whether anything
// was taken out. It is false, too, with an empty grant, where that is impossible:
// such a grant is not to be written.
func Grant(g policy.Grant) (clean policy.Grant, changed, ok bool) {
	clean = g
	switch g.Section {
	case policy.Modules, policy.EnvRead:
		return g, false, true // names
	case policy.Processes:
		clean.Args = arguments(g.Args)
	}
	if g.Section != policy.Code || g.Pattern != "" {
		clean.Pattern = Text(g.Pattern, star)
	}
	if clean.Pattern == g.Pattern && slices.Equal(clean.Args, g.Args) {
		return g, false, true
	}
	clean.Pattern = starred(clean.Pattern)
	for i := range clean.Args {
		clean.Args[i] = starred(clean.Args[i])
	}
	if clean.Mark == policy.Sure {
		clean.Mark, clean.Question = policy.Imprecise, Question
	}
	// In a regular expression a star is no text, and in a host none may stand.
	if strings.HasPrefix(g.Pattern, "re:") || strings.Contains(g.Pattern, "/re:") || clean.Validate() != nil {
		return policy.Grant{}, true, false
	}
	return clean, true, true
}

// star stands for a secret until the text is whole, so that a second look does
// not take it for one.
const star = "\x00"

// arguments looks at the words of a command together: what a secret is stands
// before it.
func arguments(args []string) []string {
	out := slices.Clone(args)
	next := false
	for i, a := range out {
		switch {
		case a == "..." || a == "*" || strings.HasPrefix(a, "re:") && !next:
		case next && !strings.HasPrefix(a, "-") && a != "":
			out[i] = star
			next = false
			continue
		default:
			out[i] = Text(a, star)
		}
		next = strings.HasPrefix(a, "-") && !strings.ContainsAny(a, "= ") && (secretName(a) || a == "-u" || a == "--user")
	}
	return afterNames(out)
}

// afterNames looks for what only the word before it shows: a key behind the name
// of its service.
func afterNames(args []string) []string {
	for i := 1; i < len(args); i++ {
		before := args[i-1] + " "
		if strings.Contains(args[i], star) || !worthALook(args[i]) {
			continue
		}
		if clean, ok := strings.CutPrefix(known(before+args[i], star), before); ok {
			args[i] = clean
		}
	}
	return args
}

// starred writes the stars that stand for secrets.
func starred(text string) string {
	for _, pair := range []string{star + star, star + "*", "*" + star} {
		for strings.Contains(text, pair) {
			text = strings.ReplaceAll(text, pair, star)
		}
	}
	return strings.ReplaceAll(text, star, "*")
}

// Text returns a text with what looks like a secret replaced.
func Text(text, by string) string {
	for _, r := range places {
		text = replaceGroup(r(), text, by)
	}
	if !worthALook(text) {
		return text
	}
	text = known(text, by)
	// The rules want a key to end where a text or a word ends; in a path it ends
	// at a slash or a dot.
	for _, r := range []*regexp.Regexp{run(), name()} {
		text = r.ReplaceAllStringFunc(text, func(s string) string {
			if !worthALook(s) {
				return s
			}
			return known(s, by)
		})
	}
	return text
}

// known asks the rules for secrets. Where they cannot be read, what may be a
// secret is taken for one.
func known(text, by string) string {
	clean, err := secrets.Without(text, by)
	if err != nil {
		return run().ReplaceAllString(text, by)
	}
	return clean
}

// run is a piece of text in which letters and digits follow each other for long
// enough to be a key. The rules are asked about nothing else: to read them takes
// longer than to make most policies.
var run = lazyregexp.Lazy(`[A-Za-z0-9_\-+=.~]{16,}`)

// name is such a piece that ends at a dot.
var name = lazyregexp.Lazy(`[A-Za-z0-9_\-]{16,}`)

func worthALook(text string) bool {
	return slices.ContainsFunc(run().FindAllString(text, -1), func(s string) bool {
		return strings.ContainsAny(s, "0123456789") && strings.ContainsFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	})
}
