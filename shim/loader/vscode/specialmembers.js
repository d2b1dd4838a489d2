'use strict'

// The members of the editor's API that are handed out in a way of their own (invariant
// 10): commands, documents and editors, settings, webviews, debug adapters.

const { append, apply, construct, setAdd, setDelete, then } = require('../kernel/primordials.js')
const { fencedFactory } = require('./debuggers.js')
const { listed, wrap } = require('./members.js')
const { rawIn, rawOut } = require('./passing.js')

// special gives for a member what gives its getter: of the editor, the namespace that has
// it, its key there and its name.
const special = {
  __proto__: null,
  'commands.registerCommand': (editor, real, key) => () => registers(editor, real, key),
  'commands.registerTextEditorCommand': (editor, real, key) => () => registers(editor, real, key),
  'workspace.getConfiguration': ({ settings }, real) => () => (...args) =>
    settings.configuration(apply(real.getConfiguration, real, rawIn(args)), args),
  'workspace.textDocuments': ({ docs }, real) => () => docs.shown(real.textDocuments),
  'window.activeTextEditor': ({ docs }, real) => () => docs.shown(real.activeTextEditor),
  'window.visibleTextEditors': ({ docs }, real) => () => docs.shown(real.visibleTextEditors),
  'window.onDidChangeActiveTextEditor': showing,
  'window.onDidChangeVisibleTextEditors': showing,
  'window.onDidChangeTextEditorOptions': showing,
  'window.onDidChangeTextEditorViewColumn': showing,
  'window.onDidChangeTextEditorVisibleRanges': showing,
  'window.showTextDocument': ({ docs, passing }, real) => () => (...args) =>
    then(apply(real.showTextDocument, real, passing.throughAll(args)), docs.shown),
  'window.createWebviewPanel': (editor, real, key, member) => {
    const { docs, members } = editor
    const make = wrap(editor, member, real[key], real, members[member])
    return () => (...args) => {
      args[3] = docs.roots(args[3])
      return docs.panel(apply(make, undefined, args))
    }
  },
  'debug.registerDebugAdapterDescriptorFactory': (editor, real, key, member) => () => {
    const { api, fence, members } = editor
    const register = wrap(editor, member, real[key], real, members[member])
    return (type, factory) => register('' + type, fencedFactory(fence, api, factory))
  },
  'extensions.all': ({ fence, questions }, real) => () => (questions.asks('extensions') ? rawOut(real.all) : onlyOwn(fence.id, real)),
  'env.clipboard': (editor, real) => { const c = listed(editor, real.clipboard, 'env.clipboard.'); return () => c },
  'workspace.fs': (editor, real) => {
    const { fs } = real
    const c = listed(editor, fs, 'workspace.fs.')
    c.isWritableFileSystem = (...args) => apply(fs.isWritableFileSystem, fs, rawIn(args))
    return () => c
  },
}

// showing subscribes to what shows editors.
function showing({ docs, fence }, real, key) {
  const isEvent = e => e !== null && typeof e === 'object' && e.textEditor !== undefined
  const seen = e => (isEvent(e) ? { ...e, textEditor: docs.shown(e.textEditor) } : docs.shown(e))
  return () => (f, self, disposables) => {
    const call = typeof f === 'function' ? fence.through(f) : f
    return rawOut(apply(real[key], real, [typeof f === 'function' ? e => apply(call, self, [seen(e)]) : f, undefined, disposables]))
  }
}

// registers registers a command. Its id is the extension's own as long as VS Code has its
// handler under it.
const registers = ({ api, docs, fence, questions }, real, key) => (id, ...rest) => {
  const name = '' + id
  const args = [name]
  const [f] = rest
  const call = fence.through(f)
  const editors = key === 'registerTextEditorCommand' && typeof f === 'function'
  const handler = editors ? function (editor, ...more) { return apply(call, this, [docs.shown(editor), ...more]) } : call
  for (let i = 0; i < rest.length; i++) append(args, i === 0 ? handler : rest[i])
  const registration = apply(real[key], real, args)
  setAdd(questions.own, name)
  return construct(api.Disposable, [() => {
    setDelete(questions.own, name)
    registration.dispose()
  }])
}

// onlyOwn is the list of extensions for one that may not see the others.
function onlyOwn(id, real) {
  const e = apply(real.getExtension, real, [id])
  return e === undefined ? [] : [rawOut(e)]
}

module.exports = { __proto__: null, special }
