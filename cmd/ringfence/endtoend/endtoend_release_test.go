package endtoend

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// An extension with an entry for browsers is released as its configuration says; where
// it says nothing, the log names both answers.
func TestActionOnAReleaseWithABrowserEntry(t *testing.T) {
	files := map[string]string{
		"package.json": strings.Replace(manifest, `"main"`, `"browser": "./main.js", "main"`, 1), "main.js": mainJS,
	}
	for _, c := range []struct {
		config string
		code   int
		said   string
		// left is whether the wrapped package still has the entry.
		left string
	}{
		{"", 2, "browser: drop in .ringfence/config.yml", ""},
		{"browser: drop\n", 0, "", `"realBrowserEntryPoint"`},
		{"browser: unfenced\n", 0, "", `"browser": "./main.js"`},
	} {
		h := hubbed(t)
		change := map[string]string{"package.json": files["package.json"]}
		if c.config != "" {
			change[".ringfence/config.yml"] = c.config
		}
		h.Push("main", "ann", "a browser entry", change)
		h.Release("v1.0.0", false)
		r := act(t, h, github.Event{Name: "release", Action: "published", Actor: "ann", Tag: "v1.0.0"},
			h.Token(robot, granted(t, append([]string{"mode release"}, toJudge...)...)),
			"INPUT_MODE=release", "INPUT_PACKAGE="+packed(t, files))
		if r.code != c.code || !strings.Contains(r.log, c.said) {
			t.Errorf("%q: code %d, want %d; the log is to say %q:\n%s", c.config, r.code, c.code, c.said, r.log)
		}
		wrapped := h.Assets("v1.0.0")["acme.tool-1.0.0.ringfence.vsix"]
		if c.left == "" {
			if wrapped != "" {
				t.Error("something was wrapped that nobody decided about")
			}
			continue
		}
		if got := string(member(t, wrapped, "extension/package.json")); !strings.Contains(got, c.left) {
			t.Errorf("%q: the wrapped manifest lacks %s:\n%s", c.config, c.left, got)
		}
	}
}

// A release gets its files when the gates hold and the token may; what is there
// already stays, unless it is to be replaced. The sums are attached last.
func TestActionOnARelease(t *testing.T) {
	const wrapped = "acme.tool-1.0.0.ringfence.vsix"
	for _, c := range []struct {
		name   string
		code   string
		token  func(map[string]string) map[string]string
		inputs []string
		// there says that the release has a file of the wrapped package's name.
		there bool
		want  expected
		// assets is how many there are after it, replaced whether the one that was
		// there is ours now.
		assets   int
		replaced bool
	}{
		{"attached", mainJS, nil, nil, false, expected{code: 0, results: true}, 7, true},
		{"gates that do not hold", widerJS, nil, nil, false, expected{code: 1, results: true, log: []string{"::warning", "nothing is attached"}},
			0, false},
		{"a token that only reads", mainJS, readOnly, nil, false, expected{code: 0, log: []string{"::warning", "contents=write"}}, 0, false},
		{"a name that is taken", mainJS, nil, nil, true,
			expected{code: 0, results: true, log: []string{"::warning", "the release has a file " + wrapped + " already"}}, 7, false},
		{"a name that is replaced", mainJS, nil, []string{"INPUT_REPLACE_ASSETS=true"}, true, expected{code: 0, results: true}, 7, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := hubbed(t)
			if c.code != mainJS {
				h.Push("main", "ann", "needs docker", map[string]string{"main.js": c.code})
			}
			h.Release("v1.0.0", false)
			if c.there {
				h.Attach("v1.0.0", wrapped, "theirs", true)
			}
			may := granted(t, append([]string{"mode release"}, toJudge...)...)
			if c.token != nil {
				may = c.token(may)
			}
			before := h.Graph()
			inputs := append(
				[]string{"INPUT_MODE=release", "INPUT_PACKAGE=" + packed(t, map[string]string{"package.json": manifest, "main.js": c.code})},
				c.inputs...)
			r := act(t, h, github.Event{Name: "release", Action: "published", Actor: "ann", Tag: "v1.0.0"}, h.Token(robot, may), inputs...)
			r.want(t, h, before, c.want)
			assets := h.Assets("v1.0.0")
			if len(assets) != c.assets {
				t.Errorf("assets %q\n%s", slices.Sorted(maps.Keys(assets)), r.log)
			}
			if data, there := assets[wrapped]; there && (data != "theirs") != c.replaced || c.replaced && !strings.HasPrefix(data, "PK") {
				t.Errorf("the wrapped package is %.20q", data)
			}
		})
	}
}
