// Package html writes what a run learned as one page for a browser: the verdict and
// what to do next first, then a picture of which part of the code needs what, the
// findings, every permission with its evidence, and what was not checked.
//
// A page is one file. It asks nobody for anything: its policy (Content-Security-Policy)
// allows its own style and script by their digests and nothing else. It can be read
// without the script, which only sorts, filters and lights up. Whatever an extension
// brings is a stranger's text, and html/template is the only way by which it gets into a
// page. Equal input gives equal bytes.
//
// The package knows reports and differences of policies. What a review or a fleet came
// to it is handed as the values of Change and Fleet, so that it needs to import neither.
package html

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

//go:embed assets
var assets embed.FS

// MaxBytes is about how large a page gets: what is longer is cut, and says so.
const MaxBytes = 3_000_000

// shell is what all pages have in common.
type shell struct {
	// Title is the page's, Kind what its body is.
	Title, Kind string
	// Policy is the element that says what the page may load.
	Policy template.HTML
	Style  template.CSS
	Script template.JS
	Tool   string
	Body   any
}

// Report writes the page of one report.
func Report(w io.Writer, r *report.Report) error {
	v := newReportView(r, "", "", newBudget())
	return write(w, shell{Title: v.Name + ": " + v.Word, Kind: "report", Tool: v.Tool, Body: v})
}

// write puts the page together.
func write(w io.Writer, s shell) error {
	t, err := template.New("page").Funcs(template.FuncMap{"plural": plural}).ParseFS(assets, "assets/*.tmpl")
	if err != nil {
		return fmt.Errorf("reading the page's template: %w", err)
	}
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return fmt.Errorf("reading the page's style: %w", err)
	}
	script, err := assets.ReadFile("assets/script.js")
	if err != nil {
		return fmt.Errorf("reading the page's script: %w", err)
	}
	s.Style, s.Script = template.CSS(style), template.JS(script) //nolint:gosec // both are the program's own
	s.Policy = contentPolicy(style, script)
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "page.tmpl", s); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// contentPolicy allows this style and this script, and nothing else. It is made of
// digests alone.
func contentPolicy(style, script []byte) template.HTML {
	return template.HTML(fmt.Sprintf( //nolint:gosec // no text of anybody else is in it
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `+
			`style-src %s; script-src %s; base-uri 'none'; form-action 'none'">`,
		digest(style), digest(script)))
}

// digest is what a policy calls a text by.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// show makes a text fit to be shown. html/template keeps it from being more than text.
func show(s string) string { return escape.Printable(s, 2*finding.MaxMessage) }

// plural writes "1 place" or "3 places".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok && !strings.HasSuffix(one, "way") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// budget is how much of a page its parts may take, so that it stays below MaxBytes
// whatever an extension holds.
type budget struct{ findings, places, lines, drawn, rest int }

func newBudget() *budget {
	return &budget{findings: 800_000, places: 500_000, lines: 450_000, drawn: 450_000, rest: 200_000}
}

// share is the part of it that each of n extensions has.
func (b *budget) share(n int) *budget {
	n = max(n, 1)
	return &budget{b.findings / n, b.places / n, b.lines / n, b.drawn / n, b.rest / n}
}

// take asks for room for some texts and what stands around them, as they are escaped.
func take(left *int, around int, texts ...string) bool {
	n := around
	for _, s := range texts {
		n += len(template.HTMLEscapeString(s))
	}
	if *left < n {
		return false
	}
	*left -= n
	return true
}
