'use strict'

// The members of the editor's API that are handed out in a way of their own (invariant
// 10): commands, settings, webviews, debug adapters, other extensions.

const {
  append, apply, construct, isArray, isIn, ownKeys, setAdd, setDelete, setHas, startsWith,
} = require('../kernel/primordials.js')
const { acting } = require('./codeactions.js')
const { configuring } = require('./debugconfigs.js')
const { fencedFactory } = require('./debuggers.js')
const { coded, misused } = require('../kernel/errors.js')
const { keep } = require('../policy/lasting.js')
const { isLoaders } = require('./named/commandnames.js')
const { NAMED: LED, lead } = require('./places/leading.js')
const { formatting, ruling } = require('./languagerules.js')
const { listed, refOf, wrap } = require('./members.js')
const { serving } = require('./mcpservers.js')
const { NAMED, squashed } = require('./named/names.js')
const { registered } = require('./observed/outlasting.js')
const { ANY, callable } = require('./types.js')
const { watching } = require('./watchers.js')
const { adding } = require('./workspacefolders.js')

// special gives for a member what gives its getter: of the editor, the namespace that has
// it, its key there and its name.
const special = {
  __proto__: null,
  'commands.registerCommand': (editor, real, key, member) => () => registers(editor, real, key, member),
  'commands.registerTextEditorCommand': (editor, real, key, member) => () => registers(editor, real, key, member),
  'workspace.getConfiguration': ({ border, settings }, real) => () => (section, scope) => {
    // VS Code asks an object for its text in its own way.
    if (section !== undefined && section !== null && typeof section !== 'string') throw misused('"section"')
    return settings.configuration(apply(real.getConfiguration, real, [section, border.inward(scope, 'Uri')]), section)
  },
  'workspace.createFileSystemWatcher': watching,
  'workspace.updateWorkspaceFolders': adding,
  'workspace.registerTextDocumentContentProvider': (editor, real, key, member) => {
    const { api, border, fence, names, permissions } = editor
    const free = border.functionSeen(real[key], callable(refOf(member)), real)
    const asked = wrap(editor, member, real[key], real, editor.members[member])
    return () => (scheme, provider) => {
      const name = schemeOf(member, scheme)
      const observed = fence.observe
      const own = names.isOwnScheme(name)
      return registered(editor, observed && !own, () => permissions.mayProvide(member, 'files.read'), [name, provider], args => {
        const registration = border.real(apply(own ? free : asked, undefined, args))
        // What it says under the scheme is its own to open.
        append(permissions.pages, name)
        return border.outward(construct(api.Disposable, [() => {
          permissions.pages = without(permissions.pages, name)
          registration.dispose()
        }]), 'Disposable')
      })
    }
  },
  // What the loader says stands in channels of its name: nobody else has one that begins so.
  'window.createOutputChannel': ({ border }, real, key, member) => {
    const make = border.functionSeen(real[key], callable(refOf(member)), real)
    return () => (name, ...rest) => {
      if (startsWith(squashed('' + name), 'ringfence')) schemeOf(member, 'ringfence')
      return make('' + name, ...rest)
    }
  },
  // No manifest names a controller of tests: it is another's by what it begins with.
  'tests.createTestController': ({ border, names, permissions }, real, key, member) => {
    const make = border.functionSeen(real[key], callable(refOf(member)), real)
    return () => (id, ...rest) => {
      const name = '' + id
      if (names.isClaimed(name) && !permissions.byName(member)) throw taken(member, name)
      return make(name, ...rest)
    }
  },
  'languages.registerCodeActionsProvider': acting,
  'languages.setLanguageConfiguration': ruling,
  'languages.registerDocumentFormattingEditProvider': formatting,
  'languages.registerDocumentRangeFormattingEditProvider': formatting,
  'window.createStatusBarItem': ({ border }, real, key, member) => {
    const make = border.functionSeen(real[key], callable(refOf(member)), real)
    return () => (...args) => {
      if (args[0] !== undefined && typeof args[0] !== 'number') args[0] = schemeOf(member, args[0])
      return apply(make, undefined, args)
    }
  },
  'env.createTelemetryLogger': ({ border, permissions }, real, key, member) => () => (sender, options) =>
    border.call(real[key], real, [nameless(sender, permissions), options], refOf(member)),
  'window.showTextDocument': naming,
  'window.showNotebookDocument': naming,
  'commands.executeCommand': naming,
  'workspace.registerFileSystemProvider': providing,
  'lm.registerMcpServerDefinitionProvider': serving,
  'window.createWebviewPanel': (editor, real, key, member) => {
    const { border, fence } = editor
    const make = wrap(editor, member, real[key], real, editor.members[member])
    return () => (...args) => {
      const observed = fence.observe
      args[3] = editor.roots(args[3])
      const panel = apply(make, undefined, args)
      if (observed) editor.page(border.real(panel))
      return panel
    }
  },
  'debug.registerDebugConfigurationProvider': configuring,
  'debug.registerDebugAdapterDescriptorFactory': (editor, real, key, member) => () => {
    const register = wrap(editor, member, real[key], real, editor.members[member])
    return (type, factory) => register('' + type, fencedFactory(editor, factory))
  },
  'extensions.all': ({ border, fence, permissions }, real) => () =>
    border.outward(permissions.asks('extensions') ? real.all : onlyOwn(fence.id, real), ['a', 'Extension']),
  'env.clipboard': (editor, real) => { const c = listed(editor, real.clipboard, 'env.clipboard.', 'Clipboard'); return () => c },
  'workspace.fs': (editor, real) => {
    const { border } = editor
    const { fs } = real
    const c = listed(editor, fs, 'workspace.fs.', 'FileSystem')
    c.isWritableFileSystem = scheme => border.answered(() => apply(fs.isWritableFileSystem, fs, ['' + scheme]), 0)
    return () => c
  },
}

const DOCUMENTS = ['TextDocument', 'NotebookDocument']

// naming is a function that may show what the extension names: it does not learn the text by that.
// An address that the extension made itself is made anew, so that what is noted is what is shown.
function naming(editor, real, key, member) {
  const { border, members, permissions } = editor
  const entry = members[member]
  const call = entry === 0 || entry === undefined ? border.functionSeen(real[key], callable(refOf(member)), real)
    : wrap(editor, member, real[key], real, entry)
  const shown = key === 'showTextDocument' || key === 'showNotebookDocument'
  const note = uri => {
    border.note(border.real(uri))
    return uri
  }
  const noted = (v, first, depth) => {
    if (v === null || typeof v !== 'object') return v
    const of = border.real(v)
    if (of !== v) {
      if (typeof of.scheme === 'string') return note(v)
      // What else of VS Code's has an address would show it, and nobody had noted that.
      if (shown && first && !border.is(v, DOCUMENTS)) throw misused('"document"')
      if (shown && first && of.uri !== undefined && !border.isBefore(of.uri)) note(of.uri)
      return v
    }
    if (isArray(v) && !shown && depth < 4) {
      const out = []
      for (let i = 0; i < v.length; i++) append(out, noted(v[i], false, depth + 1))
      return out
    }
    return (shown && first) || 'scheme' in v ? note(permissions.fresh(v)) : v
  }
  return () => (...args) => {
    // A command of the extension's own has what it gives itself.
    if (!shown && setHas(permissions.own, args[0])) return apply(call, undefined, args)
    for (let i = 0; i < args.length; i++) {
      args[i] = noted(args[i], i === 0, 0)
      if (!shown) lead(border, border.inward(args[i], ANY), LED)
    }
    return apply(call, undefined, args)
  }
}

const taken = (member, name) =>
  coded('RF_DENIED_VSCODE', 'vscode.' + member + " '" + name + "' is another extension's, and is not granted by the policy")

// naming others: a member whose first argument other extensions' manifests name.
function others(editor, real, key, member) {
  const { border, fence, members, names, permissions } = editor
  const entry = members[member]
  const call = entry === 0 || entry === undefined ? border.functionSeen(real[key], callable(refOf(member)), real)
    : wrap(editor, member, real[key], real, entry)
  return () => (id, ...rest) => {
    const name = '' + id
    const observed = fence.observe
    const isTheirs = names.isOthers(member, name)
    const may = () => permissions.byName(member)
    if (isTheirs && !may()) throw taken(member, name)
    return registered(editor, observed && isTheirs, may, [name, ...rest], args => apply(call, undefined, args))
  }
}
// othersToo is one that has a way of its own beside.
const othersToo = way => (editor, real, key, member) => {
  const { names, permissions } = editor
  const get = way(editor, real, key, member)
  return () => (id, ...rest) => {
    const name = '' + id
    if (names.isOthers(member, name) && !permissions.byName(member)) throw taken(member, name)
    return get()(name, ...rest)
  }
}
{
  const list = ownKeys(NAMED)
  for (let i = 0; i < list.length; i++) special[list[i]] = special[list[i]] === undefined ? others : othersToo(special[list[i]])
}

// schemeOf is a name that the extension may take: the pages of the loader and its item have names of their own.
function schemeOf(member, scheme) {
  const name = '' + scheme
  if (isLoaders(name)) throw coded('RF_DENIED_VSCODE', 'vscode.' + member + " '" + name + "' is ringfence's own")
  return name
}

// What VS Code tells a sender of telemetry beside what the extension gave, and names nobody.
const TOLD = ['common.extname', 'common.extversion', 'common.vscodeversion', 'common.product', 'common.uikind', 'common.remotename',
  'common.isnewappinstall', 'common.nodeArch', 'common.platformversion', 'common.os']

// nameless is a sender that hears what identifies the machine and the session where the policy grants
// that (env).
function nameless(sender, permissions) {
  if (sender === null || typeof sender !== 'object') return sender
  const kept = data => {
    if (data === null || typeof data !== 'object' || permissions.asks('env')) return data
    const out = {}
    const keys = ownKeys(data)
    for (let i = 0; i < keys.length; i++) {
      if (typeof keys[i] === 'string' && (!startsWith(keys[i], 'common.') || isIn(TOLD, keys[i]))) out[keys[i]] = kept(data[keys[i]])
    }
    return out
  }
  return {
    sendEventData: (name, data) => apply(sender.sendEventData, sender, [name, kept(data)]),
    sendErrorData: (error, data) => apply(sender.sendErrorData, sender, [error, kept(data)]),
    ...(typeof sender.flush === 'function' ? { flush: () => apply(sender.flush, sender, []) } : undefined),
  }
}

// providing registers a file system. What its scheme names is the extension's own then, unless it
// is the editor's or another's.
function providing(editor, real, key, member) {
  const { api, border, commandNames, fence, members, permissions } = editor
  const register = wrap(editor, member, real[key], real, members[member])
  return () => (scheme, ...rest) => {
    const name = schemeOf(member, scheme)
    const { fs } = real
    const taken = startsWith(name, 'vscode') || commandNames.isOthersScheme(name) ||
      apply(fs.isWritableFileSystem, fs, [name]) !== undefined
    const observed = fence.observe
    return registered(editor, observed, () => permissions.mayProvide(member, 'files.write'), [name, ...rest], args => {
      const registration = border.real(apply(register, undefined, args))
      if (!taken) setAdd(permissions.schemes, name)
      // Whoever comes after it has the scheme.
      return border.outward(construct(api.Disposable, [() => {
        setDelete(permissions.schemes, name)
        registration.dispose()
      }]), 'Disposable')
    })
  }
}

// registers registers a command. A name of one word may be the editor's (undo), as language servers give theirs one (getFunctionList): it
// is registered when the editor has said which names it has, a moment later, and nobody hears in between what another command is told.
const registers = (editor, real, key, member) => (id, ...rest) => {
  const { api, border, commandNames } = editor
  const name = '' + id
  if (isLoaders(name)) throw coded('RF_DENIED_VSCODE', 'vscode.' + member + " '" + name + "' is ringfence's own")
  const now = () => claims(editor, real, key, member, name, rest)
  let end = () => { end = undefined }
  if (!commandNames.isOpen(name)) end = now()
  else {
    commandNames.settles(() => {
      try { if (end !== undefined) end = now() } catch { /* It is denied, and that is written down. */ }
    })
  }
  return border.outward(construct(api.Disposable, [() => { if (end !== undefined) end() }]), 'Disposable')
}

// claims registers a command that may be registered, and gives what ends it. Its id is the extension's own as long as VS Code has its
// handler under it.
function claims({ api, border, commandNames, fence, permissions }, real, key, member, name, rest) {
  const observed = fence.observe
  const granted = commandNames.free(name) ? undefined : permissions.byName(member)
  if (granted === false) {
    throw coded('RF_DENIED_VSCODE',
      'vscode.' + member + " '" + name + "' is the editor's or another extension's, and is not granted by the policy")
  }
  const args = [name]
  // An object that a command is called on makes no provider of it (border.js).
  const { 0: f, 1: on } = rest
  const bound = typeof f === 'function' && on !== undefined && on !== null ? (...given) => apply(f, on, given) : f
  // What was taken while everything was observed goes back to whose it was, unless the policy grants it.
  append(args, granted !== true || !observed || typeof bound !== 'function' ? bound : (...given) => {
    if (fence.observe || permissions.byName(member)) return apply(bound, undefined, given)
    end()
    return border.call(api.commands.executeCommand, api.commands, [name, ...given], refOf('commands.executeCommand'))
  })
  const registration = border.real(border.call(real[key], real, args, refOf(member)))
  setAdd(permissions.own, name)
  const end = () => {
    commandNames.ends(name, end)
    setDelete(permissions.own, name)
    registration.dispose()
  }
  if (granted === undefined) commandNames.holds(name, end)
  else if (observed) keep(fence, () => { if (!permissions.byName(member)) end() })
  return end
}

// without is a list with one item of a value less.
function without(list, value) {
  const out = []
  let gone = false
  for (let i = 0; i < list.length; i++) {
    if (!gone && list[i] === value) gone = true
    else append(out, list[i])
  }
  return out
}

// onlyOwn is the list of extensions for one that may not see the others.
function onlyOwn(id, real) {
  const e = apply(real.getExtension, real, [id])
  return e === undefined ? [] : [e]
}

module.exports = { __proto__: null, special }
