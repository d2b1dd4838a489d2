'use strict'

// The extension's own files (invariant 2): each gets a require and a module of its
// own, and no authority follows from them beyond what the fence gives. Files are
// read, checked against the table that `wrap` made, and compiled by the loader.

const nodePath = require('node:path')
const nodeModule = require('node:module')
const { fileURLToPath, pathToFileURL } = require('node:url')
const {
  append, create, defineProperty, freeze, mapGet, mapSet, Map, ownKeys, resolve, reject, slice, startsWith, then, TypeError,
} = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { checkPath } = require('../policy/checks.js')
const { compile } = require('./compile.js')
const { missing } = require('../kernel/errors.js')
const { createRuns } = require('./moduleruns.js')
const { createWaiting } = require('./waiting.js')
const { hostCwd } = require('./children/programs.js')
const { isData, isInside, createResolver, createReader } = require('./modulefiles.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { dirname, sep } = nodePath
const { _nodeModulePaths: nodeModulePaths } = nodeModule

function Loaded(file, parent) {
  this.id = file
  this.path = dirname(file)
  this.filename = file
  this.exports = {}
  this.loaded = false
  this.children = []
  this.paths = []
  // What began it: in a child nothing did.
  this.parent = parent
}
// As Node calls it.
Object.defineProperty(Loaded, 'name', { value: 'Module' })

// namespaceOf returns what import() answers for a module's exports.
function namespaceOf(exports) {
  const ns = create(null)
  if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) {
    const keys = ownKeys(exports)
    for (let i = 0; i < keys.length; i++) {
      if (typeof keys[i] === 'string') defineProperty(ns, keys[i], { __proto__: null, enumerable: true, get: () => exports[keys[i]] })
    }
  }
  const value = exports !== null && typeof exports === 'object' && exports.__esModule === true ? exports.default : exports
  defineProperty(ns, 'default', { __proto__: null, enumerable: true, value })
  return freeze(ns)
}

// createModules completes a context with what loads files.
/** @param {Fence} fence */
function createModules(fence, context) {
  const loaded = new Map()
  const waited = new Map()
  context.cache = { __proto__: null }
  // Who loads an extension is somebody: programs run as programs where nobody does.
  const host = fence.child === true ? null : new Loaded('', null)
  const inside = file => isInside(fence, file)
  const resolveFrom = createResolver(fence)
  const { entryOf, read } = createReader(fence)
  const run = createRuns(fence, read, (made, file, text, known) => execute(made, file, text, known))

  function requireFrom(file) {
    const parent = mapGet(loaded, file)
    const require = function (spec) {
      if (typeof spec !== 'string' || spec === '') {
        const e = new TypeError('The "id" argument must be of type string.')
        e.code = 'ERR_INVALID_ARG_TYPE'
        throw e
      }
      if (spec === 'vscode') return context.vscode()
      if (context.core.known(spec) !== '' && spec !== 'sys') return context.core.requireCore(spec)
      const target = resolveFrom(file, spec)
      return loadFile(target, spec, parent).exports
    }
    const look = function (spec) {
      if (context.core.known('' + spec) !== '') return '' + spec
      return resolveFrom(file, '' + spec)
    }
    look.paths = () => nodeModulePaths(dirname(file))
    require.resolve = look
    require.cache = context.cache
    require.main = context.main
    require.extensions = { '.js': undefined, '.json': undefined, '.node': undefined }
    return require
  }

  // openFile makes the module of a file that runs later: what imports it round about has that.
  function openFile(file) {
    if (context.cache[file] !== undefined) return
    const module = new Loaded(file, host)
    context.cache[file] = module
    mapSet(loaded, file, module)
    mapSet(waited, file, module)
  }

  // loadFile loads a file; ready is given what a module that awaits is still doing.
  function loadFile(file, spec, parent, ready) {
    const planted = context.cache[file]
    const opened = ready !== undefined && mapGet(waited, file) === planted
    if (planted !== undefined && planted !== null && !opened) return planted
    if (!inside(file)) {
      const at = fence.paths.onDisk(file, true)
      if (!isData(fence, file) && !ask(fence, { section: 'code', name: 'load' })) throw missing('RF_DENIED_FILE', spec)
      if (checkPath(fence, false, at, 'open', file) !== null) throw missing('RF_DENIED_FILE', spec)
    }
    const module = opened && planted !== undefined ? planted : new Loaded(file, host)
    if (parent !== undefined) module.parent = parent
    if (parent !== undefined) append(parent.children, module)
    context.cache[file] = module
    mapSet(loaded, file, module)
    const failed = e => {
      delete context.cache[file]
      throw e
    }
    let running
    try {
      running = run(module, file, ready !== undefined)
    } catch (e) {
      failed(e)
    }
    if (running === undefined) module.loaded = true
    else ready(then(running, () => { module.loaded = true }, failed))
    return module
  }

  function execute(made, file, text, known) {
    const require = requireFrom(file)
    made.require = require
    const f = compile(fence, context.globals, text, file, known,
      { __proto__: null, dynamicImport: spec => dynamicImport(file, spec), meta: meta(file) })
    return f(made.exports, [made.exports, require, made, file, dirname(file)])
  }

  const meta = file => ({ __proto__: null, url: pathToFileURL(file).href, filename: file, dirname: dirname(file),
    resolve: spec => pathToFileURL(resolveFrom(file, '' + spec)).href })

  // dynamicImport answers import(): a module's exports as a namespace.
  function dynamicImport(file, spec) {
    try {
      const s = '' + spec
      if (startsWith(s, 'data:') || startsWith(s, 'http')) return reject(missing('RF_DENIED_FILE', slice(s, 0, 60)))
      const name = startsWith(s, 'file:') ? fileURLToPath(s) : s
      const at = found(file, name)
      if (at !== null && waits(at)) return then(loadLater(at, name, mapGet(loaded, file)), m => namespaceOf(m.exports))
      return resolve(namespaceOf(requireFrom(file)(name)))
    } catch (e) {
      return reject(e)
    }
  }

  // found is the file that another names, or null for what is none or is not there.
  function found(file, spec) {
    if (spec === '' || spec === 'vscode' || context.core.known(spec) !== '') return null
    try {
      return resolveFrom(file, spec)
    } catch {
      return null
    }
  }
  const { load: loadLater, waits } = createWaiting(entryOf, found, loadFile, openFile)

  // later is a promise of what a file exports, where that has to wait, or null.
  context.later = (file, spec) => (waits(file) ? then(loadLater(file, spec, undefined), m => m.exports) : null)
  context.requireFrom = requireFrom
  context.resolveFrom = resolveFrom
  context.loadFile = loadFile
  runTexts(context, loaded, execute, inside)
  return context
}

// runTexts completes a context with what runs texts as modules.
function runTexts(context, loaded, execute, inside) {
  context.compileInto = (module, code, file) =>
    execute(module, startsWith(file, '/') && inside(file) ? file : context.globals.evalName, code, undefined)
  // As Node's -e does: a module of no file, where the process stands.
  context.runText = text => {
    const file = hostCwd + sep + '[eval]'
    const module = new Loaded(file, null)
    mapSet(loaded, file, module)
    execute(module, file, text, undefined)
  }
}

module.exports = { __proto__: null, createModules }
