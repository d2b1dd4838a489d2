// Package hostile holds no code, only tests: input made to crash, stall, fool or
// escape the program, each run through the whole command as a stranger would.
//
// Whatever the input, four things hold: the exit code is the documented one;
// what could not be seen is named with a reason, and what was not refused was
// seen; the extension's other files are seen as ever; and time and memory of
// all processes together stay bounded.
package hostile
