// Package worker parses and lowers hostile source in a child process of the
// same binary, so that a file that exhausts the stack, the memory or our
// patience takes only the child with it.
//
// The protocol is two frames a file on the child's standard input and output: its
// name, which says by its first bytes what is asked, and its text.
// One child serves many files; when it dies the parent knows which file it was
// on, starts another and goes on.
//
// # Why a child
//
// A stack overflow ends a Go program, and some inputs need quadratic time. So source is parsed and
// lowered in a child: the same binary under a hidden verb, with a limit on stack, memory and time.
// What the parent knows of a file that killed its child is that it is blind, and it goes on with
// the next. What crosses back is not a tree but a flat, numbered form that is checked when it is
// read, because a child that parsed hostile text is not to be believed either. The child runs with
// our own rights: it is a shield against crashes, not against an exploit of the parser.
//
// The child's peak of memory is while it parses: a tree is ten to twenty times its text, nearly all
// of it lives until it is lowered, and so the collector waits until a file takes more than files of
// its size do (memory.go). A child that parsed a large file ends before its unit is unpacked, so
// that its peak and the solver's do not meet. Where Linux has large pages at hand both processes
// take them (internal/memory): fetching small ones was an eighth of the time.
package worker
