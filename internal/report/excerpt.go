package report

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
)

// How much of a line is shown, in characters as they are shown.
const (
	excerptBefore = 50
	excerptMark   = 40
	excerptAfter  = 50
)

// excerpts returns findings the code they are about: at their origin when that is
// a file of the extension, which people can read, else where they are. What a
// check of redact found is not repeated. A file that cannot be read leaves its
// findings without.
func excerpts(
	e *extension.Extension,
	source func(string) ([]byte, bool),
	fs []finding.Finding,
	redact map[string]bool,
	keys *secrets.Result,
) {
	byFile := map[string][]spot{}
	for i, f := range fs {
		if where := f.Shown(); where.Line > 0 && !redact[f.Check] {
			byFile[where.File] = append(byFile[where.File], spot{where, i})
		}
	}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		text, ok := readSource(e, source, file)
		if !ok {
			continue
		}
		places := byFile[file]
		slices.SortStableFunc(places, func(a, b spot) int { return a.where.Compare(b.where) })
		s := scanner{text: keys.HideIn(file, string(text)), script: path.Ext(file) != ".json", line: 1, column: 1}
		for _, p := range places {
			fs[p.index].Excerpt = s.excerpt(p.where)
		}
	}
}

// readSource reads a file that findings are shown in: as the extension has it, or
// else as its repository does.
func readSource(e *extension.Extension, source func(string) ([]byte, bool), file string) ([]byte, bool) {
	info, ok := e.Stat(file)
	switch {
	case ok && info.Size <= maxHashed:
		text, err := e.ReadFile(file)
		return text, err == nil
	case !ok && source != nil:
		return source(file)
	}
	return nil, false
}

// hide stars secrets out of what findings say: the argument of a call may be one.
func hide(fs []finding.Finding, keys *secrets.Result) {
	for i := range fs {
		f := &fs[i]
		f.Message = keys.Hide(f.Message)
		if x := f.Excerpt; x != nil {
			// An origin's text is another file's.
			x.Text = keys.Hide(x.Text)
		}
		for k := range f.Flow {
			f.Flow[k].Message = keys.Hide(f.Flow[k].Message)
		}
		if f.Fix != nil {
			f.Fix = &finding.Fix{Text: keys.Hide(f.Fix.Text), Edits: f.Fix.Edits}
		}
	}
}

// spot is where the excerpt of a finding is taken.
type spot struct {
	where finding.Location
	index int
}

// scanner walks a text once, forward.
type scanner struct {
	text string
	// script is true where lines end as JavaScript ends them, else as editors do.
	script bool
	// at is the offset of line and column (from 1, in UTF-16 units), begin that
	// of the line's first character.
	at, begin    int
	line, column int
}

// lineEnd returns the length of the line end at an offset; 0: there is none.
func (s *scanner) lineEnd(at int) int {
	rest := s.text[at:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		return 2
	case rest != "" && (rest[0] == '\n' || rest[0] == '\r'):
		return 1
	case s.script && (strings.HasPrefix(rest, "\u2028") || strings.HasPrefix(rest, "\u2029")):
		return 3
	}
	return 0
}

// seek walks to a place, or to the end of its line; false: the text has no such
// line. Places must not go backwards.
func (s *scanner) seek(line, column int) bool {
	for s.at < len(s.text) && (s.line < line || s.line == line && s.column < column) {
		// Nearly all of a file is this, and all of it is walked.
		if c := s.text[s.at]; c < utf8.RuneSelf && c != '\n' && c != '\r' {
			s.at++
			s.column++
			continue
		}
		if n := s.lineEnd(s.at); n > 0 {
			if s.line == line {
				return true
			}
			s.at += n
			s.begin, s.line, s.column = s.at, s.line+1, 1
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		s.at += size
		s.column++
		if r > 0xFFFF {
			s.column++
		}
	}
	return s.line == line
}

// excerpt shows the surroundings of a place; nil when there are none.
func (s *scanner) excerpt(l finding.Location) *finding.Excerpt {
	if !s.seek(l.Line, max(l.Column, 1)) {
		return nil
	}
	start := s.at
	// No more than can be shown is looked at: the line may be all of the file,
	// and a thousand findings may be in it.
	back := max(s.begin, start-4*excerptBefore)
	for back > s.begin && !utf8.RuneStart(s.text[back]) {
		back--
	}
	end := start
	for end < len(s.text) && end < start+4*(excerptMark+excerptAfter) && s.lineEnd(end) == 0 {
		_, size := utf8.DecodeRuneInString(s.text[end:])
		end += size
	}
	before, rest := s.text[back:start], s.text[start:end]
	if back == s.begin {
		before = strings.TrimLeft(before, " \t\ufeff")
	}
	mark := marked(rest, l)
	if l.Column == 0 {
		rest = strings.TrimLeft(rest, " \t\ufeff")
		mark = 0
	}
	x := &finding.Excerpt{}
	head := tail(tabless(before), excerptBefore, back > s.begin)
	middle := escape.Printable(tabless(rest[:mark]), excerptMark)
	x.Text = head + middle
	x.From, x.To = utf8.RuneCountInString(head), utf8.RuneCountInString(x.Text)
	if mark == 0 || !strings.HasSuffix(middle, "…") {
		x.Text += escape.Printable(strings.TrimRight(tabless(rest[mark:]), " "), excerptAfter)
	}
	x.Text = strings.TrimRight(x.Text, " ")
	x.To = min(x.To, utf8.RuneCountInString(x.Text))
	x.From = min(x.From, x.To)
	if x.Validate() != nil {
		return nil // an empty line
	}
	return x
}

// marked says how many bytes of what stands at a place the finding is about:
// its region, or the name or the quoted text that begins there.
func marked(rest string, l finding.Location) int {
	if l.EndLine > l.Line {
		return len(rest)
	}
	units, n := l.EndColumn-l.Column, 0
	if l.EndColumn == 0 && rest != "" && strings.IndexByte("'\"`", rest[0]) >= 0 {
		if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
			return end + 2
		}
	}
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if l.EndLine == l.Line && l.EndColumn > 0 {
			if units <= 0 {
				break
			}
			units -= 1 + len(string(r))/4
		} else if !strings.ContainsRune("_$.", r) && !isLetter(r) {
			break
		}
		n += size
	}
	if n == 0 && rest != "" {
		_, n = utf8.DecodeRuneInString(rest)
	}
	return n
}

func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// tail is the last of a text as it can be shown; cut says that more stood
// before it.
func tail(s string, most int, cut bool) string {
	out := []rune(escape.Printable(s, 16*most))
	if len(out) > most {
		out, cut = out[len(out)-most+1:], true
	}
	if cut {
		return "…" + string(out)
	}
	return string(out)
}

// tabless writes a tab as the blank it stands for.
func tabless(s string) string { return strings.ReplaceAll(s, "\t", " ") }

// caret draws what an excerpt marks, to stand below it.
func caret(x finding.Excerpt) string {
	return strings.Repeat(" ", x.From) + strings.Repeat("^", cmp.Or(x.To-x.From, 1))
}
