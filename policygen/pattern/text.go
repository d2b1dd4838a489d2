package pattern

import (
	"errors"
	"fmt"
	"strings"
)

// A Text is a pattern of plain text, such as a name, an id or an argument: the
// text itself, with * for any text at all, or "re:" and a regular expression.
type Text struct {
	text          string
	exact, folded *automaton
}

// String is the pattern's text.
func (t Text) String() string { return t.text }

// ParseText reads a pattern of plain text.
func ParseText(text string) (Text, error) { return parseText(text, star(setOf(anyRune())), "") }

// ParseEnv reads a pattern of names of environment variables.
func ParseEnv(text string) (Text, error) {
	if strings.Contains(text, "=") {
		return Text{}, fmt.Errorf("pattern %q: no variable's name holds a =", clip(text))
	}
	return ParseText(text)
}

// parseText compiles a text whose * is the node given. everything is the word
// for any text at all, "" when there is none.
func parseText(text string, any *node, everything string) (Text, error) {
	t := Text{text: text}
	err := checkText(text)
	if err == nil && !strings.HasPrefix(text, "re:") && text != everything && strings.Contains(text, "**") {
		err = errors.New("* twice in a row")
	}
	for _, fold := range []bool{false, true} {
		if err != nil {
			break
		}
		var n *node
		if expression, ok := strings.CutPrefix(text, "re:"); ok {
			n, err = parseRegexp(expression, fold)
		} else {
			n = textTree(text, any, everything, fold)
		}
		switch {
		case err != nil:
		case n.size() > maxSize:
			err = fmt.Errorf("more than %d states", maxSize)
		case fold:
			t.folded = compile(n)
		default:
			t.exact = compile(n)
		}
	}
	if err != nil {
		return Text{}, fmt.Errorf("pattern %q: %w", clip(text), err)
	}
	return t, nil
}

func textTree(text string, any *node, everything string, fold bool) *node {
	if text == everything {
		return star(setOf(anyRune()))
	}
	if fold {
		text = Win32.fold(text)
	}
	out := cat()
	for i, piece := range strings.Split(text, "*") {
		if i > 0 {
			out.subs = append(out.subs, any)
		}
		out.subs = append(out.subs, literal(piece))
	}
	return out
}

// Match reports that a text, as it is written, is one of the pattern's.
func (t Text) Match(subject string) bool {
	return checkSubject(subject) == nil && t.exact.match(subject)
}

// MatchEnv reports that a variable's name is one of the pattern's. Windows
// forgets case there.
func (t Text) MatchEnv(p Platform, name string) bool {
	if checkSubject(name) != nil || name == "" || strings.Contains(name, "=") {
		return false
	}
	if p == Win32 {
		return t.folded.match(Win32.fold(name))
	}
	return t.exact.match(name)
}

// Text is IncludesText.
func (pr *Prover) Text(a, b Text) bool {
	return a.text == b.text || pr.includes(a.exact, b.exact) && pr.includes(a.folded, b.folded)
}
