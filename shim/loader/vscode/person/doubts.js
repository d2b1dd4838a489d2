'use strict'

// Whose a value of a setting is that names a program or a path (invariant 10). An extension that is observed may write the files
// in which settings stand, by itself and by programs: what was set meanwhile may be its own, and is nobody's consent. So what
// stood there before is remembered, and what came until the end is doubted for as long as it stays. Whoever means it sets it
// anew, or allows what waits.

const { statSync } = require('node:fs')
const { append, getOwn, indexOf, isArray, isIn, ownKeys, slice } = require('../../kernel/primordials.js')
const { jsonText } = require('../../kernel/json.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

/**
 * @typedef {object} Doubts
 * @property {any} before the values from before, by the names of settings, while what is written may still be read: null afterwards
 * @property {any} doubted those that came while everything was observed
 * @property {number} from when that began
 * @property {number} until when it was over
 * @property {(name: string, text: string) => void} found keeps one more that is doubted
 */

const MARK = '${config:'
// How many values of a list count.
const MOST = 100
// So far the clock of a disk is from that of the process, in milliseconds.
const COARSE = 1000
const isText = v => typeof v === 'string' && v !== ''

// settingsIn lists the settings that a policy names.
function settingsIn(policy) {
  const text = jsonText(policy)
  const out = []
  for (let i = indexOf(text, MARK); i >= 0; i = indexOf(text, MARK, i + 1)) {
    const name = slice(text, i + MARK.length, indexOf(text, '}', i))
    if (!isIn(out, name)) append(out, name)
  }
  return out
}

// members lists the settings that a name with a star stands for: of acme.tools.*.path the path of each member that the value of
// acme.tools has now. VS Code reads a member, and an item of a list by its number, as it reads a setting.
/** @param {Fence} fence */
function members(fence, name) {
  const star = indexOf(name + '.', '.*.')
  if (star < 0) return [name]
  const out = []
  const above = slice(name, 0, star)
  const { globalValue, workspaceValue, workspaceFolderValue } = fence.settingsOf(above) || { __proto__: null }
  const all = [globalValue, workspaceValue, workspaceFolderValue]
  for (let i = 0; i < all.length; i++) {
    const keys = all[i] === null || typeof all[i] !== 'object' ? [] : ownKeys(all[i])
    for (let j = 0; j < keys.length && j < MOST; j++) {
      const key = keys[j]
      if (!isText(key) || key === 'length' || key === '*' || indexOf(key, '.') >= 0) continue
      const more = members(fence, above + '.' + key + slice(name, star + 2))
      for (let k = 0; k < more.length && out.length < MOST; k++) if (!isIn(out, more[k])) append(out, more[k])
    }
  }
  return out
}

// standing gives what the settings that the policy names hold now, wherever, by their names.
/** @param {Fence} fence */
function standing(fence) {
  const out = { __proto__: null }
  const named = fence.settingsOf === undefined ? [] : settingsIn(fence.config.policy)
  const names = []
  for (let i = 0; i < named.length; i++) {
    const all = members(fence, named[i])
    for (let j = 0; j < all.length; j++) if (!isIn(names, all[j])) append(names, all[j])
  }
  for (let i = 0; i < names.length; i++) {
    const inspected = fence.settingsOf(names[i])
    out[names[i]] = []
    if (inspected === null || typeof inspected !== 'object') continue
    const { globalValue, workspaceValue, workspaceFolderValue } = inspected
    const all = [globalValue, workspaceValue, workspaceFolderValue]
    for (let j = 0; j < all.length; j++) {
      const list = isArray(all[j]) ? all[j] : [all[j]]
      for (let k = 0; k < list.length && k < MOST; k++) if (isText(list[k])) append(out[names[i]], list[k])
    }
  }
  return out
}

// holds reports a value of a setting in what was kept of such values.
function holds(kept, name, text) {
  const d = kept === null || typeof kept !== 'object' ? undefined : getOwn(kept, name)
  return d !== undefined && isArray(d.value) && isIn(d.value, text)
}

// without gives of the values of settings those that stand nowhere in another.
function without(values, others) {
  const out = { __proto__: null }
  const names = ownKeys(values)
  for (let i = 0; i < names.length; i++) {
    out[names[i]] = []
    const list = values[names[i]]
    for (let j = 0; j < list.length; j++) if (!holds(others, names[i], list[j])) append(out[names[i]], list[j])
  }
  return out
}

// adding gives the values of settings with one more.
function adding(values, name, text) {
  const out = { __proto__: null }
  const names = values === null || typeof values !== 'object' ? [] : ownKeys(values)
  for (let i = 0; i < names.length; i++) out[names[i]] = values[names[i]]
  const list = []
  for (let i = 0; isArray(out[name]) && i < out[name].length; i++) append(list, out[name][i])
  if (!isIn(list, text)) append(list, text)
  out[name] = list
  return out
}

// isDoubted reports a value that may be the extension's own. inWorkspace says that a workspace holds it: one that was not open
// meanwhile has a file that was changed then, which a time of the system's own tells.
/** @param {Fence} fence */
function isDoubted(fence, name, text, inWorkspace) {
  if (fence.observe || fence.doubts === null) return false
  const { before, doubted, found, from, until } = fence.doubts
  if (before !== null) return !holds(before, name, text)
  if (holds(doubted, name, text)) return true
  if (!inWorkspace || !isChangedIn(fence, from, until)) return false
  found(name, text)
  return true
}

/** @param {Fence} fence */
function isChangedIn(fence, from, until) {
  const files = fence.settingsFiles === undefined ? [] : fence.settingsFiles()
  for (let i = 0; i < files.length; i++) {
    try {
      const { ctimeMs } = statSync(files[i])
      if (ctimeMs >= from - COARSE && ctimeMs <= until + COARSE) return true
    } catch {
      // It says nothing.
    }
  }
  return false
}

module.exports = { __proto__: null, adding, holds, isDoubted, members, settingsIn, standing, without }
