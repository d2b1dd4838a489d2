package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// hole stands for text that is not known while a pattern is put together.
const hole = "\x00"

// fate is what became of one possible value.
type fate uint8

const (
	nothing fate = iota // undefined, null, "": no resource at all
	known               // a pattern
	lost                // a resource nobody can name
)

// pathOf writes a folded path as a pattern. Text that is not known is any names
// where it stands alone between slashes, and any text within a name otherwise.
func pathOf(p facts.Pattern) (string, fate) {
	if len(p) == 0 || len(p) == 1 && (p[0].Kind == facts.Keyword || p[0].Kind == facts.Literal && p[0].Text == "") {
		return "", nothing
	}
	start, rest, ok := beginning(p)
	if !ok {
		return "", lost
	}
	names, ok := segments(rest)
	if !ok {
		return "", lost
	}
	if strings.HasPrefix(start, "${") {
		if len(names) == 0 {
			return start, known
		}
		return start + "/" + strings.Join(names, "/"), known
	}
	if len(names) == 0 || strings.Contains(names[0], "*") {
		return "", lost // the whole disk is not a bound
	}
	return start + "/" + strings.Join(names, "/"), known
}

// beside names what lies beside an extension that comes with the editor (the
// publisher "vscode" is nobody else's): those lie in the editor's own folder.
// Where another extension is installed, and beside what, nobody knows.
func (b *builder) beside(p facts.Pattern) facts.Pattern {
	if len(p) < 2 || p[0] != (facts.Part{Kind: facts.Root, Text: "extension"}) || p[1].Kind != facts.Literal ||
		b.in.Extension == nil || b.in.Extension.Manifest.Publisher != "vscode" {
		return p
	}
	rest, climbs := strings.CutPrefix(p[1].Text, "/../")
	if !climbs {
		return p
	}
	return append(facts.Pattern{{Kind: facts.Root, Text: "app"}, {Kind: facts.Literal, Text: "/extensions/" + rest}}, p[2:]...)
}

// ofDocument is a path that begins with the file of a document, or with its folder, as one of the workspace: that is
// where the files are that an extension works on. A file outside of it that a person opens is not granted by that.
func ofDocument(p facts.Pattern) facts.Pattern {
	if len(p) == 0 || p[0].Kind != facts.Unknown || p[0].Text == "" {
		return p
	}
	rest := slices.Clone(p[1:])
	if len(rest) > 0 && rest[0].Kind == facts.Literal && p[0].Text == facts.Document {
		// Beside the document is in its folder.
		if text, ok := strings.CutPrefix(rest[0].Text, "/.."); ok && (text == "" || text[0] == '/') {
			rest[0].Text = text
		}
	}
	slash := facts.Part{Kind: facts.Literal, Text: "/"}
	out := facts.Pattern{{Kind: facts.Root, Text: "workspace"}, slash, {Kind: facts.Unknown}}
	if text := textOf(rest); text != "" && text[0] != '/' {
		out = append(out, slash, facts.Part{Kind: facts.Unknown}) // a name that begins with the document's
	}
	return append(out, rest...)
}

// beginning returns the named root, drive or nothing, and the text behind it with
// holes in it.
func beginning(p facts.Pattern) (start, rest string, ok bool) {
	first := p[0]
	switch first.Kind {
	case facts.Root:
		if !slices.Contains(pattern.RootNames(), first.Text) {
			return "", "", false
		}
		start = "${" + first.Text + "}"
	case facts.Config:
		start = "${config:" + first.Text + "}"
	case facts.Env:
		start = "${env:" + first.Text + "}"
	case facts.Literal:
		text := strings.ReplaceAll(first.Text, `\`, "/")
		text = strings.TrimPrefix(text, "file://")
		if below, ok := strings.CutPrefix(text, "${workspaceFolder}"); ok && (below == "" || below[0] == '/') {
			// What the editor puts in for its own variable.
			return "${workspace}", below + textOf(p[1:]), !strings.Contains(below, "${")
		}
		switch {
		case strings.HasPrefix(text, "//"):
			return "", "", false
		case strings.HasPrefix(text, "/"):
			return "", text + textOf(p[1:]), true
		case len(text) > 2 && text[1] == ':' && text[2] == '/':
			return strings.ToUpper(text[:2]), text[2:] + textOf(p[1:]), true
		}
		return "", "", false
	default:
		return "", "", false
	}
	if _, err := pattern.ParsePath(start); err != nil {
		return "", "", false
	}
	rest = textOf(p[1:])
	switch {
	case strings.HasPrefix(rest, hole):
		rest = "/" + rest
	case rest != "" && rest[0] != '/':
		return "", "", false // a name beside the root's
	}
	return start, rest, true
}

// textOf returns the text of parts with a hole for each that is not known.
func textOf(p facts.Pattern) string {
	var b strings.Builder
	for _, part := range p {
		switch part.Kind {
		case facts.Literal, facts.Keyword:
			b.WriteString(strings.ReplaceAll(part.Text, `\`, "/"))
		default:
			b.WriteString(hole)
		}
	}
	return b.String()
}

// segments cuts text at its slashes and turns holes into stars.
func segments(text string) ([]string, bool) {
	var out []string
	for s := range strings.SplitSeq(text, "/") {
		switch {
		case s == "" || s == ".":
		case s == "..":
			if len(out) == 0 || out[len(out)-1] == "**" {
				return nil, false
			}
			out = out[:len(out)-1]
		case strings.Trim(s, hole) == "":
			if len(out) == 0 || out[len(out)-1] != "**" {
				out = append(out, "**")
			}
		default:
			out = append(out, stars(s))
		}
	}
	return out, true
}

// stars writes holes as stars, and several in a row as one.
func stars(text string) string {
	text = strings.ReplaceAll(text, hole, "*")
	for strings.Contains(text, "**") {
		text = strings.ReplaceAll(text, "**", "*")
	}
	return text
}
