'use strict'

// The members of the editor's API that are handed out in a way of their own (invariant
// 10): commands, settings, webviews, debug adapters, other extensions.

const { append, apply, construct, setAdd, setDelete } = require('../kernel/primordials.js')
const { fencedFactory } = require('./debuggers.js')
const { coded, misused } = require('../kernel/errors.js')
const { isLoaders } = require('./commandnames.js')
const { listed, refOf, wrap } = require('./members.js')
const { callable } = require('./types.js')
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
  'window.showTextDocument': naming,
  'commands.executeCommand': naming,
  'workspace.registerFileSystemProvider': providing,
  'window.createWebviewPanel': (editor, real, key, member) => {
    const make = wrap(editor, member, real[key], real, editor.members[member])
    return () => (...args) => {
      args[3] = editor.roots(args[3])
      return apply(make, undefined, args)
    }
  },
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

// naming is a function that may show what the extension names: it does not learn the text by that.
function naming(editor, real, key, member) {
  const { addresses, border, members } = editor
  const entry = members[member]
  const call = entry === 0 || entry === undefined ? border.functionSeen(real[key], callable(refOf(member)), real)
    : wrap(editor, member, real[key], real, entry)
  return () => (...args) => {
    for (let i = 0; i < args.length; i++) {
      const v = border.real(args[i])
      if (v !== args[i] && typeof v === 'object' && typeof v.scheme === 'string') setAdd(border.named, addresses.textOf(v))
    }
    return apply(call, undefined, args)
  }
}

// providing registers a file system. What its scheme names is the extension's own then.
function providing(editor, real, key, member) {
  const { members, permissions } = editor
  const register = wrap(editor, member, real[key], real, members[member])
  return () => (scheme, ...rest) => {
    const name = '' + scheme
    const registration = register(name, ...rest)
    setAdd(permissions.schemes, name)
    return registration
  }
}

// registers registers a command. Its id is the extension's own as long as VS Code has its
// handler under it.
const registers = ({ api, border, commandNames, permissions }, real, key, member) => (id, ...rest) => {
  const name = '' + id
  if (isLoaders(name)) throw coded('RF_DENIED_VSCODE', 'vscode.' + member + " '" + name + "' is ringfence's own")
  const granted = commandNames.free(name) ? undefined : permissions.byName(member)
  if (granted === false) {
    throw coded('RF_DENIED_VSCODE',
      'vscode.' + member + " '" + name + "' is the editor's or another extension's, and is not granted by the policy")
  }
  const args = [name]
  for (let i = 0; i < rest.length; i++) append(args, rest[i])
  const registration = border.real(border.call(real[key], real, args, refOf(member)))
  setAdd(permissions.own, name)
  const end = () => {
    commandNames.ends(name, end)
    setDelete(permissions.own, name)
    registration.dispose()
  }
  if (granted === undefined) commandNames.holds(name, end)
  return border.outward(construct(api.Disposable, [end]), 'Disposable')
}

// onlyOwn is the list of extensions for one that may not see the others.
function onlyOwn(id, real) {
  const e = apply(real.getExtension, real, [id])
  return e === undefined ? [] : [e]
}

module.exports = { __proto__: null, special }
