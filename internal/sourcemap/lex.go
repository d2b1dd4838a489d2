package sourcemap

import (
	"hash/fnv"
	"strings"
	"unicode/utf8"
)

// scanned is a script or a source as its words: names, and the contents of
// strings and of templates. A minifier renames variables and moves blanks; the
// names of members, keys and strings come through in their order.
type scanned struct {
	words []wordAt
	funcs []function
}

// wordAt is a word by the hash of its text, and where it begins, in bytes. kept
// is set for what a minifier leaves as it is: a member, or what is too long to
// be a name that it made up.
type wordAt struct {
	hash uint64
	at   int32
	kept bool
}

// madeUp is the longest name that a minifier makes up.
const madeUp = 3

// function is a part of the text with the name of the function it is the body
// of. Those inside follow those around them.
type function struct {
	from, to int32
	name     string
}

// maxWord is how much of a string is compared.
const maxWord = 200

// keywords are words of the language, which tell no place from another.
var keywords = map[string]bool{
	"async": true, "await": true, "break": true, "case": true, "catch": true, "class": true, "const": true, "continue": true,
	"default": true, "delete": true, "do": true, "else": true, "export": true, "extends": true, "false": true, "finally": true,
	"for": true, "function": true, "if": true, "import": true, "in": true, "instanceof": true, "let": true, "new": true, "null": true,
	"of": true, "return": true, "static": true, "switch": true, "this": true, "throw": true, "true": true, "try": true, "typeof": true,
	"undefined": true, "var": true, "void": true, "while": true, "yield": true, "exports": true, "__esModule": true,
}

func hashOf(word string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(word[:min(len(word), maxWord)]))
	return h.Sum64()
}

// lexer reads words without a parser: in one pass, without recursion, whatever
// the text is. Types, markup and what does not parse only add words or names
// that are not looked for.
type lexer struct {
	s     string
	i     int
	named bool
	out   scanned
	// last are the tokens before, the latest first.
	last [5]string
	// open are the brackets that are open; heads those of the parentheses.
	open []bracket
	// closed is the parenthesis that was closed last; typed is set between the
	// colon behind it and what ends a type.
	closed, typed *bracket
	// declared is the variable whose value is being read, class the class whose
	// body comes next.
	declared, class string
}

// bracket is an open bracket with the tokens before it.
type bracket struct {
	c        byte
	before   [5]string
	declared string
	// fn is the index of the function it opens, or -1; class its class's name.
	fn    int
	class string
	// template is set for a hole of a template; typed is what a type around the
	// brace is the type of.
	template bool
	typed    *bracket
}

// scan reads a text; names of functions are looked for in sources only.
func scan(text string, named bool) scanned {
	l := lexer{s: text, named: named}
	for l.i < len(l.s) {
		l.step()
	}
	for i := range l.out.funcs {
		if l.out.funcs[i].to == 0 {
			l.out.funcs[i].to = int32(len(text))
		}
	}
	return l.out
}

func (l *lexer) word(from, to int) {
	member := from > 0 && l.s[from-1] == '.'
	if to-from > 1 && (member || !keywords[l.s[from:to]]) {
		l.out.words = append(l.out.words, wordAt{hashOf(l.s[from:to]), int32(from), member || to-from > madeUp})
	}
}

func (l *lexer) push(token string) {
	copy(l.last[1:], l.last[:4])
	l.last[0] = token
}

func (l *lexer) step() {
	c := l.s[l.i]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		l.i++
	case c == '/' && strings.HasPrefix(l.s[l.i:], "//"), c == '#' && l.i == 0 && strings.HasPrefix(l.s, "#!"):
		if n := strings.IndexAny(l.s[l.i:], "\n\r"); n >= 0 {
			l.i += n
		} else {
			l.i = len(l.s)
		}
	case c == '/' && strings.HasPrefix(l.s[l.i:], "/*"):
		if n := strings.Index(l.s[l.i+2:], "*/"); n >= 0 {
			l.i += n + 4
		} else {
			l.i = len(l.s)
		}
	case c == '/' && l.pattern():
	case c == '"' || c == '\'':
		l.quoted(c)
	case c == '`':
		l.i++
		l.chunk()
	case isWord(c):
		end := wordEnd(l.s, l.i)
		if c < '0' || c > '9' {
			l.name(l.s[l.i:end])
			l.word(l.i, end)
		} else {
			l.push("0")
		}
		l.i = end
	default:
		l.punct(c)
	}
}

// name takes an identifier or a keyword.
func (l *lexer) name(text string) {
	switch l.last[0] {
	case "const", "let", "var":
		l.declared = text
	case "class":
		if text != "extends" && text != "implements" {
			l.class = text
		}
	}
	if text == "class" && l.last[0] != "." {
		l.class = assigned(l.last, l.declared)
	}
	l.push(text)
}

// quoted reads a string; a quote that nothing closes on its line is none.
func (l *lexer) quoted(quote byte) {
	for end := l.i + 1; end < len(l.s); end++ {
		switch l.s[end] {
		case '\\':
			end++
		case '\n':
			l.i++
			return
		case quote:
			l.word(l.i+1, end)
			l.push(l.s[l.i:min(end, l.i+80)])
			l.i = end + 1
			return
		}
	}
	l.i++
}

// chunk reads the text of a template up to a hole or its end.
func (l *lexer) chunk() {
	from := l.i
	for ; l.i < len(l.s); l.i++ {
		switch {
		case l.s[l.i] == '\\':
			l.i++
		case l.s[l.i] == '`':
			l.word(from, l.i)
			l.push("`")
			l.i++
			return
		case l.s[l.i] == '$' && l.i+1 < len(l.s) && l.s[l.i+1] == '{':
			l.word(from, l.i)
			l.open = append(l.open, bracket{c: '{', fn: -1, template: true})
			l.push("${")
			l.i += 2
			return
		}
	}
	l.i = min(l.i, len(l.s))
}

// pattern reads a regular expression where one may stand.
func (l *lexer) pattern() bool {
	switch p := l.last[0]; {
	case p == "":
	case p == ")" || p == "]" || p == "}" || p == "`" || p == "0" || p[0] == '"' || p[0] == '\'':
		return false
	case isWord(p[0]):
		switch p {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield":
		default:
			return false
		}
	}
	class := false
	for end := l.i + 1; end < len(l.s); end++ {
		switch c := l.s[end]; {
		case c == '\\':
			end++
		case c == '\n':
			return false
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.word(l.i+1, end)
			l.push("0")
			l.i = wordEnd(l.s, end+1)
			return true
		}
	}
	return false
}

func (l *lexer) punct(c byte) {
	at := l.i
	l.i++
	token := l.s[at:l.i]
	if c == '=' && l.i < len(l.s) && l.s[l.i] == '>' {
		l.i++
		token = "=>"
	}
	switch c {
	case '(', '[', '{':
		b := bracket{c: c, before: l.last, declared: l.declared, fn: -1}
		if c == '{' {
			l.body(&b, at)
		}
		l.open = append(l.open, b)
	case ')', ']', '}':
		l.close(c, at)
		if c == '}' && l.reopened(at) {
			return
		}
	case ':':
		if l.last[0] == ")" {
			l.typed = l.closed
		}
	case ';':
		l.declared, l.typed = "", nil
	case ',':
		l.declared = ""
	}
	l.push(token)
}

// close ends the innermost bracket of the kind; what does not match is left
// alone, so that one stray bracket does not close everything.
func (l *lexer) close(c byte, at int) {
	n := len(l.open) - 1
	if n < 0 {
		return
	}
	b := l.open[n]
	if map[byte]byte{')': '(', ']': '[', '}': '{'}[c] != b.c {
		return
	}
	if c == '}' && b.template {
		return
	}
	l.open = l.open[:n]
	if c == ')' {
		l.closed = &b
	}
	if b.typed != nil {
		l.typed = b.typed
	}
	if b.fn >= 0 {
		l.out.funcs[b.fn].to = int32(at)
	}
}

// reopened goes on with a template behind a hole.
func (l *lexer) reopened(int) bool {
	n := len(l.open) - 1
	if n < 0 || !l.open[n].template {
		return false
	}
	l.open = l.open[:n]
	l.chunk()
	return true
}

// body decides what a brace opens.
func (l *lexer) body(b *bracket, at int) {
	if !l.named {
		return
	}
	name, isFunction := "", false
	switch before := l.last[0]; {
	case l.class != "":
		b.class, l.class = l.class, ""
	case before == ")" && l.closed != nil:
		name, isFunction = headName(l.closed)
	case before == "=>" && l.last[1] == ")" && l.closed != nil:
		name, isFunction = arrowName(l.closed), true
	case before == "=>" && l.typed != nil:
		name, isFunction = arrowName(l.typed), true
	case before == "=>":
		name, isFunction = assigned([5]string{l.last[2], l.last[3], l.last[4]}, l.declared), true
	case l.typed != nil && strings.Contains("<|&:,[(=", before):
		// The type of what is returned is an object's.
		b.typed = l.typed
	case l.typed != nil:
		name, isFunction = headName(l.typed)
	}
	l.typed, l.declared = nil, ""
	if !isFunction || name == "" || !isWord(name[0]) {
		return
	}
	if n := len(l.open) - 1; n >= 0 && l.open[n].class != "" {
		name = l.open[n].class + "." + name
	}
	b.fn = len(l.out.funcs)
	l.out.funcs = append(l.out.funcs, function{int32(at), 0, name})
}

// headName is the name of a function by what stands before its parameters;
// false: the parentheses are those of a condition.
func headName(b *bracket) (string, bool) {
	switch p := b.before[0]; p {
	case "if", "for", "while", "switch", "catch", "with", "await":
		return "", false
	case "function", "*":
		return assigned([5]string{b.before[1], b.before[2], b.before[3]}, b.declared), true
	default:
		if p == "" || !isWord(p[0]) || b.before[1] == "new" {
			return "", false
		}
		return p, true
	}
}

func arrowName(b *bracket) string { return assigned(b.before, b.declared) }

// assigned is the variable or key that the tokens before a function give it to.
func assigned(before [5]string, declared string) string {
	if before[0] == "async" {
		copy(before[:], before[1:])
	}
	switch before[0] {
	case "=":
		if declared != "" {
			return declared
		}
		return before[1]
	case ":":
		return before[1]
	}
	return ""
}

// around is the name of the innermost function a place stands in; empty: none
// has one.
func (s scanned) around(at int32) string {
	name := ""
	for _, f := range s.funcs {
		if f.from > at {
			break
		}
		if at < f.to {
			name = f.name
		}
	}
	return name
}

// lineStarts are the offsets at which the lines of a text begin, as lines cuts
// it.
func lineStarts(text string) []int32 {
	out := []int32{0}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case c == '\n' || c == '\r':
			out = append(out, int32(i+1))
		case c == 0xE2 && (strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029")):
			out = append(out, int32(i+utf8.RuneLen('\u2028')))
		}
	}
	return out
}
