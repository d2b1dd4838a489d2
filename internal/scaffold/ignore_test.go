package scaffold

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What lies below .ringfence stays out of the package: a line is added where it
// would ship, and nowhere else.
func TestTheDocumentsDoNotShip(t *testing.T) {
	type answer struct {
		Text    string
		Changed bool
		Ships   string
	}
	const policy, loader = ".ringfence/policy.json", ".ringfence/loader.cjs"
	for name, c := range map[string]struct {
		p    Packaging
		want answer
	}{
		"nothing says what ships":     {Packaging{}, answer{".ringfence/**\n", true, ""}},
		"other lines":                 {Packaging{Ignore: "src/**\n", HasIgnore: true}, answer{"src/**\n.ringfence/**\n", true, ""}},
		"a last line without its end": {Packaging{Ignore: "src/**", HasIgnore: true}, answer{"src/**\n.ringfence/**\n", true, ""}},
		"lines of Windows": {Packaging{Ignore: "src/**\r\nout/**", HasIgnore: true},
			answer{"src/**\r\nout/**\r\n.ringfence/**\r\n", true, ""}},
		"an empty file":                {Packaging{HasIgnore: true}, answer{".ringfence/**\n", true, ""}},
		"the policy alone is left out": {Packaging{Ignore: policy + "\n", HasIgnore: true}, answer{policy + "\n.ringfence/**\n", true, ""}},
		"a remark": {Packaging{Ignore: "# .ringfence/**\n", HasIgnore: true},
			answer{"# .ringfence/**\n.ringfence/**\n", true, ""}},
		"the line is there":    {Packaging{Ignore: ".ringfence/**\n", HasIgnore: true}, answer{".ringfence/**\n", false, ""}},
		"another line says it": {Packaging{Ignore: "**\n!dist/**\n", HasIgnore: true}, answer{"**\n!dist/**\n", false, ""}},
		"what is listed ships": {Packaging{Files: []string{"dist"}, HasFiles: true}, answer{"", false, ""}},
		"the list holds them":  {Packaging{Files: []string{"dist", ".ringfence"}, HasFiles: true}, answer{"", false, policy}},
		"both, with which nobody packages": {Packaging{Ignore: "src/**\n", HasIgnore: true, Files: []string{"dist"}, HasFiles: true},
			answer{"src/**\n.ringfence/**\n", true, ""}},
		"a line brings one back": {Packaging{Ignore: "!**/*.cjs\n", HasIgnore: true},
			answer{"!**/*.cjs\n.ringfence/**\n", true, loader}},
		"and the line is there": {Packaging{Ignore: ".ringfence/**\n!**/*.cjs\n", HasIgnore: true},
			answer{".ringfence/**\n!**/*.cjs\n", false, loader}},
	} {
		var got answer
		var lines []string
		got.Text, lines, got.Ships = c.p.Unpackaged([]Unpacked{Documents(policy, loader)})
		got.Changed = len(lines) > 0
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: wanted (-), got (+):\n%s", name, diff)
		}
		if !got.Changed {
			continue
		}
		// What was written is left alone the next time.
		after := c.p
		after.Ignore, after.HasIgnore = got.Text, true
		if _, again, ships := after.Unpackaged([]Unpacked{Documents(policy, loader)}); len(again) > 0 || ships != got.Ships {
			t.Errorf("%s: written once more: %q, %s", name, again, ships)
		}
	}
}

// At the root of a repository the new workflow lies in the extension's folder too.
func TestTheWorkflowDoesNotShip(t *testing.T) {
	all := []Unpacked{Documents(".ringfence/policy.json"), Workflows(Workflow)}
	for name, c := range map[string]struct {
		p     Packaging
		text  string
		lines int
		ships string
	}{
		"nothing says what ships": {Packaging{}, ".ringfence/**\n.github/**\n", 2, ""},
		"one of both":             {Packaging{Ignore: ".github/\n", HasIgnore: true}, ".github/\n.ringfence/**\n", 1, ""},
		"a line for another folder": {Packaging{Ignore: ".githubs/**\n", HasIgnore: true}, ".githubs/**\n.ringfence/**\n.github/**\n", 2,
			""},
		"what is listed ships": {Packaging{Files: []string{"dist"}, HasFiles: true}, "", 0, ""},
		"the list holds it":    {Packaging{Files: []string{".github"}, HasFiles: true}, "", 0, Workflow},
		"a line brings the workflows back": {Packaging{Ignore: "!**/*.yml\n", HasIgnore: true}, "!**/*.yml\n.ringfence/**\n.github/**\n", 2,
			Workflow},
	} {
		text, lines, ships := c.p.Unpackaged(all)
		if text != c.text || len(lines) != c.lines || ships != c.ships {
			t.Errorf("%s: %q, %q, %q", name, text, lines, ships)
		}
	}
}

// What is not committed is ignored once, and a person's lines stay.
func TestTheEvidenceIsNotCommitted(t *testing.T) {
	for text, want := range map[string]string{
		"": "evidence.json\n", "evidence.json\n": "evidence.json\n", "/evidence.json": "/evidence.json", "*.log": "*.log\nevidence.json\n",
		"# evidence.json\r\n": "# evidence.json\r\nevidence.json\r\n",
	} {
		if got := WithoutEvidence(text); got != want || WithoutEvidence(got) != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
