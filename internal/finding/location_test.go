package finding

import "testing"

func TestLocationValidate(t *testing.T) {
	good := []Location{
		{}, {File: "a.js"}, {File: "dist/a.js", Line: 1}, {File: "a.js", Line: 3, Column: 2, EndLine: 3, EndColumn: 2},
		{File: "a.js", Line: 3, Column: 9, EndLine: 4, EndColumn: 1}, {File: "..a/b"},
	}
	bad := []Location{
		{File: "/etc/passwd"}, {File: "../a"}, {File: ".."}, {File: "a/../../b"}, {File: "a//b"}, {File: "a\x00b"}, {File: "."},
		{Line: 1}, {File: "a", Column: 1}, {File: "a", Line: -1}, {File: "a", Line: 2, EndLine: 1},
		{File: "a", Line: 2, Column: 5, EndLine: 2, EndColumn: 4}, {File: "a", EndColumn: 4}, {File: "a", Line: 1 << 40},
	}
	for _, l := range good {
		if err := l.Validate(); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, l := range bad {
		if l.Validate() == nil {
			t.Errorf("%+v was accepted", l)
		}
	}
}
