'use strict'

// Other names of a file (invariant 7). A path leads through links to where a file lies, but of a second name on the disk (a hard
// link) nothing tells whose file it is. The loader lets an extension make one where the policy grants both; a program that it
// started while everything was observed made them as it liked, to be read and written when nothing is observed any more.
//
// So what has another name since the observation began is not written, and is read in the workspace alone: there package managers
// and compilers make such names, and of one of theirs nobody can tell it. The system keeps the time when a file got a name or lost
// one, which no program sets; every change of the file makes that later, so that it has no end.

const { lstatSync } = require('node:fs')
const { mapGet, startsWith } = require('../kernel/primordials.js')
const { sep } = require('node:path')

/** @typedef {import('./fence.js').Fence} Fence */

const FILE = 0o100000
const KIND = 0o170000
// So far the clock of a disk is from that of the process, in milliseconds.
const COARSE = 1000

// isOtherName reports a file that may be another one's by a name that came while everything was observed, and is not to be used.
/** @param {Fence} fence */
function isOtherName(fence, writes, real) {
  const { doubts } = fence
  if (doubts === null || fence.observe || real === '') return false
  let found
  try {
    found = lstatSync(real, { __proto__: null, throwIfNoEntry: false })
  } catch {
    return false
  }
  if (found === undefined || (found.mode & KIND) !== FILE || found.nlink < 2 || found.ctimeMs < doubts.from - COARSE) return false
  return writes || !inWorkspace(fence, real)
}

/** @param {Fence} fence */
function inWorkspace(fence, real) {
  const roots = mapGet(fence.roots, 'workspace')
  for (let i = 0; roots !== undefined && i < roots.length; i++) if (startsWith(real, roots[i] + sep)) return true
  return false
}

module.exports = { __proto__: null, isOtherName }
