package jsondoc

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds on memory: "[0,0,0…" is the dearest text, a value for every two
// bytes, and whoever lists elements keeps a pointer made of names for each.
const (
	maxValues     = 200_000
	maxName       = 512
	maxDuplicates = 100
)

const bom = "\uFEFF"

// Parse reads a document whose values nest at most maxDepth deep. Its error is
// a *SyntaxError.
func Parse(data []byte, maxDepth int) (*Document, error) {
	d := &Document{text: string(data)}
	p := &parser{doc: d, text: d.text, maxDepth: maxDepth}
	if len(p.text) >= 1<<31-1 {
		return nil, &SyntaxError{1, 1, "the document is over 2 GiB"}
	}
	if strings.HasPrefix(p.text, bom) {
		p.pos = len(bom)
	}
	d.anchors = makeAnchors(d.text, int32(p.pos))
	p.space()
	root, ok := p.value(0)
	if ok {
		p.space()
		if p.pos < len(p.text) {
			ok = p.fail("unexpected " + p.here() + " after the end of the document")
		}
	}
	if !ok {
		line, col := d.At(int32(p.errPos))
		return nil, &SyntaxError{line, col, p.err}
	}
	d.Root = root
	return d, nil
}

type parser struct {
	doc      *Document
	text     string
	pos      int
	values   int
	maxDepth int
	// path are the names and indices that lead to the current value.
	path   []step
	err    string
	errPos int
}

// step is a name, or an index where the name is empty and isIndex is set.
type step struct {
	name    string
	index   int
	isIndex bool
}

// pointer is built only when it is needed: most values never need theirs.
func (p *parser) pointer() string {
	s := ""
	for _, step := range p.path {
		if step.isIndex {
			s += "/" + strconv.Itoa(step.index)
		} else {
			s = Pointer(s, step.name)
		}
	}
	return s
}

func (p *parser) fail(message string) bool {
	p.err, p.errPos = message, p.pos
	return false
}

// here describes the character at the current place for a message.
func (p *parser) here() string {
	if p.pos >= len(p.text) {
		return "end of file"
	}
	r, size := utf8.DecodeRuneInString(p.text[p.pos:])
	if r == utf8.RuneError && size == 1 {
		return "byte 0x" + strconv.FormatUint(uint64(p.text[p.pos]), 16)
	}
	return "character " + strconv.QuoteRuneToASCII(r)
}

func (p *parser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) value(depth int) (*Value, bool) {
	if depth > p.maxDepth {
		return nil, p.fail("values nest deeper than " + strconv.Itoa(p.maxDepth) + " levels")
	}
	if p.values++; p.values > maxValues {
		return nil, p.fail("the document has more than " + strconv.Itoa(maxValues) + " values")
	}
	v := &Value{Start: int32(p.pos)}
	ok := true
	switch c := p.peek(); {
	case c == '{':
		v.Kind = Object
		ok = p.object(v, depth)
	case c == '[':
		v.Kind = Array
		ok = p.array(v, depth)
	case c == '"':
		v.Kind = String
		v.Text, ok = p.str()
	case c == '-' || c >= '0' && c <= '9':
		v.Kind = Number
		ok = p.number()
		v.Text = p.text[v.Start:p.pos]
	case strings.HasPrefix(p.text[p.pos:], "true"):
		v.Kind, v.True = Bool, true
		p.pos += 4
	case strings.HasPrefix(p.text[p.pos:], "false"):
		v.Kind = Bool
		p.pos += 5
	case strings.HasPrefix(p.text[p.pos:], "null"):
		p.pos += 4
	case strings.HasPrefix(p.text[p.pos:], "//"), strings.HasPrefix(p.text[p.pos:], "/*"):
		return nil, p.fail("comments are not allowed in JSON")
	default:
		return nil, p.fail("expected a value, found " + p.here())
	}
	v.End = int32(p.pos)
	return v, ok
}

func (p *parser) object(v *Value, depth int) bool {
	p.pos++
	p.space()
	if p.peek() == '}' {
		p.pos++
		return true
	}
	seen := map[string]int{}
	for {
		if p.peek() != '"' {
			return p.fail("expected a member name in double quotes, found " + p.here())
		}
		m := Member{NameStart: int32(p.pos)}
		var ok bool
		if m.Name, ok = p.str(); !ok {
			return false
		}
		if len(m.Name) > maxName {
			p.pos = int(m.NameStart)
			return p.fail("a member name is longer than " + strconv.Itoa(maxName) + " bytes")
		}
		p.space()
		if p.peek() != ':' {
			return p.fail("expected ':' after the member name, found " + p.here())
		}
		p.pos++
		p.space()
		p.path = append(p.path, step{name: m.Name})
		if m.Value, ok = p.value(depth + 1); !ok {
			return false
		}
		i, twice := seen[m.Name]
		if twice && len(p.doc.Duplicates) < maxDuplicates {
			p.doc.Duplicates = append(p.doc.Duplicates, p.pointer())
		}
		p.path = p.path[:len(p.path)-1]
		if twice {
			v.Members[i] = m
		} else {
			seen[m.Name] = len(v.Members)
			v.Members = append(v.Members, m)
		}
		p.space()
		switch p.peek() {
		case ',':
			p.pos++
			p.space()
		case '}':
			p.pos++
			if len(v.Members) > 16 {
				v.index = seen
			}
			return true
		default:
			return p.fail("expected ',' or '}', found " + p.here())
		}
	}
}

func (p *parser) array(v *Value, depth int) bool {
	p.pos++
	p.space()
	if p.peek() == ']' {
		p.pos++
		return true
	}
	for {
		p.path = append(p.path, step{index: len(v.Items), isIndex: true})
		item, ok := p.value(depth + 1)
		if !ok {
			return false
		}
		p.path = p.path[:len(p.path)-1]
		v.Items = append(v.Items, item)
		p.space()
		switch p.peek() {
		case ',':
			p.pos++
			p.space()
		case ']':
			p.pos++
			return true
		default:
			return p.fail("expected ',' or ']', found " + p.here())
		}
	}
}
