'use strict'

// The questions that return an error to throw, or null.

const fs = require('node:fs')
const { posix, sep } = require('node:path')
const { indexOf, isIn, mapGet, mapHas, mapSet, Map, endsWith, lastIndexOf, slice, startsWith } = require('../kernel/primordials.js')
const { allows, isSensitive } = require('./policy.js')
const { access } = require('./access.js')
const { absent, coded, refused } = require('../kernel/errors.js')
const { memoOf, remember } = require('./memo.js')
const { ask, tell } = require('./fence.js')
const { isOtherName } = require('./othernames.js')
const table = require('./table.json')

const { lstatSync } = fs
const { dirname } = posix // what is canonical has slashes

/** @typedef {import('./fence.js').Fence} Fence */

/** @param {Fence} fence */
function checkMember(fence, module, member) {
  const { modules } = memoOf(fence)
  let known = mapGet(modules, module)
  if (known === undefined) mapSet(modules, module, (known = new Map()))
  if (mapHas(known, member)) return null
  const e = askMember(fence, module, member)
  if (e === null) remember(known, member)
  return e
}

/** @param {Fence} fence */
function askMember(fence, module, member) {
  return ask(fence, { section: 'modules', name: module, text: member }) ? null
    : refused('RF_DENIED_CALL', module + '.' + member, '')
}

// mayWrite says whether a grant lets the extension write a file, and asks nobody.
/** @param {Fence} fence */
function mayWrite(fence, canonical) {
  if (fence.policy === null) return true
  const may = fields => allows(fence.policy, fence.scope, fence.trusted, access(fields))
  return may({ section: 'files.write', path: canonical }) || may({ section: 'vscode', name: 'files.write', path: canonical })
}

// isOwn reports a file of the extension's folder.
/** @param {Fence} fence */
function isOwn(fence, canonical) {
  const list = fence.scope.roots.extension
  for (let i = 0; list !== undefined && i < list.length; i++) if (startsWith(canonical, list[i] + '/')) return true
  return false
}

const { own } = table
const KNOWN = [...own, 'workspace']
const STORES = sep + 'globalStorage' + sep
const OURS = sep + 'ringfence' + sep

// isLoaders reports the names of loaders, logs and states: this fence's and others'.
function isLoaders(real) {
  const at = lastIndexOf(real, sep)
  const name = slice(real, at + 1)
  if (startsWith(name, 'ringfence.') && (endsWith(name, '.cjs') || indexOf(name, '.jsonl') > 0)) return true
  const stores = indexOf(real, STORES)
  return endsWith(slice(real, 0, at), sep + 'ringfence') || (stores >= 0 && indexOf(real, OURS, stores) > 0)
}

// ownFile reports what no grant opens for writing: the loader, its policy, its log
// and what it remembers; for what removes, the folders above them too.
/** @param {Fence} fence */
function ownFile(fence, real, removes) {
  if (isLoaders(real)) return true
  for (let i = 0; i < fence.guarded.length; i++) {
    if (real === fence.guarded[i] || (removes && startsWith(fence.guarded[i], real === sep ? real : real + sep))) return true
  }
  const { stored } = fence
  return stored !== '' &&
    (real === stored || startsWith(real, stored + sep) || (removes && startsWith(stored, real === sep ? real : real + sep)))
}

// What takes a folder away takes what lies in it too; a tree is copied file by file,
// save while it is only observed.
const REMOVES = ['rm', 'rmdir', 'rename', 'unlink', 'delete', 'cp']
function isRemoval(syscall) {
  for (let i = 0; i < REMOVES.length; i++) if (syscall === REMOVES[i]) return true
  return false
}

// What takes one name away.
const ENDS = ['unlink', 'rm', 'rmdir']

// What looks at a folder as such, or makes sure that it is there.
const LOOKS = ['stat', 'lstat', 'access', 'exists', 'realpath', 'mkdir']

// isAbove reports a folder that stands above the extension's own or the workspace's, or where the process was started,
// with those above: that it is there is known, and programs that make a path walk it from above.
/** @param {Fence} fence */
function isAbove(fence, canonical) {
  for (let i = 0; i < KNOWN.length; i++) {
    const { [KNOWN[i]]: list } = fence.scope.roots
    const below = canonical === '/' ? canonical : canonical + '/'
    for (let j = 0; list !== undefined && j < list.length; j++) if (startsWith(list[j], below)) return true
  }
  const { started } = fence
  return started !== '' && (started === canonical || startsWith(started, canonical === '/' ? canonical : canonical + '/'))
}

// What only looks, with the call of the system that Node's error names. What may not be looked at is answered
// like what is not there: programs look for files in many places, and go on.
const ABSENT = {
  __proto__: null, stat: 'stat', lstat: 'lstat', access: 'access', exists: 'access', readdir: 'scandir', opendir: 'opendir',
  realpath: 'realpath', readlink: 'readlink', statfs: 'statfs',
}

// What reads a file as a whole or in parts. One that is not there was looked for, whatever the answer: nobody is told.
const READS = { __proto__: null, readFile: true, open: true, createReadStream: true, ReadStream: true }

// isBesideWay reports a file of no sensitive place that lies in a folder above the workspace or the extension, where
// programs try one in each (.editorconfig, package.json). One that may not be read is answered as absent, whether or not
// it is there.
/** @param {Fence} fence */
function isBesideWay(fence, at) {
  return isAbove(fence, dirname(at.canonical)) && !isSensitive(fence.policy, fence.scope, at.canonical)
}

// isThere asks the disk, for the log alone.
function isThere(path) {
  try {
    return lstatSync(path, { __proto__: null, throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

// unseen is the error of a path that is refused.
function unseen(writes, syscall, given) {
  const looked = writes ? undefined : ABSENT[syscall]
  return looked === undefined ? refused('RF_DENIED_CALL', syscall, given) : absent('RF_DENIED_CALL', looked, given)
}

/** @param {Fence} fence */
function checkPath(fence, writes, at, syscall, given) {
  if (writes && at !== null && ownFile(fence, at.real, isRemoval(syscall) && (syscall !== 'cp' || fence.observe))) {
    tell(fence, 'RF_DENIED_CALL', given)
    return refused('RF_DENIED_CALL', syscall, given)
  }
  if (at === null) return unseen(writes, syscall, given)
  const memo = memoOf(fence)
  const known = writes ? memo.writes : memo.reads
  if (mapHas(known, at.canonical)) return null
  if (isIn(LOOKS, syscall) && isAbove(fence, at.canonical)) return null
  // A name is looked at, and taken away, whosever file it is.
  if (ABSENT[syscall] === undefined && !isIn(ENDS, syscall) && isOtherName(fence, writes, at.real)) {
    tell(fence, 'RF_DENIED_CALL', given)
    return refused('RF_DENIED_CALL', syscall, given)
  }
  const reads = !writes && READS[syscall] === true
  // Asked of the disk where the log is written, which is where it is denied.
  const look = !writes && (reads ? () => !isThere(at.real) : ABSENT[syscall] !== undefined)
  if (!ask(fence, { section: writes ? 'files.write' : 'files.read', path: at.canonical, look })) {
    return reads && isBesideWay(fence, at) ? absent('RF_DENIED_CALL', 'open', given) : unseen(writes, syscall, given)
  }
  remember(known, at.canonical)
  return null
}

// wasRead reports that a function was allowed and a path was allowed to be read, which
// holds as long as what is remembered does, and was written down then.
/** @param {Fence} fence */
function wasRead(fence, member, canonical) {
  const memo = memoOf(fence)
  if (!mapHas(memo.reads, canonical)) return false
  const known = mapGet(memo.modules, 'fs')
  return known !== undefined && mapHas(known, member)
}

/** @param {Fence} fence */
function checkCode(fence, kind) {
  return ask(fence, { section: 'code', name: kind }) ? null
    : coded('RF_DENIED_CODE', 'Code generation from strings disallowed for this context')
}

module.exports = { __proto__: null, checkMember, isAbove, isOwn, mayWrite, ownFile, checkPath, unseen, wasRead, checkCode }
