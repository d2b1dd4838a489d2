package synth

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// What stands in a shell's line for itself, outside quotes: letters, digits and these.
const plainSigns = "_./:@+,=-"

// simple grants a line that is nothing but a program with its arguments as that program: the loader starts it without
// a shell (shim/loader/node/children/shells.js, wordsOf). A pattern of lines has no roots, so a setting's program and a
// file of the workspace can be said no other way.
func (c call) simple(p facts.Pattern, list []string) fate {
	words, ok := wordsOf(p)
	if !ok || len(words) == 0 {
		return lost
	}
	program := words[0].text
	if first := program[0].Kind; first != facts.Config && first != facts.Root && first != facts.Env && first != facts.Literal {
		return lost
	}
	args := []string{}
	for i, w := range words[1:] {
		if w.several() && i == len(words)-2 {
			args = append(args, "...")
			break
		}
		args = append(args, argument(facts.Value{Alts: []facts.Pattern{w.text}})[0])
	}
	if c.entry.Capability != catalog.ProcessShell && (len(args) == 0 || args[len(args)-1] != "...") {
		args = append(args, list...)
	}
	if len(args) == 0 {
		args = nil
	}
	return c.plain(program, textOf(program), [][]string{args})
}

// word is a word of a line.
type word struct {
	text   facts.Pattern
	quoted bool
}

// several reports a word that is nothing but what nobody knows, which a shell may cut into several.
func (w word) several() bool { return !w.quoted && len(w.text) == 1 && w.text[0].Kind == facts.Unknown }

// wordsOf cuts a line into its words. It is false where a shell does more with it than that.
func wordsOf(p facts.Pattern) (out []word, ok bool) {
	var cur word
	open := false
	var quote rune
	put := func(r rune) {
		open = true
		if n := len(cur.text); n > 0 && cur.text[n-1].Kind == facts.Literal {
			cur.text[n-1].Text += string(r)
			return
		}
		cur.text = append(cur.text, facts.Part{Kind: facts.Literal, Text: string(r)})
	}
	end := func() bool {
		if !open {
			return true
		}
		if len(cur.text) == 0 {
			cur.text = facts.Pattern{{Kind: facts.Literal}}
		}
		out = append(out, cur)
		cur, open = word{}, false
		first := out[0].text
		return first[0].Kind != facts.Literal || first[0].Text != "" && !strings.Contains(first[0].Text, "=")
	}
	for _, part := range p {
		if part.Kind != facts.Literal && part.Kind != facts.Keyword {
			cur.text, open = append(cur.text, part), true
			continue
		}
		for _, r := range part.Text {
			switch {
			case quote != 0 && r == quote:
				quote = 0
			case quote == '\'' && r != '\n' && r != '*':
				put(r)
			case quote == '"':
				if strings.ContainsRune("$`\\!*\n", r) {
					return nil, false
				}
				put(r)
			case r == '\'' || r == '"':
				quote, open, cur.quoted = r, true, true
			case r == ' ':
				if !end() {
					return nil, false
				}
			case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(plainSigns, r):
				put(r)
			default:
				return nil, false
			}
		}
	}
	return out, end() && quote == 0
}
