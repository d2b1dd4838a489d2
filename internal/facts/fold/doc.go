// Package fold works out what a value of the code is: strings with holes, alternatives, named
// roots. path.join(context.extensionPath, "server", x) is ${extension}/server/<unknown>.
//
// It goes backwards over a solved graph, from the node somebody asks about, and costs only
// what that takes. Everything is bounded; what is past a bound is open or unknown, and is
// never left out without saying so.
package fold
