'use strict'

// A folder that is copied, renamed or taken away by the editor takes along what lies in it (invariant 11): each sensitive
// place below is asked for by itself, under the name that it has and under the one that it gets. It is what node/fs asks
// of the functions of Node.

const { allows } = require('../../policy/policy.js')
const { access } = require('../../policy/access.js')
const { placesBelow } = require('../../policy/sensitivepaths.js')

/** @typedef {import('../permissions.js').Permissions} Permissions */

// What the functions of workspace.fs do with a folder.
const ON_FOLDERS = { __proto__: null, 'workspace.fs.copy': 'copy', 'workspace.fs.rename': 'rename', 'workspace.fs.delete': 'delete' }

// isFile reports a file that is there, and no folder and no link.
/** @param {import('../../policy/fence.js').Fence} fence */
function isFile(fence, path) {
  const s = fence.paths.plain(path)
  return s !== undefined && (s.mode & 0o170000) === 0o100000
}

// along asks for what an operation on a path of the disk takes along: null, or the question that was refused. to is the path
// that it gets, '' where that is no file of the disk's, or undefined: it is taken away.
/** @param {Permissions} permissions */
function along(permissions, how, from, to) {
  const { fence } = permissions
  const at = fence.paths.onDisk(from, false)
  const dest = to === undefined || to === '' ? null : fence.paths.onDisk(to, false)
  if (at === null || (how === 'delete' && fence.observe)) return null
  if (how !== 'delete' && leaves(permissions, from, to)) return question(at.canonical)
  const may = (surface, path) => (permissions.granted(surface, question(path)) ? null : question(path))
  const taken = (rest, place) => {
    // A repository that is taken away takes its hooks.
    if (how === 'delete') return place.parts.root === null ? null : may('files.write', at.canonical + rest)
    const no = place.read ? may('files.read', at.canonical + rest) : null
    return no !== null || how === 'copy' ? no : may('files.write', at.canonical + rest)
  }
  const file = isFile(fence, at.real)
  const no = file ? null : placesBelow(fence, at.real, at.canonical, false, taken)
  if (no !== null || dest === null) return no
  // What stood under that name goes.
  const gone = (rest, place) => (place.parts.root === null ? null : may('files.write', dest.canonical + rest))
  const gets = rest => may('files.write', dest.canonical + rest)
  // What is no file now may be filled before the editor comes to it: an edit makes its files first. A link stands for what it
  // leads to under its new name as well.
  return (file ? null : placesBelow(fence, dest.real, dest.canonical, true, gets) ||
    placesBelow(fence, at.real, dest.canonical, false, gets)) || placesBelow(fence, dest.real, dest.canonical, false, gone)
}

// leaves reports a file that may not be read and comes to lie where it may: on the disk, or in a file system of the extension's.
/** @param {Permissions} permissions */
function leaves(permissions, from, to) {
  const { fence } = permissions
  if (fence.observe || fence.policy === null) return false
  const readable = path => {
    const at = permissions.onDisk(path)
    const may = fields => allows(fence.policy, fence.scope, fence.trusted, access({ ...fields, path: at.canonical }))
    return at !== null && (may({ section: 'vscode', name: 'files.read', text: '' }) || may({ section: 'files.read' }))
  }
  return (to === '' || readable(to)) && !readable(from)
}

const question = path => ({ __proto__: null, text: '', path, odd: false })

module.exports = { __proto__: null, ON_FOLDERS, along }
