package policy

import (
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// web is a pattern of addresses that are opened, its server by itself: a star in that stands for
// no slash, so that no path brings the granted name along.
type web struct {
	server pattern.Text
	// rest is nil for a server alone.
	rest *pattern.Text
}

// partsOf gives the server of an address, up to the first mark that ends it, and what comes behind;
// false for a text that names none.
func partsOf(text string) (server, rest string, ok bool) {
	scheme, behind, ok := strings.Cut(text, "://")
	if !ok || strings.HasPrefix(text, "re:") {
		return "", "", false
	}
	end := len(text)
	if i := strings.IndexAny(behind, `/?#\`); i >= 0 {
		end = len(scheme) + len("://") + i
	}
	return text[:end], text[end:], true
}

// parseWeb gives nil for a pattern that names no server, which is compared as a text.
func parseWeb(text string) *web {
	server, rest, ok := partsOf(text)
	if !ok {
		return nil
	}
	// What ends in a star behind the server, or has nothing behind it, has its path in that.
	if rest == "" && strings.HasSuffix(server, "*") {
		rest = "*"
	}
	s, err := pattern.ParseText(server)
	if err != nil {
		return nil
	}
	if rest == "" {
		return &web{server: s}
	}
	r, err := pattern.ParseText(rest)
	if err != nil {
		return nil
	}
	return &web{s, &r}
}

func (w web) match(text string) bool {
	server, rest, ok := partsOf(text)
	if !ok || !w.server.Match(server) {
		return false
	}
	if w.rest == nil {
		return rest == "" || rest == "/"
	}
	return w.rest.Match(rest)
}

// includes reports a proof that w takes whatever b takes.
func (w web) includes(b web, pr *pattern.Prover) bool {
	if !pr.Text(w.server, b.server) {
		return false
	}
	switch {
	case w.rest == nil:
		return b.rest == nil
	case b.rest == nil:
		return w.rest.Match("") && w.rest.Match("/")
	}
	return pr.Text(*w.rest, *b.rest)
}
