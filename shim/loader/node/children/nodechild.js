'use strict'

// Node started on a script or a text of the extension's (invariant 8): it starts on the loader's file, with the same policy.

const { createRequire } = require('node:module')
const { resolve } = require('node:path')
const { append, isArray, startsWith } = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')
const { isOwn } = require('../../policy/checks.js')
const { readPath } = require('../../policy/paths.js')
const { refused } = require('../../kernel/errors.js')
const { inheritance, VARIABLE } = require('../../policy/inherit.js')
const { ownNames } = require('./childenv.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const denied = (name, what) => refused('RF_DENIED_CALL', name === 'execFile' || name === 'execFileSync' ? 'spawn' : name, what)

// script finds a file as Node does: "server" may be server.js, or a folder with a main.
const script = path => {
  try {
    const { resolve } = createRequire(path)
    return resolve(path)
  } catch {
    return path
  }
}
const harmlessFlag = f => startsWith(f, '--max-old-space-size') || startsWith(f, '--max_old_space_size') || f === '--enable-source-maps' ||
  f === '--no-warnings' || f === '--nolazy' || f === '--no-deprecation'
// A text that Node runs in place of a script: language servers look for a library of the workspace in a process that
// stands there.
const isText = f => f === '-e' || f === '--eval'

// mayFork asks for a script of Node's. One that did not ship is loaded as any other such file is, of which a person hears
// here: what the child asks for it asks alone.
/** @param {Fence} fence */
const mayFork = (fence, path) => ask(fence, { section: 'code', name: 'fork', path }) &&
  (isOwn(fence, path) || ask(fence, { section: 'code', name: 'load' }))

// flagsOf reads Node's own flags: those that say nothing of what runs, the text that does, and how many of args they were;
// wrong is a flag that is none of these. What fork is given for Node alone is left out where it is unknown.
function flagsOf(execArgv, args) {
  const r = { __proto__: null, kept: [], text: undefined, from: 0, wrong: '' }
  for (let j = 0; isArray(execArgv) && j < execArgv.length; j++) {
    const flag = '' + execArgv[j]
    if (harmlessFlag(flag)) append(r.kept, flag)
    else if (isText(flag) && j + 1 < execArgv.length) r.text = '' + execArgv[++j]
  }
  for (; r.text === undefined && r.from < args.length && args[r.from][0] === '-'; r.from++) {
    const flag = args[r.from]
    if (harmlessFlag(flag)) append(r.kept, flag)
    else if (isText(flag) && r.from + 1 < args.length) r.text = args[++r.from]
    else r.wrong = flag
    if (r.wrong !== '') return r
  }
  return r
}

// createNodeChild returns what asks for a script or a text, and says what to start; started makes the start of a program.
/** @param {Fence} fence */
function createNodeChild(fence, loaderFile, started) {
  // behind starts Node on the loader's file, which runs what stands behind its flag, with the arguments from one on.
  function behind(path, kept, runs, args, from, o, own) {
    append(kept, loaderFile)
    append(kept, '--ringfence-child')
    for (let i = 0; i < runs.length; i++) append(kept, runs[i])
    for (let i = from; i < args.length; i++) append(kept, args[i])
    const start = started(path, kept, o, 'node', own)
    o.env[VARIABLE] = inheritance(fence, ownNames(fence, o.env))
    return start
  }

  return function nodeChild(name, path, args, o) {
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) return started(path, args, o, 'node', false)
    const { kept, text, from, wrong } = flagsOf(o.execArgv, args)
    if (wrong !== '') return denied(name, 'node ' + wrong)
    if (text !== undefined) {
      if (!ask(fence, { section: 'code', name: 'eval' }) || loaderFile === '') return denied(name, 'node -e')
      return behind(path, kept, ['-e', text], args, from, o, false)
    }
    if (from === args.length) return denied(name, 'node')
    const given = readPath(args[from])
    const at = given === null ? null : fence.paths.onDisk(script(resolve(o.cwd, given)), true)
    if (at === null || !mayFork(fence, at.canonical)) return denied(name, given === null ? '' : given)
    if (loaderFile === '') return denied(name, given)
    return behind(path, kept, [at.real], args, from + 1, o, isOwn(fence, at.canonical))
  }
}

module.exports = { __proto__: null, createNodeChild, denied }
