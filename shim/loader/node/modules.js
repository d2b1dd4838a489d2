'use strict'

// The extension's own files (invariant 2): each gets a require and a module of its
// own, and no authority follows from them beyond what the fence gives. Files are
// read, checked against the table that `wrap` made, and compiled by the loader.

const fs = require('node:fs')
const nodePath = require('node:path')
const nodeModule = require('node:module')
const { fileURLToPath, pathToFileURL } = require('node:url')
const { createHash } = require('node:crypto')
const {
  append, apply, create, defineProperty, Error, freeze, getOwn, indexOf, jsonParse, mapGet, mapSet, Map, ownKeys, resolve, reject, slice,
  startsWith, bytesToString, TypeError, uncurryThis,
} = require('../kernel/primordials.js')
const { ask, checkPath, tell } = require('../policy/fence.js')
const { compile } = require('./compile.js')
const { coded, missing, refused } = require('../kernel/errors.js')
const { FDS, grab, possible } = require('./fdpins.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { closeSync, readFileSync, existsSync } = fs
const { createRequire } = nodeModule
const { dirname, extname, relative, sep } = nodePath
const { _nodeModulePaths: nodeModulePaths } = nodeModule
const hashPrototype = Object.getPrototypeOf(createHash('sha256'))
const update = uncurryThis(hashPrototype.update)
const digest = uncurryThis(hashPrototype.digest)
const host = process
const { dlopen } = host

const sha256 = bytes => digest(update(createHash('sha256'), bytes), 'hex')

const isInside = (fence, file) => startsWith(file, fence.root + sep)

// absent is how Node says that there is no such module.
function absent(file, spec) {
  const e = new Error("Cannot find module '" + spec + "'\nRequire stack:\n- " + file)
  e.code = 'MODULE_NOT_FOUND'
  e.requireStack = [file]
  return e
}

function slashes(name) {
  let out = ''
  for (let i = 0; i < name.length; i++) out += name[i] === sep ? '/' : name[i]
  return out
}

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

// createResolver gives what finds the file that a name means in a file.
/** @param {Fence} fence */
function createResolver(fence) {
  const resolvers = new Map()
  return (file, spec) => {
    let r = mapGet(resolvers, file)
    if (r === undefined) mapSet(resolvers, file, (r = createRequire(file).resolve))
    let found
    try {
      found = r(spec)
    } catch (e) {
      // What Node says of a package of the extension's own it may hear.
      if (fence.observe || (indexOf('' + e.message, fence.root + sep) >= 0 && indexOf('' + e.code, 'ERR_PACKAGE') === 0)) throw e
      throw absent(file, spec)
    }
    if (indexOf(found, '/') < 0 && indexOf(found, '\\') < 0) return found
    const at = fence.paths.onDisk(found, true)
    // What may not be read looks as if it were not there: the answer would say that it is.
    if (at === null || (!fence.observe && !isInside(fence, at.real) && checkPath(fence, false, at, 'resolve', found) !== null)) {
      throw absent(file, spec)
    }
    return at.real
  }
}

// createReader gives what reads a file of an extension, with what the sidecar says of it.
/** @param {Fence} fence */
function createReader(fence) {
  // entryOf gives the sidecar's line of a file: an object, undefined when there is
  // no table, or null for a file the table does not have.
  function entryOf(file) {
    const files = fence.config.files
    if (files === undefined || files === null) return undefined
    let name = relative(fence.root, file)
    if (sep !== '/') name = slashes(name)
    const d = getOwn(files, name)
    if (name === 'package.json') return undefined
    return d === undefined ? null : d.value
  }

  // bytesOf reads a file, by its descriptor when somebody else may change what its name
  // means: what was resolved is what is read.
  function bytesOf(file) {
    if (fence.observe || fence.agents === 0 || !possible()) return readFileSync(file)
    const g = grab(file, 0)
    if (g.fd < 0) throw g.error === null ? missing('RF_DENIED_FILE', file) : g.error
    try {
      if (g.where !== file) throw missing('RF_DENIED_FILE', file)
      return readFileSync(FDS + g.fd)
    } finally {
      closeSync(g.fd)
    }
  }

  function read(file) {
    const bytes = bytesOf(file)
    let known = entryOf(file)
    if (known === null) {
      tell(fence, 'RF_DENIED_FILE', file)
      if (!fence.observe) throw missing('RF_DENIED_FILE', file)
      known = undefined
    }
    if (known !== undefined && known.kind === 'blind' && !fence.observe) {
      tell(fence, 'RF_DENIED_FILE', file)
      throw missing('RF_DENIED_FILE', file)
    }
    if (known !== undefined && known.sha256 !== undefined && sha256(bytes) !== known.sha256) {
      tell(fence, 'RF_CHANGED_FILE', file)
      throw coded('RF_CHANGED_FILE', file + ' is not the file that was wrapped')
    }
    return { __proto__: null, bytes, known }
  }
  return read
}

// createKinds gives what says whether a file is an ES module.
function createKinds() {
  const types = new Map()
  function isESM(file, ext) {
    if (ext === '.mjs') return true
    if (ext !== '.js') return false
    for (let dir = dirname(file); ; dir = dirname(dir)) {
      let type = mapGet(types, dir)
      if (type === undefined) {
        type = ''
        if (existsSync(dir + '/package.json')) {
          try {
            type = jsonParse(bytesToString(readFileSync(dir + '/package.json'), 'utf8')).type === 'module' ? 'module' : 'commonjs'
          } catch {
            type = 'commonjs'
          }
        }
        mapSet(types, dir, type)
      }
      if (type !== '') return type === 'module'
      if (dir === dirname(dir)) return false
    }
  }
  return isESM
}

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

// namespaceOf gives what import() answers for a module's exports.
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

module.exports = { __proto__: null, createModules, sha256 }
