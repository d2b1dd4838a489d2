'use strict'

// The folder that a program is started in (invariants 7 and 8). Between the question and the start its name may come to mean
// another: a worker swaps it, or what reads the environment does. So it is opened when it is asked for, and the program is
// started in what was opened, as is git when it is asked about its repository. Linux has names for that; elsewhere the name alone stands.

const fs = require('node:fs')
const { append, startsWith } = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')
const { roots } = require('../../policy/table.json')
const { FDS, grab, possible } = require('../fs/fdpins.js')

const { closeSync, openSync, realpathSync } = fs
const { native: realpath } = realpathSync
const O_PATH = 0o10000000
const TRIES = 6
// A name that never is one.
const NOWHERE = FDS + 'none'

// isKnown reports a folder that the extension knows of: its own, those of the workspace, and what it may read. Whether another is there
// would be told by how standing in it fails.
/** @param {import('../../policy/fence.js').Fence} fence */
function isKnown(fence, at) {
  for (let i = 0; i < roots.length; i++) {
    if (roots[i] === 'app') continue
    const list = fence.scope.roots[roots[i]]
    const itself = roots[i] === 'home' || roots[i] === 'tmp'
    for (let j = 0; list !== undefined && j < list.length; j++) {
      if (at.canonical === list[j] || (!itself && startsWith(at.canonical, list[j] + '/'))) return true
    }
  }
  return ask(fence, { section: 'files.read', path: at.canonical }) || ask(fence, { section: 'files.read', path: at.canonical + '/x' })
}

// stand opens a folder: { path, beyond, real, close }. It is null where systems have no such names, and has an empty path where
// the folder may not be stood in. find says where the folder lies now, or is null; may asks for where it turned out to be.
function stand(find, may) {
  if (!possible()) return null
  for (let n = 0; n < TRIES; n++) {
    const at = find()
    const g = at === null ? null : opened(at.real)
    if (g === null || (g.fd < 0 && g.error !== null)) return held(-1)
    if (g.fd < 0) continue
    if (may(g.where)) return held(g.fd)
    closeSync(g.fd)
    break
  }
  return { __proto__: null, path: '' }
}

function opened(path) {
  try {
    return grab(path, 0)
  } catch {
    return null
  }
}

// held is a folder that was opened, by its descriptor; what is not there stays so.
function held(first) {
  let fd = first
  const self = {
    __proto__: null,
    path: fd < 0 ? NOWHERE : FDS + fd,
    // beyond moves the descriptor behind those that the child gets, which would take its place.
    beyond(count) {
      const low = []
      while (fd >= 0 && fd < count) {
        append(low, fd)
        fd = openSync(FDS + fd, O_PATH)
      }
      for (let i = 0; i < low.length; i++) closeSync(low[i])
      if (fd >= 0) self.path = FDS + fd
    },
    // real is where a name in it leads, or null. In a folder that is not there nothing starts.
    real(name) {
      if (fd < 0) return NOWHERE
      try {
        return realpath(self.path + '/' + name)
      } catch {
        return null
      }
    },
    close() {
      if (fd >= 0) closeSync(fd)
      fd = -1
    },
  }
  return self
}

module.exports = { __proto__: null, isKnown, stand }
