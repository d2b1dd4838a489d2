'use strict'

// Where a wrapped extension begins. The file that `wrap` writes ends in
// start(module, require, config); the same file is what forked processes and
// workers of the extension start from.

const { dirname, resolve, sep } = require('node:path')
const { readFileSync } = require('node:fs')
const { append, apply, Buffer, bufferFrom, bytesBetween, defineProperty, getOwn, jsonParse, slice } = require('./kernel/primordials.js')
const { createFence, setRoot, rescope, repolicy, store } = require('./policy/fence.js')
const { checkCode } = require('./policy/checks.js')
const { createViews } = require('./kernel/membrane.js')
const { createCore } = require('./node/core.js')
const { createModules } = require('./node/modules.js')
const { sha256 } = require('./kernel/digest.js')
const { buildGlobals } = require('./node/globals.js')
const { buildProcess } = require('./node/process.js')
const { inherit, VARIABLE } = require('./policy/inherit.js')
const { compileText } = require('./node/compile.js')
const { createMaking, createSealed, createThrough, guard, inEditor } = require('./kernel/functions.js')
const { coded, missing } = require('./kernel/errors.js')
const { close, harden, holdLanguage, restrain } = require('./kernel/harden.js')
const { hardened } = require('./kernel/internallists.js')
const { fixIterators, ownArguments } = require('./kernel/iterators.js')
const table = require('./policy/table.json')

const { once } = process

const CHILD_FLAG = '--ringfence-child'

// rootOf goes up from the loader's file as deep as the entry lies in the extension.
function rootOf(module, config) {
  let dir = dirname(module.filename)
  if (typeof config.root === 'string') return resolve(dir, config.root)
  for (let i = 0; i < config.entry.length; i++) if (config.entry[i] === '/') dir = dirname(dir)
  return dir
}

// read returns the configuration of a text, which has to have the digest beside it: a
// policy or a table that was changed after wrapping is none.
function read(text, digest) {
  if (typeof text !== 'string') return text
  if (sha256(bufferFrom(text, 'utf8')) !== digest) {
    throw coded('RF_CHANGED_FILE', 'The policy of this extension is not the one it was wrapped with')
  }
  return jsonParse(text)
}

// whole checks the loader's own text, which stands in front of the configuration.
function whole(module, config) {
  const { loader } = config
  if (loader === undefined || loader === null) return
  const bytes = readFileSync(module.filename)
  if (bytes.length < loader.bytes || sha256(bytesBetween(bytes, 0, loader.bytes)) !== loader.sha256) {
    throw coded('RF_CHANGED_FILE', 'The loader of this extension was changed')
  }
}

// atLevel refuses to start where the level that was asked for is not to be had.
function atLevel(config, child) {
  const found = config.level === 'host' && !child ? require('./kernel/ownmethods.js').replaced() : ''
  if (found === '') return
  throw coded('RF_LEVEL', 'Level host is not reached: somebody in this host has replaced ' + found +
    ' before. Run this extension in a host of its own, or wrap it with --level shared')
}

function start(module, hosts, text, digest) {
  const config = read(text, digest)
  whole(module, config)
  const root = rootOf(module, config)
  const fence = createFence(config, root, table.places)
  fence.loaderFile = fence.root + slice(module.filename, root.length)
  append(fence.guarded, fence.loaderFile)
  // VS Code on the desktop forks debug adapters with a line of -e that requires them.
  const asMain = hosts.main === module || (hosts.main === undefined && process.argv[1] === module.filename)
  const childArgv = process.argv[2] === CHILD_FLAG && asMain
  // What stands behind it otherwise is a whole path.
  const childText = childArgv && process.argv[3] === '-e' ? process.argv[4] : undefined
  // Only where this file is the main one may it be a worker's.
  const workers = hosts.main === module ? require('node:worker_threads') : undefined
  const data = workers === undefined ? null : workers.workerData
  const inWorker = workers !== undefined && !workers.isMainThread && data !== null && typeof data === 'object' &&
    typeof data.ringfence === 'string'
  fence.child = childArgv || inWorker
  if (fence.child) fence.agents = 1
  atLevel(config, fence.child)
  fence.workerData = inWorker ? data.data : null
  const argv = []
  if (childArgv) {
    append(argv, process.argv[0])
    for (let i = childText === undefined ? 3 : 5; i < process.argv.length; i++) append(argv, process.argv[i])
  } else {
    append(argv, process.argv[0])
    if (inWorker) for (let i = 2; i < process.argv.length; i++) append(argv, process.argv[i])
    else append(argv, '')
  }
  const views = createViews()
  const context = { __proto__: null, loaderFile: module.filename, entry: fence.root + sep + config.entry, main: undefined, globals: null,
    core: null, cache: null }
  context.core = createCore(fence, views, context)
  // Before the fence takes anything of the realm for the extension's global: Function is another from here on.
  const evaluate = (kind, texts) => {
    const body = texts.length === 0 ? '' : texts[texts.length - 1]
    // How libraries have asked for the global object for twenty years.
    if (kind === '' && texts.length === 1 &&
        (body === 'return this' || body === 'return this;' || body === 'return this()' || body === 'return globalThis')) {
      return () => context.globals.global
    }
    const e = checkCode(fence, 'eval')
    if (e !== null) throw e
    return compileText(context.globals, kind, texts)
  }
  const isFenced = guard({
    __proto__: null, prefix: fence.root + sep, file: module.filename, always: fence.child, through: f => fence.through(f), evaluate,
    wasm: () => checkCode(fence, 'wasm'),
  })
  context.globals = buildGlobals(fence, views, () => buildProcess(fence, views, context.core.requireCore, argv))
  createModules(fence, context)
  let editor
  let buildEditor
  let api
  const seenEditor = () => {
    if (editor === undefined) editor = buildEditor(fence, api)
    return editor
  }
  context.vscode = () => {
    if (fence.child || api === undefined) throw missing('RF_DENIED_MODULE', 'vscode')
    return seenEditor().api
  }
  fence.through = createThrough(fence.root)
  fence.making = createMaking(fence.root)
  fence.sealed = createSealed(fence.through)
  restrain(isFenced)
  noPool()
  close()
  fixIterators()
  ownArguments()
  if (fence.level === 'host' || fence.child) {
    harden(fence.level !== 'host')
    hardened()
    fence.reached = 'host'
  } else holdLanguage()
  apply(once, process, ['exit', () => fence.log.flush()])

  const placeOf = script => {
    const at = fence.paths.onDisk(script, true)
    return at === null ? script : at.real
  }
  const load = script => context.loadFile(placeOf(script), script, undefined).exports
  const later = script => context.later(placeOf(script), script)
  if (fence.child) {
    const told = inWorker ? data.fence : process.env[VARIABLE]
    delete process.env[VARIABLE]
    inherit(fence, told, { __proto__: null, setRoot, rescope, repolicy, store })
    if (childText !== undefined) return context.runText(childText)
    const script = inWorker ? data.ringfence : process.argv[3]
    if (later(script) === null) load(script)
    return
  }
  api = editorAPI(hosts)
  if (api !== undefined) {
    // The session and what it is shown of the editor: before any code of the extension runs.
    const { appRoot } = api.env
    if (typeof appRoot === 'string' && appRoot !== '') inEditor(appRoot + sep + 'out' + sep)
    buildEditor = require('./vscode/editor.js').buildEditor
    module.exports = require('./vscode/session.js').createSession(fence, api, () => seenEditor().border, () => load(context.entry),
      () => later(context.entry))
    return
  }
  // Outside an editor there is nobody to activate it.
  if (config.logDir !== undefined) {
    fence.log.open(config.logDir)
    store(fence, config.logDir)
  }
  module.exports = fence.sealed(load(context.entry))
}

// editorAPI returns the vscode API, or undefined where there is none.
function editorAPI(require) {
  try {
    return require('vscode')
  } catch (e) {
    if (e !== null && typeof e === 'object' && e.code === 'MODULE_NOT_FOUND') return undefined
    throw e
  }
}

// noPool gives every small Buffer memory of its own: from the pool, one extension
// reads what another wrote.
function noPool() {
  const d = getOwn(Buffer, 'poolSize')
  if (d !== undefined && d.configurable) {
    defineProperty(Buffer, 'poolSize', { __proto__: null, get: () => 0, set: () => {}, enumerable: true, configurable: false })
  }
}

module.exports = { __proto__: null, start }
