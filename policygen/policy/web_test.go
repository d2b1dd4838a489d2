package policy

import "testing"

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
