package policy

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReducedAllowsTheSame(t *testing.T) {
	for seed := range uint64(60) {
		g := newGenerator(seed)
		var grants []Grant
		for range 12 {
			if x := g.grant(); x.Validate() == nil {
				grants = append(grants, x)
			}
		}
		p := New("acme.tool", grants...)
		r, covered := p.Reduced()
		if len(r.Grants)+len(covered) != len(p.Grants) {
			t.Fatalf("%d grants became %d, and %d are covered", len(p.Grants), len(r.Grants), len(covered))
		}
		for _, pair := range [][2]Policy{{p, r}, {r, p}} {
			if w, err := Wider(pair[0], pair[1]); err != nil || len(w) > 0 {
				t.Errorf("%v, wider: %v\n%s\n%s", err, w, p.Bytes(), r.Bytes())
			}
		}
		for key, by := range covered {
			found := false
			for _, g := range r.Grants {
				found = found || g.Key() == by
			}
			if !found {
				t.Errorf("%s is covered by %s, which is gone", key, by)
			}
		}
	}
}

func TestReducedKeepsWhatAnotherDoesNotSay(t *testing.T) {
	path := func(p string, m Mark) Grant {
		g := Grant{Section: FilesRead, Pattern: p, Mark: m}
		if m != Sure {
			g.Question = "?"
		}
		return g
	}
	for _, c := range []struct {
		name   string
		grants []Grant
		want   int
	}{
		{"included", []Grant{path("${workspace}/**", Sure), path("${workspace}/a", Sure)}, 1},
		{"included in what is not sure", []Grant{path("${workspace}/**", Unresolved), path("${workspace}/a", Sure)}, 2},
		{"not sure, in what is", []Grant{path("${workspace}/**", Sure), path("${workspace}/a", Unresolved)}, 1},
		{"a sensitive place", []Grant{path("${home}/**", Sure), path("${home}/.ssh/config", Sure)}, 2},
		{"in trusted workspaces only", []Grant{{Section: FilesRead, Pattern: "${workspace}/**", TrustedOnly: true}, path("${workspace}/a", Sure)},
			2},
	} {
		r, _ := New("", c.grants...).Reduced()
		if diff := cmp.Diff(c.want, len(r.Grants)); diff != "" {
			t.Errorf("%s: %v", c.name, r.Grants)
		}
	}
}
