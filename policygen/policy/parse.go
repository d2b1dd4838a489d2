package policy

import (
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Parse reads policy.json or observed.json. Its error names the file, lines and
// columns of what is wrong. The policy is in normal form, whatever the order of
// the text.
func Parse(file string, data []byte) (Policy, error) {
	r, err := open(file, data)
	if err != nil {
		return Policy{}, err
	}
	p := r.policy(r.doc.Root)
	return p.normal(), r.err()
}

func (r *reader) policy(v *jsondoc.Value) Policy {
	known := []string{"schemaVersion", "extension", "basis"}
	for _, s := range Sections() {
		known = append(known, string(s))
	}
	known = append(known, "denied", "marks")
	var p Policy
	if !r.object(v, "a policy", known...) {
		return p
	}
	p.Extension = r.head(v)
	if b := v.Get("basis"); b != nil {
		p.Basis = Sources
		if text := r.text(b, "basis"); b.Kind == jsondoc.String && text != string(Sources) {
			r.wrong(b, "basis is %s, and this ringfence knows \"sources\" alone; of a package it is not written", quote(text))
		}
	}
	p.Grants = r.sections(v)
	if denied := v.Get("denied"); denied != nil && r.object(denied, "denied", known[3:len(known)-2]...) {
		p.Denied = r.sections(denied)
		r.plainOnly(denied, p.Denied)
	}
	if len(p.Grants)+len(p.Denied) > MaxGrants {
		r.wrong(v, "a policy has more than %d grants", MaxGrants)
	}
	if marks := v.Get("marks"); marks != nil {
		p.Notes = r.notes(marks)
	}
	return p
}

var extensionID = lazyregexp.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}\.[A-Za-z0-9_][A-Za-z0-9._-]{0,213}$`)

// head reads what every document begins with, and gives the extension's id.
func (r *reader) head(v *jsondoc.Value) string {
	version := v.Get("schemaVersion")
	switch {
	case version == nil:
		r.wrong(v, `"schemaVersion" is missing`)
	case version.Kind != jsondoc.Number || version.Text != "1":
		r.wrong(version, "schemaVersion is %s, and this ringfence reads 1", quote(r.doc.Raw(version)))
	}
	id := v.Get("extension")
	if id == nil {
		r.wrong(v, `"extension" is missing`)
		return ""
	}
	text := r.text(id, "extension")
	if id.Kind == jsondoc.String && !extensionID().MatchString(text) {
		r.wrong(id, "%s is no publisher.name", quote(text))
	}
	return text
}

// sections reads the grants of an object whose members are sections.
func (r *reader) sections(v *jsondoc.Value) []Grant {
	var out []Grant
	for _, s := range Sections() {
		section := v.Get(string(s))
		if section == nil {
			continue
		}
		if s == Modules {
			if section.Kind != jsondoc.Object {
				r.wrong(section, "modules is an object of modules, not %s", article(section.Kind))
				continue
			}
			for _, m := range section.Members {
				for _, item := range r.list(m.Value, "a module's functions") {
					out = r.grant(out, s, m.Name, item)
				}
			}
			continue
		}
		for _, item := range r.list(section, string(s)) {
			out = r.grant(out, s, "", item)
		}
	}
	return out
}

// grant reads one item of a section and adds it when it is one.
func (r *reader) grant(out []Grant, s Section, module string, v *jsondoc.Value) []Grant {
	g := Grant{Section: s, Name: module}
	short, long := form(s)
	switch {
	case v.Kind == jsondoc.String && short != "":
		if short == "surface" || short == "code" {
			g.Name = v.Text
		} else {
			g.Pattern = v.Text
		}
	case v.Kind == jsondoc.Object:
		if !r.longForm(&g, s, v, long) {
			return out
		}
	case short == "":
		r.wrong(v, "an entry of %s is an object, not %s", s, article(v.Kind))
		return out
	default:
		r.wrong(v, "an entry of %s is a string or an object, not %s", s, article(v.Kind))
		return out
	}
	if r.states > MaxStates {
		return out // said already
	}
	c, err := compile(g)
	if err != nil {
		r.wrong(v, "%v", err)
		return out
	}
	if r.states += c.size(); r.states > MaxStates {
		r.wrong(v, "up to here the patterns have more than %d states together", MaxStates)
		return out
	}
	return append(out, g)
}

// form returns the member that an entry as a plain string stands for, or none,
// and the members of its long form.
func form(s Section) (short string, long []string) {
	switch s {
	case Modules:
		short = "function"
	case FilesRead, FilesWrite:
		short = "path"
	case NetworkConnect, NetworkListen:
		short = "address"
	case EnvRead:
		short = "name"
	case VSCode:
		return "surface", []string{"surface", "resource", "trustedOnly", "mark", "question"}
	case Code:
		return "code", []string{"code", "path", "sha256", "trustedOnly", "mark", "question"}
	case Processes:
		return "", []string{"command", "args", "shell", "trustedOnly", "mark", "question"}
	}
	return short, []string{short, "trustedOnly", "mark", "question"}
}

func (r *reader) longForm(g *Grant, s Section, v *jsondoc.Value, known []string) bool {
	before := len(r.problems) + r.dropped
	r.object(v, "an entry of "+string(s), known...)
	member := func(name string) string { return r.text(v.Get(name), name) }
	want := known[0]
	switch s {
	case Processes:
		if shell := v.Get("shell"); shell != nil {
			want = "shell"
			g.Shell, g.Pattern = true, r.text(shell, "shell")
			if v.Get("command") != nil || v.Get("args") != nil {
				r.wrong(v, "an entry has a command with args, or a shell")
			}
			break
		}
		g.Pattern = member("command")
		args := v.Get("args")
		if args == nil {
			r.wrong(v, `"args" is missing; ["..."] is any arguments, [] is none`)
			break
		}
		for _, a := range r.list(args, "args") {
			g.Args = append(g.Args, r.text(a, "an argument"))
		}
	case VSCode:
		g.Name, g.Pattern = member("surface"), member("resource")
	case Code:
		g.Name, g.Pattern, g.SHA256 = member("code"), member("path"), member("sha256")
	default:
		g.Pattern = member(want)
	}
	if v.Get(want) == nil {
		r.wrong(v, "%s is missing", quote(want))
	}
	for _, name := range []string{"resource", "path", "sha256"} {
		if x := v.Get(name); x != nil && x.Kind == jsondoc.String && x.Text == "" {
			r.wrong(x, "%s is empty; leave it away", name)
		}
	}
	g.TrustedOnly = r.yes(v.Get("trustedOnly"), "trustedOnly")
	g.Mark, g.Question = r.mark(v, Imprecise, Unresolved)
	return len(r.problems)+r.dropped == before
}

// mark reads a mark, which is one of these when it is there, and its question.
func (r *reader) mark(v *jsondoc.Value, known ...Mark) (Mark, string) {
	m := Mark(r.text(v.Get("mark"), "mark"))
	ok := v.Get("mark") == nil
	for _, k := range known {
		ok = ok || m == k
	}
	if !ok {
		r.wrong(v.Get("mark"), "%s is no mark here; %s", quote(string(m)), words(known))
		m = Sure
	}
	question := r.text(v.Get("question"), "question")
	if v.Get("question") != nil && question == "" {
		r.wrong(v.Get("question"), "question is empty; leave it away")
	}
	return m, question
}

func words(known []Mark) string {
	out := "it is"
	for i, k := range known {
		if i > 0 {
			out += " or"
		}
		out += " " + string(k)
	}
	return out
}

func (r *reader) notes(v *jsondoc.Value) []Note {
	var out []Note
	for _, item := range r.list(v, "marks") {
		if !r.object(item, "a mark", "mark", "question") {
			continue
		}
		m, question := r.mark(item, Incomplete)
		switch {
		case item.Get("mark") == nil || question == "":
			r.wrong(item, "a mark has a mark and a question")
		case !printable(question):
			r.wrong(item.Get("question"), "a question is printable and at most %d characters long", MaxQuestion)
		default:
			out = append(out, Note{m, question})
		}
	}
	return out
}

// plainOnly refuses trust and marks in a denial, which holds always, and a
// denial of nothing.
func (r *reader) plainOnly(v *jsondoc.Value, denied []Grant) {
	r.noFlags(v)
	for _, g := range denied {
		if g.Section == Modules && g.Pattern == "" {
			r.wrong(v, `a denial of "" denies nothing; "*" is the whole module`)
		}
	}
}

func (r *reader) noFlags(v *jsondoc.Value) {
	for _, item := range v.Items {
		r.noFlags(item)
	}
	for _, m := range v.Members {
		if m.Name == "trustedOnly" || m.Name == "mark" || m.Name == "question" {
			r.wrong(m.Value, "a denial has no %s", m.Name)
		}
		r.noFlags(m.Value)
	}
}
