package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Set returns a document in which a place has a value, whether it was there or
// not; objects missing on the way are made. Everything else keeps its bytes, and
// what is new is indented as its neighbours are.
func Set(data []byte, pointer string, value []byte, maxDepth int) ([]byte, error) {
	d, err := Parse(data, maxDepth)
	if err != nil {
		return nil, fmt.Errorf("editing JSON: %w", err)
	}
	if !json.Valid(value) {
		return nil, errors.New("editing JSON: the new value is no JSON")
	}
	parts, err := split(pointer)
	if err != nil {
		return nil, err
	}
	if err := d.plain(pointer); err != nil {
		return nil, err
	}
	at, done := d.Root, 0
	for done < len(parts) {
		next := child(at, parts[done])
		if next == nil {
			break
		}
		at, done = next, done+1
	}
	style := d.styleOf()
	if done == len(parts) {
		if (at.Kind == Object || at.Kind == Array) && !strings.Contains(d.Raw(at), "\n") {
			style.lines = false // as it was
		}
		return d.splice(at.Start, at.End, style.write(value, d.indentAt(at.Start)), maxDepth)
	}
	for i := len(parts) - 1; i > done; i-- {
		name, err := json.Marshal(parts[i])
		if err != nil {
			return nil, fmt.Errorf("editing JSON: %w", err)
		}
		value = fmt.Appendf(nil, "{%s:%s}", name, value)
	}
	return d.insert(at, parts[done], value, style, maxDepth)
}

// Remove returns a document without a place; everything else keeps its bytes.
func Remove(data []byte, pointer string, maxDepth int) ([]byte, error) {
	d, at, parent, err := locate(data, pointer, maxDepth)
	if err != nil {
		return nil, err
	}
	// The extents of the parent's parts, in the order written.
	type extent struct{ start, end int32 }
	var all []extent
	which := 0
	for i, v := range parent.Items {
		if v == at {
			which = i
		}
		all = append(all, extent{v.Start, v.End})
	}
	for i, m := range parent.Members {
		if m.Value == at {
			which = i
		}
		all = append(all, extent{m.NameStart, m.Value.End})
	}
	switch {
	case which > 0:
		return d.splice(all[which-1].end, all[which].end, "", maxDepth)
	case len(all) > 1:
		return d.splice(all[0].start, all[1].start, "", maxDepth)
	}
	return d.splice(parent.Start+1, parent.End-1, "", maxDepth)
}

// Rename returns a document in which a member has another name; its place and every
// other byte stay.
func Rename(data []byte, pointer, name string, maxDepth int) ([]byte, error) {
	d, at, parent, err := locate(data, pointer, maxDepth)
	if err != nil {
		return nil, err
	}
	if parent.Kind != Object || parent.Get(name) != nil {
		return nil, fmt.Errorf("editing JSON: %s cannot be named %s", strconv.QuoteToASCII(pointer), strconv.QuoteToASCII(name))
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		return nil, fmt.Errorf("editing JSON: %w", err)
	}
	for _, m := range parent.Members {
		if m.Value == at {
			// Between a name and its value stands nothing but white space and a colon.
			between := d.text[m.NameStart:at.Start]
			return d.splice(m.NameStart, m.NameStart+int32(strings.LastIndexByte(between, '"'))+1, string(quoted), maxDepth)
		}
	}
	return nil, fmt.Errorf("editing JSON: there is no %s", strconv.QuoteToASCII(pointer))
}

// split takes a pointer apart; the empty one, the whole document, is refused.
func split(pointer string) ([]string, error) {
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok || !utf8.ValidString(pointer) {
		return nil, fmt.Errorf("editing JSON: %s names no place in a document", strconv.QuoteToASCII(pointer))
	}
	parts := strings.Split(rest, "/")
	for i := range parts {
		parts[i] = unescaper.Replace(parts[i])
	}
	return parts, nil
}

func child(v *Value, part string) *Value {
	if v.Kind == Array {
		i, err := strconv.Atoi(part)
		if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != part {
			return nil
		}
		return v.Items[i]
	}
	return v.Get(part)
}

// plain refuses to edit an object that names a member twice: only a person can
// say which of the two was meant.
func (d *Document) plain(pointer string) error {
	if len(d.Duplicates) >= maxDuplicates {
		return errors.New("editing JSON: too many members are written more than once")
	}
	for _, twice := range d.Duplicates {
		if parent := twice[:strings.LastIndexByte(twice, '/')]; strings.HasPrefix(pointer+"/", parent+"/") {
			return fmt.Errorf("editing JSON: %s is written more than once", strconv.QuoteToASCII(twice))
		}
	}
	return nil
}

func (d *Document) insert(in *Value, name string, value []byte, style style, maxDepth int) ([]byte, error) {
	var key string
	switch {
	case in.Kind == Object:
		quoted, err := json.Marshal(name)
		if err != nil {
			return nil, fmt.Errorf("editing JSON: %w", err)
		}
		key = string(quoted) + ": "
	case in.Kind != Array:
		return nil, fmt.Errorf("editing JSON: %s would go into a %s", strconv.QuoteToASCII(name), in.Kind)
	case name != "-" && name != strconv.Itoa(len(in.Items)):
		return nil, fmt.Errorf("editing JSON: %s is past the end of the list", strconv.QuoteToASCII(name))
	}
	first, last := int32(-1), int32(-1)
	if n := len(in.Items); n > 0 {
		first, last = in.Items[0].Start, in.Items[n-1].End
	}
	if n := len(in.Members); n > 0 {
		first, last = in.Members[0].NameStart, in.Members[n-1].Value.End
	}
	outer := d.indentAt(in.Start)
	switch {
	case last < 0 && !style.lines:
		return d.splice(in.Start+1, in.End-1, key+style.write(value, ""), maxDepth)
	case last < 0:
		inner := outer + style.unit
		return d.splice(in.Start+1, in.End-1, style.newline+inner+key+style.write(value, inner)+style.newline+outer, maxDepth)
	case strings.Contains(d.text[in.Start:first], "\n"):
		inner := d.indentAt(first)
		return d.splice(last, last, ","+style.newline+inner+key+style.write(value, inner), maxDepth)
	}
	style.lines = false
	return d.splice(last, last, ", "+key+style.write(value, ""), maxDepth)
}

// splice replaces a range of the text and proves that JSON came out.
func (d *Document) splice(start, end int32, text string, maxDepth int) ([]byte, error) {
	out := []byte(d.text[:start] + text + d.text[end:])
	if _, err := Parse(out, maxDepth); err != nil {
		return nil, fmt.Errorf("editing JSON: %w", err)
	}
	return out, nil
}

// style is how an author lays JSON out.
type style struct {
	lines   bool
	unit    string
	newline string
}

func (d *Document) styleOf() style {
	s := style{unit: "  ", newline: "\n"}
	if strings.Contains(d.text, "\r\n") {
		s.newline = "\r\n"
	}
	s.lines = strings.Contains(d.text[d.Root.Start:d.Root.End], "\n") || len(d.Root.Members)+len(d.Root.Items) == 0
	if len(d.Root.Members) > 0 {
		if unit := d.indentAt(d.Root.Members[0].NameStart); unit != "" {
			s.unit = unit
		}
	}
	return s
}

func (s style) write(value []byte, indent string) string {
	var b bytes.Buffer
	if !s.lines {
		// Indent cannot fail on what is valid, and in JSON only what it writes
		// itself is a line's end.
		_ = json.Indent(&b, value, "", "")
		return strings.ReplaceAll(strings.ReplaceAll(b.String(), ",\n", ", "), "\n", "")
	}
	_ = json.Indent(&b, value, indent, s.unit)
	return strings.ReplaceAll(b.String(), "\n", s.newline)
}

// indentAt is the white space that begins the line of an offset.
func (d *Document) indentAt(offset int32) string {
	line := d.text[strings.LastIndexByte(d.text[:offset], '\n')+1 : offset]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// locate parses a document and finds a place that is there, and what it stands in.
func locate(data []byte, pointer string, maxDepth int) (d *Document, at, parent *Value, err error) {
	if d, err = Parse(data, maxDepth); err != nil {
		return nil, nil, nil, fmt.Errorf("editing JSON: %w", err)
	}
	parts, err := split(pointer)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := d.plain(pointer); err != nil {
		return nil, nil, nil, err
	}
	at = d.Root
	for _, p := range parts {
		if at, parent = child(at, p), at; at == nil {
			return nil, nil, nil, fmt.Errorf("editing JSON: there is no %s", strconv.QuoteToASCII(pointer))
		}
	}
	return d, at, parent, nil
}
