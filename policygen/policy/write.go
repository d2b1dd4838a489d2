package policy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

func printable(s string) bool { return escape.IsPrintable(s, MaxQuestion) }

// Bytes writes the policy in its one form: members and grants in order, a grant
// a line, what is plain in its short form. Parse reads it back to the same
// policy.
func (p Policy) Bytes() []byte {
	p = p.normal()
	w := &writer{}
	w.head(p.Extension)
	if p.Basis != Package {
		w.member(1, "basis")
		w.out.WriteString(encode(string(p.Basis)))
	}
	w.sections(p.Grants, 1)
	if len(p.Denied) > 0 {
		w.member(1, "denied")
		w.out.WriteString("{")
		inner := &writer{}
		inner.sections(p.Denied, 2)
		w.out.WriteString(strings.TrimPrefix(inner.out.String(), ","))
		w.out.WriteString("\n  }")
	}
	if len(p.Notes) > 0 {
		var lines []string
		for _, n := range p.Notes {
			lines = append(lines, object(field{"mark", string(n.Mark)}, field{"question", n.Question}))
		}
		w.member(1, "marks")
		w.list(1, lines)
	}
	w.out.WriteString("\n}\n")
	return w.out.Bytes()
}

// writer writes members one after another; each begins with a comma that head
// or the caller accounts for.
type writer struct{ out bytes.Buffer }

func (w *writer) head(extension string) {
	w.out.WriteString("{\n  \"schemaVersion\": " + strconv.Itoa(SchemaVersion) + ",\n  \"extension\": " + encode(extension))
}

func (w *writer) member(depth int, name string) {
	w.out.WriteString(",\n" + strings.Repeat("  ", depth) + encode(name) + ": ")
}

// list writes a line for each item.
func (w *writer) list(depth int, lines []string) {
	indent := strings.Repeat("  ", depth)
	w.out.WriteString("[\n" + indent + "  " + strings.Join(lines, ",\n"+indent+"  ") + "\n" + indent + "]")
}

func (w *writer) sections(grants []Grant, depth int) {
	for _, s := range Sections() {
		var lines []string
		var modules []string
		byModule := map[string][]string{}
		for _, g := range grants {
			if g.Section != s {
				continue
			}
			line := item(g)
			lines = append(lines, line)
			if len(byModule[g.Name]) == 0 {
				modules = append(modules, g.Name)
			}
			byModule[g.Name] = append(byModule[g.Name], line)
		}
		if len(lines) == 0 {
			continue
		}
		w.member(depth, string(s))
		if s != Modules {
			w.list(depth, lines)
			continue
		}
		inner := &writer{}
		for _, m := range modules {
			inner.member(depth+1, m)
			inner.list(depth+1, byModule[m])
		}
		w.out.WriteString("{" + strings.TrimPrefix(inner.out.String(), ",") + "\n" + strings.Repeat("  ", depth) + "}")
	}
}

// field is a member of an entry; a value that is not there is left away.
type field struct {
	name  string
	value any
}

// object writes an entry on one line.
func object(fields ...field) string {
	var parts []string
	for _, f := range fields {
		if f.value == "" || f.value == false {
			continue
		}
		parts = append(parts, encode(f.name)+": "+encode(f.value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// encode writes JSON without escaping what only HTML minds. Lists stay on the
// line, with a space between their items.
func encode(v any) string {
	if words, ok := v.([]string); ok {
		parts := make([]string, len(words))
		for i, w := range words {
			parts[i] = encode(w)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("policy: strings and booleans are JSON: " + err.Error())
	}
	return seen(strings.TrimSuffix(b.String(), "\n"))
}

// seen escapes what a reader of the document would not see: characters without a
// shape, and those that turn the direction of a line.
func seen(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf || escape.IsPrintable(string(r), 1):
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
	}
	return b.String()
}

// item writes a grant: a plain string where nothing else is to be said.
func item(g Grant) string {
	flags := []field{{"trustedOnly", g.TrustedOnly}, {"mark", string(g.Mark)}, {"question", g.Question}}
	plain := !g.TrustedOnly && g.Mark == Sure && g.Question == ""
	short, _ := form(g.Section)
	switch {
	case g.Section == Processes && g.Shell:
		return object(append([]field{{"shell", g.Pattern}}, flags...)...)
	case g.Section == Processes:
		args := g.Args
		if args == nil {
			args = []string{}
		}
		return object(append([]field{{"command", g.Pattern}, {"args", args}}, flags...)...)
	case g.Section == VSCode && plain && g.Pattern == "", g.Section == Code && plain && g.Pattern == "":
		return encode(g.Name)
	case g.Section == VSCode:
		return object(append([]field{{"surface", g.Name}, {"resource", g.Pattern}}, flags...)...)
	case g.Section == Code:
		return object(append([]field{{"code", g.Name}, {"path", g.Pattern}, {"sha256", g.SHA256}}, flags...)...)
	case plain:
		return encode(g.Pattern)
	case g.Pattern == "": // loading a module
		return strings.Replace(object(append([]field{{short, "?"}}, flags...)...), `"?"`, `""`, 1)
	}
	return object(append([]field{{short, g.Pattern}}, flags...)...)
}

// Key is the grant's resource as JSON, the same for every trust and mark:
// {"files.read": "${workspace}/**"}. Evidence is kept by it.
func (g Grant) Key() string {
	g.TrustedOnly, g.Mark, g.Question = false, Sure, ""
	return single(g)
}
