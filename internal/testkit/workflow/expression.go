package workflow

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// node is a part of an expression.
type node struct {
	// kind is a literal, a name, an index, a call or an operator.
	kind  string
	value any
	name  string
	args  []*node
}

var token = regexp.MustCompile(
	`^(?:(\s+)|('(?:[^']|'')*')|(-?(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?))|([A-Za-z_][A-Za-z0-9_-]*)|(&&|\|\||==|!=|` +
		`<=|>=|[!<>()\[\].,*]))`,
)

// lexed is one word of an expression.
type lexed struct{ kind, text string }

func lex(text string) ([]lexed, error) {
	var out []lexed
	for text != "" {
		m := token.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("nothing of an expression begins with %q", text)
		}
		for i, kind := range []string{"", "space", "string", "number", "name", "sign"} {
			if i > 1 && m[i] != "" {
				out = append(out, lexed{kind, m[i]})
			}
		}
		text = text[len(m[0]):]
	}
	return append(out, lexed{"end", ""}), nil
}

// parser reads an expression by its levels: ||, &&, comparisons, !, then what
// stands for a value.
type parser struct {
	words []lexed
	err   error
}

// parse reads what stands between ${{ and }}.
func parse(text string) (*node, error) {
	words, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{words: words}
	n := p.binary(0)
	if p.err == nil && p.words[0].kind != "end" {
		p.fail("%q is left over", p.words[0].text)
	}
	if p.err != nil {
		return nil, fmt.Errorf("the expression %s: %w", text, p.err)
	}
	return n, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *parser) next() lexed {
	w := p.words[0]
	if w.kind != "end" {
		p.words = p.words[1:]
	}
	return w
}

func (p *parser) takes(sign string) bool {
	if p.words[0] == (lexed{"sign", sign}) {
		p.next()
		return true
	}
	return false
}

func (p *parser) wants(sign string) {
	if !p.takes(sign) {
		p.fail("%q stands where %q is wanted", p.words[0].text, sign)
	}
}

var levels = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}}

func (p *parser) binary(level int) *node {
	if level == len(levels) {
		return p.not()
	}
	left := p.binary(level + 1)
	for {
		found := ""
		for _, sign := range levels[level] {
			if p.takes(sign) {
				found = sign
				break
			}
		}
		if found == "" || p.err != nil {
			return left
		}
		left = &node{kind: "operator", name: found, args: []*node{left, p.binary(level + 1)}}
	}
}

func (p *parser) not() *node {
	if p.takes("!") {
		return &node{kind: "operator", name: "!", args: []*node{p.not()}}
	}
	n := p.primary()
	for p.err == nil {
		switch {
		case p.takes("."):
			if w := p.next(); w.kind == "name" {
				n = &node{kind: "index", args: []*node{n, {kind: "literal", value: w.text}}}
			} else if w.text == "*" {
				n = &node{kind: "all", args: []*node{n}}
			} else {
				p.fail("%q is no name", w.text)
			}
		case p.takes("["):
			n = &node{kind: "index", args: []*node{n, p.binary(0)}}
			p.wants("]")
		default:
			return n
		}
	}
	return n
}

func (p *parser) primary() *node {
	switch w := p.next(); w.kind {
	case "string":
		return &node{kind: "literal", value: strings.ReplaceAll(w.text[1:len(w.text)-1], "''", "'")}
	case "number":
		return &node{kind: "literal", value: number(w.text)}
	case "name":
		switch w.text {
		case "true", "false":
			return &node{kind: "literal", value: w.text == "true"}
		case "null":
			return &node{kind: "literal"}
		}
		if !p.takes("(") {
			return &node{kind: "name", name: w.text}
		}
		call := &node{kind: "call", name: strings.ToLower(w.text)}
		for !p.takes(")") && p.err == nil {
			if len(call.args) > 0 {
				p.wants(",")
			}
			call.args = append(call.args, p.binary(0))
		}
		return call
	default:
		if w.text == "(" {
			n := p.binary(0)
			p.wants(")")
			return n
		}
		p.fail("%q is no value", w.text)
		return &node{kind: "literal"}
	}
}

// statuses are the functions that ask how it went so far. A condition without one
// of them has success() before it.
var statuses = map[string]bool{"success": true, "failure": true, "always": true, "cancelled": true}

func (n *node) asksStatus() bool {
	if n.kind == "call" && statuses[n.name] {
		return true
	}
	for _, a := range n.args {
		if a.asksStatus() {
			return true
		}
	}
	return false
}

// number reads text as GitHub does; what is no number is not one (NaN).
func number(text string) float64 {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil && strings.HasPrefix(text, "0x") {
		return float64(i)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nan
	}
	return f
}
