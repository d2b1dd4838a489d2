'use strict'

// The file system an extension gets: a module made anew of what the catalogue knows of
// Node's. paths.js asks for paths, arguments.js reads arguments, calls.js calls
// Node, streams.js is about streams and fastpath.js about what is called most.

const real = require('node:fs')
const { endsWith, ownKeys } = require('../../kernel/primordials.js')
const { createDirectoryJobs } = require('./directories.js')
const { quick } = require('./fastpath.js')
const { gated, results } = require('./calls.js')
const { CLOSED, ON_FD, plainName } = require('./names.js')
const { Files } = require('./paths.js')
const { streamClasses } = require('./streams.js')
const { buildWatch } = require('./watch.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */
/** @typedef {import('./paths.js').Files} Files */

const { constants } = real

// fill copies what the catalogue knows of a module, each function behind its gate.
/** @param {Files} files */
function fill(files, out, from, prefix, table) {
  const { fence, views, watch } = files
  const keys = ownKeys(from)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key !== 'string') continue
    const member = prefix + key
    const entry = table[member]
    if (entry === undefined || key === 'promises' || CLOSED[key] === true || CLOSED[member] === true) continue
    const value = from[key]
    if (key === 'ReadStream' || key === 'WriteStream' || key === 'Dir') continue
    if (typeof value !== 'function') out[key] = value
    else if (key === 'unwatchFile') out[key] = watch.unwatching(value)
    else if (entry === 0 && ON_FD[plainName(member)] !== true) out[key] = value
    else out[key] = quick(fence, views, member, value, gated(files, member, value, entry === 0 ? harmless(key) : entry))
  }
}

// harmless is the entry of a function that has no power but the descriptor it is given.
const harmless = key => ({ __proto__: null, c: '', a: [], f: endsWith(key, 'Sync') ? 'sync' : 'callback' })

// buildFS makes the module fs of a fence.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildFS(fence, views, table) {
  const files = new Files(fence, views)
  files.results = results(files)
  files.directoryJobs = createDirectoryJobs(files)
  files.watch = buildWatch(files)
  const out = streamClasses(files)
  fill(files, out, real, '', table)
  out.promises = {}
  fill(files, out.promises, real.promises, 'promises.', table)
  out.realpath.native = out.realpath
  out.realpathSync.native = out.realpathSync
  out.F_OK = constants.F_OK
  out.R_OK = constants.R_OK
  out.W_OK = constants.W_OK
  out.X_OK = constants.X_OK
  return out
}

module.exports = { __proto__: null, buildFS }
