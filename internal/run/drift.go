package run

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/rogpeppe/go-internal/diff"
)

// drift compares the committed policy with the one that comes out. One that
// nobody has committed, in the head or in the base, is no drift.
func (p *Policies) drift(c Comparison, fresh policy.Policy) {
	have, there := c.Head.Texts[PolicyName]
	expected := there || c.Wanted
	if c.Base != nil {
		_, was := c.Base.Texts[PolicyName]
		expected = expected || was
	}
	if !expected {
		p.note("no %s is committed, so that there is none to keep up", PolicyName)
		return
	}
	want := fresh.Bytes()
	if there && bytes.Equal(have, want) {
		return
	}
	how := "is not what the code needs"
	if !there {
		how = "is not there"
	}
	p.Drift = append(p.Drift, PolicyName+" "+how)
	p.Patch = Patch(path.Join(c.Path, PolicyName), have, want, there)
}

// Patch is the change of one file in the form that git apply takes. A file that
// is not there is made.
func Patch(name string, have, want []byte, there bool) []byte {
	text := diff.Diff("old", have, "new", want)
	// The library's own three lines of names give way to git's.
	for range 3 {
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
	}
	if len(text) == 0 {
		return nil
	}
	from, to := patchName("a/"+name), patchName("b/"+name)
	var b bytes.Buffer
	fmt.Fprintf(&b, "diff --git %s %s\n", from, to)
	if !there {
		b.WriteString("new file mode 100644\n")
		from = "/dev/null"
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", tabbed(from), tabbed(to))
	b.Write(text)
	return b.Bytes()
}

// patchName writes a name as git does: between quotation marks where a
// character of it would end the line or the name.
func patchName(name string) string {
	plain := true
	for _, r := range []byte(name) {
		plain = plain && r >= 0x20 && r < 0x7f && r != '"' && r != '\\'
	}
	if plain {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c >= 0x7f:
			b.WriteString(`\` + fmt.Sprintf("%03s", strconv.FormatUint(uint64(c), 8)))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// tabbed ends a name with a space in it, which would be taken for a date.
func tabbed(name string) string {
	if strings.Contains(name, " ") && !strings.HasPrefix(name, `"`) {
		return name + "\t"
	}
	return name
}
