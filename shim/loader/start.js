'use strict'

// Where a wrapped extension begins. The file that `wrap` writes ends in
// start(module, require, config); the same file is what forked processes and
// workers of the extension start from.

const nodePath = require('node:path')
const fs = require('node:fs')
const workers = require('node:worker_threads')
const { append, apply, Buffer, defineProperty, getOwn, ownKeys, slice } = require('./primordials.js')
const { createFence, setRoot, rescope, tell, checkCode } = require('./fence.js')
const { createViews } = require('./view.js')
const { createCore } = require('./core.js')
const { createModules, sha256 } = require('./modules.js')
const { buildGlobals } = require('./globals.js')
const { buildProcess } = require('./process.js')
const { buildEditor, buildContext } = require('./editor.js')
const { compileText } = require('./compile.js')
const { guard } = require('./functions.js')
const { coded, missing } = require('./errors.js')
const { harden, restrain } = require('./harden.js')
const table = require('./table.json')

const CHILD_FLAG = '--ringfence-child'

// rootOf goes up from the loader's file as deep as the entry lies in the extension.
function rootOf(module, config) {
  let dir = nodePath.dirname(module.filename)
  if (typeof config.root === 'string') return nodePath.resolve(dir, config.root)
  for (let i = 0; i < config.entry.length; i++) if (config.entry[i] === '/') dir = nodePath.dirname(dir)
  return dir
}

// read gives the configuration of a text, which has to have the digest beside it: a
// policy or a table that was changed after wrapping is none.
function read(text, digest) {
  if (typeof text !== 'string') return text
  if (sha256(Buffer.from(text, 'utf8')) !== digest) throw coded('RF_CHANGED_FILE', 'The policy of this extension is not the one it was wrapped with')
  return JSON.parse(text)
}

// whole checks the loader's own text, which stands in front of the configuration.
function whole(module, config) {
  const { loader } = config
  if (loader === undefined || loader === null) return
  const bytes = fs.readFileSync(module.filename)
  if (bytes.length < loader.bytes || sha256(bytes.subarray(0, loader.bytes)) !== loader.sha256) throw coded('RF_CHANGED_FILE', 'The loader of this extension was changed')
}

function start(module, require, text, digest) {
  const config = read(text, digest)
  whole(module, config)
  const root = rootOf(module, config)
  const fence = createFence(config, root, table.places)
  append(fence.guarded, fence.root + module.filename.slice(root.length))
  const childArgv = process.argv[2] === CHILD_FLAG && require.main === module
  const data = workers.workerData
  const inWorker = !workers.isMainThread && require.main === module && data !== null && typeof data === 'object' && typeof data.ringfence === 'string'
  fence.child = childArgv || inWorker
  fence.workerData = inWorker ? data.data : null
  const argv = []
  if (childArgv) {
    append(argv, process.argv[0])
    for (let i = 3; i < process.argv.length; i++) append(argv, process.argv[i])
  } else {
    append(argv, process.argv[0])
    if (inWorker) for (let i = 2; i < process.argv.length; i++) append(argv, process.argv[i])
    else append(argv, '')
  }
  const views = createViews(fence)
  const context = { __proto__: null, loaderFile: module.filename, entry: fence.root + nodePath.sep + config.entry, main: undefined, globals: null, core: null, cache: null }
  context.core = createCore(fence, views, context)
  context.globals = buildGlobals(fence, views, context.core.net, () => buildProcess(fence, views, context.core.requireCore, argv))
  createModules(fence, context)
  let editor
  context.vscode = () => {
    if (fence.child) throw missing('RF_DENIED_MODULE', 'vscode')
    if (editor === undefined) editor = buildEditor(fence, watch(fence, require('vscode')))
    return editor
  }
  const evaluate = (kind, words) => {
    const body = words.length === 0 ? '' : words[words.length - 1]
    // How libraries have asked for the global object for twenty years.
    if (kind === '' && words.length === 1 && (body === 'return this' || body === 'return this;' || body === 'return this()' || body === 'return globalThis')) {
      return () => context.globals.own
    }
    const e = checkCode(fence, 'eval')
    if (e !== null) throw e
    return compileText(context.globals, kind, words)
  }
  const isFenced = guard([{ __proto__: null, prefix: fence.root + nodePath.sep, evaluate }], module.filename)
  restrain(isFenced)
  noPool()
  defineProperty(fs.Dir.prototype, 'then', { __proto__: null, value: undefined, writable: true, configurable: false })
  if (fence.level === 'host' || fence.child) harden()
  if (config.logDir !== undefined) fence.log.open(config.logDir)
  process.once('exit', () => fence.log.flush())

  const script = inWorker ? data.ringfence : childArgv ? process.argv[3] : context.entry
  const at = fence.paths.onDisk(script, true)
  const main = context.loadFile(at === null ? script : at.real, script, undefined)
  if (fence.child) return
  module.exports = exportsOf(fence, main.exports)
}


// noPool gives every small Buffer memory of its own: from the pool, one extension
// reads what another wrote.
function noPool() {
  const d = getOwn(Buffer, 'poolSize')
  if (d !== undefined && d.configurable) defineProperty(Buffer, 'poolSize', { __proto__: null, get: () => 0, set: () => {}, enumerable: true, configurable: false })
}

// watch follows the workspace: where it is, and whether it is trusted.
function watch(fence, api) {
  const { workspace } = api
  const folders = () => {
    const out = []
    const list = workspace.workspaceFolders
    if (list !== undefined) for (let i = 0; i < list.length; i++) if (list[i].uri.scheme === 'file') append(out, list[i].uri.fsPath)
    setRoot(fence, 'workspace', out)
    rescope(fence)
  }
  try {
    fence.trusted = workspace.isTrusted !== false
    folders()
    workspace.onDidChangeWorkspaceFolders(folders)
    if (typeof workspace.onDidGrantWorkspaceTrust === 'function') workspace.onDidGrantWorkspaceTrust(() => { fence.trusted = true })
    fence.settingsOf = name => workspace.getConfiguration().get(name)
    readSettings(fence)
    workspace.onDidChangeConfiguration(() => readSettings(fence))
  } catch (e) {
    fence.trusted = false
    tell(fence, 'RF_INTERNAL', '' + e.message)
  }
  return api
}

// readSettings gives ${config:…} its value, for the settings the policy names.
function readSettings(fence) {
  if (fence.policy === null) return
  const settings = { __proto__: null }
  const text = JSON.stringify(fence.config.policy)
  const mark = '${config:'
  for (let i = text.indexOf(mark); i >= 0; i = text.indexOf(mark, i + 1)) {
    const name = slice(text, i + mark.length, text.indexOf('}', i))
    const v = fence.settingsOf(name)
    if (typeof v === 'string' && v !== '') settings['config:' + name] = [v]
  }
  fence.config.settings = settings
  rescope(fence)
}

function exportsOf(fence, real) {
  if (real === null || typeof real !== 'object' && typeof real !== 'function') return real
  const out = {}
  const keys = ownKeys(real)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (key !== 'activate') defineProperty(out, key, { __proto__: null, enumerable: true, configurable: true, get: () => real[key] })
  }
  const { activate } = real
  if (typeof activate === 'function') {
    out.activate = context => {
      adoptContext(fence, context)
      return apply(activate, real, [buildContext(fence, context)])
    }
  }
  return out
}

function adoptContext(fence, context) {
  const at = (name, uri) => { if (uri !== undefined && uri !== null && typeof uri.fsPath === 'string') setRoot(fence, name, [uri.fsPath]) }
  at('globalStorage', context.globalStorageUri)
  at('workspaceStorage', context.storageUri)
  at('logs', context.logUri)
  rescope(fence)
  if (fence.config.logDir === undefined && context.globalStorageUri !== undefined && typeof context.globalStorageUri.fsPath === 'string') {
    fence.log.open(nodePath.join(context.globalStorageUri.fsPath, 'ringfence'))
  }
}

module.exports = { __proto__: null, start }
