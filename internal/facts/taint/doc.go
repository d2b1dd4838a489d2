// Package taint says where data goes that a stranger may choose, and where what is private goes.
//
// It reads a solved graph through solver.View and what its values fold to; it writes into
// neither, knows no file of the extension and judges nothing. FindFlows and FindTrails are its
// two walks, Engine is what one of them found.
//
// # Flows
//
// The taint engine runs when the solver is done and asks where data goes, not which tokens a value
// may be: from what a stranger may choose (a workspace's setting, the content of a file below it, a
// response, a request, a message, a link, the clipboard) to what acts on it (flow.go has both
// lists). It follows the solver's edges and the operations that hand on data but no tokens: strings
// put together, properties of objects nobody knows, methods of strings and lists, JSON, paths,
// callbacks of events; carriers.go says which, and package sanitizer what cleans. First it walks
// backwards from all sinks at once (backwards.go) and marks what matters; then forward from each
// source within the marks (forwards.go), matching returns with the calls they belong to. Backwards,
// every node is visited once; forward, a budget for all sources together bounds the states.
//
// A method nobody has heard of hands on nothing: that loses flows through libraries that are not
// there, and keeps every call of a logger from being one. Fields of a class of values (one that
// many places make instances of) are not followed, for the solver has one object for all of them:
// one URI would make every URI a stranger's. Where a call seems to be of functions that have
// nothing to do with each other, it is no sink. All three lose true flows; the programs below
// checks/testdata/flows and the corpus decided. A budget bounds the walks, and the program is blind
// where it cuts.
//
// # Trails
//
// Trails (trail*.go) are a second walk of the same engine over the same graph, with other ends:
// from what is private (files of keys, sessions, the text of documents, the environment, who uses
// the machine) to what sends; from responses and decoders to files and code; from ciphers to files.
// They say what the code is after, so nothing cleans them and no guard ends them. Each says who
// sets it off (a timer, an event, the start, a command), found by walking back through callers, and
// which call made the request or the stream it ends in. The chain_ checks join two links of these
// and of the uses, and show both. The techniques of real incidents below
// checks/testdata/techniques, with a benign twin each and thirteen ways to write both, are the
// measure. What is lost: data that goes through a package which does not ship, files that are read
// by a name nobody can work out.
//
// # Picks
//
// What a parameter picks in a function for a call that leaves it out, or writes out true or false for it, is known from
// the syntax (lower/flag.go): data that went by the other side does not leave the function at this call (picked.go).
//
// # Guards
//
// What lower keeps of control flow is for this: a condition that may be about trust or that judges
// a value leaves a guard, the range of nodes it stands over, and a judged variable has a stand-in
// there (lower/guard.go). guard.go decides what they mean: a check of workspace.isTrusted marks
// the flow as guarded, an allow-list, a pattern or a comparison with a root ends it.
//
// A third kind is about people (lower/person.go): a condition made from a time zone, a language, a country or an account, within
// one file. People (person.go) says which code only runs under such a one, by where it stands or by all who call it.
package taint
