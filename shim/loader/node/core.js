'use strict'

// The core modules an extension gets: each a new object, built on first use. What
// only computes is passed on; what has power goes through a gate; what nobody has
// looked at is not there. The catalogue says which is which.

const real = id => require('node:' + id)
const { apply, defineProperty, hasOwn, isIn, mapGet, mapSet, Map, ownKeys, slice, startsWith } = require('../kernel/primordials.js')
const { askModule, tell } = require('../policy/fence.js')
const { checkMember } = require('../policy/checks.js')
const { missing, refused } = require('../kernel/errors.js')
const { gate } = require('../kernel/gate.js')
const { buildFS } = require('./fs/fs.js')
const { buildChild } = require('./children/child.js')
const { buildVM, buildModule, buildWorkers } = require('./code.js')
const table = require('../policy/table.json')
const { createGeneric } = require('./generic.js')
const { channels } = require('./channels.js')
const { holdModule, holdObject } = require('../kernel/hold.js')
const { putLazily } = require('../kernel/webcrypto.js')
const { holdStreams } = require('./network/web.js')
const { ownAssert } = require('./ownassert.js')
const { ownDomain } = require('./owndomain.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

// These have power the catalogue does not see, or change the realm when loaded.
const CLOSED = ['_http_common', '_stream_wrap', 'test', 'test/reporters', 'sea', 'wasi', 'trace_events', 'repl', 'inspector',
  'inspector/promises', 'cluster']
const STREAMS = { __proto__: null, _stream_duplex: 'Duplex', _stream_passthrough: 'PassThrough', _stream_readable: 'Readable',
  _stream_transform: 'Transform', _stream_writable: 'Writable' }
const SAME = {
  __proto__: null, 'original-fs': 'fs', _http_agent: 'http', _http_client: 'http', _http_incoming: 'http', _http_outgoing: 'http',
  _http_server: 'http', _tls_common: 'tls', _tls_wrap: 'tls', sys: 'util',
}
const PARTS = { __proto__: null, 'fs/promises': ['fs', 'promises'], 'dns/promises': ['dns', 'promises'], 'path/posix': ['path', 'posix'],
  'path/win32': ['path', 'win32'], 'timers/promises': ['timers', 'promises'], 'util/types': ['util', 'types'],
  'readline/promises': ['readline', 'promises'], 'assert/strict': ['assert', 'strict'], 'stream/promises': ['stream', 'promises'] }

// hooks: what a hook is told of resources is their number and kind.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function hooks(fence, views, out) {
  const { createHook } = real('async_hooks')
  out.createHook = gate(views, 'createHook', createHook, 'sync', fresh => {
    const e = checkMember(fence, 'async_hooks', 'createHook')
    if (e !== null) return e
    const given = fresh[0] !== null && typeof fresh[0] === 'object' ? fresh[0] : {}
    const kept = {}
    const names = ['init', 'before', 'after', 'destroy', 'promiseResolve']
    for (let i = 0; i < names.length; i++) {
      const f = given[names[i]]
      if (typeof f === 'function') kept[names[i]] = (id, type, trigger) => apply(f, undefined, [id, type, trigger, {}])
    }
    fresh[0] = kept
    return null
  })
  out.executionAsyncResource = () => ({})
  return out
}

// alone is cluster in a process that starts no others: libraries listen on it, and ask what they are.
/** @param {Fence} fence */
function alone(fence) {
  const out = new (real('events'))()
  const put = (key, value) => { defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }) }
  const all = { isMaster: true, isPrimary: true, isWorker: false, workers: {}, settings: {}, schedulingPolicy: 2, SCHED_RR: 2,
    SCHED_NONE: 1, setupPrimary() {}, setupMaster() {},
    fork() {
      tell(fence, 'RF_DENIED_CALL', 'cluster.fork')
      throw refused('RF_DENIED_CALL', 'fork', '')
    } }
  const keys = ownKeys(all)
  for (let i = 0; i < keys.length; i++) put(keys[i], all[keys[i]])
  return out
}

// ownModule is a module that is the fence's own altogether, or undefined.
/** @param {Fence} fence */
function ownModule(fence, name) {
  if (name === 'inspector' || name === 'inspector/promises') return { console: undefined, url: () => undefined, close() {}, Network: {} }
  if (name === 'cluster') return alone(fence)
  return name === 'domain' ? ownDomain() : undefined
}

// namesOnly is what programs read of repl, the names of the core modules. What it starts
// runs code as the host's own.
/** @param {Fence} fence */
function namesOnly(fence) {
  const { builtinModules } = real('module')
  const start = () => {
    tell(fence, 'RF_DENIED_MODULE', 'repl')
    throw missing('RF_DENIED_MODULE', 'repl')
  }
  return { builtinModules: [...builtinModules], _builtinLibs: [...builtinModules], start }
}

// terminals has the classes of terminals, which programs compare with. None is made: it would be another's. The classes of
// sockets, which are above them, are there before.
/** @param {Views} views */
function terminals(views) {
  const { isatty, ReadStream, WriteStream } = real('tty')
  const seen = (name, Real) => views.facadeOf(Real) ?? views.facade(name, Real, {})
  return { isatty, ReadStream: seen('ReadStream', ReadStream), WriteStream: seen('WriteStream', WriteStream) }
}

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function createCore(fence, views, context) {
  const built = new Map()
  const { copied, generic } = createGeneric(fence, views)
  fence.plan = (command, args, options) => {
    buildChild(fence, views, context.loaderFile)
    return fence.plan(command, args, options)
  }
  // The modules of the network are loaded for whoever asks for one of them, and before
  // an object of a class nobody knows is handed out: it may be one of theirs.
  let net
  const network = () => {
    if (net === undefined) net = require('./network/net.js').buildNet(fence, views)
    return net.modules
  }
  views.before(() => {
    network()
    module('fs')
    module('child_process')
  })

  // powerful reports a module that has to be granted before it is loaded.
  function powerful(name) {
    const members = table.modules[name]
    if (members === undefined) return false
    const keys = ownKeys(members)
    for (let i = 0; i < keys.length; i++) {
      const e = members[keys[i]]
      if (e !== 0 && e !== 1 && e.c !== 'crypto' && e.c !== 'os.info') return true
    }
    return false
  }

  // known returns the canonical name of a core module, or ''.
  function known(spec) {
    const name = startsWith(spec, 'node:') ? slice(spec, 5) : spec
    if (SAME[name] !== undefined) return SAME[name]
    if (STREAMS[name] !== undefined || PARTS[name] !== undefined || hasOwn(table.modules, name) || isIn(table.pure, name) ||
      isIn(CLOSED, name)) return name
    return ''
  }

  function requireCore(spec) {
    const name = known(spec)
    if (name === '') throw missing('RF_DENIED_MODULE', spec)
    if (STREAMS[name] !== undefined) return real('stream')[STREAMS[name]]
    const part = PARTS[name]
    if (part !== undefined) return requireCore(part[0])[part[1]]
    if (name === 'process') return context.globals.shadows.process
    // A module that only describes itself, or is denied inside, may be loaded.
    if (powerful(name) && name !== 'timers' && name !== 'repl' && !askModule(fence, name)) throw missing('RF_DENIED_MODULE', spec)
    return module(name)
  }

  function module(name) {
    let m = mapGet(built, name)
    if (m === undefined) mapSet(built, name, (m = build(name)))
    return m
  }

  function build(name) {
    const own = ownModule(fence, name)
    if (own !== undefined) return own
    if (name === 'repl') return namesOnly(fence)
    if (isIn(CLOSED, name)) {
      tell(fence, 'RF_DENIED_MODULE', name)
      throw missing('RF_DENIED_MODULE', name)
    }
    switch (name) {
      case 'fs': return buildFS(fence, views, table.modules.fs)
      case 'child_process': return buildChild(fence, views, context.loaderFile)
      case 'net': case 'tls': case 'http': case 'https': case 'http2': case 'dgram': return network()[name]
      case 'vm': return buildVM(fence, context)
      case 'module': return buildModule(fence, context)
      case 'worker_threads': return buildWorkers(fence, views, context)
      case 'diagnostics_channel': return channels()
      case 'timers': return timers()
      case 'console': return context.globals.shadows.console
      case 'sqlite': return require('./sqlite.js').buildSQLite(fence, real('sqlite'))
      case 'tty':
        network()
        return terminals(views)
    }
    const lib = real(name)
    if (name === 'perf_hooks') {
      return { ...copied(lib), PerformanceObserver: context.globals.shadows.PerformanceObserver,
        performance: context.globals.shadows.performance }
    }
    if (isIn(table.pure, name)) {
      holdModule(lib)
      if (name === 'stream') holdStreams()
      return name === 'assert' ? ownAssert(lib, copied) : typeof lib === 'function' ? lib : copied(lib)
    }
    holdModule(lib)
    if (name === 'async_hooks') return hooks(fence, views, generic(name, lib, '', table.modules[name]))
    const out = generic(name, lib, '', table.modules[name])
    if (name === 'crypto') putLazily(out, lib)
    return out
  }

  function timers() {
    const s = context.globals.shadows
    const { promises } = real('timers')
    holdObject(promises.scheduler)
    return {
      setTimeout: s.setTimeout, setInterval: s.setInterval, setImmediate: s.setImmediate, clearTimeout: s.clearTimeout,
      clearInterval: s.clearInterval,
      clearImmediate: s.clearImmediate, promises: { ...promises },
    }
  }
  return { __proto__: null, requireCore, known }
}

module.exports = { __proto__: null, alone, createCore }
