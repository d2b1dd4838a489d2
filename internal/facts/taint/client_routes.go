package taint

import (
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The client of GitHub is told a route and no address: kit.request("POST /repos/…", {…}), kit.issues.create({owner, repo, …}). Where
// it sends to is written nowhere beside the call, and inside of it the route is parsed and put together anew.

// forge is where such a client sends to that is told nothing else.
const forge = "https://api.github.com"

// givingRoutes are routes by which something is given to the forge.
var givingRoutes = lazyregexp.Lazy(`^(POST|PUT|PATCH) /(repos|gists|user|users|orgs|teams|projects|notifications|enterprises|markdown)\b`)

// areas are the parts of such a client that hold its methods, gives the methods by which they give something.
var (
	areas = map[string]bool{
		"issues": true, "gists": true, "repos": true, "git": true, "pulls": true, "checks": true, "actions": true, "teams": true,
		"reactions": true, "users": true, "projects": true,
	}
	gives = lazyregexp.Lazy(`^(create|update|add|replace|upload|submit)[A-Z]?\w*$`)
)

// routed adds the calls of such a client. What the client itself was given, as a session, goes along as it should.
func (t *Engine) routed() {
	s := t.s
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || !t.live(n) {
			continue
		}
		args := s.ArgNodes(n)
		if len(args) == 0 || args[0] <= 0 {
			continue
		}
		name := t.calleeName(u, v)
		if name == "request" && t.isRoute(args[0]) || gives().MatchString(name) && t.ofArea(s.Resolve(c, v.A), args[0]) {
			*t.asked = append(*t.asked, request{node: n, to: forge, opened: true, routed: true})
		}
	}
}

// isRoute holds for a text that begins as a route does by which something is given.
func (t *Engine) isRoute(n int32) bool {
	for _, p := range t.values.Of(n).Alts {
		if len(p) > 0 && p[0].Kind == value.Literal && givingRoutes().MatchString(p[0].Text) {
			return true
		}
	}
	return false
}

// ofArea holds for a method of an area that is told whose repository, or which files of a gist.
func (t *Engine) ofArea(method, options int32) bool {
	_, v, c := t.s.Code(method)
	if v == nil || v.Op != ir.OpLoad {
		return false
	}
	u, v, _ := t.s.Code(t.s.Resolve(c, v.A))
	if v == nil || v.Op != ir.OpLoad || !areas[u.Strings[v.B]] {
		return false
	}
	if u.Strings[v.B] == "gists" {
		return len(t.properties(options, "files")) > 0
	}
	return len(t.properties(options, "owner")) > 0 && len(t.properties(options, "repo")) > 0
}
