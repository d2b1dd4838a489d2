package redaction

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// planted are secrets as services issue them. They are put together here so that
// nobody who looks for secrets in this repository finds one.
var (
	planted = "ghp_" + "Wq8RtY3mKc5PzD1hLx7VnB2sJf6GaE9uTi4o"
	slack   = "xoxb-" + "743829105562-882910374651-Qm4TzR8wLk2VbN6pYc1XsDhJ"
)

// Each line: what the code says, and what of it is written; the same where there
// is no secret, which is the mirror of the line before it.
func TestArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"clone https://u:" + planted + "@github.com/a/b", "clone https://*@github.com/a/b"},
		{"clone https://github.com/a/b", "clone https://github.com/a/b"},
		{"clone https://me:" + "hunter2@example.com/a", "clone https://*@example.com/a"},
		{"clone git@github.com:a/b", "clone git@github.com:a/b"},
		{"--token " + planted + " x", "--token * x"}, {"--token hunter2 x", "--token * x"}, {"--token --verbose", "--token --verbose"},
		{"--token-file x", "--token-file x"}, {"log --author me", "log --author me"}, {"--token ${config:a.token}", "--token *"},
		{"--password=hunter2", "--password=*"}, {"--password=*", "--password=*"}, {"--password-store=basic", "--password-store=basic"},
		{"--api-key=abc", "--api-key=*"}, {"--ssh-key=abc", "--ssh-key=abc"}, {"--accessToken=abc", "--accessToken=*"},
		{"-u me:hunter2", "-u *"}, {"-v me", "-v me"},
		{"https://a.com/x?api_key=abc&y=1", "https://a.com/x?api_key=*&y=1"}, {"https://a.com/x?page=2&y=1", "https://a.com/x?page=2&y=1"},
		{"bare " + planted, "bare *"}, {"bare " + planted[:12], "bare " + planted[:12]}, {"bare " + slack + " end", "bare * end"},
		{"API_TOKEN=abc x", "API_TOKEN=* x"}, {"A_COUNT=1 x", "A_COUNT=1 x"},
		{"commit 0123456789abcdef0123456789abcdef01234567", "commit 0123456789abcdef0123456789abcdef01234567"},
	} {
		g := policy.Grant{Section: policy.Processes, Pattern: "git", Args: strings.Fields(c.args)}
		got, changed, ok := Grant(g)
		if text := strings.Join(got.Args, " "); text != c.want || !ok || changed != (c.args != c.want) {
			t.Errorf("%s becomes %s, want %s (changed %t, ok %t)", c.args, text, c.want, changed, ok)
		}
		if changed && (got.Mark != policy.Imprecise || got.Question == "") {
			t.Errorf("%s: nobody is asked about the star", c.args)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		for i, a := range g.Args {
			if a != strings.Fields(c.args)[i] {
				t.Errorf("%s: the grant that was given was changed", c.args)
			}
		}
	}
	header := policy.Grant{
		Section: policy.Processes,
		Pattern: "curl",
		Args:    []string{"-H", "Authorization: Bearer hunter2", "-H", "Accept: text/plain"},
	}
	if got, _, ok := Grant(header); !ok || strings.Join(got.Args, "|") != "-H|Authorization: *|-H|Accept: text/plain" {
		t.Errorf("%v", got)
	}
}

func TestOtherGrants(t *testing.T) {
	for _, c := range []struct {
		g    policy.Grant
		want string // empty: not written
	}{
		{policy.Grant{Section: policy.Processes, Shell: true, Pattern: `curl -H "Authorization: Bearer abc" https://a.com`},
			`curl -H "Authorization: *" https://a.com`},
		{policy.Grant{Section: policy.Processes, Shell: true, Pattern: "mysql --password hunter2 -e x"}, "mysql --password * -e x"},
		{policy.Grant{Section: policy.Processes, Shell: true, Pattern: "TOKEN=hunter2 npm run *"}, "TOKEN=* npm run *"},
		{policy.Grant{Section: policy.Processes, Shell: true, Pattern: "npm run *"}, "npm run *"},
		{policy.Grant{Section: policy.Processes, Shell: true, Pattern: "re:curl " + planted + " \\*"}, ""},
		{policy.Grant{Section: policy.FilesRead, Pattern: "${tmp}/" + planted + "/x"}, "${tmp}/*/x"},
		{policy.Grant{Section: policy.FilesRead, Pattern: "${tmp}/" + planted + ".json"}, "${tmp}/*.json"},
		{policy.Grant{Section: policy.FilesRead, Pattern: "${extension}/dist/1234567890abcdef1234.chunk.js"},
			"${extension}/dist/1234567890abcdef1234.chunk.js"},
		{policy.Grant{Section: policy.VSCode, Name: "command", Pattern: "x." + planted}, "x.*"},
		{policy.Grant{Section: policy.VSCode, Name: "command", Pattern: "git.refresh"}, "git.refresh"},
		{policy.Grant{Section: policy.EnvRead, Pattern: "GITHUB_TOKEN"}, "GITHUB_TOKEN"},
		{policy.Grant{Section: policy.Modules, Name: "fs", Pattern: "readFile"}, "readFile"},
		{policy.Grant{Section: policy.NetworkConnect, Pattern: "https://api.example.com"}, "https://api.example.com"},
		{policy.Grant{Section: policy.NetworkConnect, Pattern: "https://api.example.com/hook/" + slack}, "https://api.example.com/hook/*"},
	} {
		got, changed, ok := Grant(c.g)
		if ok != (c.want != "") || got.Pattern != c.want || changed != (c.want != c.g.Pattern) {
			t.Errorf("%s becomes %q, want %q (changed %t, ok %t)", c.g, got.Pattern, c.want, changed, ok)
		}
	}
	if got := Text("Expected \")\" but found \""+planted+"\"", "…"); strings.Contains(got, planted[:12]) {
		t.Errorf("a message keeps %q", got)
	}
}
