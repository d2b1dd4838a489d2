'use strict'

// The core modules an extension gets: each a new object, built on first use. What
// only computes is passed on; what has power goes through a gate; what nobody has
// looked at is not there. The catalogue says which is which.

const real = id => require('node:' + id)
const {
  append, apply, defineProperty, getOwn, getPrototypeOf, hasOwn, isArray, isIn, mapGet, mapSet, Map, Object, ownKeys, slice, startsWith,
} = require('../kernel/primordials.js')
const { ask, askModule, checkMember, tell } = require('../policy/fence.js')
const { missing, refused } = require('../kernel/errors.js')
const { gate } = require('../kernel/gate.js')
const { buildFS } = require('./fs.js')
const { buildChild } = require('./child.js')
const { endpoint } = require('../policy/endpoint.js')
const { buildVM, buildModule, buildWorkers } = require('./code.js')
const table = require('../policy/table.json')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

// These have power the catalogue does not see, or change the realm when loaded.
const CLOSED = ['domain', '_http_common', '_stream_wrap', 'test', 'test/reporters', 'sea', 'wasi', 'trace_events', 'repl', 'inspector',
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

const ObjectPrototype = Object.prototype

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

// createGeneric gives what builds a module from the catalogue's lines, and what copies one.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function createGeneric(fence, views) {
  // copied copies a module, or a table in one, with the tables in it: Node itself
  // reads its own. What leads back to itself does so in the copy.
  const twins = new Map()
  function copied(v) {
    let t = mapGet(twins, v)
    if (t !== undefined) return t
    t = isArray(v) ? [] : {}
    mapSet(twins, v, t)
    const keys = ownKeys(v)
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(v, keys[i])
      if (isArray(v) && keys[i] === 'length') continue
      if (!('value' in d)) {
        defineProperty(t, keys[i], d)
        continue
      }
      const value = isTable(d.value) ? copied(d.value) : d.value
      defineProperty(t, keys[i], { __proto__: null, value, writable: true, enumerable: d.enumerable, configurable: true })
    }
    return t
  }
  const isTable = v => v !== null && typeof v === 'object' &&
    (isArray(v) || getPrototypeOf(v) === ObjectPrototype || getPrototypeOf(v) === null)

  // generic builds a module from the catalogue's lines.
  function generic(module, lib, prefix, members) {
    const out = {}
    const keys = ownKeys(lib)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const d = getOwn(lib, key)
      if (typeof key !== 'string') continue
      const member = prefix + key
      const entry = members[member]
      if (entry === undefined) {
        lost(out, module, key, member)
        continue
      }
      if (d.get !== undefined && entry !== 0 && entry !== 1) continue
      let value
      try {
        value = lib[key]
      } catch {
        continue
      }
      if (entry === 0) out[key] = isTable(value) ? copied(value) : value
      else if (entry === 1) out[key] = typeof value === 'object' && value !== null
        ? generic(module, value, member + '.', members)
        : undefined
      else if (entry.c === 'crypto' || entry.c === 'os.info') out[key] = value
      else if (module === 'dns') out[key] = dnsGate(member, key, value, entry)
      else if (typeof value === 'function') out[key] = gate(views, key, value, entry.f === 'promise' ? 'promise' : 'sync',
        () => denied(module, member, entry))
      else lost(out, module, key, member)
    }
    return out
  }

  // What has a power of its own kind is refused even where its module is granted,
  // unless the function is: files and processes are the business of other gates.
  function denied(module, member, entry) {
    const e = checkMember(fence, module, member)
    if (e !== null) return e
    const hard = entry.c === 'file.write' || entry.c === 'file.read' || entry.c === 'code.native' || entry.c === 'process.fork' ||
      entry.c === 'process.run'
    // What reads the memory of everybody, or changes the engine for everybody, is one
    // extension's to ask for and everybody's to bear.
    const everybodys = module === 'v8' && !fence.observe && (entry.c === 'debug.internals' || entry.c === 'code.vm')
    if (!hard && !everybodys) return null
    tell(fence, 'RF_DENIED_MEMBER', module + '.' + member)
    return refused('RF_DENIED_MEMBER', member, '')
  }

  function lost(out, module, key, member) {
    defineProperty(out, key, {
      __proto__: null, enumerable: false, configurable: true,
      get: () => {
        tell(fence, 'RF_DENIED_MEMBER', module + '.' + member)
        return undefined
      },
      set: value => { defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }) },
    })
  }

  // A name is asked for where the policy lets the extension connect to it: asking
  // for others is a channel of its own.
  function dnsGate(member, key, value, entry) {
    const askHost = fresh => {
      const e = checkMember(fence, 'dns', member)
      if (e !== null) return e
      const host = '' + fresh[0]
      fresh[0] = host
      return hostGranted(host) ? null : refused('RF_DENIED_CALL', 'getaddrinfo', host)
    }
    if (key === 'setServers' || key === 'Resolver' || key === 'setLocalAddress' || key === 'getServers') {
      return gate(views, key, value, 'sync', () => refused('RF_DENIED_MEMBER', key, ''))
    }
    return gate(views, key, value, entry.f === 'promise' || startsWith(member, 'promises.') ? 'promise' : 'callback', askHost)
  }
  function hostGranted(host) {
    const ports = [443, 80]
    for (let i = 0; i < ports.length; i++) {
      if (ask(fence, { section: 'network.connect', endpoint: endpoint(ports[i] === 443 ? 'https' : 'http', host, ports[i], '/', '') })) {
        return true
      }
    }
    return false
  }
  return { __proto__: null, copied, generic }
}

const without = (list, f) => {
  const out = []
  for (let i = 0; i < list.length; i++) if (list[i] !== f) append(out, list[i])
  return out
}

// Channels carry the requests and sockets of everybody: an extension has its own.
function channels() {
  const byName = new Map()
  function Channel(name) { this.name = name; this.listeners = [] }
  Channel.prototype.subscribe = function (f) { append(this.listeners, f) }
  Channel.prototype.unsubscribe = function (f) { this.listeners = without(this.listeners, f) }
  const { subscribe, unsubscribe } = Channel.prototype
  Channel.prototype.publish = function (m) {
    for (let i = 0; i < this.listeners.length; i++) apply(this.listeners[i], undefined, [m, this.name])
  }
  Channel.prototype.bindStore = () => {}
  Channel.prototype.unbindStore = () => {}
  Channel.prototype.runStores = (_, f, self, ...args) => apply(f, self, args)
  defineProperty(Channel.prototype, 'hasSubscribers', { get() { return this.listeners.length > 0 } })
  const channel = name => {
    let c = mapGet(byName, name)
    if (c === undefined) mapSet(byName, name, (c = new Channel(name)))
    return c
  }
  const tracing = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
  return {
    Channel, channel, hasSubscribers: n => channel(n).hasSubscribers, subscribe: (n, f) => apply(subscribe, channel(n), [f]),
    unsubscribe: (n, f) => apply(unsubscribe, channel(n), [f]),
    tracingChannel: name => {
      const t = { hasSubscribers: false, subscribe() {}, unsubscribe() {}, traceSync: (f, _, self, ...args) => apply(f, self, args),
        tracePromise: (f, _, self, ...args) => apply(f, self, args), traceCallback: (f, _, _2, self, ...args) => apply(f, self, args) }
      for (let i = 0; i < tracing.length; i++) t[tracing[i]] = channel('tracing:' + name + ':' + tracing[i])
      return t
    },
  }
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
    if (net === undefined) net = require('./net.js').buildNet(fence, views)
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

  // known gives the canonical name of a core module, or ''.
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
    if (powerful(name) && name !== 'timers' && !askModule(fence, name)) throw missing('RF_DENIED_MODULE', spec)
    return module(name)
  }

  function module(name) {
    let m = mapGet(built, name)
    if (m === undefined) mapSet(built, name, (m = build(name)))
    return m
  }

  function build(name) {
    if (name === 'inspector' || name === 'inspector/promises') return { console: undefined, url: () => undefined, close() {}, Network: {} }
    if (name === 'cluster') return { isMaster: true, isPrimary: true, isWorker: false, workers: {}, SCHED_RR: 2, SCHED_NONE: 1 }
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
      case 'tty': return { isatty: real('tty').isatty, ReadStream: undefined, WriteStream: undefined }
    }
    const lib = real(name)
    if (name === 'perf_hooks') {
      return { ...copied(lib), PerformanceObserver: context.globals.shadows.PerformanceObserver,
        performance: context.globals.shadows.performance }
    }
    if (isIn(table.pure, name)) return typeof lib === 'function' ? lib : copied(lib)
    if (name === 'async_hooks') return hooks(fence, views, generic(name, lib, '', table.modules[name]))
    const out = generic(name, lib, '', table.modules[name])
    if (name === 'crypto') {
      // Node makes these when they are asked for.
      const late = ['webcrypto', 'subtle']
      for (let i = 0; i < late.length; i++) {
        const key = late[i]
        defineProperty(out, key, { __proto__: null, enumerable: true, configurable: true, get: () => lib[key] })
      }
    }
    return out
  }

  function timers() {
    const s = context.globals.shadows
    return {
      setTimeout: s.setTimeout, setInterval: s.setInterval, setImmediate: s.setImmediate, clearTimeout: s.clearTimeout,
      clearInterval: s.clearInterval,
      clearImmediate: s.clearImmediate, promises: { ...real('timers').promises },
    }
  }
  return { __proto__: null, requireCore, known }
}

module.exports = { __proto__: null, createCore }
