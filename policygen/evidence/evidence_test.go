package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func sample() (Document, policy.Grant) {
	g := policy.Grant{Section: policy.Processes, Pattern: "git", Args: []string{"..."}}
	place := func(line int) Place {
		return Place{
			Where:  finding.Location{File: "dist/a.js", Line: line, Column: 3},
			Symbol: "child_process.spawn",
			Path:   []string{"activate", "run"},
		}
	}
	return Document{SchemaVersion: 1, Extension: "acme.tool", Tool: "dev", Digests: map[string]string{"dist/a.js": strings.Repeat("a", 64)},
		Lines: []Line{{Grant: g.Key(), Origins: []string{"static"}, Places: []Place{place(3), place(9)}}}, Incomplete: []string{}}, g
}

func TestEvidenceIsReadAsItWasWritten(t *testing.T) {
	d, g := sample()
	data, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(data)
	if diff := cmp.Diff(d, again); diff != "" || err != nil {
		t.Fatalf("%v %s", err, diff)
	}
	// A grant's trust and mark do not change what it is known by.
	g.TrustedOnly, g.Mark = true, policy.Imprecise
	if l, ok := again.Of(g); !ok || len(l.Places) != 2 {
		t.Errorf("%v %v", l, ok)
	}
	if _, ok := again.Of(policy.Grant{Section: policy.EnvRead, Pattern: "PATH"}); ok {
		t.Error("evidence for a grant that has none")
	}
}

func TestManyPlacesAreCounted(t *testing.T) {
	d, _ := sample()
	for i := range MaxPlaces + 50 {
		d.Lines[0].Places = append(d.Lines[0].Places, Place{Where: finding.Location{File: "b.js", Line: i + 1}, Symbol: "x"})
	}
	data, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(data)
	if err != nil || len(again.Lines[0].Places) != MaxPlaces || again.Lines[0].More != 52 {
		t.Errorf("%v, %d places and %d more", err, len(again.Lines[0].Places), again.Lines[0].More)
	}
}

func TestHostileEvidenceIsRefused(t *testing.T) {
	d, _ := sample()
	data, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for old, bad := range map[string]string{
		`"schemaVersion": 1`: `"schemaVersion": 2`, `"dist/a.js",`: `"../a.js",`, `"activate"`: `"a\u001b[2J"`, `"tool"`: `"tol"`,
		`"line": 3`: `"line": -3`,
	} {
		if text := strings.Replace(string(data), old, bad, 1); text == string(data) {
			t.Errorf("%s is not in the document", old)
		} else if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
	if _, err := Parse(append(data, '1')); err == nil {
		t.Error("two documents were accepted")
	}
}
