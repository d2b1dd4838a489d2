package workspacetrust

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

func TestSupport(t *testing.T) {
	const main = `, "main": "x.js"`
	for rest, want := range map[string]struct {
		support Support
		runs    bool
	}{
		``:                                {SupportNoMain, true},
		`, "browser": "x.js"`:             {SupportNoMain, true},
		main:                              {SupportUndeclared, false},
		checktest.Trust(`{}`):             {SupportNoMain, true},
		main + checktest.Trust(`{}`):      {SupportUndeclared, false},
		main + checktest.Trust(`true`):    {SupportUndeclared, false},
		main + checktest.Trust(`"never"`): {SupportUndeclared, false},
		main + checktest.Trust(`{"supported": true}`):      {SupportTrue, true},
		main + checktest.Trust(`{"supported": false}`):     {SupportFalse, false},
		main + checktest.Trust(`{"supported": "limited"}`): {SupportLimited, true},
		// VS Code compares with false and nothing else.
		main + checktest.Trust(`{"supported": "false"}`): {SupportMalformed, true},
		main + checktest.Trust(`{"supported": null}`):    {SupportMalformed, true},
		main + checktest.Trust(`{"supported": 0}`):       {SupportMalformed, true},
	} {
		got := SupportOf(checktest.Manifest(t, rest, nil))
		if got != want.support || got.RunsUntrusted() != want.runs {
			t.Errorf("%s: %v, runs %t", rest, got, got.RunsUntrusted())
		}
	}
}

func TestWhatAStrangerSets(t *testing.T) {
	const settings = `, "main": "x.js", "contributes": {"configuration": {"properties": {
		"x.path": {}, "x.args": {"scope": "resource"}, "x.home": {"scope": "machine"}, "x.app": {"scope": "application"},
		"x.over": {"scope": "machine-overridable"}, "x.own": {"restricted": true}, "x.env": {"type": "object"}
	}}}`
	limited := checktest.Trust(`{"supported": "limited", "restrictedConfigurations": ["x.path", "y.other"]}`)
	for _, c := range []struct {
		trust, read string
		want        []string
	}{
		{limited, "x.args", []string{"x.args"}},
		{limited, "x.over", []string{"x.over"}},
		{limited, "x.path", nil},
		{limited, "x.own", nil},
		{limited, "x.home", nil},
		{limited, "x.app", nil},
		{limited, "x.env.PATH", []string{"x.env"}},
		{limited, "x", []string{"x.args", "x.over", "x.env"}},
		{limited, "x.a", nil},
		{limited, "y.other", nil},
		// A list counts only beside "limited".
		{checktest.Trust(`{"supported": true, "restrictedConfigurations": ["x.path"]}`), "x.path", []string{"x.path"}},
		{checktest.Trust(`{"supported": "Limited", "restrictedConfigurations": ["x.path"]}`), "x.path", []string{"x.path"}},
		{checktest.Trust(`{"supported": true}`), "x.own", nil},
		// Where the extension does not run, nobody sets anything.
		{checktest.Trust(`{"supported": false}`), "x.args", nil},
		{"", "x.args", nil},
	} {
		var got []string
		for _, s := range StrangerSets(checktest.Manifest(t, settings+c.trust, nil), c.read) {
			got = append(got, s.Key)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s read %s:\n%s", c.trust, c.read, diff)
		}
	}
	if got := Restricted(checktest.Manifest(t, settings+limited, nil)); len(got) != 2 || !got["x.path"] || !got["x.own"] {
		t.Errorf("restricted: %v", got)
	}
	if got := SettingsRead(
		checktest.Manifest(t, settings, nil),
		"x.own",
	); !slices.ContainsFunc(
		got,
		func(s extension.Setting) bool { return s.Key == "x.own" },
	) {
		t.Errorf("read: %v", got)
	}
}
