'use strict'

// Names that extensions share (invariants 10 and 13): of views, editors, sign-ins, pages. What another's
// manifest names is the other's, whoever registers it first.

const { append, indexOf, isArray, isIn, ownKeys, slice, startsWith, toLowerCase } = require('../../kernel/primordials.js')
const { activated, beginning, contributed, isEditors } = require('./commandnames.js')
const table = require('../../policy/table.json')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

// What a member's first argument names: where manifests contribute it, what the name is called there, and
// what of activation events says that an extension waits for it.
const NAMED = {
  __proto__: null,
  'window.registerTreeDataProvider': ['views', 'id', 'onView:'],
  'window.createTreeView': ['views', 'id', 'onView:'],
  'window.registerWebviewViewProvider': ['views', 'id', 'onView:'],
  'window.registerCustomEditorProvider': ['customEditors', 'viewType', 'onCustomEditor:'],
  'window.registerWebviewPanelSerializer': ['', '', 'onWebviewPanel:'],
  'workspace.registerNotebookSerializer': ['notebooks', 'type', 'onNotebook:'],
  'notebooks.createRendererMessaging': ['notebookRenderer', 'id', ''],
  'window.registerTerminalProfileProvider': ['terminal', 'id', 'onTerminalProfile:'],
  'authentication.registerAuthenticationProvider': ['authentication', 'id', 'onAuthenticationRequest:'],
  'lm.registerTool': ['languageModelTools', 'name', ''],
  'lm.registerMcpServerDefinitionProvider': ['mcpServerDefinitionProviders', 'id', 'onMcpCollection:'],
  'lm.registerLanguageModelChatProvider': ['languageModelChatProviders', 'vendor', 'onLanguageModelChatProvider:'],
  'chat.createChatParticipant': ['chatParticipants', 'id', 'onChatParticipant:'],
}
// The schemes of the editor and of the net: a condition of a manifest that names one means theirs. Those that begin with
// vscode are the editor's as well (Schemas in VS Code's base/common/network.ts).
const TAKEN = ['file', 'untitled', 'http', 'https', 'data', 'command', 'mailto', 'javascript', 'output', 'comment', 'debug', 'git', 'merge',
  'tmp', 'inmemory', 'private', 'internal', 'walkThrough', 'walkThroughSnippet', 'search-editor', 'interactive', 'attachment',
  'webview-panel', 'repl', 'extension', 'accessible-view', 'memfs']
// What the editor's own keys of conditions begin with: a manifest that writes one down reads it. The analysis writes a line for each
// key that begins so and stands in the code (policygen/synth/contextkeys.go).
const { conditions: CONDITIONS } = table
const MAX_DEPTH = 3
const MIN_OWN = 4

// namesIn gathers what is called so in a part of a manifest: lists, or objects of lists.
function namesIn(part, key, depth, out) {
  if (part === null || typeof part !== 'object' || depth > MAX_DEPTH) return
  const keys = ownKeys(part)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string') continue
    const { [keys[i]]: v } = part
    if (keys[i] === key && typeof v === 'string' && !isArray(part)) append(out, v)
    else namesIn(v, key, depth + 1, out)
  }
}

// textsIn gathers every text of a manifest's contributions: conditions and selectors name schemes.
function textsIn(part, depth, out) {
  if (typeof part === 'string') append(out, part)
  if (part === null || typeof part !== 'object' || depth > 8) return
  const keys = ownKeys(part)
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string' && !(isArray(part) && keys[i] === 'length')) {
    textsIn(part[keys[i]], depth + 1, out)
  }
}

// squashed leaves of a name its letters and digits.
function squashed(name) {
  const small = toLowerCase(name)
  let out = ''
  for (let i = 0; i < small.length; i++) {
    const c = small[i]
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c
  }
  return out
}

// says reports a text that has the word by itself.
const isLetter = c => c !== undefined &&
  ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c === '_' || c === '-' || c === '.' || c === '+')
function says(text, word) {
  for (let at = indexOf(text, word); at >= 0; at = indexOf(text, word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true
  }
  return false
}

// signs are the names that a manifest's schemes begin with or have in them: the extension's, and those
// of its commands.
function signs(manifest) {
  const out = []
  const add = name => {
    const s = squashed(name)
    if (s.length >= MIN_OWN && !isIn(out, s)) append(out, s)
  }
  if (typeof manifest.name === 'string') add(manifest.name)
  const list = contributed(manifest)
  for (let i = 0; i < list.length; i++) if (!isEditors(list[i])) add(beginning(list[i]))
  return out
}

// headOf is what a name begins with, up to a mark: the name of whose it is, by custom.
function headOf(name) {
  let from = 0
  while (name[from] === '_') from++
  let to = from
  while (to < name.length && name[to] !== '.' && name[to] !== ':' && name[to] !== '/') to++
  return squashed(slice(name, from, to))
}

// What a question begins with, whoever asks it.
const ASKS = ['has', 'in', 'is']

// saysName reports a key that begins as the editor's do and has the extension's name before a mark, or asks something about it by its
// name. A manifest chooses what its commands begin with; a name that begins as the editor's keys do asks nothing.
function saysName(manifest, key) {
  const name = typeof manifest.name === 'string' ? squashed(manifest.name) : ''
  const first = firstWord(key)
  if (name.length < MIN_OWN) return false
  if (headOf(key) === name && squashed(key) !== name && !isIn(CONDITIONS, name)) return true
  if (!isIn(ASKS, first)) return false
  for (let i = 0; i < CONDITIONS.length; i++) if (!isIn(ASKS, CONDITIONS[i]) && startsWith(name, CONDITIONS[i])) return false
  return startsWith(squashed(slice(key, first.length)), name)
}

// firstWord is what a key begins with, up to a capital letter or a mark.
function firstWord(key) {
  let to = 0
  while (to < key.length && key[to] >= 'a' && key[to] <= 'z') to++
  return slice(key, 0, to)
}

// claim says how much a name is of an extension: BY_NAME, it begins with the extension's own name, BY_COMMANDS, it begins as
// its commands do, or 0.
const BY_NAME = 2
const BY_COMMANDS = 1
function claim(manifest, name) {
  const head = headOf(name)
  if (head === '' || typeof manifest.name !== 'string') return 0
  const full = toLowerCase(manifest.publisher + '.' + manifest.name)
  if (head === squashed(manifest.name) || startsWith(toLowerCase(name), full + '.')) return BY_NAME
  const list = contributed(manifest)
  for (let i = 0; i < list.length; i++) if (!isEditors(list[i]) && headOf(list[i]) === head) return BY_COMMANDS
  return 0
}

// createNames, of a function that lists the extensions, gives isOthers(member, name), which reports a name that another's manifest has, and
// isOwnScheme(scheme), which reports one that shows whose it is: it has the extension's name in it, or its
// manifest says it, and neither is so of another.
/** @param {Fence} fence */
function createNames(fence, extensions) {
  let mine
  let others
  const read = () => {
    if (others !== undefined) return
    others = []
    mine = {}
    const all = extensions()
    for (let i = 0; i < all.length; i++) {
      const { packageJSON: manifest } = all[i]
      if (manifest === undefined || manifest === null) continue
      if (toLowerCase('' + all[i].id) === toLowerCase(fence.id)) mine = manifest
      else append(others, manifest)
    }
  }
  const forget = () => { others = undefined }

  function isOthers(member, name) {
    const { 0: point, 1: key, 2: event } = NAMED[member]
    read()
    for (let i = 0; i < others.length; i++) {
      const names = event === '' ? [] : activated(others[i], event)
      const { contributes } = others[i]
      if (point !== '' && contributes !== undefined && contributes !== null) namesIn(contributes[point], key, 0, names)
      if (isIn(names, name)) return true
    }
    return false
  }

  // isShared reports what another's manifest contributes under the same name.
  function isShared(point, key, name) {
    read()
    for (let i = 0; i < others.length; i++) {
      const { contributes } = others[i]
      const names = []
      if (contributes !== undefined && contributes !== null) namesIn(contributes[point], key, 0, names)
      if (isIn(names, name)) return true
    }
    return false
  }

  function isOf(manifest, scheme) {
    const s = squashed(scheme)
    const list = signs(manifest)
    for (let i = 0; i < list.length; i++) if (indexOf(s, list[i]) >= 0) return true
    if (s.length < MIN_OWN) return false
    const texts = []
    textsIn(manifest.contributes, 0, texts)
    textsIn(manifest.activationEvents, 0, texts)
    for (let i = 0; i < texts.length; i++) if (says(texts[i], scheme)) return true
    return false
  }

  function isOwnScheme(scheme) {
    read()
    if (startsWith(scheme, 'vscode') || isIn(TAKEN, scheme)) return false
    if (!isOf(mine, scheme)) return false
    for (let i = 0; i < others.length; i++) if (isOf(others[i], scheme)) return false
    return true
  }
  // isClaimed reports a name that is no less another extension's, and no suite of the same publisher's. Of a name that the
  // extension's manifest contributes it has to be more.
  function isClaimed(name, contributed = false) {
    read()
    const own = claim(mine, name) + (contributed ? 0 : -1)
    for (let i = 0; i < others.length; i++) {
      const theirs = claim(others[i], name)
      if (theirs !== 0 && theirs > own && others[i].publisher !== mine.publisher) return true
    }
    return false
  }
  // isReadBy reports a key of conditions that another's manifest reads.
  function isReadBy(manifest, key) {
    const texts = []
    textsIn(manifest.contributes, 0, texts)
    for (let i = 0; i < texts.length; i++) if (says(texts[i], key)) return true
    return false
  }

  // isOwnContext reports a key of conditions that is the extension's: it has its name in it, begins as its commands do, or
  // stands in its manifest; and it is no other's. A manifest reads keys of others as well: what another manifest has too, and
  // what begins as the editor's do, is not the extension's for that.
  function isOwnContext(key) {
    if (key === '' || startsWith(squashed(key), 'ringfence') || isClaimed(key)) return false
    if (isIn(CONDITIONS, firstWord(key))) return saysName(mine, key)
    if (claim(mine, key) > 0) return true
    const s = squashed(key)
    const list = signs(mine)
    for (let i = 0; i < list.length; i++) if (indexOf(s, list[i]) >= 0) return true
    if (!isReadBy(mine, key)) return false
    for (let i = 0; i < others.length; i++) if (isReadBy(others[i], key)) return false
    return true
  }
  return { __proto__: null, forget, isClaimed, isOthers, isOwnContext, isOwnScheme, isShared }
}

module.exports = { __proto__: null, NAMED, createNames, squashed }
