'use strict'

// A program that the code looked up itself (invariant 8): packages search PATH and start what they found by its whole path. That
// is the program of that name where it is exactly what the host's PATH gives for it, and where neither the extension nor whoever
// made the workspace says what lies there.

const fs = require('node:fs')
const nodePath = require('node:path')
const { append, apply, endsWith, mapGet, slice, startsWith } = require('../../kernel/primordials.js')
const { mayWrite } = require('../../policy/checks.js')
const { platform } = require('../../policy/paths.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { basename, dirname, isAbsolute, parse, sep } = nodePath
const { isSymbolicLink } = fs.Stats.prototype
const { lstatSync, readlinkSync } = fs
const MAX_LINKS = 40
const ENDINGS = ['.exe', '.com', '.cmd', '.bat']

// partsOf lists the names in a path, the last one first.
function partsOf(path) {
  const names = []
  let from = 0
  for (let i = 0; i <= path.length; i++) {
    if (i < path.length && path[i] !== sep && path[i] !== '/') continue
    if (i > from) append(names, slice(path, from, i))
    from = i + 1
  }
  const out = []
  for (let i = names.length - 1; i >= 0; i--) append(out, names[i])
  return out
}

// follow gives the file that a path leads to, or '' where one link on the way, or the file, is none that ok() takes: whoever may
// change a link says what the name means.
function follow(path, ok) {
  const { root } = parse(path)
  let at = root
  const left = partsOf(slice(path, root.length))
  for (let links = 0; left.length > 0;) {
    const name = left[left.length - 1]
    left.length--
    if (name === '.') continue
    if (name === '..') {
      at = dirname(at)
      continue
    }
    const next = at === root ? root + name : at + sep + name
    if (!apply(isSymbolicLink, lstatSync(next), [])) {
      at = next
      continue
    }
    if (links++ === MAX_LINKS || !ok(next)) return ''
    const target = readlinkSync(next)
    if (isAbsolute(target)) {
      if (parse(target).root !== root) return ''
      at = root
    }
    const more = partsOf(isAbsolute(target) ? slice(target, root.length) : target)
    for (let i = 0; i < more.length; i++) append(left, more[i])
  }
  return ok(at) ? at : ''
}

// isOthers reports a file that neither the extension may write nor the workspace holds.
/** @param {Fence} fence */
function isOthers(fence, file) {
  const at = fence.paths.onDisk(file, false)
  if (at === null || mayWrite(fence, at.canonical)) return false
  const roots = mapGet(fence.roots, 'workspace')
  for (let i = 0; roots !== undefined && i < roots.length; i++) {
    if (at.real === roots[i] || startsWith(at.real, roots[i] + sep)) return false
  }
  return true
}

// nameOnPath is the name that a whole path was looked up by, or ''. find gives what the host's PATH has of a name, real is the file
// that the path leads to, and will be started.
/** @param {Fence} fence */
function nameOnPath(fence, path, real, find) {
  let name = basename(path)
  for (let i = 0; platform === 'win32' && i < ENDINGS.length; i++) {
    if (endsWith(name, ENDINGS[i])) name = slice(name, 0, name.length - ENDINGS[i].length)
  }
  try {
    return find(name) === path && follow(path, file => isOthers(fence, file)) === real ? name : ''
  } catch {
    return '' // somebody took it away meanwhile
  }
}

module.exports = { __proto__: null, nameOnPath }
