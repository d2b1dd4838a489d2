'use strict'

// Between a check and its use a name may come to mean another file (invariant 7). A
// pin opens what was asked for first, without following its last part, asks the
// descriptor where that is, and gives a name that goes through the descriptor: what
// Node does with it, whenever it does, is done to what was asked for. Linux has such
// names; elsewhere the check alone stands, as the threat model says.

const fs = require('node:fs')
const { append, codeAt, defineProperty, Error, getOwn, indexOf, lastIndexOf, slice } = require('../../kernel/primordials.js')

const { openSync, closeSync, readlinkSync, fstatSync, constants } = fs
const O_PATH = 0o10000000
const FDS = '/proc/self/fd/'
const TRIES = 6
const MAX_OPEN = 200
const { O_NOFOLLOW, O_DIRECTORY } = constants
const { platform } = process

// possible reports that descriptors have names here.
let known
function possible() {
  if (known === undefined) {
    known = false
    if (platform === 'linux') {
      try {
        const fd = openSync('/', O_PATH | O_DIRECTORY)
        known = readlinkSync(FDS + fd) === '/'
        closeSync(fd)
      } catch {
        known = false
      }
    }
  }
  return known
}

const isLink = fd => (fstatSync(fd).mode & 0o170000) === 0o120000

// grab opens a path as it stands: { fd, where }, null where nothing is, or a stale
// one that is a link now.
function grab(path, flags) {
  let fd
  try {
    fd = openSync(path, O_PATH | O_NOFOLLOW | flags)
  } catch (e) {
    if (e.code === 'ENOENT' || e.code === 'ENOTDIR' || e.code === 'ELOOP') {
      return { __proto__: null, fd: -1, where: '', gone: e.code === 'ENOENT', error: e }
    }
    throw e
  }
  try {
    if (!isLink(fd)) return { __proto__: null, fd, where: readlinkSync(FDS + fd), gone: false, error: null }
  } catch (e) {
    closeSync(fd)
    throw e
  }
  closeSync(fd)
  return { __proto__: null, fd: -1, where: '', gone: false, error: null }
}

const folder = path => {
  const at = lastIndexOf(path, '/')
  return at <= 0 ? '/' : slice(path, 0, at)
}
const last = path => slice(path, lastIndexOf(path, '/') + 1)

// How many descriptors are pinned, and who waits for one.
const count = { __proto__: null, open: 0 }
const waiting = []
let first = 0

// whenFree calls f as soon as a pin may be made.
function whenFree(f) {
  if (count.open < MAX_OPEN) f()
  else append(waiting, f)
}
const free = () => count.open < MAX_OPEN
function released(n) {
  count.open -= n
  while (first < waiting.length && count.open < MAX_OPEN) {
    const f = waiting[first]
    waiting[first++] = undefined
    f()
  }
  if (first === waiting.length) waiting.length = first = 0
}

// createPins holds what one call pins. look(i) reads the path of its argument i anew
// and returns { at } or { error }; judge(i, path) asks for where a descriptor turned
// out to be, and gives an error or null.
function createPins(look, judge) {
  const held = []
  const names = []
  const keep = (fd, path, real) => {
    append(held, fd)
    count.open++
    append(names, { __proto__: null, path, real })
    return path
  }

  // missing returns a name that never exists, for what is not there: what comes there
  // later was not asked for.
  const missing = at => {
    append(names, { __proto__: null, path: FDS + 'none', real: folder(at.real) })
    return FDS + 'none/' + last(at.real)
  }

  // below returns a name under the file that stands where a path has a folder, so that the
  // system itself says ENOTDIR: nothing is ever below a file that is pinned. null where
  // none stands there now.
  function below(at) {
    let dir = folder(at.real)
    let g = grab(dir, 0)
    while (g.fd < 0 && g.error !== null && dir !== '/') {
      dir = folder(dir)
      g = grab(dir, 0)
    }
    if (g.fd < 0) return null
    if ((fstatSync(g.fd).mode & 0o170000) === 0o040000) {
      closeSync(g.fd)
      return null
    }
    return keep(g.fd, FDS + g.fd, dir) + slice(at.real, dir.length)
  }

  // object pins what a path names: { path, exists }.
  function object(i, at) {
    for (let n = 0; n < TRIES; n++) {
      const g = grab(at.real, 0)
      if (g.fd >= 0) {
        if (g.where === at.real || judge(i, g.where) === null) {
          return { __proto__: null, path: keep(g.fd, FDS + g.fd, at.real), exists: true, at }
        }
        closeSync(g.fd)
      } else if (g.gone) return { __proto__: null, path: missing(at), exists: false, at }
      const under = g.error !== null && g.error.code === 'ENOTDIR' ? below(at) : null
      if (under !== null) return { __proto__: null, path: under, exists: false, at }
      const again = look(i)
      if (again.error !== null) throw again.error
      at = again.at
    }
    throw judge(i, '') || new Error('a path that does not stand still')
  }

  // name pins the folder of a path, for what acts on the name in it.
  function name(i, at) {
    for (let n = 0; n < TRIES; n++) {
      const dir = folder(at.real)
      const g = grab(dir, O_DIRECTORY)
      if (g.fd >= 0) {
        const there = g.where === '/' ? '/' + last(at.real) : g.where + '/' + last(at.real)
        if (g.where === dir || judge(i, there) === null) return keep(g.fd, FDS + g.fd, dir) + '/' + last(at.real)
        closeSync(g.fd)
      } else if (g.error !== null) return below(at) || missing(at)
      const again = look(i)
      if (again.error !== null) throw again.error
      at = again.at
    }
    throw judge(i, '') || new Error('a path that does not stand still')
  }

  function close() {
    const n = held.length
    for (let i = 0; i < n; i++) closeSync(held[i])
    held.length = 0
    if (n > 0) released(n)
  }

  // spoken puts the names that were asked for into a text.
  function spoken(text) {
    for (let i = 0; i < names.length; i++) {
      const { path, real } = names[i]
      for (let at = indexOf(text, path); at >= 0; at = indexOf(text, path, at + 1)) {
        const c = at + path.length < text.length ? codeAt(text, at + path.length) : 0
        if (c < 48 || c > 57) text = slice(text, 0, at) + (real === '/' && c === 47 ? '' : real) + slice(text, at + path.length)
      }
    }
    return text
  }

  // told makes an error of Node's speak of what was asked for.
  function told(e) {
    if (names.length === 0 || e === null || typeof e !== 'object') return e
    const keys = ['message', 'path', 'dest', 'stack']
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(e, keys[i])
      const v = d === undefined ? undefined : 'value' in d ? d.value : keys[i] === 'stack' ? e.stack : undefined
      if (typeof v === 'string' && indexOf(v, FDS) >= 0) {
        defineProperty(e, keys[i],
          { __proto__: null, value: spoken(v), writable: true, enumerable: keys[i] === 'path' || keys[i] === 'dest', configurable: true })
      }
    }
    return e
  }
  // What else is opened for the call is closed with it.
  const also = fd => keep(fd, FDS + fd, '')
  return { __proto__: null, object, name, keep: also, close, spoken, told, made: false, asked: null }
}

module.exports = { __proto__: null, createPins, free, grab, possible, whenFree, FDS, folder, last }
