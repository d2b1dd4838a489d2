// Package probes holds the call-site probes: small programs that reach a
// function of Node or VS Code in every way that JavaScript, its compilers and
// its bundlers know, each with the uses that must be found in it. The package
// has no code of its own but tests; they show three things:
//
//   - the probes are true: run in Node against stand-ins that do nothing
//     (node/run.js), each makes exactly the calls it announces, as it is
//     written and in every rendition;
//   - the facts engine finds all of them, and nothing else, in the probe as it
//     is written;
//   - and in what esbuild, webpack, rollup, ncc, tsc and Babel make of it,
//     minified and not (node/bundle.js).
//
// A probe is one file below testdata, or a txtar archive of several, of which
// the first is the main file. The comment lines at its head say what is in it:
//
//	// want: fs.readFile call "a"     this use, with these first arguments (JSON)
//	// may: fs.readFile reference     this use may be reported or not
//	// none                           nothing is used (the mirror of a form)
//	// setting: go.gopath             this setting is read
//	// entry: server.js               somebody else starts this file too
//	// optional: why                  what is wanted here is welcome, not required
//	// mixed: why                     a known limit of the engine: it finds too much here
//	// norun: why                     Node cannot show that it is true
//	// not: rollup, ncc: why          these bundlers cannot take it
//	// note: …
//
// A use is a symbol, as Node's documentation spells it, and a kind (call, new,
// reference, escape). Only symbols the catalogue gives a power count; a
// function that is called is not listed as a reference too. What a bundler's
// own runtime uses is not the probe's: it is what is found in the same
// bundler's rendition of an empty program, and is logged.
package probes
