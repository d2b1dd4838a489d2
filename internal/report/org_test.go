package report

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// governed is a report under an organisation's file: one ceiling in each state, and
// a waiver of each kind.
func governed(t testing.TB) *Report {
	t.Helper()
	o, err := org.Parse("central.yml", []byte(`ceilings:
  - {of: process.shell, at-most: none, reason: "no \U0001F41A"}
  - {of: network, at-most: ["*.corp.example:443"]}
  - {of: files.write, at-most: ["${workspace}/**"]}
  - {of: code.eval, at-most: none}
waivers:
  - {ceiling: code.eval, extension: acme.toy, reason: a template, owner: jo, until: 2027-01-31}
  - {ceiling: network, extension: acme.toy, reason: a proxy, owner: jo, until: 2026-12-31}
  - {ceiling: files.write, extension: acme.toy, grant: "files.write: /x", reason: a log, owner: jo, until: 2027-01-31}
  - {ceiling: network, extension: acme.other, reason: x, owner: jo, until: 2027-01-31}
`))
	if err != nil {
		t.Fatal(err)
	}
	call := policy.Grant{Section: policy.NetworkConnect, Pattern: "https://api.example.com"}
	guess := policy.Grant{
		Section:  policy.FilesWrite,
		Pattern:  "${workspace}/**",
		Mark:     policy.Unresolved,
		Question: "Which files are written?",
	}
	outcome, err := o.Judge(org.Input{
		File: "central.yml", SHA256: strings.Repeat("a", 64), Extension: "acme.toy", Today: "2027-01-15",
		Policy: policy.New("acme.toy", call, guess, policy.Grant{Section: policy.Code, Name: policy.Eval}),
		Evidence: evidence.Document{Lines: []evidence.Line{{Grant: call.Key(), Places: []evidence.Place{{
			Where: finding.Location{File: "dist/a.js", Line: 3, Column: 7}, Symbol: "https.get", Path: []string{"activate dist/a.js:1"},
		}}, More: 1}}},
		Tightened: []string{"profile paper does not count: the organisation's is default"},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := build(t, &facts.Program{}, nil, "default")
	r.Organisation = outcome
	return r
}

func TestTheOrganisationIsShown(t *testing.T) {
	var b strings.Builder
	if err := WriteText(&b, governed(t), TextOptions{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(b.String(), "\n")
	if !strings.HasSuffix(head, ", above network, files.write, does not pass") {
		t.Errorf("the first line does not say what is above: %q", head)
	}
	_, block, _ := strings.Cut(b.String(), "\norganisation ")
	want := `central.yml: of 4 ceilings 1 broken, 1 unproven, 1 waived, 1 holds
  line 3: the ceiling of network is broken
    network.connect: https://api.example.com: not proven to lie within *.corp.example:443
      dist/a.js:3:7 https.get, by activate dist/a.js:1
      and 1 more place
  line 4: the ceiling of files.write is unproven
    files.write: ${workspace}/** (unresolved): not known: Which files are written?
  line 5: the ceiling of code.eval is waived
  profile paper does not count: the organisation's is default
  line 7: the waiver of code.eval for acme.toy (jo, until 2027-01-31) answers 1 line: a template
  line 8: the waiver of network for acme.toy (jo, until 2026-12-31) is over and no longer answers 1
    line
  line 9: the waiver of files.write for acme.toy (jo, until 2027-01-31) answers nothing and can go
`
	if block != want {
		t.Errorf("got\n%s\nwant\n%s", block, want)
	}
}

// TestAStrangersOrganisation changes one thing of a good outcome at a time.
func TestAStrangersOrganisation(t *testing.T) {
	good := string(written(t, governed(t)))
	for name, c := range map[string][2]string{
		"a state that is none": {`"state": "broken"`, `"state": "fine"`},
		"a better state":       {`"state": "broken"`, `"state": "holds"`},
		"a kind that is none":  {`"kind": "outside"`, `"kind": "inside"`},
		"a use that is none":   {`"use": "used"`, `"use": "misused"`},
		"a place outside": {`"file": "dist/a.js",
              `, `"file": "../a.js",
              `},
		"a terminal escape":            {`"owner": "jo"`, `"owner": "\u001b[2J"`},
		"a broken ceiling of nothing":  {`"kind": "outside"`, `"kind": ""`},
		"null for a list":              {`"tightened": [`, `"tightened": null, "x": [`},
		"a negative count":             {`"answered": 1`, `"answered": -1`},
		"an organisation that is null": {`"organisation": {`, `"organisation": null, "x": {`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Errorf("%s: the report has no %q", name, c[0])
			continue
		}
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
