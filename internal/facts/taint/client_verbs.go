package taint

import "slices"

// sendsByVerb holds for a call that is given, beside an address, a verb of HTTP and what goes with it. A bundler that
// renames what a module hands out leaves nothing else to tell a client by that queues what it is asked.
func (t *Engine) sendsByVerb(n int32) bool {
	args := t.s.ArgNodes(n)
	if len(args) < 2 || args[1] <= 0 {
		return false
	}
	with := func(name string) bool { return len(t.properties(args[1], name)) > 0 }
	if !with("headers") && !with("body") {
		return false
	}
	return slices.ContainsFunc(t.properties(args[1], "method"), func(p int32) bool {
		return slices.ContainsFunc(t.texts(p), func(verb string) bool { return sendingVerbs[verb] })
	})
}

// sendingVerbs are the verbs of HTTP by which something is sent.
var sendingVerbs = map[string]bool{"POST": true, "PUT": true, "PATCH": true, "DELETE": true}
