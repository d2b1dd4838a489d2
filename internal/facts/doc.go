// Package facts turns an extension's JavaScript and TypeScript into one
// immutable, typed Program: which modules are loaded, which of their functions
// are called or handed on and with what arguments, which settings are read,
// which strings and templates there are, how the files hang together, and what
// could not be seen.
//
// Every file is parsed once and walked once (package lower), in a child
// process that hostile input may kill (package worker); what crosses back is a
// compact unit (package ir). This package links the units and solves them.
//
// The package judges nothing. Checks, policies and reports are made from the
// Program, and none of them ever sees a syntax tree.
//
// # How facts are found
//
// Package lower walks a file's tree once and writes it down as a unit: values as numbered nodes,
// what happens to them as effects, functions as ranges. It knows JavaScript's syntax and no module.
// Control flow and arithmetic are forgotten there; kept are names, positions, strings, and which
// value goes where. Left spines (a+a+a…) are walked in loops.
//
// The solver (package solver) links all units and asks of each value which tokens it may be: a
// symbol from outside (fs.readFile), a function of the code, an object by the place that makes
// it, a string. It is an inclusion-based points-to analysis that forgets control flow. require,
// bundlers' module tables, interop helpers, Object.assign, bind, promises and iterators are
// instructions that run when a token arrives. Small functions whose result hangs on their
// arguments are copied for each caller, so that one interop helper does not mix all modules.
//
// Folding (package fold) works out arguments, backwards from the call: strings with holes,
// alternatives, named roots. path.join(context.extensionPath, "server", x) is ${extension}/server/<unknown>.
//
// Collecting and reporting turn tokens that reached a call, a read or an escape into Use values
// with the catalogue's spelling. Use is the common coin: policies and checks are made from uses, so
// every line of a result can name its places.
//
// # Bounds
//
// Everything is bounded: tokens a value, alternatives, copies, depth, steps. Where a bound cuts
// strings, the value says that it is open and what depends on it is unknown. Where it cuts
// functions and objects (more than six at one place, more than 64 sources, parents of parents of
// parents), a flow can be lost without a word: the function is still a use where it is read off its
// module, its call at the far end is not. How often that matters is what the recordings measure
// (docs/measurements/recall.md), not what the code promises.
//
// Code for a browser, from which no module of Node can be reached, is solved file by file and more
// shallowly (package solver, split.go); the module says so. Flows from messages to markup are
// looked for in such scripts up to about a megabyte of minified code (pages.go); in larger ones
// they are not seen.
//
// The parent's peak of memory is the solver's: it holds every unit that may reach Node at once, at
// around a hundred bytes a node, in lists without pointers, which cost the collector next to
// nothing. Past the bound of docs/measurements/benchmarks.md it collects more often
// (internal/memory).
//
// # Flows
//
// The taint engine (package taint) asks where data goes: from what a stranger may choose to what
// acts on it (flows), and from what is private or hidden to what sends it or runs it (trails). Its
// documentation says what it follows and what it loses.
//
// # Package and sources
//
// What counts is the package that is installed. A pull request has none: main names
// dist/extension.js, and nobody built it. Then the author's own files are analysed, those that
// imports lead to from the source of each entry (package unbuilt finds it, and names the file that
// says so). Nothing below node_modules is read, so that the answer is the same whether packages are
// installed or not. Each package, and each file that only a build makes, is blind: the result is
// incomplete and never better than sandbox. Program.Basis, code.basis of a report and basis of a
// policy say which of the two was judged. Facts of different bases are not compared.
//
// esbuild's bundler is not run. Its metafile was to give the graph of files; the solver links the
// files itself, through esbuild's resolver, because an installed extension is already bundled and
// its entries are found while solving (a forked server's path is an argument of a call). A bundle's
// metafile is not read either: it names a bundle's inputs and not where they lie in it. A source
// map does.
//
// # What it cannot do
//
//   - Say whose code a bundled module is without a source map. A file below node_modules is a
//     dependency, and a bundle with a map tells where each finding comes from (which proves
//     nothing and lowers nothing); a module inside a bundle without one is of unknown provenance.
//   - Read packages and generated files of a repository that is not built: its author's own files
//     are judged, and what a build adds is blind. A view's script in a language of its own (Vue,
//     Svelte) is not read.
//   - Tell instances and entries apart. Objects are told apart by the place that makes them, not
//     by instance, map key or order of assignment. The probes marked mixed are the list.
//   - Show that files never meet. Files that may reach Node are solved together, also where no
//     path of imports joins them (a server and its client), as code may load a file by a name
//     nobody knows. Only of much code (Options.Together) are packages of npm's that nothing is seen
//     to load solved apart (together.go): each of their uses and their own flows are found, and
//     what one hands to a package of another group is lost. Whose name solving finds is solved
//     with who loads it.
//
// # What holds it together
//
// Two measurements: several hundred call-site probes, run in Node for the truth and bundled by
// esbuild, webpack, rollup and ncc (package probes), and recordings of what real extensions called
// in a real extension host (internal/recall).
package facts
