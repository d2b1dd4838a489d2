'use strict'

// The vscode API an extension gets (invariant 10): new namespaces over VS Code's, in which
// what has power asks first, and objects and classes of the fence's own (border.js).
// members.js says how a member is handed out, specialmembers.js which have a way of their
// own, permissions.js what a call is about.

const {
  append, apply, construct, getOwn, getPrototypeOf, indexOf, isArray, Map, mapGet, mapSet, ownKeys, reject, slice, toLowerCase, WeakMap,
  weakGet, weakSet,
} = require('../kernel/primordials.js')
const { createAddresses } = require('./named/addresses.js')
const { Border } = require('./border.js')
const { askedWhereSaid } = require('./named/edits.js')
const { actionCommands } = require('./codeactions.js')
const { read, refusedOf } = require('./debugconfigs.js')
const { documentEvents, reports } = require('./documentevents.js')
const { classSeen } = require('./classes.js')
const { placing } = require('./places/places.js')
const { pages, rootsOf } = require('./webviews.js')
const { isClass, namespace, checkOf } = require('./members.js')
const { Permissions, surfaceOf } = require('./permissions.js')
const { createCommandNames } = require('./named/commandnames.js')
const { createNames } = require('./named/names.js')
const { createSettings } = require('./settings.js')
const { isNamedLanguage } = require('./languagerules.js')
const { isLibrary } = require('./named/libraries.js')
const { opened } = require('./opened.js')
const { special } = require('./specialmembers.js')
const { Told } = require('./told/told.js')
const { mayWrite } = require('../policy/checks.js')
const { asItWas } = require('../policy/manifest.js')
const { coded, misused } = require('../kernel/errors.js')
const { ALL, ANY } = require('./types.js')
const table = require('../policy/table.json')

/** @typedef {import('../policy/fence.js').Fence} Fence */

// Members of documents and editors that ask each time, whoever gave the object.
const POWERS = {
  __proto__: null,
  documents: ['TextDocument.getText', 'TextDocument.lineAt', 'TextDocument.offsetAt', 'TextDocument.positionAt',
    'TextDocument.getWordRangeAtPosition', 'TextDocument.validatePosition', 'TextDocument.validateRange',
    'NotebookDocument.metadata', 'NotebookCell.metadata', 'NotebookCell.outputs'],
  'documents promise': ['TextEditor.edit', 'TextEditor.insertSnippet', 'TabGroups.close'],
  'documents change': ['TextEditor.hide',
    'TextEditorEdit.replace', 'TextEditorEdit.insert', 'TextEditorEdit.delete', 'TextEditorEdit.setEndOfLine'],
  'files.write promise': ['TextDocument.save', 'NotebookDocument.save'],
  // A terminal that was made while everything was observed is one that the policy may not grant.
  'terminal call': ['Terminal.sendText', 'Terminal.shellIntegration'],
}

// Editor is the API of one fence. Its fields are declared: an assignment in a constructor
// would ask the prototype of every object for a setter.
class Editor {
  /** @type {Fence} */
  fence
  api
  // What the catalogue knows of vscode, by name, and those names.
  members = table.modules.vscode
  listed = ownKeys(this.members)
  prefixes = prefixesOf(this.listed)
  special = special
  border
  addresses
  settings
  permissions
  commandNames
  names
  // page takes note of a webview that was made while everything was observed (webviews.js).
  /** @type {(real: any) => void} */
  page

  /** @param {Fence} fence */
  constructor(fence, api) {
    this.fence = fence
    this.api = api
    const border = new Border(fence)
    this.border = border
    this.addresses = createAddresses(api, border)
    this.settings = createSettings(fence, api, border, name => { const { names } = this; return names.isClaimed(name, true) })
    this.permissions = new Permissions(fence, api, this.addresses, border)
    const { commands } = api
    this.commandNames = createCommandNames(fence, api, () => apply(commands.getCommands, commands, [false]),
      (name, contributed) => { const { names } = this; return names.isClaimed(name, contributed) })
    const { commandNames, permissions } = this
    permissions.commands = () => commandNames.own()
    const names = createNames(fence, () => api.extensions.all)
    api.extensions.onDidChange(() => { names.forget() })
    this.names = names
    permissions.debugs = args => {
      const config = read(args[1])
      if (config === null) return 'a configuration'
      args[1] = config
      return refusedOf(this, config, undefined)
    }
    permissions.serializes = () => {
      const { contributes } = this.manifest() || {}
      return contributes !== undefined && contributes !== null && contributes.notebooks !== undefined
    }
    permissions.isOwnContext = key => names.isOwnContext(key)
    border.proposals = hasProposals(fence, api)
    border.told = new Told(border, permissions, terminalName)
    border.addressOf = this.addresses.keyOf
    border.fresh = v => permissions.fresh(v)
    border.isBefore = uri => {
      const { visibleTextEditors: list } = api.window
      for (let i = 0; i < list.length; i++) if (border.addressOf(list[i].document.uri) === border.addressOf(uri)) return true
      return false
    }
    border.isOpen = uri => {
      const { textDocuments: list } = api.workspace
      for (let i = 0; i < list.length; i++) if (border.addressOf(list[i].uri) === border.addressOf(uri)) return true
      return false
    }
    powers(this)
    ways(this)
    classes(this)
  }

  // manifest is that of the extension.
  manifest() { return manifestOf(this.fence, this.api) }

  // isNamespace reports a member that has members of its own in the catalogue.
  isNamespace(member) { return this.prefixes[member + '.'] === true }

  // roots keeps of the folders that a webview shows those that it may.
  roots(options) { return rootsOf(this, options) }
}

// hasProposals reports an extension whose manifest names proposed parts of the API: VS Code
// gives them to its own extensions, and to those that it was told to.
/** @param {Fence} fence */
function hasProposals(fence, api) {
  const manifest = manifestOf(fence, api)
  if (manifest === undefined || manifest === null) return false
  const named = manifest.enabledApiProposals
  return (isArray(named) && named.length > 0) || manifest.enableProposedApi === true
}

/** @param {Fence} fence */
function manifestOf(fence, api) {
  const e = api.extensions.getExtension(fence.id)
  return e === undefined || e === null ? undefined : e.packageJSON
}

// terminalName is the name that the extension made a terminal with: policies grant them by it.
function terminalName(real) {
  const { creationOptions: options } = real
  return options !== undefined && options !== null && typeof options.name === 'string' ? options.name : ''
}

// powers says which members of objects ask.
function powers(editor) {
  const { addresses, border, permissions } = editor
  const keys = ownKeys(POWERS)
  for (let i = 0; i < keys.length; i++) {
    const at = indexOf(keys[i], ' ')
    const surface = at < 0 ? keys[i] : slice(keys[i], 0, at)
    const changes = at >= 0 && surface !== 'terminal'
    const power = { __proto__: null, surface, promise: slice(keys[i], at + 1) === 'promise', changes }
    for (let j = 0; j < POWERS[keys[i]].length; j++) border.powers[POWERS[keys[i]][j]] = power
  }
  const named = (surface, real) => (surface === 'files.write' ? permissions.savedAs(real.uri)
    : { __proto__: null, text: surface === 'terminal' ? terminalName(real) : '', path: '' })
  border.refuse = (surface, real) => {
    if (surface === 'files.write' && permissions.isNowhere(real.uri)) return null
    return permissions.granted(surface, named(surface, real)) ? null
      : coded('RF_DENIED_VSCODE', 'vscode ' + surface + ' is not granted by the policy')
  }
  // That nothing of it is left to save is the answer, as it would be VS Code's, which is not asked: an edit may be on its way.
  border.isSaved = real => {
    if (editor.fence.observe || real.isDirty !== false || real.uri.scheme !== 'file') return false
    const at = permissions.onDisk(addresses.fsPath(real.uri))
    return at !== null && !mayWrite(editor.fence, at.canonical)
  }
  border.keeps = (real, key) => permissions.keeps(real, key)
  // The text of what the extension itself had shown: of the workspace with what is open, of other files
  // where they may be read.
  border.shows = uri => (uri.scheme === 'untitled' || (uri.scheme === 'file' && permissions.inWorkspace(addresses.fsPath(uri))) ||
    permissions.reads(uri) ? null : permissions.no('files.read', uri))
  // The person follows an answer to a definition in a library, of a language that the manifest names. Of no other file, and of
  // no sensitive place, it tells the text.
  border.follows = document => {
    const no = border.shows(document.uri)
    const { languageId, notebookType, uri } = document
    const of = languageId === undefined ? notebookType : languageId
    if (no === null) return null
    const at = uri.scheme === 'file' ? permissions.onDisk(addresses.fsPath(uri)) : null
    return at !== null && isLibrary(at.real) && isNamedLanguage(editor.manifest(), of) && !permissions.isSensitive(uri) ? null : no
  }
}

// ways says which members of objects have a way of their own.
function ways(editor) {
  const { border } = editor
  // Another extension was granted where it was handed out, which may have been while everything was observed; of itself
  // an extension has what it gave.
  const { fence, permissions } = editor
  const may = ({ id }) => toLowerCase('' + id) === toLowerCase(fence.id) ||
    permissions.granted('extensions', { __proto__: null, text: '' + id, path: '' })
  // A proposed part of the API is handed out in the same way, and granted by its own name.
  border.neighbours = () => {
    let any = border.proposals || permissions.whole('extensions')
    permissions.eachNamed('extensions', () => { any = true })
    return any
  }
  // What is reached by that asks for the extension as long as it is kept (border.js).
  const reached = (real, f, refused) => {
    const observed = fence.observe
    if (!may(real)) return refused()
    const own = toLowerCase('' + real.id) === toLowerCase(fence.id)
    return border.lasting.since(observed, () => own || permissions.whole('extensions', '' + real.id), f)
  }
  border.ways['Extension.exports'] = {
    __proto__: null, get: ({ real }) => reached(real, () => border.outward(real.exports, ALL), () => {}),
  }
  border.ways['Extension.activate'] = {
    __proto__: null, call: ({ real }) => reached(real, () => border.answered(() => apply(real.activate, real, []), ['p', ALL]),
      () => reject(coded('RF_DENIED_VSCODE', "vscode extensions '" + real.id + "' is not granted by the policy"))),
  }
  editor.page = pages(editor)
  snippets(editor)
  opened(editor)
  actionCommands(editor)
  askedWhereSaid(editor)
  documentEvents(editor)
  placing(editor)
  reports(editor)
  asked(editor, 'DebugSession.customRequest')
  asked(editor, 'TaskExecution.terminate')
  shells(editor)
  // One that was handed out while everything was observed asks as well.
  const changes = ['append', 'prepend', 'replace', 'delete', 'clear']
  for (let i = 0; i < changes.length; i++) {
    const member = 'EnvironmentVariableCollection.' + changes[i]
    asked(editor, member)
    border.ways['Global' + member] = border.ways[member]
  }
  // What is kept of an extension's is data, whatever VS Code finds under a name.
  border.ways['Memento.get'] = { __proto__: null, call: ({ real }, args, f) => {
    const v = border.thrown(() => apply(f, real, ['' + args[0]]))
    return v === undefined || (typeof v === 'function' && border.isMine(v) === false) ? args[1] : border.outward(v, ANY)
  } }
  files(editor)
  // A manifest is long, and read again and again.
  const manifests = new WeakMap()
  border.ways['Extension.packageJSON'] = { __proto__: null, get: ({ real }) => {
    let m = weakGet(manifests, real)
    if (m !== undefined) return m
    m = border.outward(real.packageJSON, ANY)
    // Of itself it reads what it was before it was wrapped. The copy is the extension's.
    if (toLowerCase('' + real.id) === toLowerCase(fence.id) && border.real(m) === m) asItWas(fence, m)
    weakSet(manifests, real, m)
    return m
  } }
}

// snippets says what a snippet may take from the clipboard, wherever it is inserted: what the extension may read there.
function snippets({ api, border, permissions }) {
  border.snippet = text => (indexOf(text, 'CLIPBOARD') < 0 || permissions.asks('clipboard') ? text : '')
  border.ways['TextEditor.insertSnippet'] = { __proto__: null, call: (state, args, f, ref) => {
    if (args[0] === null || typeof args[0] !== 'object') return reject(misused('"snippet"'))
    const text = '' + args[0].value
    if (border.snippet(text) !== text) {
      return reject(coded('RF_DENIED_VSCODE', 'A snippet with what is in the clipboard is not granted by the policy'))
    }
    args[0] = border.outward(construct(api.SnippetString, [text]), 'SnippetString')
    return border.allowed(state, 'insertSnippet', () => border.call(f, state.real, args, ref))
  } }
  border.ways['SnippetString.value'] = { __proto__: null, set: ({ real }, v) => { real.value = border.snippet('' + v) } }
  const adds = ['appendText', 'appendTabstop', 'appendPlaceholder', 'appendChoice', 'appendVariable']
  for (let i = 0; i < adds.length; i++) border.ways['SnippetString.' + adds[i]] = {
    __proto__: null, call: ({ real }, args, f, ref) => {
      const answer = border.call(f, real, args, ref)
      real.value = border.snippet('' + real.value)
      return answer
    },
  }
}
// shells says who has a line run in a terminal's shell: who may use that terminal, also by what an event told.
function shells({ api, border, permissions }) {
  border.ways['TerminalShellIntegration.executeCommand'] = { __proto__: null, call: ({ real }, args, f, ref) => {
    const { terminals } = api.window
    let text = ''
    for (let i = 0; i < terminals.length; i++) if (terminals[i].shellIntegration === real) text = terminalName(terminals[i])
    if (permissions.granted('terminal', { __proto__: null, text, path: '' })) {
      return apply(border.functionSeen(f, ref, real), undefined, args)
    }
    throw coded('RF_DENIED_VSCODE', 'vscode terminal' + (text === '' ? '' : " '" + text + "'") + ' is not granted by the policy')
  } }
}

// asked makes a member of an object ask, as the catalogue describes it.
function asked({ border, members, permissions }, member) {
  const entry = members[member]
  border.ways[member] = { __proto__: null, call: ({ real }, args, f, ref) => {
    const e = permissions.check(member, surfaceOf(entry), entry, args)
    if (e === null) return apply(border.functionSeen(f, ref, real), undefined, args)
    if (entry.f === 'promise') return reject(e)
    throw e
  } }
}

// files says what is heard of files that the editor makes, moves and takes away: of those that may be
// read.
function files({ border, permissions }) {
  const hears = f => {
    const { oldUri, newUri } = f
    return oldUri === undefined ? permissions.reads(f) : permissions.reads(oldUri) && permissions.reads(newUri)
  }
  const types = ['FileCreateEvent', 'FileDeleteEvent', 'FileRenameEvent', 'FileWillCreateEvent', 'FileWillDeleteEvent',
    'FileWillRenameEvent']
  for (let i = 0; i < types.length; i++) border.ways[types[i] + '.files'] = { __proto__: null, get: ({ real }) => {
    const out = []
    for (let j = 0; j < real.files.length; j++) if (hears(real.files[j])) append(out, real.files[j])
    return border.outward(out, ['a', i % 3 === 2 ? { oldUri: 'Uri', newUri: 'Uri' } : 'Uri'])
  } }
}

// classes makes the extension's own of VS Code's classes, the one above before the one below.
function classes(editor) {
  const { api, border } = editor
  const named = new Map()
  const keys = ownKeys(api)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(api, keys[i])
    const f = d === undefined ? undefined : 'value' in d ? d.value : undefined
    if (isClass(f) && mapGet(named, f.prototype) === undefined) mapSet(named, f.prototype, { __proto__: null, f, name: keys[i] })
  }
  const clean = args => { if (args.length > 0 && args[0] !== undefined) args[0] = border.snippet('' + args[0]) }
  const make = ({ f, name }) => {
    const above = mapGet(named, getPrototypeOf(f.prototype))
    if (above !== undefined) make(above)
    classSeen(border, f, name, name === 'SnippetString' ? clean : checkOf(editor, name))
  }
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(api, keys[i])
    if (d !== undefined && isClass(d.value)) make(mapGet(named, d.value.prototype))
  }
}

// prefixesOf lists what names begin with, up to each of their dots.
function prefixesOf(names) {
  const out = { __proto__: null }
  for (let i = 0; i < names.length; i++) {
    for (let j = 0; j < names[i].length; j++) if (names[i][j] === '.') out[slice(names[i], 0, j + 1)] = true
  }
  return out
}

/** @param {Fence} fence */
function buildEditor(fence, api) {
  const editor = new Editor(fence, api)
  return { __proto__: null, api: namespace(editor, api, ''), border: editor.border }
}

module.exports = { __proto__: null, buildEditor }
