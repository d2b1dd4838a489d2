// Package decode works out the constant texts of a file before it is lowered, and
// tells how obfuscators write from how people, compilers and minifiers do.
//
// It is an evaluator over the parsed tree and no JavaScript engine: it knows texts, numbers, lists,
// bytes and functions of the file itself, and of the language's own functions those that decoders
// need. It has no file, no network, no clock and no host; whoever names anything else ends the
// evaluation, and the code is followed as it stands. Steps, calls inside each other and the length of
// texts are counted, not timed, so that the same file gives the same facts on every machine.
//
// # What is worked out
//
// A call of a function of the file with constant arguments, where something is in the function that
// decoders need; a chain of the language's own methods on constants (split, reverse, join, atob,
// Buffer.from, zlib, String.fromCharCode); a sum of texts. Lists that are turned before they are asked
// are turned first, as javascript-obfuscator's are. What comes out takes the place of the call in the
// tree, so that require(d(31)) is child_process for all that follows. What a decoder of the language
// made stays beside its text: that it was decoded is a fact of its own.
//
// In a file that has signs of an obfuscator before that, what those do beside is undone as well: constants
// come out of the one list of all kinds, texts and operators out of tables that nobody hands on, sums of products
// are numbers, ![] is false, a["b"] is a.b; a function in a parameter that no call gives is a variable. No other
// file is touched by it. While a list is turned, nothing is added to a sum that is no number already.
//
// A constant text that is run (eval, new Function, vm, module._compile, a worker's) is code of the
// file: Splice puts it beside its call, and all is read again, up to Layers deep. Its places are that
// of the call.
//
// # What is lost
//
// Variables that are given a value twice, parameters of functions around, classes, generators,
// getters, promises, regular expressions with look-around, and whatever takes more steps than a file
// has. Such code keeps its signs: it is a blind spot and a finding, and nothing is said of what it does
// not do.
package decode
