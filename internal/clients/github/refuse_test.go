package github

import (
	"net/url"
	"strings"
	"testing"
)

func TestOnlyGeneratedPathsAreWritten(t *testing.T) {
	for path, want := range map[string]bool{
		".ringfence/policy.json":              true,
		"packages/a b/.ringfence/loader/x.js": true,
		"packages/ü/.ringfence/policy.json":   true,

		".ringfence":                              false,
		"policy.json":                             false,
		".ringfencex/policy.json":                 false,
		"x.ringfence/policy.json":                 false,
		".RINGFENCE/policy.json":                  false,
		".github/.ringfence/policy.json":          false,
		".ringfence/.github/x.yml":                false,
		".ringfence/.GitHub/x.yml":                false,
		".ringfence/.github./x.yml":               false,
		".ringfence/.git/config":                  false,
		".ringfence/GIT~1/config":                 false,
		".ringfence/../x":                         false,
		".ringfence/./x":                          false,
		".ringfence//x":                           false,
		"/.ringfence/x":                           false,
		".ringfence/x/":                           false,
		`.ringfence\..\x`:                         false,
		".ringfence/a\nb":                         false,
		".ringfence/\xff":                         false,
		".ringfence/" + strings.Repeat("a", 1000): false,
	} {
		if why := objection(path); (why == "") != want {
			t.Errorf("%q: %q", path, why)
		}
	}
}

func TestBranchNames(t *testing.T) {
	for name, want := range map[string]bool{
		"main": true, "feat/#12": true, "ringfence/policy": true, "größe": true, "a@b": true, "v1.2": true,
		"": false, "@": false, "refs/heads/x": false, "a..b": false, "a b": false, "a//b": false, "/a": false, "a/": false, ".a": false,
		"a/.b": false, "a.lock": false, "a.lock/b": false, "a@{1}": false, "-d": false, "a:b": false, "a\nb": false, "a*": false, "a\xff": false,
	} {
		if err := checkBranch(name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// The token goes to the addresses the client was made with, whatever an answer
// names.
func TestWhereTheTokenGoes(t *testing.T) {
	for api, want := range map[string]string{
		"https://api.github.com":            "https://uploads.github.com",
		"https://api.tenant.ghe.com":        "https://uploads.tenant.ghe.com",
		"https://git.example.com/api/v3":    "https://git.example.com/api/uploads",
		"http://127.0.0.1:8080/x/api/v3":    "http://127.0.0.1:8080/x/api/uploads",
		"https://git.example.com/elsewhere": "https://git.example.com/elsewhere",
	} {
		if got := uploadsOf(api); got != want {
			t.Errorf("%s: %s, want %s", api, got, want)
		}
	}
	way := transport{own: []string{"https://git.example.com/api/v3/", "https://git.example.com/api/graphql"}}
	for address, want := range map[string]bool{
		"https://git.example.com/api/v3/repos/o/r":     true,
		"https://git.example.com/api/v3/x?page=2":      true,
		"https://git.example.com/api/graphql":          true,
		"https://git.example.com/api/graphql2":         false,
		"https://git.example.com/api/v3.example/x":     false,
		"https://git.example.com.evil.example/api/v3/": false,
		"http://git.example.com/api/v3/x":              false,
		"https://me@git.example.com/api/v3/x":          false,
		"https://git.example.com:444/api/v3/x":         false,
	} {
		if got := way.owns(parse(t, address)); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}

func parse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
