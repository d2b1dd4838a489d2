'use strict'

// What a call of the editor's API is about, and whether the policy grants it (invariants
// 6, 10 and 11). What is asked about is read once, and what was read takes the place of
// what was given.

const { sep } = require('node:path')
const {
  apply, defineProperty, getOwn, getPrototypeOf, isArray, isIn,
  mapGet, Object, ownKeys, Set, setHas, slice, startsWith, toLowerCase,
} = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { isAbove, ownFile } = require('../policy/checks.js')
const { isOtherName } = require('../policy/othernames.js')
const { allows, isSensitive } = require('../policy/policy.js')
const { NOWHERE, access } = require('../policy/access.js')
const { coded } = require('../kernel/errors.js')
const { createEdits } = require('./named/edits.js')
const { ON_FOLDERS, along } = require('./named/folders.js')
const { refusedAddress, refusedFile } = require('./named/commandaddresses.js')
const { isLoaders } = require('./named/commandnames.js')
const { linkText } = require('./named/links.js')
const { inFolder } = require('./webviews.js')
const { ANY } = require('./types.js')
const { harmlessCommands } = require('../policy/table.json')

/** @typedef {import('../policy/fence.js').Fence} Fence */

// The role that names what of a surface is meant.
const RESOURCES = ['commandId', 'url', 'providerId', 'extensionId', 'id', 'settingSection', 'settingKey',
  'secretKey', 'envName', 'protocol']
// What names one thing has to be a text.
const NAMES = ['commandId', 'extensionId', 'providerId', 'settingKey', 'secretKey', 'envName', 'protocol']
// By these an object becomes a text.
const TEXTS = ['constructor', 'toString', 'toJSON', 'valueOf', '__proto__']
const ObjectPrototype = Object.prototype
const MAX_CHAIN = 8
const FREE = 'trust'
// Of the commands that observation grants by itself those that are told where to go, or what to set.
const LEADS = ['editor.action.goToLocations', 'editor.action.peekLocations', 'revealInExplorer', 'setContext', 'vscode.diff', 'vscode.open']
// What changes no text of a document.
const CLOSES = ['hide', 'close', 'save']
// What only looks: it is told that there is nothing (policy/checks.js).
const LOOKS = ['workspace.fs.stat', 'workspace.fs.readDirectory']
// What VS Code keeps on the disk under another scheme: the cells of a notebook have its path.
const STORED = ['vscode-userdata', 'vscode-notebook-cell']
// What is saved to the disk: a new document may have the path of a file.
const SAVED = ['file', 'untitled', 'vscode-notebook-cell']

// The schemas of JSON that the editor has of its own settings and of what extensions contribute: their names and words, which
// manifests of extensions tell whoever asks for them to read.
const SCHEMAS = ['schemas', 'schemas-associations']
const isSchema = uri => uri.scheme === 'vscode' && isIn(SCHEMAS, uri.authority)

// surfaceOf is the surface of a member of the catalogue; isFree says that nobody has to
// be asked for it.
const surfaceOf = entry => (startsWith(entry.c, 'vscode.') ? slice(entry.c, 7) : '')
const isFree = surface => surface === '' || surface === FREE

// What is about files and names none (a search, a file system for addresses of its own)
// is granted by its own name, as a function of the module vscode, or with the surface as
// a whole.
const isNameless = (surface, entry) => {
  if (!startsWith(surface, 'files.')) return false
  for (let i = 0; i < entry.a.length; i++) if (startsWith(entry.a[i][2], 'path')) return false
  return true
}

// isVirtual reports a file that VS Code keeps elsewhere than on the disk.
const isVirtual = v => v !== null && typeof v === 'object' && typeof v.scheme === 'string' && v.scheme !== 'file' &&
  v.scheme !== 'vscode-userdata'

const refusal = (member, r) =>
  coded('RF_DENIED_VSCODE', 'vscode.' + member + (r.text === '' ? '' : " '" + r.text + "'") + ' is not granted by the policy')

// Permissions asks for one fence. Its fields are declared: an assignment in a constructor
// would ask the prototype of every object for a setter.
class Permissions {
  /** @type {Fence} */
  fence
  addresses
  border
  api
  // The commands that the extension registered.
  own = new Set()
  // Those that its manifest names, and nobody else's.
  /** @type {() => string[]} */
  commands = () => []
  // debugs reads a configuration of a debugger once, in the place of what was given, and names what of it is not granted, or is ''.
  /** @type {(args: any[]) => string} */
  debugs = () => 'a configuration'
  // What of the keys of conditions is its own.
  /** @type {(key: string) => boolean} */
  isOwnContext = () => false
  // The schemes that it has pages for, one for each that provides them.
  /** @type {string[]} */
  pages = []
  // Whether it has a kind of notebook: VS Code gives it the bytes of what is opened as one.
  /** @type {() => boolean} */
  serializes = () => false
  // The schemes that it has a file system for.
  schemes = new Set()
  edits

  /** @param {Fence} fence */
  constructor(fence, api, addresses, border) {
    this.fence = fence
    this.addresses = addresses
    this.border = border
    this.api = api
    this.edits = createEdits(api, border, uri => this.edit(uri), v => this.fresh(v), addresses.textOf, (from, to) => this.along(from, to))
  }

  // mayProvide asks for files of the extension's own making under a scheme, as check does.
  mayProvide(member, surface) { return this.whole(surface) || this.byName(member) }

  // asks asks for a surface as it is, granted for what a call is about.
  asks(surface) { return ask(this.fence, { section: 'vscode', name: surface }) }

  granted(surface, r, look = false) {
    return ask(this.fence, { section: 'vscode', name: surface, text: r.text, path: r.path, look })
  }

  // byName asks for a function of the module vscode.
  byName(member) { return ask(this.fence, { section: 'modules', name: 'vscode', text: member }) }

  // whole reports that a surface is granted, for what text names, and asks nobody.
  whole(surface, text = '') {
    const { fence } = this
    return fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, access({ section: 'vscode', name: surface, text }))
  }

  // mayRun reports a command that the extension registered, that its manifest names, or that is granted.
  // It asks nobody.
  mayRun(name) {
    const { fence } = this
    if (isLoaders(name)) return false
    if (setHas(this.own, name) || isIn(this.commands(), name)) return true
    const a = access({ section: 'vscode', name: 'command', text: name })
    return fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, a)
  }

  // mayFollow asks for a command that the editor runs by itself once a person took what it belongs to: what mayRun reports, and
  // what only moves the cursor or opens what the editor has of its own.
  mayFollow(name) {
    if (this.mayRun(name) || (isIn(harmlessCommands, name) && !isIn(LEADS, name))) return true
    return !isLoaders(name) && this.granted('command', { __proto__: null, text: name, path: '' })
  }

  // eachNamed calls f with every resource that the policy names of a surface.
  eachNamed(surface, f) {
    const { policy } = this.fence
    for (let i = 0; policy !== null && i < policy.grants.length; i++) {
      const g = policy.grants[i]
      if (g.section === 'vscode' && g.name === surface && g.text !== '') f(g.text)
    }
  }

  // fresh makes an address anew of what is read of it once: the one that was given may
  // answer VS Code otherwise.
  fresh(v) {
    const { addresses, border } = this
    if (v === null || typeof v !== 'object') return v
    const real = border.real(v)
    // A document, a folder, a pattern of VS Code's is what it is. What the extension made itself is
    // an address, whatever it says of itself the next time.
    return real !== v && typeof real.scheme !== 'string' && border.inward(v, ANY) === real ? v : addresses.made(v)
  }

  filePath(uri) {
    const { addresses, border } = this
    const v = border.real(uri)
    const u = typeof v.scheme !== 'string' && v.uri !== undefined ? v.uri : v
    return u.scheme === 'file' ? addresses.fsPath(u) : ''
  }

  // savedPath is the path on the disk that a document is saved under, or ''.
  savedPath(uri) {
    const { addresses } = this
    const where = isIn(SAVED, uri.scheme)
    return where && uri.path[0] === '/' ? addresses.fsPath(uri) : ''
  }

  // isNowhere reports a new document that has no path yet: the person says where it is saved.
  isNowhere(uri) { return uri.scheme === 'untitled' && uri.path[0] !== '/' }

  // savedAs names, for a question, the file that a document of VS Code's becomes when it is saved.
  savedAs(uri) {
    const path = this.savedPath(uri)
    const at = this.onDisk(path)
    return { __proto__: null, text: '', path: at !== null ? at.canonical : path !== '' || uri.scheme === 'vscode-userdata' ? NOWHERE : '' }
  }

  // onDisk gives where a path is, or null.
  onDisk(path) {
    const { fence } = this
    return path === '' ? null : fence.paths.onDisk(path, true)
  }

  // resource reads what of a surface a call is about, once, and puts what it read in
  // the place of what was given.
  resource(surface, entry, args) {
    const r = { __proto__: null, text: '', path: '', real: '', odd: false }
    for (let i = 0; i < entry.a.length; i++) {
      const { 0: index, 1: property, 2: role } = entry.a[i]
      if (property !== '' || index < 0 || index >= args.length) continue
      if ((startsWith(role, 'path') && startsWith(surface, 'files.')) || role === 'url') args[index] = this.fresh(args[index])
      // VS Code asks an object for its name in its own way.
      else if (isIn(NAMES, role) && args[index] !== undefined && typeof args[index] !== 'string') r.odd = true
      else if (isIn(RESOURCES, role)) args[index] = this.once(args[index])
      const v = args[index]
      if (startsWith(role, 'path') && startsWith(surface, 'files.')) {
        const at = this.onDisk(v !== null && typeof v === 'object' ? this.filePath(v) : typeof v === 'string' ? v : '')
        r.path = at === null ? NOWHERE : at.canonical
        r.real = at === null ? '' : at.real
        return r
      }
      if (!isIn(RESOURCES, role)) continue
      const text = this.named(role, v)
      if (text !== null) r.text = text
      // What a browser would read otherwise is no address.
      if (surface === 'open' && text !== null) {
        const link = linkText(text)
        if (link === null) r.odd = true
        else r.text = link
      }
      if (role !== 'settingSection') return r
    }
    return r
  }

  // once reads an object of the extension's that says what a call is about, once: VS Code gets what was read.
  once(v) {
    const { border } = this
    if (v === null || typeof v !== 'object' || isArray(v) || border.real(v) !== v || border.isMine(v)) return v
    const out = {}
    for (let p = v, n = 0; p !== null && p !== ObjectPrototype && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
      const keys = ownKeys(p)
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]
        if (typeof key !== 'string' || getOwn(out, key) !== undefined || isIn(TEXTS, key)) continue
        defineProperty(out, key, { __proto__: null, value: v[key], writable: true, enumerable: true, configurable: true })
      }
    }
    return out
  }

  // named is the text of what an argument names, or null.
  named(role, v) {
    const { addresses } = this
    if (typeof v === 'string') return v
    if (v === null || typeof v !== 'object') return null
    if (role === 'url' && typeof v.scheme === 'string') return addresses.textOf(v)
    return typeof v.name === 'string' ? '' + v.name : null
  }

  // edit asks for one file of an edit of many: null, or the question that was refused.
  edit(uri) {
    const { addresses, fence } = this
    const r = { __proto__: null, text: '', path: '', odd: false }
    // What has no file yet is asked for when it is saved.
    if (uri.scheme === 'untitled') return null
    if (uri.scheme !== 'file' && !isIn(STORED, uri.scheme)) return this.elsewhere('files.write', uri) ? null : r
    // The settings of the person at the editor lie on the disk under a scheme of their own.
    const at = uri.scheme === 'vscode-userdata' ? null : fence.paths.onDisk(addresses.fsPath(uri), true)
    r.path = at === null ? NOWHERE : at.canonical
    return at !== null && !ownFile(fence, at.real, true) && this.granted('files.write', r) ? null : r
  }

  // says asks for what an edit says of one file: null, or the refusal. The text of a file of the workspace
  // that is no sensitive place is what such edits are for, whoever VS Code has them from.
  says(member, uri, text) {
    const { addresses, border, fence } = this
    if (uri === null || typeof uri !== 'object') return refusal(member, { text: '' })
    if (text && (uri.scheme === 'file' || uri.scheme === 'vscode-notebook-cell')) {
      const path = addresses.fsPath(uri)
      const at = this.onDisk(path)
      if (at !== null && this.inWorkspace(path) && !isSensitive(fence.policy, fence.scope, at.canonical)) return null
    }
    if (text && uri.scheme !== 'file' && inFolder(this.api, border.real(uri))) return null
    const no = this.edit(uri)
    return no === null ? null : this.no(member, uri)
  }

  // inWorkspace reports a path that is a folder of the workspace or lies in one.
  inWorkspace(path) {
    const at = this.onDisk(path)
    const roots = mapGet(this.fence.roots, 'workspace')
    if (at === null || roots === undefined) return false
    for (let i = 0; i < roots.length; i++) if (at.real === roots[i] || startsWith(at.real, roots[i] + sep)) return true
    return false
  }

  // isPage reports an address that the extension itself has pages for. They are documents, and of a scheme that somebody has a file
  // system for they are not: the editor goes by that.
  isPage(surface, uri) {
    const { fs } = this.api.workspace
    const scheme = '' + uri.scheme
    return surface === 'files.read' && isIn(this.pages, scheme) && apply(fs.isWritableFileSystem, fs, [scheme]) === undefined
  }

  // elsewhere reports an address off the disk that may be used: one that the extension itself
  // has a file system for, or, as a document, pages, or any where the surface is granted as a whole.
  elsewhere(surface, uri, document = true) {
    if (setHas(this.schemes, '' + uri.scheme) || (document && this.isPage(surface, uri))) return true
    if (surface === 'files.read' && isSchema(uri)) return true
    // Nothing of it is written down as something to grant: no line of a policy is about it.
    const { addresses, fence } = this
    if (fence.observe || this.whole(surface)) return true
    return this.granted(surface, { __proto__: null, text: addresses.textOf(uri), path: NOWHERE })
  }

  // reads reports a file, by VS Code's own address, that the extension may read through it.
  reads(uri) {
    if (uri.scheme !== 'file') return this.elsewhere('files.read', uri)
    const at = this.onDisk(this.filePath(uri))
    return this.granted('files.read', { __proto__: null, text: '', path: at === null ? NOWHERE : at.canonical }, true)
  }

  // no is the refusal of an address.
  no(member, uri) {
    const { addresses } = this
    return refusal(member, { text: addresses.textOf(uri) })
  }

  // keeps reports a change of a file that is the loader's own, in a document that VS Code has open:
  // null, or the refusal. real is a document, an editor, or what changes the active one. The text of the person's settings
  // and of a sensitive place is changed where the policy says that it may be written.
  keeps(real, key = '') {
    const { window } = this.api
    let document = real.document === undefined ? real : real.document
    if (document.uri === undefined) document = window.activeTextEditor === undefined ? undefined : window.activeTextEditor.document
    if (document === undefined) return null
    const { uri } = document
    if (this.isOwn(uri)) return this.no('files.write', uri)
    const asks = !isIn(CLOSES, key) && (uri.scheme === 'vscode-userdata' || this.isSensitive(uri))
    return asks && !this.granted('files.write', this.savedAs(uri)) ? this.no('files.write', uri) : null
  }

  // isSensitive reports a document that is saved to a sensitive place, or is one.
  isSensitive(uri) {
    const { fence } = this
    const at = uri === undefined ? null : this.onDisk(this.savedPath(uri))
    return at !== null && fence.policy !== null && isSensitive(fence.policy, fence.scope, at.canonical)
  }

  // isOwn reports a file of the loader's own, or a new document that is saved as one.
  isOwn(uri) {
    const at = uri === undefined ? null : this.onDisk(this.savedPath(uri))
    return at !== null && ownFile(this.fence, at.real, false)
  }

  // savesOwn reports that a file of the loader's own waits to be saved.
  savesOwn() {
    const { workspace } = this.api
    const { textDocuments } = workspace
    for (let i = 0; i < textDocuments.length; i++) if (textDocuments[i].isDirty && this.isOwn(textDocuments[i].uri)) return true
    return false
  }

  // isNew reports a document that is made of what the call says, and of no file. What it says takes
  // the place of what was given.
  isNew(args) {
    const { border } = this
    const v = args[0]
    if (v === undefined) return true
    if (v === null || typeof v !== 'object' || border.real(v) !== v || isArray(v) || 'scheme' in v) return false
    const { language, content, encoding } = v
    const out = {}
    if (typeof language === 'string') out.language = language
    if (typeof content === 'string') out.content = content
    if (typeof encoding === 'string') out.encoding = encoding
    args[0] = out
    return true
  }

  // check asks for a call: the error to give, or null.
  check(member, surface, entry, args) {
    if (member === 'workspace.applyEdit') {
      const no = this.edits(args)
      return no === null ? null : refusal(member, no)
    }
    if (member === 'workspace.openTextDocument') {
      if (this.isNew(args)) return null
      // A name that is no whole path means for VS Code what its own address of it says.
      const { addresses } = this
      if (typeof args[0] === 'string') args[0] = addresses.ofFile(args[0])
    }
    // A new notebook of a kind, of what the call says: a text is no address to VS Code here.
    if (member === 'workspace.openNotebookDocument' && typeof args[0] === 'string') return null
    if (member === 'workspace.saveAll' && this.savesOwn()) return refusal(member, { text: "ringfence's own files" })
    const r = this.resource(surface, entry, args)
    // A debugger is what its type says: the name is the extension's to choose.
    if (member === 'debug.startDebugging' && args[1] !== null && typeof args[1] === 'object') {
      // What was read is what VS Code gets, which sends it as JSON in any case.
      const no = this.debugs(args)
      if (no !== '') return refusal(member, { text: no })
      r.text = '' + args[1].type
    }
    if (r.odd || ((surface === 'command' || surface === 'settings.write') && isLoaders(r.text))) return refusal(member, r)
    if (isNameless(surface, entry)) return this.mayProvide(member, surface) ? null : refusal(member, r)
    if (surface === 'command' && member === 'commands.executeCommand' && setHas(this.own, r.text)) return null
    if (surface === 'extensions' && toLowerCase(r.text) === toLowerCase(this.fence.id)) return null
    const looks = isIn(LOOKS, member)
    // What has no file yet is in no file system, and VS Code says so: nothing is read.
    const names = r.path !== '' && typeof args[0] === 'object' && args[0] !== null
    if (names && surface === 'files.read' && startsWith(member, 'workspace.fs.') && this.isNowhere(args[0])) return null
    // A file that VS Code keeps elsewhere than on the disk is no file of the disk's. The
    // extension's own are its own; who has another's may have a machine's.
    if (r.path !== '' && isVirtual(args[0])) {
      if (this.elsewhere(surface, args[0], !startsWith(member, 'workspace.fs.'))) return this.moved(surface, entry, args)
      return looks ? this.notThere(args[0]) : this.no(member, args[0])
    }
    // The loader, its log and what it remembers are nobody's to write (invariant 11).
    const removes = member === 'workspace.fs.delete' || member === 'workspace.fs.rename'
    if (surface === 'files.write' && ownFile(this.fence, r.real, removes)) return refusal(member, r)
    const ends = looks || member === 'workspace.fs.delete'
    if (startsWith(surface, 'files.') && !ends && isOtherName(this.fence, surface === 'files.write', r.real)) return refusal(member, r)
    // That a folder above the workspace is there is known (policy/checks.js).
    const known = member === 'workspace.fs.stat' && r.path !== '' && isAbove(this.fence, r.path)
    if (!known && !this.granted(surface, r, looks)) return looks ? this.notThere(args[0]) : refusal(member, r)
    if (surface === 'command' && r.text === 'setContext' && !this.setsContext(args)) return refusal(member, r)
    const address = surface === 'command' ? refusedAddress(this, r.text, args) : null
    if (address !== null) return refusal(member + " ('" + r.text + "') of the address", address)
    const file = surface === 'command' ? refusedFile(this, r.text, args) : null
    if (file !== null) return this.no(member + " ('" + r.text + "')", file)
    const out = this.moved(surface, entry, args)
    const how = ON_FOLDERS[member]
    if (out !== null || how === undefined) return out
    const no = along(this, how, this.filePath(args[0]), how === 'delete' ? undefined : this.filePath(args[1]))
    return no === null ? null : refusal(member, no)
  }

  // setsContext says whether a key of conditions may be set: menus and keys of others depend on theirs.
  setsContext(args) {
    const { 1: key } = args
    return typeof key === 'string' &&
      (this.isOwnContext(key) || this.granted('command', { __proto__: null, text: 'setContext ' + key, path: '' }))
  }

  // notThere is what VS Code says of a file that does not exist.
  notThere(uri) {
    const { api: { FileSystemError }, border } = this
    return border.outward(apply(FileSystemError.FileNotFound, FileSystemError, [border.real(uri)]), 'FileSystemError')
  }

  // along asks for what lies below a file that an edit renames or takes away: null, or the question that was refused.
  along(from, to) {
    const path = from.scheme === 'file' ? this.filePath(from) : ''
    if (path === '') return null
    return along(this, to === undefined ? 'delete' : 'rename', path, to === undefined ? undefined : this.filePath(to))
  }

  // moved asks for the second path of a copy or a rename.
  moved(surface, entry, args) {
    for (let i = 0; i < entry.a.length; i++) {
      const { 0: index, 2: role } = entry.a[i]
      if (role !== 'path.dest' || args[index] === undefined) continue
      if (isVirtual(args[index])) {
        if (this.elsewhere(surface, args[index])) continue
        return this.no('workspace.fs', args[index])
      }
      const path = this.filePath(args[index])
      if (path === '') return refusal('workspace.fs', { text: '' })
      const at = this.onDisk(path)
      const r = { __proto__: null, text: '', path: at === null ? NOWHERE : at.canonical }
      if (!this.granted(surface, r) || (at !== null && ownFile(this.fence, at.real, true))) return refusal('workspace.fs', r)
    }
    return null
  }
}

module.exports = { __proto__: null, Permissions, isFree, surfaceOf }
