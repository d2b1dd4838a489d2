package webview

import (
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

func TestPolicyOfAPage(t *testing.T) {
	const head, rest = "<!DOCTYPE html><html><head>", "</head><body>"
	for _, c := range []struct {
		name string
		page facts.Value
		want policy
	}{
		{"none", checktest.Lit(head + rest), noPolicy},
		{"none, and a hole in the body", checktest.Alt(checktest.Text(head+rest), checktest.Hole), noPolicy},
		{"none, and a hole in an attribute of the head",
			checktest.Alt(checktest.Text(head+`<link href="`), checktest.Hole, checktest.Text(`">`+rest)), noPolicy},
		{"a hole in the head", checktest.Alt(checktest.Text(head), checktest.Hole, checktest.Text(rest)), unseen},
		{"a hole before everything", checktest.Alt(checktest.Hole, checktest.Text(head+rest)), unseen},
		{"no page", checktest.Alt(checktest.Text("<li>"), checktest.Hole), unseen},
		{"nothing known", checktest.Unknown, unseen},
		{"a policy", checktest.Lit(head + `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">` + rest), strict},
		{"a policy with a hole",
			checktest.Alt(checktest.Text(head+`<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-`), checktest.Hole,
				checktest.Text(`'">`+rest)), strict},
		{"inline scripts", checktest.Lit(head + `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">` + rest),
			anyScript},
		{"inline scripts by default",
			checktest.Lit(head + `<meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline'">` + rest), anyScript},
		{"inline styles", checktest.Lit(head + `<meta http-equiv="Content-Security-Policy" content="style-src 'unsafe-inline'">` + rest), strict},
		{"inline scripts that a nonce switches off",
			checktest.Lit(head + `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-a' 'unsafe-inline'">` + rest), strict},
		{"one of two", checktest.Either(checktest.Lit(head+rest),
			checktest.Lit(head+`<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`+rest)), noPolicy},
	} {
		if got := worstPolicy(c.page); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
