'use strict'

// The process an extension sees (invariant 3): an object of its own with what
// only describes the host, the environment the policy grants, and events that are
// its own. What would change or end the host is asked for or does nothing.

const EventEmitter = require('node:events')
const {
  append, apply, defineProperty, freeze, getOwn, hasOwn, isArray, mapGet, mapHas, mapSet, Map, Object, ownKeys, Proxy, Symbol, TypeError,
  WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { ask, tell } = require('../policy/fence.js')
const { checkMember } = require('../policy/checks.js')
const { refused } = require('../kernel/errors.js')
const { noDebugger } = require('./signals.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const { toStringTag } = Symbol
const host = process
const env = process.env
const { on: addListener } = EventEmitter.prototype
// Read by libraries everywhere; they say nothing about the user.
const ALWAYS = ['NODE_ENV', 'NODE_DEBUG', 'DEBUG', 'FORCE_COLOR', 'NO_COLOR', 'CI', 'TERM', 'COLORTERM', 'LANG', 'VSCODE_NLS_CONFIG',
  'VSCODE_CWD', 'READABLE_STREAM', 'NODE_NDEBUG', 'TZ']
const COPIED = ['arch', 'platform', 'version', 'versions', 'release', 'pid', 'ppid', 'execPath', 'execArgv', 'argv0', 'features', 'config',
  'exitCode', 'type', 'sourceMapsEnabled', 'crashReporter', 'parentPort']
const CALLED = ['hrtime', 'uptime', 'memoryUsage', 'cpuUsage', 'resourceUsage', 'constrainedMemory', 'availableMemory', 'cwd', 'getuid',
  'geteuid', 'getgid', 'getegid', 'getgroups']
const GATED = ['chdir', 'kill', 'abort', 'exit', 'reallyExit', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups', 'umask',
  'setUncaughtExceptionCaptureCallback', 'setSourceMapsEnabled']
const OWN_EVENTS = ['exit', 'beforeExit', 'SIGTERM', 'SIGINT', 'SIGHUP', 'message', 'disconnect']

// createEnv is process.env: reading asks by name, writing stays with the extension.
/** @param {Fence} fence */
function createEnv(fence) {
  const overlay = new Map()
  const asked = new Map()
  const store = new WeakMap()
  const allowed = name => {
    for (let i = 0; i < ALWAYS.length; i++) if (ALWAYS[i] === name) return true
    // What its parent gave a child, both being the extension.
    const { variables } = fence
    if (variables !== undefined && listed(variables, name)) return true
    const key = name + (fence.trusted ? '+' : '-')
    let ok = mapGet(asked, key)
    if (ok === undefined) mapSet(asked, key, (ok = ask(fence, { section: 'env.read', text: name })))
    return ok
  }
  const read = name => {
    if (mapHas(overlay, name)) return mapGet(overlay, name)
    return env[name] !== undefined && allowed(name) ? env[name] : undefined
  }
  const target = {}
  weakSet(store, target, true)
  return new Proxy(target, freeze({
    __proto__: null,
    get: (t, key, receiver) => {
      if (typeof key !== 'string') return undefined
      const v = read(key)
      return v === undefined && weakGet(store, t) ? Object.prototype[key] : v
    },
    set: (_, key, value) => {
      if (typeof key === 'string') mapSet(overlay, key, '' + value)
      return true
    },
    has: (_, key) => typeof key === 'string' && read(key) !== undefined,
    deleteProperty: (_, key) => {
      if (typeof key === 'string') mapSet(overlay, key, undefined)
      return true
    },
    defineProperty: (_, key, d) => {
      if (typeof key === 'string') mapSet(overlay, key, '' + d.value)
      return false
    },
    getOwnPropertyDescriptor: (_, key) => {
      const value = typeof key === 'string' ? read(key) : undefined
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true }
    },
    ownKeys: () => {
      const out = []
      const keys = ownKeys(env)
      for (let i = 0; i < keys.length; i++) {
        const given = fence.variables !== undefined && listed(fence.variables, keys[i])
        const known = given || (fence.policy !== null && ask(fence, { section: 'env.read', text: keys[i] }))
        if (known && read(keys[i]) !== undefined && !mapHas(overlay, keys[i])) append(out, keys[i])
      }
      for (let i = 0; i < ALWAYS.length; i++) if (env[ALWAYS[i]] !== undefined && !listed(out, ALWAYS[i]) && !mapHas(overlay, ALWAYS[i])) {
        append(out, ALWAYS[i])
      }
      return out
    },
  }))
}

function listed(list, name) {
  for (let i = 0; i < list.length; i++) if (list[i] === name) return true
  return false
}

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildProcess(fence, views, requireCore, argv) {
  /** @type {any} */
  const p = new EventEmitter()
  const put = (key, value) => defineProperty(p, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
  for (let i = 0; i < COPIED.length; i++) {
    const d = getOwn(host, COPIED[i])
    if (d !== undefined || COPIED[i] in host) put(COPIED[i], copied(host[COPIED[i]]))
  }
  put('env', createEnv(fence))
  put('argv', argv)
  put('title', host.title)
  for (let i = 0; i < CALLED.length; i++) {
    const f = host[CALLED[i]]
    if (typeof f === 'function') put(CALLED[i], (...args) => apply(f, host, args))
  }
  const { disconnect } = host
  const { bigint } = host.hrtime
  const { rss } = host.memoryUsage
  p.hrtime.bigint = () => apply(bigint, host.hrtime, [])
  p.memoryUsage.rss = () => apply(rss, host.memoryUsage, [])
  const { nextTick, emitWarning } = host
  put('nextTick', (f, ...args) => {
    if (typeof f !== 'function') throw new TypeError('The "callback" argument must be of type function.')
    nextTick(() => apply(f, undefined, args))
  })
  put('emitWarning', (w, ...rest) => apply(emitWarning, host, ['' + w, typeof rest[0] === 'string' ? rest[0] : 'Warning']))
  for (let i = 0; i < GATED.length; i++) {
    const name = GATED[i]
    const f = host[name]
    if (typeof f !== 'function') continue
    put(name, (...args) => {
      // umask without an argument only reads.
      if (name !== 'umask' || args.length > 0) {
        const e = checkMember(fence, 'process', name)
        if (e !== null) throw e
      }
      const plain = []
      for (let j = 0; j < args.length; j++) {
        append(plain, (typeof args[j] === 'object' && args[j] !== null) || typeof args[j] === 'function' ? '' + args[j] : args[j])
      }
      const no = name === 'kill' ? noDebugger(plain[1]) : null
      if (no !== null) throw no
      return apply(f, host, plain)
    })
  }
  // Node opens these when they are first asked for, which costs it a while.
  const lazyStream = key => defineProperty(p, key, {
    __proto__: null, enumerable: true, configurable: true, set: value => { put(key, value) },
    get: () => {
      const value = views.adopt(host[key], 'WriteStream', {})
      put(key, value)
      return value
    },
  })
  lazyStream('stdout')
  lazyStream('stderr')
  put('stdin', fence.child === true ? views.outward(host.stdin, 0) : undefined)
  put('binding', name => {
    tell(fence, 'RF_DENIED_CALL', 'process.binding ' + (typeof name === 'string' ? name : ''))
    return {}
  })
  put('getBuiltinModule', name => {
    try {
      return requireCore('' + name)
    } catch {
      return undefined
    }
  })
  put('dlopen', () => { throw refused('RF_DENIED_CALL', 'dlopen', '') })
  put('loadEnvFile', () => { throw refused('RF_DENIED_CALL', 'loadEnvFile', '') })
  put('mainModule', undefined)
  put('report', undefined)
  put('permission', undefined)
  // A child of the fence speaks with the fence: that channel is the extension's.
  if (fence.child === true && typeof host.send === 'function') {
    put('send', (...args) => apply(host.send, host, args))
    put('disconnect', () => apply(disconnect, host, []))
    put('connected', host.connected)
  }
  put('on', on)
  put('addListener', on)
  put('once', once)
  const forwarded = { __proto__: null }
  function forward(event) {
    if (typeof event !== 'string' || forwarded[event] === true || !listed(OWN_EVENTS, event)) return
    forwarded[event] = true
    // A signal's listener keeps the process alive and replaces its default: only
    // in a child of one's own.
    if (event !== 'exit' && event !== 'beforeExit' && fence.child !== true) return
    apply(addListener, host, [event, views.listener((...args) => { apply(p.emit, p, [event, ...args]) })])
  }
  function on(event, f) {
    forward(event)
    return apply(addListener, p, [event, f])
  }
  function once(event, f) {
    forward(event)
    return apply(EventEmitter.prototype.once, p, [event, f])
  }
  // Libraries know Node by what its process calls itself.
  const hidden = (key, value) => defineProperty(p, key, { __proto__: null, value, writable: false, enumerable: false, configurable: true })
  hidden('constructor', undefined)
  hidden(toStringTag, 'process')
  return p
}

// copied makes a plain copy of what describes the host, two levels deep.
function copied(v) {
  if (v === null || typeof v !== 'object') return v
  const out = isArray(v) ? [] : {}
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    if (hasOwn(v, keys[i]) && keys[i] !== 'length') out[keys[i]] = typeof v[keys[i]] === 'object' ? copied(v[keys[i]]) : v[keys[i]]
  }
  return out
}

module.exports = { __proto__: null, buildProcess }
