'use strict'

// Addresses that a command takes out of the editor (invariants 9 and 10): whoever may run `vscode.open` may show files by it, and
// opens pages of the net only where the policy says `open` for them.

const {
  apply, codeAt, indexOf, isArray, isIn, ownKeys, setHas, slice, startsWith, toLowerCase,
} = require('../../kernel/primordials.js')
// Commands that open, show or fetch the address that they are handed, whatever it is.
const { addressed } = require('../../policy/table.json')
const { linkText } = require('./links.js')

// What the editor hands to a browser or another program, or fetches, wherever it is handed one.
const OUTSIDE = ['http', 'https', 'mailto', 'vsls', 'ftp', 'ws', 'wss']
// What it shows by itself.
const EDITORS = ['file', 'untitled', 'output', 'vscode-userdata', 'vscode-notebook-cell', 'vscode-remote', 'vscode-vfs']
const MAX_DEPTH = 4

// schemeOf is what a text says in front of its first colon, as a browser reads it: it drops what is no letter before it.
function schemeOf(text) {
  let at = 0
  while (at < text.length && codeAt(text, at) <= 32) at++
  const end = indexOf(text, ':', at)
  return end < 0 ? '' : toLowerCase(slice(text, at, end))
}

// isShown reports an address that the editor shows: a file, or what it has a file system for.
function isShown({ api, pages, schemes }, scheme) {
  if (isIn(OUTSIDE, scheme)) return false
  if (isIn(EDITORS, scheme) || setHas(schemes, scheme) || isIn(pages, scheme)) return true
  const { fs } = api.workspace
  return apply(fs.isWritableFileSystem, fs, [scheme]) !== undefined
}

// refusedAddress asks for the addresses that a command is handed: null, or the question that was refused. args are those of
// executeCommand; what is read of an object of the extension's is what the command gets.
function refusedAddress(permissions, name, args) {
  // Of `setContext` the key is asked for, and a value leads nowhere.
  if (name === 'setContext') return null
  const all = isIn(addressed, name)
  if (all) {
    args[1] = permissions.once(args[1])
    const { 1: v } = args
    const options = v !== null && typeof v === 'object' && !isArray(v) && typeof v.scheme !== 'string'
    const no = asked(permissions, options ? v.url : v, true)
    if (no !== null) return no
  }
  // What else the editor's own commands of that name are told is a title.
  const titled = startsWith(name, 'vscode.')
  for (let i = all ? 2 : 1; i < args.length; i++) {
    const no = titled && typeof args[i] === 'string' ? null : asked(permissions, args[i], false)
    if (no !== null) return no
  }
  return null
}

// Commands that show a file to the person, and tell nothing of it. Every other one of these names answers what providers say of
// the file that it is handed, and a formatter says its text.
const SHOWS = ['vscode.open', 'vscode.openWith', 'vscode.diff', 'vscode.changes', 'vscode.openFolder', 'vscode.previewHtml',
  'vscode.openIssueReporter', 'vscode.removeFromRecentlyOpened', 'vscode.newWindow']

// refusedFile asks for the files that one of the editor's own commands is handed: null, or the first that may not be read. Who
// has a kind of notebook is given the bytes of what is opened.
function refusedFile(permissions, name, args) {
  if (!startsWith(name, 'vscode.') || (isIn(SHOWS, name) && !permissions.serializes())) return null
  for (let i = 1; i < args.length; i++) {
    const no = unread(permissions, args[i], 0)
    if (no !== null) return no
  }
  return null
}

function unread(permissions, v, depth) {
  if (v === null || typeof v !== 'object' || depth > MAX_DEPTH) return null
  const { border } = permissions
  const real = border.real(v)
  if (typeof real.scheme === 'string') return border.shows(real) === null ? null : real
  if (real !== v && real.uri !== null && typeof real.uri === 'object') return unread(permissions, real.uri, depth + 1)
  const keys = isArray(v) || real === v ? ownKeys(v) : []
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string' || (isArray(v) && keys[i] === 'length')) continue
    const no = unread(permissions, v[keys[i]], depth + 1)
    if (no !== null) return no
  }
  return null
}

// asked asks for an address, or for those of a list; all says that any is meant that the editor does not show by itself.
function asked(permissions, v, all, depth = 0) {
  if (typeof v === 'string') {
    const scheme = schemeOf(v)
    return scheme === 'http' || scheme === 'https' || (all && scheme !== '') ? refused(permissions, v) : null
  }
  if (v === null || typeof v !== 'object' || depth > MAX_DEPTH) return null
  const { addresses, border } = permissions
  const { scheme } = border.real(v)
  if (typeof scheme === 'string') {
    const leads = all ? !isShown(permissions, scheme) : isIn(OUTSIDE, toLowerCase(scheme))
    return leads ? refused(permissions, addresses.textOf(v)) : null
  }
  for (let i = 0; isArray(v) && i < v.length; i++) {
    const no = asked(permissions, v[i], all, depth + 1)
    if (no !== null) return no
  }
  return null
}

function refused(permissions, text) {
  const link = linkText(text)
  const r = { __proto__: null, text: link === null ? text : link, path: '' }
  return link !== null && permissions.granted('open', r) ? null : r
}

module.exports = { __proto__: null, refusedAddress, refusedFile }
