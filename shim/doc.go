// Package shim is the loader: the JavaScript that runs inside VS Code's extension
// host and observes or enforces a policy for one extension.
//
// The loader is written as small CommonJS modules (loader, pattern) and is one
// file at run time: Bundle puts them into a table of functions, without a build
// tool, the same bytes every time. What the loader knows of Node and of the vscode
// API is a table made from the catalogue, so that the policy generator and the
// loader cannot disagree. The package runs no JavaScript and writes no files.
//
// # How the loader works
//
// The bundle stands beside the original main and ends in start(module, require, config, digest).
// The folders of shim/loader are layers, and layers_test.go holds the direction: kernel
// (primordials, the membrane, code from strings) requires no other, policy (what is allowed, paths,
// the log) requires kernel, node and vscode (the two surfaces) require both and never each other,
// and start.js puts them together.
//
//   - start makes a fence (policy, scope, trust, log), views, globals and modules, and loads the
//     original entry.
//   - A file is compiled by vm.compileFunction in strict mode, with every powerful global as a
//     parameter. import() rejects in such code on every Node from 20 to 24, so what is not
//     rewritten is closed. eval cannot be a parameter of strict code: a file that names it gets a
//     function around it, after its text was parsed alone, so that it cannot end that function
//     early.
//   - A core module is a new object: what only computes is passed on, what has power is a gate,
//     what the catalogue does not know is not there. A gate reads arguments once into values of
//     its own, makes paths canonical, asks, and calls the original with what it asked for.
//   - What comes back (sockets, children, handles, timers) is a Proxy whose target is a stand-in;
//     the real object is in a WeakMap. Listeners get views.
//   - Function and its kin are replaced once by a Proxy over themselves, in the global and in
//     every .constructor. When it is called, the files on the stack decide: a file of the fence,
//     or no file at all, and the text is compiled with the fence's globals; everybody else's call
//     goes through. No other decision looks at a stack.
//   - Forked processes and workers start from the loader's own file, with the same policy, at
//     level host.
//   - A file that does not compile in strict mode does not run. This is a choice: in sloppy code
//     this of a plain call is the real global. A with statement alone throws where it stands.
//
// shim/loader/README.md says how to read it, and which invariants hold it.
//
// # What it cannot do
//
//   - One installation for several fenced extensions: each has its own copy, stacked.
//   - On Windows and macOS a rename between a check and an asynchronous call is not stopped; on
//     Linux what a call names is opened first and used through its descriptor.
//   - Sloppy files, and those that rely on functions hoisted out of blocks, do not run. Source
//     text that only the wrapping program can rewrite is scanned for "import(" without a parser
//     when there is no table.
//   - test, repl, wasi, sqlite, domain, cluster and the inspector are closed whatever the policy
//     says; of sqlite, sessions and changesets are not there.
//   - Agents and lookups an extension brings are replaced by Node's; a getter that is put on the
//     global object is asked once, when it is put there.
//   - Documents and editors of the vscode API are not gated member by member. Debug adapters that
//     package.json names are started by the editor outside the fence.
//   - What Node's own tests find differing under a policy that grants everything (make node-tests) is
//     listed in loader/README.md.
//   - Windows and macOS: not run.
package shim
