package policy

import (
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

func TestAnAddressThatIsOpenedIsOnTheServerThatIsGranted(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"https://*.good.example/*", "https://a.good.example/x?y", true},
		{"https://*.good.example/*", "https://evil.example/.good.example/x", false},
		{"https://*.good.example/*", "https://evil.example?.good.example/x", false},
		{"https://*.good.example/*", `https://evil.example\.good.example/x`, false},
		{"https://good.example", "https://good.example/", true},
		{"https://good.example", "https://good.example", true},
		{"https://good.example", "https://good.example/x", false},
		{"https://good.example/a/*", "https://good.example/a/b/c", true},
		{"https://*", "https://any.example/x/y#z", true},
		{"https://*", "http://any.example/", false},
		{"vscode:*", "vscode:extension/a.b", true},
	} {
		g, err := compile(Grant{Section: VSCode, Name: "open", Pattern: c.pattern})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.takes(nil, Access{Section: VSCode, Name: "open", Text: c.text}); got != c.want {
			t.Errorf("%s of %s: %v", c.text, c.pattern, got)
		}
	}
}

// A line that grants another server is wider, whatever its text looks like.
func TestOpenedAddressesAreWidenedByTheirServer(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{"https://*.good.example/*", "https://a.good.example/x", true},
		{"https://*.good.example/*", "https://a.good.example/x/*", true},
		{"https://*.good.example/*", "https://evil.example/.good.example/x", false},
		{"https://*.good.example/*", "https://evil.example/*.good.example/*", false},
		{"https://*", "https://good.example", true},
		{"https://*", "https://good.example/*", true},
		{"https://good.example", "https://good.example", true},
		{"https://good.example", "https://good.example/*", false},
		{"https://good.example/*", "https://good.example", false},
		{"https://good.example/*", "vscode:*", false},
	} {
		var both [2]compiled
		for i, text := range []string{c.old, c.new} {
			var err error
			if both[i], err = compile(Grant{Section: VSCode, Name: "open", Pattern: text}); err != nil {
				t.Fatal(err)
			}
		}
		if got := both[0].includes(both[1], pattern.NewProver(1_000_000)); got != c.want {
			t.Errorf("%s in %s: %v", c.new, c.old, got)
		}
	}
}
