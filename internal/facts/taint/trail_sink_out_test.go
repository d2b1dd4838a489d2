package taint

import "testing"

func TestALineThatAsksTheNetwork(t *testing.T) {
	for line, want := range map[string]string{
		"git fetch https://git.example.invalid/x.git":             "tcp://git.example.invalid",
		"git -c http.extraheader=x push https://a.invalid/x.git":  "tcp://a.invalid",
		"git config user.email":                                   "",
		"/usr/bin/git log --author=somebody@example.invalid":      "",
		"git credential fill":                                     "",
		"curl --data-binary @- https://b.invalid/c":               "tcp://b.invalid",
		"nslookup name.example.invalid":                           "tcp://name.example.invalid",
		"ls -l name.example.invalid":                              "",
		"git remote add origin ssh://git@forge.example.invalid/x": "tcp://forge.example.invalid",
	} {
		x := &trailer{}
		if got := x.asksNetwork(program{line: line, sure: true}); got != want {
			t.Errorf("%q asks %q, want %q", line, got, want)
		}
		if got := x.asksNetwork(program{line: line}); got != "" {
			t.Errorf("%q, which may be another line, asks %q", line, got)
		}
	}
}
