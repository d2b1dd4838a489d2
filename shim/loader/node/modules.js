'use strict'

// The extension's own files (invariant 2): each gets a require and a module of its
// own, and no authority follows from them beyond what the fence gives. Files are
// read, checked against the table that `wrap` made, and compiled by the loader.

const fs = require('node:fs')
const nodePath = require('node:path')
const nodeModule = require('node:module')
const { fileURLToPath, pathToFileURL } = require('node:url')
const {
  append, apply, create, defineProperty, freeze, getOwn, indexOf, jsonParse, mapGet, mapSet, Map, ownKeys, resolve, reject, slice,
  startsWith, bytesToString, TypeError,
} = require('../kernel/primordials.js')
const { ask, tell } = require('../policy/fence.js')
const { checkPath } = require('../policy/checks.js')
const { compile } = require('./compile.js')
const { coded, missing, refused } = require('../kernel/errors.js')
const { sha256 } = require('../kernel/digest.js')
const { isInside, slashes, createResolver, createReader, createKinds } = require('./modulefiles.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { readFileSync } = fs
const { createRequire } = nodeModule
const { dirname, extname, relative, sep } = nodePath
const { _nodeModulePaths: nodeModulePaths } = nodeModule
const host = process
const { dlopen } = host

function Loaded(file) {
  this.id = file
  this.path = dirname(file)
  this.filename = file
  this.exports = {}
  this.loaded = false
  this.children = []
  this.paths = []
  this.parent = undefined
}
// As Node calls it.
Object.defineProperty(Loaded, 'name', { value: 'Module' })

// native loads an addon the policy names by path and digest. What it does then
// nobody holds.
/** @param {Fence} fence */
function native(fence, made, file) {
  const at = fence.paths.onDisk(file, true)
  const sum = sha256(readFileSync(file))
  // Where there is a table, an addon of the extension is in it, as it was.
  const { addons } = fence.config
  if (fence.config.files !== undefined && fence.config.files !== null && isInside(fence, file)) {
    const known = addons === undefined ? undefined : getOwn(addons, slashes(relative(fence.root, file)))
    if (known === undefined || known.value !== sum) {
      tell(fence, 'RF_CHANGED_FILE', file)
      if (!fence.observe || known !== undefined) throw coded('RF_CHANGED_FILE', file + ' is not the file that was wrapped')
    }
  }
  if (!ask(fence, { section: 'code', name: 'native', path: at === null ? '' : at.canonical, sha256: sum })) {
    throw refused('RF_DENIED_CALL', 'dlopen', file)
  }
  const holder = { exports: {} }
  apply(dlopen, host, [holder, file])
  made.exports = holder.exports
}

// readJSON gives a module what a file of JSON holds.
/** @param {Fence} fence */
function readJSON(fence, made, file, text) {
  made.exports = jsonParse(text)
  // What the extension reads of itself is what it was before it was wrapped.
  if (file === fence.root + sep + 'package.json' && made.exports.realEntryPoint !== undefined) {
    made.exports.main = fence.config.manifest === undefined ? made.exports.realEntryPoint : fence.config.manifest.main
    delete made.exports.realEntryPoint
    if (made.exports.realBrowserEntryPoint !== undefined) {
      made.exports.browser = made.exports.realBrowserEntryPoint
      delete made.exports.realBrowserEntryPoint
    }
    delete made.exports.ringfence
  }
}

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
  context.cache = { __proto__: null }
  const inside = file => isInside(fence, file)
  const resolveFrom = createResolver(fence)
  const read = createReader(fence)
  const isESM = createKinds()

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

  function loadFile(file, spec, parent) {
    const planted = context.cache[file]
    if (planted !== undefined && planted !== null) return planted
    if (!inside(file)) {
      const at = fence.paths.onDisk(file, true)
      if (!ask(fence, { section: 'code', name: 'load' })) throw missing('RF_DENIED_FILE', spec)
      if (checkPath(fence, false, at, 'open', file) !== null) throw missing('RF_DENIED_FILE', spec)
    }
    const module = new Loaded(file)
    if (parent !== undefined) append(parent.children, module)
    context.cache[file] = module
    mapSet(loaded, file, module)
    try {
      run(module, file)
      module.loaded = true
    } catch (e) {
      delete context.cache[file]
      throw e
    }
    return module
  }

  function run(made, file) {
    const ext = extname(file)
    if (ext === '.node') return native(fence, made, file)
    let { bytes, known } = read(file)
    if (known !== undefined && known.kind === 'esm') {
      const converted = known.cjs
      if (converted === undefined || converted === null) {
        throw coded('RF_DENIED_FILE', file + ' is an ES module that could not be converted')
      }
      bytes = readFileSync(fence.root + sep + converted.file)
      if (sha256(bytes) !== converted.sha256) throw coded('RF_CHANGED_FILE', converted.file + ' is not the file that was wrapped')
      known = converted
    }
    let text = bytesToString(bytes, 'utf8')
    if (known === undefined && indexOf(text, '\ufeff') === 0) text = slice(text, 1)
    if (ext === '.json') {
      readJSON(fence, made, file, text)
      return
    }
    if (known === undefined && fence.observe && !inside(file) && isESM(file, ext)) {
      // Another package's module, of which there is no copy: seen, and Node's to load.
      made.exports = createRequire(file)(file)
      return
    }
    if (known === undefined && isESM(file, ext)) {
      throw coded('RF_DENIED_FILE', file + ' is an ES module, which has to be converted when the extension is wrapped')
    }
    execute(made, file, text, known)
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
      const exports = requireFrom(file)(startsWith(s, 'file:') ? fileURLToPath(s) : s)
      return resolve(namespaceOf(exports))
    } catch (e) {
      return reject(e)
    }
  }

  context.requireFrom = requireFrom
  context.resolveFrom = resolveFrom
  context.loadFile = loadFile
  context.compileInto = (module, code, file) =>
    execute(module, startsWith(file, '/') && inside(file) ? file : context.globals.evalName, code, undefined)
  return context
}

module.exports = { __proto__: null, createModules }
