package mend

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

const manifest = "{\n\t\"name\": \"x\",\n\t\"engines\": {\"vscode\": \"*\"},\n\t\"main\": \"./a.js\"\n}"

func proposes(check string, edits ...finding.Edit) finding.Finding {
	return finding.Finding{Check: check, Fix: &finding.Fix{Text: "Do it.", Edits: edits}}
}

func set(file, pointer, value string) finding.Edit {
	return finding.Edit{File: file, Pointer: pointer, Value: finding.JSON(value)}
}

// Edits are made as they stand, all of a finding's or none, and everything else keeps its
// bytes: tabs, order, and a last line without an end.
func TestMake(t *testing.T) {
	engine := set(Manifest, "/engines/vscode", `"^1.90.0"`)
	answered := proposes("answered", engine)
	answered.Suppressed = &finding.Suppression{}
	for name, c := range map[string]struct {
		findings []finding.Finding
		after    string
		fixes    []Fix
	}{
		"nothing proposed": {[]finding.Finding{{Check: "a"}, proposes("b")}, manifest, nil},
		"one": {
			[]finding.Finding{proposes("a", engine)},
			"{\n\t\"name\": \"x\",\n\t\"engines\": {\"vscode\": \"^1.90.0\"},\n\t\"main\": \"./a.js\"\n}", []Fix{{"a", "Do it.", ""}},
		},
		"the same of two": {
			[]finding.Finding{proposes("a", engine), proposes("b", engine)},
			"{\n\t\"name\": \"x\",\n\t\"engines\": {\"vscode\": \"^1.90.0\"},\n\t\"main\": \"./a.js\"\n}",
			[]Fix{{"a", "Do it.", ""}, {"b", "Do it.", ""}},
		},
		"two that disagree, and one below what was set": {
			[]finding.Finding{
				proposes("a", engine), proposes("b", set(Manifest, "/engines/vscode", `"^2.0.0"`)),
				proposes("c", set(Manifest, "/main", `"./b.js"`), set(Manifest, "/engines", `{}`)),
			},
			"{\n\t\"name\": \"x\",\n\t\"engines\": {\"vscode\": \"^1.90.0\"},\n\t\"main\": \"./a.js\"\n}",
			[]Fix{
				{"a", "Do it.", ""}, {"b", "Do it.", "another fix has changed /engines/vscode"},
				{"c", "Do it.", "another fix has changed /engines/vscode"},
			},
		},
		"a member is taken away": {
			[]finding.Finding{proposes("a", set(Manifest, "/main", "null"))},
			"{\n\t\"name\": \"x\",\n\t\"engines\": {\"vscode\": \"*\"}\n}", []Fix{{"a", "Do it.", ""}},
		},
		"another file too": {
			[]finding.Finding{proposes("a", engine, set("package.nls.json", "/t", `"x"`))},
			manifest, []Fix{{"a", "Do it.", "it changes package.nls.json as well, which only a person may"}},
		},
		"answered": {[]finding.Finding{answered}, manifest, nil},
	} {
		p := Make([]byte(manifest), c.findings)
		if diff := cmp.Diff(c.after, string(p.After)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(c.fixes, p.Fixes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if again := Make(p.After, c.findings); name != "a member is taken away" && again.Changes() {
			t.Errorf("%s: the second time changes more:\n%s", name, again.After)
		}
		if p.Changes() != (c.after != manifest) {
			t.Errorf("%s: changes %t", name, p.Changes())
		}
	}
}

// A manifest that names a member twice is left alone, with the reason.
func TestWhatCannotBeEditedIsLeft(t *testing.T) {
	p := Make([]byte(`{"main": "a", "main": "b"}`), []finding.Finding{proposes("a", set(Manifest, "/main", `"c"`))})
	if p.Changes() || len(p.Fixes) != 1 || p.Fixes[0].Left == "" {
		t.Errorf("%+v", p)
	}
}

// A line that changes by its comma alone is explained, and no other.
func TestACommaIsExplained(t *testing.T) {
	for patch, want := range map[string]bool{
		"": false,
		"--- a\n+++ b\n-  \"a\": 1\n+  \"a\": 1,\n": true,
		"--- a\n+++ b\n-  \"a\": 1\n+  \"a\": 2,\n": false,
		"--- a\n+++ b\n+  \"a\": 1,\n":              false,
	} {
		if got := gainsComma(patch); got != want {
			t.Errorf("%q: %t", patch, got)
		}
	}
}
