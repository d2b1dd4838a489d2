package supplychain

import (
	"net/url"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Scorecard is the score of one repository by OpenSSF Scorecard.
type Scorecard struct {
	// Repository is its name ("github.com/acme/toy").
	Repository string `json:"repository"`
	// Package is the direct dependency it is the repository of; empty: the
	// extension's own.
	Package string `json:"package"`
	// Score is from 0 to 10; nil: nobody scored it, or the result is inconclusive
	// (-1), neither of which is a low score.
	Score *float64 `json:"score"`
	// Low names the checks with the lowest scores, worst first.
	Low []string `json:"low,omitempty"`
}

// links are the properties of a .vsixmanifest that name a repository, the one
// that counts first.
var links = [...]string{"Microsoft.VisualStudio.Services.Links.Source", "Microsoft.VisualStudio.Services.Links.GitHub"}

// Repository is the address of the repository an extension names: in its
// .vsixmanifest, else in its package.json. Empty: neither does. Nothing proves
// that the extension was built from it.
func Repository(e *extension.Extension) string {
	if e.VSIX != nil {
		for _, id := range links {
			if s := strings.TrimSpace(e.VSIX.Property(id)); s != "" {
				return s
			}
		}
	}
	return strings.TrimSpace(e.Manifest.Repository)
}

var (
	ownerRE = lazyregexp.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$`)
	// scpRE is the short form of ssh: git@github.com:acme/toy.git.
	scpRE = lazyregexp.Lazy(`^[A-Za-z0-9_.-]+@([A-Za-z0-9.-]+):([^/].*)$`)
)

// RepositoryName returns the name under which repositories are scored,
// "github.com/acme/toy", of an address in any of the forms npm takes. It is
// empty when the address is elsewhere than on GitHub or GitLab, or none.
func RepositoryName(address string) string {
	const most = 500
	s := strings.TrimSpace(address)
	if len(s) > most || strings.Contains(s, "%") {
		return ""
	}
	for prefix, host := range map[string]string{"github:": "github.com", "gitlab:": "gitlab.com"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			s = "https://" + host + "/" + rest
		}
	}
	if m := scpRE().FindStringSubmatch(s); m != nil {
		s = "https://" + m[1] + "/" + m[2]
	}
	if !strings.Contains(s, ":") && strings.Count(s, "/") == 1 {
		s = "https://github.com/" + s // npm's shortest form
	}
	u, err := url.Parse(strings.TrimPrefix(s, "git+"))
	if err != nil {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if host != "github.com" && host != "gitlab.com" || len(parts) < 2 {
		return ""
	}
	owner, name := parts[0], strings.TrimSuffix(parts[1], ".git")
	if !ownerRE().MatchString(owner) || !ownerRE().MatchString(name) || strings.Contains(owner+name, "..") {
		return ""
	}
	return host + "/" + owner + "/" + name
}
