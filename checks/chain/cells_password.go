package chain

import (
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// passwordAsked: a page in the code has a field for a password and speaks of signing in to somebody whom many have an
// account with, and the code of that file asks a host of which nobody is told.
func passwordAsked(in check.Input, a ask) (string, []link) {
	if !a.called() {
		return "", nil
	}
	for _, s := range in.Program.Strings {
		if s.Where.File != a.where.File || len(s.Text) > maxProgram || !passwordField().MatchString(s.Text) {
			continue
		}
		name := signsIn().FindString(s.Text)
		if name == "" {
			continue
		}
		what := "a page in the code asks for a password (" + wording.Quote(name) + "), and the code sends to"
		return what, []link{{s.Where, "the page: " + wording.Quote(name)}}
	}
	return "", nil
}

var passwordField = lazyregexp.Lazy(`(?i)<input\b[^>]*\btype\s*=\s*\\?["']?password\b`)

// signsIn are the words of such a page. The services are those whose accounts open other things.
var signsIn = lazyregexp.Lazy(
	`(?i)\b(sign|log)\s?-?(in|on)\s+(to|with)\s+(your\s+)?` +
		`(GitHub|GitLab|Bitbucket|Microsoft|Azure|Google|Apple|AWS|Amazon|npm|OpenAI|ChatGPT|Anthropic|Claude|Copilot|Docker|Slack|Discord)\b|` +
		`\b(GitHub|GitLab|Bitbucket|Microsoft|Google|Apple|AWS|npm) (account|password|login|credentials)\b`,
)
