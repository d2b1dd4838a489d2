package secrets

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// genericRule is gitleaks' rule for words like token before random text.
const genericRule = "generic-api-key"

// jwtRule is its rule for tokens that begin with two encoded objects.
const jwtRule = "jwt"

// weak are rules whose pattern has nothing of one service in it: an example in
// a documentation, or any hexadecimal number of the right length, fits as well.
var weak = []string{
	genericRule, "curl-auth-header", "curl-auth-user", "facebook-access-token", "hashicorp-tf-password",
	jwtRule, "jwt-base64", "kubernetes-secret-yaml", "nuget-config-password", "sourcegraph-access-token", "vault-service-token",
}

// publicRules are rules about what everybody may know, and why.
var publicRules = map[string]string{
	"adobe-client-id":                  "a client id names an application and proves nothing",
	"asana-client-id":                  "a client id names an application and proves nothing",
	"bitbucket-client-id":              "a client id names an application and proves nothing",
	"discord-client-id":                "a client id names an application and proves nothing",
	"linkedin-client-id":               "a client id names an application and proves nothing",
	"looker-client-id":                 "a client id names an application and proves nothing",
	"messagebird-client-id":            "a client id names an application and proves nothing",
	"plaid-client-id":                  "a client id names an application and proves nothing",
	"flutterwave-public-key":           "it is the public half of a pair",
	"lob-pub-api-key":                  "it is the publishable key",
	"mailgun-pub-key":                  "it is the public half of a pair",
	"mapbox-api-token":                 "a pk. token is the one for pages",
	"new-relic-browser-api-token":      "it is the key for browsers",
	"sumologic-access-id":              "an access id is no use without its key",
	"alibaba-access-key-id":            "an access key id is no use without its secret",
	"gitlab-feature-flag-client-token": "it is handed to every client",
}

// classify says what a match of a rule is, before its value is looked at.
func classify(id, pattern string) (Class, string) {
	if why, ok := publicRules[id]; ok {
		return Public, why
	}
	switch {
	case id == genericRule:
		return Generic, ""
	case slices.Contains(weak, id):
		return Named, ""
	case strings.Contains(pattern, beforeName) && !distinctive(pattern):
		return Named, ""
	}
	return Issued, ""
}

// distinctive reports that the value itself, and not only what stands before
// it, begins with three characters that only this service gives.
func distinctive(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && captureBegins(re)
}

func captureBegins(re *syntax.Regexp) bool {
	if re.Op == syntax.OpCapture {
		first := re.Sub[0]
		for first.Op == syntax.OpConcat || first.Op == syntax.OpCapture {
			first = first.Sub[0]
		}
		return first.Op == syntax.OpLiteral && len(first.Rune) >= 3
	}
	return slices.ContainsFunc(re.Sub, captureBegins)
}
