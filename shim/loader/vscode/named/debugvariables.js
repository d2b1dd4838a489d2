'use strict'

// The variables that the workbench fills in in a debugger's configuration (invariants 8, 9 and 10). What it puts there comes back
// to whoever brings the debugger, so each is asked for as what it tells: a variable of the environment, a setting, what a command
// answers. Names of places and a debugger's own stay; every other kind is refused, unless the person wrote it.

const { indexOf, isArray, isIn, getOwn, jsonStringify, ownKeys, setHas, slice } = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')

const MAX_DEPTH = 12
// VariableKind in VS Code's base of its configuration resolver. A text that is selected is a document's.
const SELECTED = 'selectedText'
// These may name a folder behind a colon, and tell where it is.
const PLACES = ['workspaceFolder', 'workspaceFolderBasename', 'workspaceRoot', 'workspaceRootFolderName', 'file', 'relativeFile',
  'relativeFileDirname', 'fileBasename', 'fileBasenameNoExtension', 'fileDirname', 'fileDirnameBasename', 'fileExtname',
  'fileWorkspaceFolder', 'fileWorkspaceFolderBasename', 'cwd']

const isObject = v => v !== null && typeof v === 'object'
const named = text => ({ __proto__: null, text, path: '' })

// isGranted asks for one variable, of a kind and what it names.
function isGranted(editor, kind, name, type) {
  const { fence, permissions, settings } = editor
  switch (kind) {
    case 'env': return ask(fence, { section: 'env.read', text: name })
    // What the extension itself wrote there might be a variable again.
    case 'config': return !setHas(fence.written, name) && settings.granted(name)
    case 'command': return permissions.mayRun(name) || isVariable(editor, type, name) || permissions.granted('command', named(name))
    case 'extensionInstallFolder': return permissions.granted('extensions', named(name))
  }
  return isIn(PLACES, kind)
}

// refusedVariable names the first variable in a value that is not granted, or is ''. type is that of the configuration, written
// what the person wrote, as JSON.
function refusedVariable(editor, v, type, written, depth = 0) {
  if (typeof v === 'string') return inText(editor, v, type, written)
  if (!isObject(v) || depth > MAX_DEPTH) return ''
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string') continue
    const no = inText(editor, keys[i], type, written)
    if (no !== '') return no
    const below = refusedVariable(editor, v[keys[i]], type, written, depth + 1)
    if (below !== '') return below
  }
  return ''
}

function inText(editor, text, type, written) {
  const { permissions } = editor
  for (let at = indexOf(text, '${'); at >= 0; at = indexOf(text, '${', at + 2)) {
    const end = indexOf(text, '}', at)
    const whole = slice(text, at, end < 0 ? text.length : end + 1)
    if (indexOf(written, whole) >= 0) continue
    const inner = slice(whole, 2, end < 0 ? whole.length : whole.length - 1)
    // One within another is what the two become.
    if (indexOf(inner, '${') >= 0) return whole
    const colon = indexOf(inner, ':')
    if (colon < 0) {
      if (inner === SELECTED && !permissions.granted('documents', named(''))) return whole
      continue
    }
    if (!isGranted(editor, slice(inner, 0, colon), slice(inner, colon + 1), type)) return whole
  }
  return ''
}

// isVariable reports a name that whoever brings a debugger contributes for its configurations.
function isVariable({ api }, type, name) {
  const { all } = api.extensions
  for (let i = 0; i < all.length; i++) {
    const { packageJSON: manifest } = all[i]
    const list = isObject(manifest) && isObject(manifest.contributes) ? manifest.contributes.debuggers : undefined
    for (let j = 0; isArray(list) && j < list.length; j++) {
      if (isObject(list[j]) && list[j].type === type && own(list[j].variables, name) !== undefined) return true
    }
  }
  return false
}

const own = (v, key) => { const d = isObject(v) ? getOwn(v, key) : undefined; return d === undefined ? undefined : d.value }
const asWritten = v => (isObject(v) ? jsonStringify(v) : '')

module.exports = { __proto__: null, MAX_DEPTH, asWritten, own, refusedVariable }
