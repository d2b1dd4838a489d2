'use strict'

// When a setting is consent to a program or a path that a policy names by it (invariant 10): when the
// person at the editor or of the machine set it, and the extension cannot have. What the workspace says
// counts where it is trusted, and never for what lies inside it.

const { isAbsolute, sep } = require('node:path')
const {
  append, endsWith, indexOf, isArray, mapGet, setAdd, setEach, setHas, slice, startsWith, toLowerCase,
} = require('../../kernel/primordials.js')
const { access } = require('../../policy/access.js')
const { rescope } = require('../../policy/fence.js')
const { allows } = require('../../policy/policy.js')
const { isDoubted, members, settingsIn } = require('./doubts.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const CUT = '…'
// How many values of a list count.
const MOST = 100
const HOMES = ['~', '${userHome}', '$HOME', '${HOME}', '${env:HOME}']
const SETTINGS = '/.vscode/settings.json'

// Files in which the editor keeps the settings of a workspace and of the person, and what stands in the log for the first.
const WORKSPACE = '.vscode'
const isWorkspaces = path => endsWith(path, SETTINGS) || endsWith(path, '/.vscode') || endsWith(path, '.code-workspace')
const isPersons = path => endsWith(path, '/settings.json') && indexOf(path, '/User/') >= 0

// writesWorkspace reports an extension that may write the file in which a workspace keeps its settings, or that wrote one.
/** @param {Fence} fence */
function writesWorkspace(fence) {
  if (setHas(fence.written, WORKSPACE)) return true
  const roots = mapGet(fence.roots, 'workspace')
  for (let i = 0; roots !== undefined && i < roots.length; i++) {
    const at = fence.paths.onDisk(roots[i] + SETTINGS, true)
    const path = at === null ? roots[i] + SETTINGS : at.canonical
    if (allows(fence.policy, fence.scope, true, access({ section: 'files.write', path }))) return true
    if (allows(fence.policy, fence.scope, true, access({ section: 'vscode', name: 'files.write', path }))) return true
  }
  return false
}

// writes reports a setting that the extension wrote, or may write: itself, or a group it stands in.
/** @param {Fence} fence */
function writes(fence, name) {
  let wrote = false
  setEach(fence.written, w => {
    // A log has no more room, or leaves out what looks like a secret: what it no longer says may have been this one.
    const cut = w[w.length - 1] === CUT
    const said = cut ? slice(w, 0, w.length - 1) : w
    if (w === name || startsWith(name, said + '.') || startsWith(said, name + '.') || (cut && startsWith(name, said))) wrote = true
  })
  if (wrote) return true
  for (let i = 1; i <= name.length; i++) {
    if (i < name.length && name[i] !== '.') continue
    const text = slice(name, 0, i)
    if (allows(fence.policy, fence.scope, true, access({ section: 'vscode', name: 'settings.write', text }))) return true
  }
  return false
}

// isInside reports a value that names something in the workspace, or may.
/** @param {Fence} fence */
function isInside(fence, value) {
  const absolute = value[0] === '/' || value[0] === '\\' || value[1] === ':'
  if (!absolute) return indexOf(value, '/') >= 0 || indexOf(value, '\\') >= 0 || value[0] === '$' || value[0] === '.'
  const at = fence.paths.onDisk(value, true)
  if (at === null) return true
  const roots = mapGet(fence.roots, 'workspace')
  if (roots === undefined) return false
  for (let i = 0; i < roots.length; i++) {
    const real = fence.paths.onDisk(roots[i], true)
    if (real === null || below(at.real, real.real) || below(value, roots[i])) return true
  }
  return false
}

const below = (path, root) => {
  const p = toLowerCase(path)
  const r = toLowerCase(root)
  return p === r || startsWith(p, r[r.length - 1] === sep ? r : r + sep)
}

// consented lists the values of a setting that count. inspected is what VS Code says of it.
/** @param {Fence} fence */
function consented(fence, name, inspected) {
  const out = []
  if (inspected === null || typeof inspected !== 'object' || writes(fence, name)) return out
  const { globalValue, workspaceValue, workspaceFolderValue } = inspected
  take(fence, name, globalValue, out, false)
  if (!fence.trusted || writesWorkspace(fence)) return out
  take(fence, name, workspaceValue, out, true)
  take(fence, name, workspaceFolderValue, out, true)
  return out
}

const isText = v => typeof v === 'string' && v !== ''

// take adds a text, or each of a list, as it is written and where that lies. outside leaves away what lies in the workspace.
/** @param {Fence} fence */
function take(fence, name, value, out, outside) {
  const list = isArray(value) ? value : [value]
  for (let i = 0; i < list.length && i < MOST; i++) {
    if (!isText(list[i]) || isDoubted(fence, name, list[i], outside)) continue
    const said = atHome(fence, list[i])
    // A list of words is a line with its arguments: of a list only places count.
    if (list === value && !isAbsolute(said)) continue
    if (outside && isInside(fence, said)) continue
    append(out, said)
    // A pattern is compared with where a path leads: links and ".." are gone from that.
    const at = isAbsolute(said) ? fence.paths.onDisk(said, true) : null
    if (at !== null && at.canonical !== said) append(out, at.canonical)
  }
}

// atHome writes the home folder for what people write in its place.
/** @param {Fence} fence */
function atHome(fence, value) {
  const homes = mapGet(fence.roots, 'home')
  for (let i = 0; homes !== undefined && homes.length > 0 && i < HOMES.length; i++) {
    if (value === HOMES[i]) return homes[0]
    if (startsWith(value, HOMES[i] + '/')) return homes[0] + slice(value, HOMES[i].length)
  }
  return value
}

// readSettings gives ${config:…} its values, for the settings the policy names.
/** @param {Fence} fence */
function readSettings(fence) {
  if (fence.policy === null) return
  const settings = { __proto__: null }
  const names = settingsIn(fence.config.policy)
  for (let i = 0; i < names.length; i++) {
    const values = []
    const each = members(fence, names[i])
    for (let j = 0; j < each.length; j++) {
      const more = consented(fence, each[j], fence.settingsOf(each[j]))
      for (let k = 0; k < more.length; k++) append(values, more[k])
    }
    if (values.length > 0) settings['config:' + names[i]] = values
  }
  fence.config.settings = settings
  rescope(fence)
}

// written learns from a log which settings the extension wrote while it was observed: by the editor, or in the files that keep them. Of
// a file nobody knows which.
/** @param {Fence} fence */
function written(fence, records) {
  if (!isArray(records)) return
  for (let i = 0; i < records.length; i++) {
    const r = records[i]
    if (r.e === 'full') setAdd(fence.written, CUT)
    if (r.e === 'use' && isText(r.path) && (r.section === 'files.write' || (r.section === 'vscode' && r.name === 'files.write'))) {
      if (isWorkspaces(r.path)) setAdd(fence.written, WORKSPACE)
      if (isPersons(r.path)) setAdd(fence.written, CUT)
    }
    if (r.e === 'use' && r.section === 'vscode' && r.name === 'settings.write' && isText(r.text)) setAdd(fence.written, r.text)
  }
}

module.exports = { __proto__: null, consented, readSettings, written }
