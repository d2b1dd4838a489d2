'use strict'

// The process an extension sees (invariant 3): an object of its own with what
// only describes the host, the environment the policy grants, and events that are
// its own. What would change or end the host is asked for or does nothing.

const EventEmitter = require('node:events')
const {
  append, apply, defineProperty, Error, freeze, getOwn, hasOwn, isArray, mapEach, mapGet, mapHas, mapSet, Map, Object, ownKeys, Proxy,
  Symbol, WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { ask, tell } = require('../policy/fence.js')
const { access } = require('../policy/access.js')
const { checkMember } = require('../policy/checks.js')
const { allows } = require('../policy/policy.js')
const { absent, refused } = require('../kernel/errors.js')
const { wrongType } = require('../kernel/wrongarguments.js')
const { bindingOf } = require('./bindings.js')
const { emptyStream, ownStream } = require('./hoststreams.js')
const { noDebugger } = require('./children/signals.js')
const { isKnown } = require('./children/standing.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const { toStringTag } = Symbol
const host = process
const env = process.env
/** @type {any} */
const methods = EventEmitter.prototype
const { emit, listenerCount, on: addListener, removeListener } = methods
// Read by libraries everywhere; they say nothing about the user.
const ALWAYS = ['NODE_ENV', 'NODE_DEBUG', 'DEBUG', 'FORCE_COLOR', 'NO_COLOR', 'CI', 'TERM', 'COLORTERM', 'LANG', 'VSCODE_NLS_CONFIG',
  'VSCODE_CWD', 'READABLE_STREAM', 'NODE_NDEBUG', 'TZ']
const COPIED = ['arch', 'platform', 'version', 'versions', 'release', 'pid', 'ppid', 'execPath', 'execArgv', 'argv0', 'features', 'config',
  'exitCode', 'type', 'sourceMapsEnabled', 'crashReporter', 'parentPort']
const CALLED = ['hrtime', 'uptime', 'memoryUsage', 'cpuUsage', 'resourceUsage', 'constrainedMemory', 'availableMemory', 'cwd', 'getuid',
  'geteuid', 'getgid', 'getegid', 'getgroups']
const GATED = ['chdir', 'kill', 'abort', 'exit', 'reallyExit', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups', 'umask',
  'setUncaughtExceptionCaptureCallback', 'setSourceMapsEnabled']
// What ends everybody's process is told.
const ENDS = ['exit', 'beforeExit']
// In a child that is the extension's alone, what happens to the process happens to the extension. A signal's listener
// keeps the process alive and replaces its default, one of uncaught exceptions too.
const CHILDS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGWINCH', 'SIGCONT', 'SIGBREAK', 'message', 'disconnect',
  'uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'rejectionHandled', 'warning']
// These are told errors and promises of the extension's own, as they are: a promise that somebody waits for is another.
const AS_THEY_ARE = ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'rejectionHandled']

// warned is a warning in words: Node's carry what they warn of (a socket with too many listeners).
function warned(w) {
  const words = ['name', 'message', 'code', 'detail', 'stack']
  const out = new Error()
  for (let i = 0; i < words.length; i++) {
    const { [words[i]]: value } = w
    if (typeof value === 'string') {
      defineProperty(out, words[i], { __proto__: null, value, writable: true, enumerable: false, configurable: true })
    }
  }
  return out
}

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
    const key = name + (fence.trusted ? '+' : '-') + (fence.observe ? 'o' : 'e')
    let ok = mapGet(asked, key)
    if (ok === undefined) mapSet(asked, key, (ok = ask(fence, { section: 'env.read', text: name })))
    return ok
  }
  const read = name => {
    if (mapHas(overlay, name)) return mapGet(overlay, name)
    return env[name] !== undefined && allowed(name) ? env[name] : undefined
  }
  // What is written there children inherit, unless they are given an environment. Who is given the whole of it
  // gets in addition what the policy grants; of the rest nobody is asked.
  fence.changed = given => {
    const out = { __proto__: null }
    const keys = given === whole ? ownKeys(env) : []
    for (let i = 0; i < keys.length; i++) {
      const own = fence.variables !== undefined && listed(fence.variables, keys[i])
      const granted = own || (fence.policy !== null &&
        allows(fence.policy, fence.scope, fence.trusted, access({ section: 'env.read', text: keys[i] })))
      if (granted && !mapHas(overlay, keys[i])) out[keys[i]] = env[keys[i]]
    }
    mapEach(overlay, (value, key) => { if (value !== undefined) out[key] = value })
    return out
  }
  fence.isWhole = given => given === whole
  const target = {}
  weakSet(store, target, true)
  const whole = new Proxy(target, freeze({
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
  return whole
}

function listed(list, name) {
  for (let i = 0; i < list.length; i++) if (list[i] === name) return true
  return false
}

// nowhere is the error of standing in a folder that the extension does not know of, whether or not it is there, or null. What is no
// text Node says in its own words.
/** @param {Fence} fence */
function nowhere(fence, plain) {
  if (fence.observe || typeof plain[0] !== 'string') return null
  const at = fence.paths.onDisk(plain[0], true)
  if (at === null || (at.canonical !== fence.started && !isKnown(fence, at))) return absent('RF_DENIED_CALL', 'chdir', plain[0])
  plain[0] = at.real
  return null
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
    if (typeof f !== 'function') throw wrongType('callback', 'of type function', f)
    nextTick(() => apply(f, undefined, args))
  })
  // Who else listens is told words, and no object of the extension's.
  put('emitWarning', (w, type, code) => {
    const o = type !== null && typeof type === 'object' ? { __proto__: null, ...type } : { __proto__: null, type, code }
    const fields = ['type', 'code', 'detail']
    const kept = { __proto__: null }
    for (let i = 0; i < fields.length; i++) if (typeof o[fields[i]] === 'string') kept[fields[i]] = o[fields[i]]
    // Read once each: the name and the code of an error go before what is said beside it.
    /** @type {any} */
    const given = w !== null && typeof w === 'object' ? w : { __proto__: null, message: w }
    const { name, code: own, message } = given
    if (typeof name === 'string') kept.type = name
    if (typeof own === 'string') kept.code = own
    apply(emitWarning, host, ['' + message, kept])
  })
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
      const no = name === 'kill' ? noDebugger(plain[1]) : name === 'chdir' ? nowhere(fence, plain) : null
      if (no !== null) throw no
      return apply(f, host, plain)
    })
  }
  // Node opens these when they are first asked for, which costs it a while.
  const lazyStream = (key, made) => defineProperty(p, key, {
    __proto__: null, enumerable: true, configurable: true, set: value => { put(key, value) },
    get: () => {
      const value = made(key)
      put(key, value)
      return value
    },
  })
  const written = key => (fence.child === true ? views.adopt(host[key], 'WriteStream', {}) : ownStream(host[key]))
  lazyStream('stdout', written)
  lazyStream('stderr', written)
  if (fence.child === true) put('stdin', views.outward(host.stdin, 0))
  else lazyStream('stdin', emptyStream)
  put('binding', name => {
    const known = bindingOf(name)
    if (known !== undefined) return known
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
  // How the host ends is not the extension's to say.
  if (fence.child === true) {
    defineProperty(p, 'exitCode', { __proto__: null, enumerable: true, configurable: true, get: () => host.exitCode,
      set: value => { host.exitCode = value } })
  }
  put('mainModule', undefined)
  put('report', undefined)
  put('permission', undefined)
  // A child of the fence speaks with the fence: that channel is the extension's.
  if (fence.child === true && typeof host.send === 'function') {
    put('send', (...args) => apply(host.send, host, args))
    put('disconnect', () => apply(disconnect, host, []))
    put('connected', host.connected)
  }
  buildEvents(fence, views, p, put)
  // Libraries know Node by what its process calls itself.
  const hidden = (key, value) => defineProperty(p, key, { __proto__: null, value, writable: false, enumerable: false, configurable: true })
  hidden('constructor', undefined)
  hidden(toStringTag, 'process')
  return p
}

// buildEvents lets the extension hear of its process what concerns it.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildEvents(fence, views, p, put) {
  const heard = { __proto__: null }
  // hear listens as long as the extension does.
  function hear(event) {
    if (typeof event !== 'string' || heard[event] !== undefined) return
    if (!listed(ENDS, event) && (fence.child !== true || !listed(CHILDS, event))) return
    const tell = (...args) => { apply(emit, p, [event, ...args]) }
    heard[event] = event === 'warning' ? w => tell(warned(w)) : listed(AS_THEY_ARE, event) ? tell : views.listener(tell)
    apply(addListener, host, [event, heard[event]])
  }
  function leave(event) {
    if (heard[event] === undefined || apply(listenerCount, p, [event]) > 0) return
    apply(removeListener, host, [event, heard[event]])
    heard[event] = undefined
  }
  const adds = ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener']
  for (let i = 0; i < adds.length; i++) {
    const { [adds[i]]: real } = methods
    put(adds[i], (event, f) => {
      const answer = apply(real, p, [event, f])
      hear(event)
      return answer
    })
  }
  const removes = ['off', 'removeListener', 'removeAllListeners']
  for (let i = 0; i < removes.length; i++) {
    const { [removes[i]]: real } = methods
    put(removes[i], (...args) => {
      const answer = apply(real, p, args)
      const all = ownKeys(heard)
      for (let j = 0; j < all.length; j++) leave(all[j])
      return answer
    })
  }
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
