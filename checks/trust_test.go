package checks

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

func manifest(t *testing.T, rest string, words map[string]string) *extension.Manifest {
	t.Helper()
	text := `{"name": "x", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}` + rest + `}`
	m, err := extension.ParseManifest([]byte(text), words, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSupport(t *testing.T) {
	const main = `, "main": "x.js"`
	for rest, want := range map[string]struct {
		support support
		runs    bool
	}{
		``:                                     {supportNoMain, true},
		`, "browser": "x.js"`:                  {supportNoMain, true},
		main:                                   {supportUndeclared, false},
		trustIs(`{}`):                          {supportNoMain, true},
		main + trustIs(`{}`):                   {supportUndeclared, false},
		main + trustIs(`true`):                 {supportUndeclared, false},
		main + trustIs(`"never"`):              {supportUndeclared, false},
		main + trustIs(`{"supported": true}`):  {supportTrue, true},
		main + trustIs(`{"supported": false}`): {supportFalse, false},
		main + trustIs(`{"supported": "limited"}`): {supportLimited, true},
		// VS Code compares with false and nothing else.
		main + trustIs(`{"supported": "false"}`): {supportMalformed, true},
		main + trustIs(`{"supported": null}`):    {supportMalformed, true},
		main + trustIs(`{"supported": 0}`):       {supportMalformed, true},
	} {
		got := supportOf(manifest(t, rest, nil))
		if got != want.support || got.runsUntrusted() != want.runs {
			t.Errorf("%s: %v, runs %t", rest, got, got.runsUntrusted())
		}
	}
}

func trustIs(answer string) string {
	return `, "capabilities": {"untrustedWorkspaces": ` + answer + `}`
}

func TestWhatAStrangerSets(t *testing.T) {
	const settings = `, "main": "x.js", "contributes": {"configuration": {"properties": {
		"x.path": {}, "x.args": {"scope": "resource"}, "x.home": {"scope": "machine"}, "x.app": {"scope": "application"},
		"x.over": {"scope": "machine-overridable"}, "x.own": {"restricted": true}, "x.env": {"type": "object"}
	}}}`
	limited := trustIs(`{"supported": "limited", "restrictedConfigurations": ["x.path", "y.other"]}`)
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
		{trustIs(`{"supported": true, "restrictedConfigurations": ["x.path"]}`), "x.path", []string{"x.path"}},
		{trustIs(`{"supported": "Limited", "restrictedConfigurations": ["x.path"]}`), "x.path", []string{"x.path"}},
		{trustIs(`{"supported": true}`), "x.own", nil},
		// Where the extension does not run, nobody sets anything.
		{trustIs(`{"supported": false}`), "x.args", nil},
		{"", "x.args", nil},
	} {
		var got []string
		for _, s := range strangerSets(manifest(t, settings+c.trust, nil), c.read) {
			got = append(got, s.Key)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s read %s:\n%s", c.trust, c.read, diff)
		}
	}
	if got := restricted(manifest(t, settings+limited, nil)); len(got) != 2 || !got["x.path"] || !got["x.own"] {
		t.Errorf("restricted: %v", got)
	}
	if got := settingsRead(manifest(t, settings, nil), "x.own"); !slices.ContainsFunc(got, func(s extension.Setting) bool { return s.Key == "x.own" }) {
		t.Errorf("read: %v", got)
	}
}
