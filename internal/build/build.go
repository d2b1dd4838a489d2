// Package build makes a .vsix of an extension's sources: it finds the
// extensions of a repository, installs what they depend on with the package
// manager they were written for, and has vsce package them.
//
// Building runs a stranger's code, which nothing else in this program does. So
// everything here is about what that code is given and what is believed of it:
// an environment of named variables and no other, a home of its own, limits on
// time and output, an output that cannot speak to the runner, an end that takes
// its descendants along, and of all that it leaves behind nothing is read but
// the one archive. What this cannot do is in docs/build.md: a program of the same
// user in the same job can look for what that job holds elsewhere.
package build
