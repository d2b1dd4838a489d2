package policy

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

// Origin says who made a proposal.
type Origin string

// The origins of what a person accepts.
const (
	Observed Origin = "observed" // running the extension showed it
	Proposed Origin = "proposed" // a language model supposes it
	Manual   Origin = "manual"   // a person wrote it
)

// Proposal is a grant that somebody proposes and, in accepted.json, a person
// accepted.
type Proposal struct {
	Grant  Grant
	Reason string
	Origin Origin
}

// Proposals is accepted.json, or a file of proposals beside it that nothing
// enforces.
type Proposals struct {
	Extension string
	Entries   []Proposal
	// Accepted tells the two apart.
	Accepted bool
}

func (p Proposals) key() string {
	if p.Accepted {
		return "accepted"
	}
	return "proposals"
}

// ParseAccepted reads accepted.json. A grant in it that opens a sensitive place
// is an error: only an override does that.
func ParseAccepted(file string, data []byte) (Proposals, error) {
	return parseProposals(file, data, Proposals{Accepted: true})
}

// ParseProposals reads a file of proposals.
func ParseProposals(file string, data []byte) (Proposals, error) {
	return parseProposals(file, data, Proposals{})
}

func parseProposals(file string, data []byte, p Proposals) (Proposals, error) {
	r, err := open(file, data)
	if err != nil {
		return p, err
	}
	root := r.doc.Root
	if !r.object(root, "the document", "schemaVersion", "extension", p.key()) {
		return p, r.err()
	}
	p.Extension = r.head(root)
	entries := root.Get(p.key())
	if entries == nil {
		r.wrong(root, "%s is missing", quote(p.key()))
		return p, r.err()
	}
	for _, v := range r.list(entries, p.key()) {
		if !r.object(v, "an entry", "grant", "origin", "reason") {
			continue
		}
		e := Proposal{Reason: r.reason(v), Origin: Origin(r.text(v.Get("origin"), "origin"))}
		if !slices.Contains([]Origin{Observed, Proposed, Manual}, e.Origin) {
			r.wrong(v, "origin is %s, %s or %s", Observed, Proposed, Manual)
		}
		g, ok := r.one(v, "grant")
		if !ok {
			continue
		}
		if places := Sensitive(g); p.Accepted && len(places) > 0 {
			r.wrong(v.Get("grant"), "this opens the sensitive place %s; only an override may", places[0])
			continue
		}
		e.Grant = g
		p.Entries = append(p.Entries, e)
	}
	return p.normal(), r.err()
}

// Policy is what the entries grant.
func (p Proposals) Policy() Policy {
	var grants []Grant
	for _, e := range p.Entries {
		grants = append(grants, e.Grant)
	}
	return New(p.Extension, grants...)
}

// With returns the document with one entry more.
func (p Proposals) With(e ...Proposal) Proposals {
	p.Entries = append(slices.Clone(p.Entries), e...)
	return p.normal()
}

func (p Proposals) normal() Proposals {
	entries := slices.Clone(p.Entries)
	slices.SortFunc(entries, func(a, b Proposal) int {
		return cmp.Or(Compare(a.Grant, b.Grant), CompareBools(a.Grant.TrustedOnly, b.Grant.TrustedOnly),
			cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.Reason, b.Reason))
	})
	p.Entries = slices.CompactFunc(entries, func(a, b Proposal) bool {
		return Compare(a.Grant, b.Grant) == 0 && a.Grant.TrustedOnly == b.Grant.TrustedOnly
	})
	return p
}

// Bytes writes the document in its one form, an entry a line.
func (p Proposals) Bytes() []byte {
	p = p.normal()
	w := &writer{}
	w.head(p.Extension)
	w.member(1, p.key())
	var lines []string
	for _, e := range p.Entries {
		lines = append(lines, `{"grant": `+single(e.Grant)+", "+object(field{"origin", string(e.Origin)}, field{"reason", e.Reason})[1:])
	}
	if len(lines) == 0 {
		w.out.WriteString("[]")
	} else {
		w.list(1, lines)
	}
	w.out.WriteString("\n}\n")
	return bytes.Clone(w.out.Bytes())
}

// single writes a grant outside a policy: {"files.read": "…"}.
func single(g Grant) string {
	if g.Section == Modules {
		return "{" + encode(string(g.Section)) + ": {" + encode(g.Name) + ": " + item(g) + "}}"
	}
	return "{" + encode(string(g.Section)) + ": " + item(g) + "}"
}

// one reads such a grant.
func (r *reader) one(v *jsondoc.Value, name string) (Grant, bool) {
	outer := v.Get(name)
	if outer == nil {
		r.wrong(v, "%s is missing", quote(name))
		return Grant{}, false
	}
	var known []string
	for _, s := range Sections() {
		known = append(known, string(s))
	}
	if !r.object(outer, name, known...) {
		return Grant{}, false
	}
	if len(outer.Members) != 1 {
		r.wrong(outer, "%s is one grant: {%q: …}", name, string(FilesRead))
		return Grant{}, false
	}
	s, inner, module := Section(outer.Members[0].Name), outer.Members[0].Value, ""
	if !slices.Contains(Sections(), s) {
		return Grant{}, false
	}
	if s == Modules {
		if inner.Kind != jsondoc.Object || len(inner.Members) != 1 {
			r.wrong(inner, `want one module and one function of it: {"fs": "readFile"}`)
			return Grant{}, false
		}
		module, inner = inner.Members[0].Name, inner.Members[0].Value
	}
	grants := r.grant(nil, s, module, inner)
	if len(grants) == 0 {
		return Grant{}, false
	}
	return grants[0], true
}

// reason reads a person's sentence, which has to be there.
func (r *reader) reason(v *jsondoc.Value) string {
	reason := r.text(v.Get("reason"), "reason")
	switch {
	case v.Get("reason") == nil || reason == "":
		r.wrong(v, "an entry needs a reason")
	case !printable(reason):
		r.wrong(v.Get("reason"), "a reason is printable and at most %d characters long", MaxQuestion)
	}
	return reason
}

// day reads the last day an entry holds.
func (r *reader) day(v *jsondoc.Value) string {
	until := r.text(v, "until")
	if v == nil || v.Kind != jsondoc.String {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, until); err != nil {
		r.wrong(v, "until is a day, as 2027-01-31")
	}
	return until
}
