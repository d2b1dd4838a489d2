package baseline

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// drift compares what is committed below .ringfence with what comes out.
func (p *Policies) drift(c Comparison, fresh policy.Policy) {
	p.driftOfPolicy(c, fresh)
	p.driftOfLoader(c, fresh)
}

// driftOfLoader compares the two files of the loader of an extension that ships
// with it. One that lies there is compared whatever the configuration says.
func (p *Policies) driftOfLoader(c Comparison, fresh policy.Policy) {
	_, loader := c.Head.Texts[LoaderName]
	_, sidecar := c.Head.Texts[SidecarName]
	if !c.Fenced && !loader && !sidecar {
		return
	}
	one, other, err := c.Keep(fresh)
	if err != nil {
		p.Undrifted = escape.Printable("the loader cannot be made: "+err.Error(), finding.MaxMessage)
		return
	}
	older := c.Base != nil && c.Base.Texts[LoaderName] != nil && bytes.Equal(c.Base.Texts[LoaderName], c.Head.Texts[LoaderName])
	p.compare(c, LoaderName, one, "is not the loader of this version of ringfence", older)
	p.compare(c, SidecarName, other, "is not what code and policy give", older && !bytes.Equal(one, c.Head.Texts[LoaderName]) &&
		c.outdated(SidecarName, fresh))
}

// compare compares one file. One that only another version made is no drift.
func (p *Policies) compare(c Comparison, name string, want []byte, how string, older bool) {
	have, there := c.Head.Texts[name]
	if there && bytes.Equal(have, want) {
		return
	}
	if !there {
		how = "is not there"
	}
	if older {
		p.Notes = append(p.Notes, outdatedNote(name))
	} else {
		p.Drift = append(p.Drift, name+" "+how)
	}
	p.Patch = append(p.Patch, Patch(path.Join(c.Path, name), have, want, there)...)
	if p.Files == nil {
		p.Files = map[string][]byte{}
	}
	p.Files[name] = want
}

// driftOfPolicy compares the policy. One that nobody has committed, in the head
// or in the base, is no drift.
func (p *Policies) driftOfPolicy(c Comparison, fresh policy.Policy) {
	_, there := c.Head.Texts[PolicyName]
	expected := there || c.Wanted || c.Fenced
	if c.Base != nil {
		_, was := c.Base.Texts[PolicyName]
		expected = expected || was
	}
	if !expected {
		p.note("no %s is committed, so that there is none to keep up", PolicyName)
		return
	}
	p.compare(c, PolicyName, fresh.Bytes(), "is not what the code needs", c.outdated(PolicyName, fresh))
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
