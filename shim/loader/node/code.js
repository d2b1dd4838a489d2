'use strict'

// vm, module and worker_threads: code from strings has the authority of the fence
// (invariant 4), and threads start through the loader (invariant 8).

const vm = require('node:vm')
const nodeModule = require('node:module')
const { append, bufferAlloc, hasOwn, isArray, Symbol, URL, WeakMap, weakGet, weakSet } = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { checkCode, checkMember, isOwn } = require('../policy/checks.js')
const { readPath } = require('../policy/paths.js')
const { coded, misused, refused } = require('../kernel/errors.js')
const { holdClasses } = require('../kernel/hold.js')
const { compileText, evaluateText } = require('./compile.js')
const { childEnv, ownNames, readEnv } = require('./children/childenv.js')
const { inheritance } = require('../policy/inherit.js')
const { fixed, settled } = require('../kernel/internallists.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const { runInContext, createContext, isContext } = vm

/** @param {Fence} fence */
function buildVM(fence, context) {
  const text = v => (typeof v === 'string' ? v : '' + v)
  const need = name => {
    const e = checkMember(fence, 'vm', name) || checkCode(fence, 'vm')
    if (e !== null) throw e
  }
  // The file's name is the fence's, whatever is asked for: names on the stack decide
  // whose code from strings is (functions.js).
  const options = o => {
    const g = typeof o === 'string' ? { filename: o } : o === null || typeof o !== 'object' ? {} : { ...o }
    return { __proto__: null, filename: context.globals.evalName, timeout: typeof g.timeout === 'number' ? g.timeout : undefined }
  }
  const inContext = (code, sandbox, o) => runInContext(code, sandbox, options(o))
  const sources = new WeakMap()
  class Script {
    constructor(code) {
      need('Script')
      weakSet(sources, this, text(code))
    }

    runInThisContext() { return evaluateText(context.globals, weakGet(sources, this)) }
    runInContext(sandbox, o) { return inContext(weakGet(sources, this), sandbox, o) }
    runInNewContext(sandbox, o) { return inContext(weakGet(sources, this), createContext(sandbox), o) }
    createCachedData() { return bufferAlloc(0) }
  }
  return {
    Script, isContext, constants: { __proto__: null },
    createScript: code => new Script(code),
    createContext: sandbox => { need('createContext'); return createContext(sandbox) },
    runInThisContext: code => { need('runInThisContext'); return evaluateText(context.globals, text(code)) },
    runInNewContext: (code, sandbox, o) => { need('runInNewContext'); return inContext(text(code), createContext(sandbox), o) },
    runInContext: (code, sandbox, o) => { need('runInContext'); return inContext(text(code), sandbox, o) },
    compileFunction: (code, params) => {
      need('compileFunction')
      const texts = []
      if (isArray(params)) for (let i = 0; i < params.length; i++) append(texts, '' + params[i])
      append(texts, text(code))
      return compileText(context.globals, '', texts)
    },
  }
}

// The class Module an extension sees is its own: what it plants there stays there.
/** @param {Fence} fence */
function buildModule(fence, context) {
  function Module(id) {
    this.id = id
    this.exports = {}
    this.filename = null
    this.loaded = false
    this.children = []
    this.paths = []
  }
  const from = parent => {
    const known = parent !== null && parent !== undefined && typeof parent.filename === 'string'
    return known ? '' + parent.filename : context.entry
  }
  const load = (request, parent) => context.requireFrom(from(parent))(request)
  Module.prototype.require = function (request) { return load(request, this) }
  Module.prototype.load = function (file) { this.exports = load(file, null); this.loaded = true }
  Module.prototype._compile = function (code, file) {
    const e = checkCode(fence, 'eval')
    if (e !== null) throw e
    return context.compileInto(this, '' + code, '' + file)
  }
  Module.Module = Module
  Module._cache = context.cache
  Module._extensions = { '.js': (m, file) => m.load(file), '.json': (m, file) => m.load(file), '.node': (m, file) => m.load(file) }
  Module._load = load
  Module._resolveFilename = (request, parent) => context.resolveFrom(from(parent), request)
  Module._nodeModulePaths = nodeModule._nodeModulePaths
  Module._pathCache = {}
  Module.globalPaths = []
  Module.builtinModules = [...nodeModule.builtinModules]
  Module.isBuiltin = name => context.core.known('' + name) !== ''
  Module.createRequire = where => {
    const path = typeof where === 'string' && where[0] === '/' ? where : readPath(typeof where === 'string' ? new URL(where) : where)
    if (path === null) throw misused('"filename"')
    return context.requireFrom(path)
  }
  Module.wrap = code => Module.wrapper[0] + code + Module.wrapper[1]
  Module.wrapper = ['(function (exports, require, module, __filename, __dirname) { ', '\n});']
  Module.findSourceMap = () => undefined
  Module.syncBuiltinESMExports = () => {}
  Module.enableCompileCache = () => ({ status: 3 })
  Module.getCompileCacheDir = () => undefined
  Module.flushCompileCache = () => {}
  Module.register = () => { throw refused('RF_DENIED_MEMBER', 'register', '') }
  Module.registerHooks = Module.register
  return Module
}

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildWorkers(fence, views, context) {
  const workers = require('node:worker_threads')
  const { Worker } = workers
  const kept = ['isMainThread', 'threadId', 'MessageChannel', 'MessagePort', 'BroadcastChannel', 'receiveMessageOnPort',
    'markAsUntransferable', 'resourceLimits', 'isMarkedAsUntransferable', 'markAsUncloneable', 'threadName']
  holdClasses([workers.BroadcastChannel, workers.MessageChannel])
  const out = {}
  for (let i = 0; i < kept.length; i++) if (hasOwn(workers, kept[i])) out[kept[i]] = workers[kept[i]]
  out.parentPort = fence.child === true ? workers.parentPort : null
  out.isMainThread = fence.child === true ? workers.isMainThread : true
  out.workerData = fence.workerData
  out.SHARE_ENV = Symbol('SHARE_ENV')
  out.getEnvironmentData = () => undefined
  out.setEnvironmentData = () => {}
  const make = fresh => {
    const given = fresh[1] !== null && typeof fresh[1] === 'object' ? { __proto__: null, ...fresh[1] } : { __proto__: null }
    const e = checkMember(fence, 'worker_threads', 'Worker')
    if (e !== null) throw e
    if (given.eval === true) throw coded('RF_DENIED_CODE', 'A worker from text is not started')
    const path = readPath(fresh[0])
    const at = path === null ? null : fence.paths.onDisk(path, true)
    if (at === null || !ask(fence, { section: 'code', name: 'worker', path: at.canonical }) || context.loaderFile === '') {
      throw refused('RF_DENIED_CALL', 'Worker', path === null ? '' : path)
    }
    if (!settled()) throw fixed()
    fence.agents++
    const env = childEnv(fence, readEnv(given.env), { __proto__: null, program: 'node', own: isOwn(fence, at.canonical) })
    const o = { __proto__: null, env, execArgv: [],
      workerData: { ringfence: at.real, data: given.workerData, fence: inheritance(fence, ownNames(fence, env)) } }
    const plain = ['stdin', 'stdout', 'stderr', 'name', 'argv', 'transferList']
    for (let i = 0; i < plain.length; i++) if (given[plain[i]] !== undefined) o[plain[i]] = given[plain[i]]
    if (given.resourceLimits !== undefined) o.resourceLimits = { ...given.resourceLimits }
    return [context.loaderFile, o]
  }
  out.Worker = views.facade('Worker', Worker,
    { make, closed: { getHeapSnapshot: true, startCpuProfile: true, startHeapProfile: true, performance: true } })
  return out
}

module.exports = { __proto__: null, buildVM, buildModule, buildWorkers }
