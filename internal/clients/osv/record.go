package osv

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
)

// record is the part of the OSV schema that is read.
type record struct {
	ID        string
	Aliases   []string
	Summary   string
	Withdrawn string
	Affected  []struct {
		Package struct{ Ecosystem, Name string }
		Ranges  []struct {
			Type   string
			Events []map[string]any
		}
	}
	DatabaseSpecific struct{ Severity any } `json:"database_specific"`
}

func parse(id string, body []byte) (record, error) {
	var r record
	if err := web.Decode(Service, body, &r); err != nil {
		return record{}, err
	}
	if r.ID != id {
		return record{}, web.Unreadable(Service, "a record has another name than was asked for")
	}
	return r, nil
}

// about returns what the record says of a question's package. ok is false when it
// was withdrawn or is about something else.
func (r record) about(q Query) (Record, bool) {
	if r.ID == "" || r.Withdrawn != "" {
		return Record{}, false
	}
	out := Record{ID: r.ID, Summary: escape.Printable(r.Summary, maxText)}
	named := false
	for _, a := range r.Affected {
		if a.Package.Ecosystem != q.Ecosystem || !sameName(q.Ecosystem, a.Package.Name, q.Name) {
			continue
		}
		named = true
		for _, g := range a.Ranges {
			out.All = out.All || (g.Type == "SEMVER" || g.Type == "ECOSYSTEM") && endless(g.Events)
		}
	}
	for _, a := range r.Aliases {
		if idRE().MatchString(a) && len(out.Aliases) < 20 {
			out.Aliases = append(out.Aliases, a)
		}
	}
	slices.Sort(out.Aliases)
	if s, ok := r.DatabaseSpecific.Severity.(string); ok && slices.Contains([]string{"LOW", "MODERATE", "HIGH", "CRITICAL"}, s) {
		out.Level = strings.ToLower(s)
	}
	return out, named
}

// sameName compares names as the registries do: extensions without regard to
// case.
func sameName(ecosystem, a, b string) bool {
	if ecosystem == NPM {
		return a == b
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) == 0
}

// endless holds for a range from the first version on that never ends.
func endless(events []map[string]any) bool {
	begins := false
	for _, e := range events {
		for key, v := range e {
			if key != "introduced" {
				return false
			}
			begins = begins || v == "0"
		}
	}
	return begins
}
