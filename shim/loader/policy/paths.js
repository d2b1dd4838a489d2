'use strict'

// A path as the disk sees it (invariant 7): what an extension gave is read once
// into a string, made absolute, its directory resolved through every link, and
// its last part too where the operation follows links.

const fs = require('node:fs')
const nodePath = require('node:path')
const { fileURLToPath } = require('node:url')
const pattern = require('../../pattern/index.js')
const {
  bytesToString, codeAt, indexOf, lastIndexOf, slice, bufferFrom, mapClear, mapGet, mapSet, Map, now, typedLength, typedSet, typedTag,
  Uint8Array, URL, urlHref,
} = require('../kernel/primordials.js')

const realpath = fs.realpathSync.native
const { readlinkSync, lstatSync } = fs
const { dirname, basename, resolve } = nodePath
const platform = process.platform === 'win32' ? 'win32' : process.platform === 'darwin' ? 'darwin' : 'posix'
const MAX_LINKS = 40

// readPath returns the path an argument names, or null: a string, a URL, bytes.
function readPath(value) {
  let text = null
  if (typeof value === 'string') text = value
  else if (value !== null && typeof value === 'object') {
    if (typedTag(value) === 'Uint8Array') {
      const copy = new Uint8Array(typedLength(value))
      typedSet(copy, value)
      text = bytesToString(bufferFrom(copy.buffer), 'utf8')
      if (indexOf(text, '\ufffd') >= 0) return null
    } else {
      try {
        text = fileURLToPath(new URL(urlHref(value)))
      } catch {
        return null
      }
    }
  }
  return text === null || text === '' || indexOf(text, '\0') >= 0 ? null : text
}

function createPaths() {
  // Folders by what was asked for, and paths by what was asked for but for the links
  // that their last part may be.
  const known = new Map()
  const spelled = new Map()
  let cleared = 0
  // What the last question saw of a file that is no link.
  let seenAt = ''
  let seenStats

  // dropCache is called by whatever changes names on the disk.
  function dropCache() {
    mapClear(known)
    mapClear(spelled)
  }

  // What is known is good for a millisecond, in which many ask for the same folder:
  // anybody may put a link in its place.
  function expire() {
    const t = now()
    if (t === cleared) return
    dropCache()
    cleared = t
  }

  function realDirectory(dir) {
    let real = mapGet(known, dir)
    if (real === undefined) {
      real = resolveExisting(dir, 0)
      if (real !== null) mapSet(known, dir, real)
    }
    return real
  }

  // resolveExisting resolves the nearest ancestor that exists. A link that leads
  // nowhere is followed by hand: opening it for writing makes its target.
  function resolveExisting(path, links) {
    if (links > MAX_LINKS) return null
    try {
      return realpath(path)
    } catch (e) {
      if (e.code !== 'ENOENT' && e.code !== 'ENOTDIR') return null
    }
    const parent = dirname(path)
    if (parent === path) return null
    let target = null
    try {
      target = readlinkSync(path)
    } catch {
      target = null
    }
    const above = resolveExisting(parent, links)
    if (above === null) return null
    if (target !== null) return resolveExisting(resolve(above, target), links + 1)
    return above === '/' ? '/' + basename(path) : above + nodePath.sep + basename(path)
  }

  // onDisk returns { real, canonical }: what to hand to Node, and the spelling that
  // patterns know; null for a path that is refused.
  function onDisk(text, follow) {
    const at = unfollowed(text)
    if (at === null || !follow || at.top || !isLink(at.real)) return at
    const real = resolveExisting(at.real, 0)
    return real === null ? null : located(real, false)
  }

  // unfollowed is the same of a path whose last part may be a link.
  function unfollowed(text) {
    expire()
    let at = mapGet(spelled, text)
    if (at === undefined) {
      at = placed(text)
      if (at !== null) mapSet(spelled, text, at)
    }
    return at
  }

  // placed returns a path with its folder resolved.
  function placed(text) {
    const clean = normal(text)
    const absolute = clean ? text : resolve(text)
    const cut = clean ? lastIndexOf(absolute, '/') : 0
    const parent = clean && cut > 0 ? slice(absolute, 0, cut) : dirname(absolute)
    if (parent === absolute) return located(absolute, true)
    const above = realDirectory(parent)
    if (above === null) return null
    const name = clean ? slice(absolute, cut + 1) : basename(absolute)
    return located(above === '/' ? '/' + name : above + nodePath.sep + name, false)
  }

  function isLink(path) {
    seenAt = ''
    try {
      const s = lstatSync(path, QUIET)
      if (s === undefined) return false
      if ((s.mode & 0o170000) === 0o120000) return true
      seenAt = path
      seenStats = s
      return false
    } catch {
      return true
    }
  }

  // seen gives, once, what the last question saw of a file that is no link: for those
  // who would ask the disk the same again.
  function seen(path) {
    if (seenAt !== path) return undefined
    seenAt = ''
    return seenStats
  }

  // plain returns what the disk says of a file that is there and no link, or undefined.
  const plain = path => (isLink(path) ? undefined : seen(path))
  return { __proto__: null, onDisk, unfollowed, dropCache, seen, plain }
}
const QUIET = { __proto__: null, throwIfNoEntry: false }

// located names a place that is resolved; nobody changes it, for it is given out again.
function located(real, top) {
  const canonical = pattern.canonical(platform, real, true)
  return canonical === null ? null : { __proto__: null, real, canonical, top }
}

// normal reports an absolute path in which resolve would find nothing to do, which is
// most of what is asked for and costs less to see than to do.
function normal(path) {
  if (platform === 'win32' || path[0] !== '/') return false
  let slash = true
  for (let i = 1; i < path.length; i++) {
    const c = codeAt(path, i)
    if (slash && (c === 47 || c === 46)) return false
    slash = c === 47
  }
  return !slash
}

module.exports = { __proto__: null, createPaths, readPath, platform }
