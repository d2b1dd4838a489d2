package initial

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
		"nothing says what ships":          {Packaging{}, answer{".ringfence/**\n", true, ""}},
		"other lines":                      {Packaging{Ignore: "src/**\n", HasIgnore: true}, answer{"src/**\n.ringfence/**\n", true, ""}},
		"a last line without its end":      {Packaging{Ignore: "src/**", HasIgnore: true}, answer{"src/**\n.ringfence/**\n", true, ""}},
		"lines of Windows":                 {Packaging{Ignore: "src/**\r\nout/**", HasIgnore: true}, answer{"src/**\r\nout/**\r\n.ringfence/**\r\n", true, ""}},
		"an empty file":                    {Packaging{HasIgnore: true}, answer{".ringfence/**\n", true, ""}},
		"the policy alone is left out":     {Packaging{Ignore: policy + "\n", HasIgnore: true}, answer{policy + "\n.ringfence/**\n", true, ""}},
		"a remark":                         {Packaging{Ignore: "# .ringfence/**\n", HasIgnore: true}, answer{"# .ringfence/**\n.ringfence/**\n", true, ""}},
		"the line is there":                {Packaging{Ignore: ".ringfence/**\n", HasIgnore: true}, answer{".ringfence/**\n", false, ""}},
		"another line says it":             {Packaging{Ignore: "**\n!dist/**\n", HasIgnore: true}, answer{"**\n!dist/**\n", false, ""}},
		"what is listed ships":             {Packaging{Files: []string{"dist"}, HasFiles: true}, answer{"", false, ""}},
		"the list holds them":              {Packaging{Files: []string{"dist", ".ringfence"}, HasFiles: true}, answer{"", false, policy}},
		"both, with which nobody packages": {Packaging{Ignore: "src/**\n", HasIgnore: true, Files: []string{"dist"}, HasFiles: true}, answer{"src/**\n.ringfence/**\n", true, ""}},
		"a line brings one back":           {Packaging{Ignore: "!**/*.cjs\n", HasIgnore: true}, answer{"!**/*.cjs\n.ringfence/**\n", true, loader}},
		"and the line is there":            {Packaging{Ignore: ".ringfence/**\n!**/*.cjs\n", HasIgnore: true}, answer{".ringfence/**\n!**/*.cjs\n", false, loader}},
	} {
		var got answer
		got.Text, got.Changed, got.Ships = c.p.Unpackaged([]string{policy, loader})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: wanted (-), got (+):\n%s", name, diff)
		}
		if !got.Changed {
			continue
		}
		// What was written is left alone the next time.
		after := c.p
		after.Ignore, after.HasIgnore = got.Text, true
		if _, again, ships := after.Unpackaged([]string{policy, loader}); again || ships != got.Ships {
			t.Errorf("%s: written once more: %t, %s", name, again, ships)
		}
	}
}
