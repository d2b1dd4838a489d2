package extension

import (
	"errors"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

// translations are the words of package.nls.json, which is English. The other
// languages are read too, but only for problems: what a check sees must not
// depend on the language of whoever runs it.
type translations map[string]string

// nlsKey says whether VS Code would look a string up: it is a percent sign, at
// least one character, and a percent sign.
func nlsKey(s string) (string, bool) {
	if len(s) > 2 && s[0] == '%' && s[len(s)-1] == '%' {
		return s[1 : len(s)-1], true
	}
	return "", false
}

// isNLS says whether a file at the root holds translations of the manifest:
// package.nls.json or package.nls.<language>.json.
func isNLS(path string) bool {
	rest, ok := strings.CutPrefix(path, "package.nls")
	return ok && strings.HasSuffix(rest, ".json") && (rest == ".json" || rest[0] == '.') && !strings.Contains(path, "/")
}

// readNLS reads one file of translations, {"key": "text"} or
// {"key": {"message": "text", "comment": […]}}.
func readNLS(file string, data []byte, maxDepth int) (translations, []Problem) {
	doc, err := jsondoc.Parse(data, maxDepth)
	if err != nil {
		p := Problem{File: file, Kind: BadTranslation, Message: "not JSON: " + err.Error()}
		var se *jsondoc.SyntaxError
		if errors.As(err, &se) {
			p.Line, p.Column = se.Line, se.Column
		}
		return nil, []Problem{p}
	}
	d := &decoder{file: file, doc: doc}
	words := translations{}
	d.members(d.root(), func(name string, c cursor) {
		switch {
		case c.is(jsondoc.String):
			words[name] = c.v.Text
		case c.is(jsondoc.Object):
			if message := c.get("message"); message.is(jsondoc.String) {
				words[name] = message.v.Text
			} else {
				d.problem(WrongType, c.at, "%s should have a string \"message\"", c.name())
			}
		default:
			d.wrong(c, "a string or an object with a message")
		}
	})
	return words, d.finish()
}
