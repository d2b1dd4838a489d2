'use strict'

// The globals an extension sees (invariant 3): an object of its own. What only
// computes is the realm's; what reaches further is the fence's; whatever else
// stands in the realm's global is shadowed and undefined.

const {
  append, apply, codeAt, create, getOwn, indexOf, defineProperty, freeze, isIn, ownKeys, Proxy, slice, startsWith, Symbol, URL, urlParts,
  isArray, reject, construct, Map, mapDelete, mapGet, mapSet,
} = require('../kernel/primordials.js')
const { checkCode, checkMember } = require('../policy/checks.js')
const { evaluateText } = require('./compile.js')
const { promisify } = require('node:util')
const { compileFunction } = require('node:vm')
const { createLiveBindings } = require('./livebindings.js')
const { createObserver, createTimeline } = require('./observer.js')
const { createProxy } = require('../kernel/proxies.js')
const { HARMLESS } = require('./language.js')
const { holdStreams, load } = require('./network/web.js')
const { holdClasses } = require('../kernel/hold.js')
const { holdCryptography } = require('../kernel/webcrypto.js')
const { wrongType } = require('../kernel/wrongarguments.js')
const { askConnect, bareHost, endpoint } = require('../policy/endpoint.js')
const { keep } = require('../policy/lasting.js')
const { createFetch } = require('./network/fetch.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */


const { toPrimitive, toStringTag } = Symbol
const copyOf = Array.prototype.slice
const { toFixed } = Number.prototype
const { performance } = globalThis
const { now } = performance
const realGlobal = globalThis
const { platform } = process
const { PerformanceObserver, WebAssembly, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildGlobals(fence, views, makeProcess) {
  const own = {}
  const shadows = { __proto__: null }
  const put = (name, value) => {
    const named = { __proto__: null, value: name, configurable: true }
    if (typeof value === 'function' && value.name === '') defineProperty(value, 'name', named)
    defineProperty(own, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
    shadows[name] = value
  }
  const news = createLiveBindings(own)
  const globals = { __proto__: null, own, global: news.global, news, shadows, evalName: fence.root + '/ringfence-eval.js',
    evaluate: null, mayEvaluate: null, language: null, scope: null }
  const realNames = ownKeys(realGlobal)
  for (let i = 0; i < realNames.length; i++) {
    if (typeof realNames[i] === 'string' && isName(realNames[i]) && realNames[i] !== 'eval' && realNames[i] !== 'arguments' &&
      !isParameter(realNames[i])) shadows[realNames[i]] = undefined
  }
  const language = []
  for (let i = 0; i < HARMLESS.length; i++) {
    const name = HARMLESS[i]
    if (!(name in realGlobal)) continue
    const lazy = getOwn(realGlobal, name)
    // The texts of the editor are everybody's: a fence has a list of its own.
    if (lazy !== undefined && isArray(lazy.value)) {
      put(name, apply(copyOf, lazy.value, []))
      continue
    }
    if (lazy !== undefined && lazy.get !== undefined) defineLazy(own, name, news.change)
    else defineProperty(own, name, { __proto__: null, value: realGlobal[name], writable: true, enumerable: false, configurable: true })
    // Free names of the language are left to the realm: a parameter would be slower.
    delete shadows[name]
    if (lazy === undefined || lazy.get === undefined) append(language, name)
  }
  globals.language = language
  globals.scope = scopeOf(own, language)
  put('Proxy', createProxy(fence.root))
  put('PerformanceObserver', createObserver(PerformanceObserver))
  put('performance', createTimeline(realGlobal.performance))
  put('globalThis', news.global)
  put('global', news.global)
  put('self', undefined)
  put('process', makeProcess())
  put('console', tagged(createConsole(), 'console'))
  buildTimers(views, put)
  put('fetch', createFetch(fence))
  put('WebSocket', webSocket(fence, views))
  put('EventSource', undefined)
  put('WebAssembly', tagged(webAssembly(fence), 'WebAssembly'))
  const navigator = { hardwareConcurrency: 4, language: 'en-US', platform, userAgent: 'Node.js' }
  put('navigator', navigates() ? tagged(navigator, 'Navigator') : undefined)
  tagged(own, 'global')
  globals.evaluate = text => {
    if (typeof text !== 'string') return text
    globals.mayEvaluate()
    return evaluateText(globals, text)
  }
  globals.mayEvaluate = () => {
    const e = checkCode(fence, 'eval')
    if (e !== null) throw e
  }
  defineProperty(globals.evaluate, 'name', { __proto__: null, value: 'eval', configurable: true })
  defineProperty(own, 'eval', { __proto__: null, value: globals.evaluate, writable: true, configurable: true })
  return globals
}

// tagged gives an object the word by which libraries know it.
function tagged(object, tag) {
  if (object === undefined) return undefined
  defineProperty(object, toStringTag, { __proto__: null, value: tag, writable: false, enumerable: false, configurable: true })
  return object
}

// navigates reports that there is a navigator: since Node 21, and VS Code takes it from its extensions.
function navigates() {
  const d = getOwn(realGlobal, 'navigator')
  return d !== undefined && d.configurable === true
}

// What every module has of its own is no global, even where Node makes it one (-e).
const isParameter = name => name === 'exports' || name === 'require' || name === 'module' || name === '__filename' || name === '__dirname'

// defineLazy leaves loading to whoever asks first, as Node does.
function defineLazy(own, name, change) {
  const put = value => defineProperty(own, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
  defineProperty(own, name, { __proto__: null, enumerable: false, configurable: true, set: value => {
    put(value)
    change(name)
  }, get: () => {
    holdCryptography(name)
    const value = realGlobal[name]
    holdClasses([value])
    if (name === 'Blob' || name === 'File' || indexOf(name, 'Stream') >= 0) holdStreams()
    put(value)
    return value
  } })
}

// isName reports what can be a parameter, and asks the engine about other letters.
// It is asked about a text and never about a parameter: Node 24 ends the process
// over one that is no name, and "fs/promises" is a global under -e.
const isName = name => {
  let foreign = false
  for (let i = 0; i < name.length; i++) {
    const c = codeAt(name, i)
    if (c < 128 ? !((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (i > 0 && c >= 48 && c <= 57) || c === 95 || c === 36) : isSpace(c)) {
      return false
    }
    if (c >= 128) foreign = true
  }
  if (!foreign) return name !== ''
  try {
    compileFunction('(' + name + '=>0)')
    return true
  } catch {
    return false
  }
}
const isSpace = c => c === 0xa0 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) || c === 0x2028 || c === 0x2029 || c === 0x202f ||
  c === 0x205f || c === 0x3000 || c === 0xfeff

// Names that come to the realm's global later are seen by no text whose free names
// nobody has listed: around it stands a scope that has every name but those of the
// fence, and those that are parameters beside it (compile.js). What such a text assigns to stays in one of the two.
function scopeOf(own, parameters) {
  const beside = { __proto__: null }
  for (let i = 0; i < parameters.length; i++) beside[parameters[i]] = true
  return new Proxy({ __proto__: null }, freeze({
    __proto__: null,
    has: (_, key) => typeof key === 'string' && key !== 'eval' && key !== 'arguments' && beside[key] !== true &&
      !startsWith(key, '__ringfence'),
    get: (target, key) => {
      const d = typeof key === 'string' ? getOwn(target, key) || getOwn(own, key) : undefined
      return d === undefined ? undefined : 'value' in d ? d.value : apply(d.get, own, [])
    },
    set: (target, key, value) =>
      defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }),
  }))
}
// A timer's object is a link in the list of everybody's timers: a view of it.
/** @param {Views} views */
function buildTimers(views, put) {
  const numbered = new Map()
  const make = real => function (f, ms, ...args) {
    if (typeof f !== 'function') throw wrongType('callback', 'of type function', f)
    let v
    const run = () => apply(f, v, args)
    const timer = real(run, ms)
    v = views.adopt(timer, 'Timeout', { closed: { constructor: true } })
    // Its number stands for it. The next number may be another's.
    defineProperty(v, toPrimitive, { __proto__: null, configurable: true, value: () => {
      const number = +timer
      mapSet(numbered, number, timer)
      return number
    } })
    return v
  }
  const clear = real => t => {
    const named = typeof t === 'number' || typeof t === 'string'
    const timer = named ? mapGet(numbered, +t) : views.real(t)
    if (named) mapDelete(numbered, +t)
    if (timer !== undefined && timer !== t) real(timer)
  }
  // Node loads the promised form when it is asked for.
  const promised = (f, real) => {
    if (promisify.custom in real) defineProperty(f, promisify.custom, { __proto__: null, get: () => real[promisify.custom] })
    return f
  }
  put('setTimeout', promised(make(setTimeout), setTimeout))
  put('setInterval', make(setInterval))
  put('setImmediate', promised(function (f, ...args) {
    if (typeof f !== 'function') throw wrongType('callback', 'of type function', f)
    const v = views.adopt(setImmediate(() => apply(f, v, args)), 'Immediate', {})
    return v
  }, setImmediate))
  put('clearTimeout', clear(clearTimeout))
  put('clearInterval', clear(clearInterval))
  put('clearImmediate', clear(clearImmediate))
}

// createConsole has the methods and none of the streams behind them. Its groups, counts and times are its own: the
// host's are everybody's.
function createConsole() {
  const out = {}
  const real = realGlobal.console
  const keys = ownKeys(real)
  const state = { __proto__: null, indent: '' }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key !== 'string' || key[0] === '_' || key === 'Console' || key === 'context') continue
    const f = real[key]
    if (typeof f !== 'function') continue
    const isLine = isIn(INDENTED, key)
    out[key] = (...args) => {
      if (!isLine || state.indent === '') return apply(f, real, args)
      const line = typeof args[0] === 'string' ? [state.indent + args[0]] : [slice(state.indent, 1), args[0]]
      for (let j = 1; j < args.length; j++) append(line, args[j])
      return apply(f, real, line)
    }
  }
  out.group = (...args) => {
    if (args.length > 0) apply(out.log, undefined, args)
    state.indent += '  '
  }
  counting(out)
  out.groupCollapsed = out.group
  out.groupEnd = () => { state.indent = slice(state.indent, 2) }
  if (typeof real.Console === 'function') out.Console = consoles(real.Console)
  return out
}

// consoles is the class of consoles that write to streams of the extension's. One has methods of its own, and what Node's own
// keeps on its prototype stays behind it: consoles of others have that, too.
function consoles(Real) {
  const Console = function (...args) {
    const made = construct(Real, args)
    const out = create(new.target === undefined ? Console.prototype : new.target.prototype)
    const keys = ownKeys(made)
    for (let i = 0; i < keys.length; i++) {
      const { value } = getOwn(made, keys[i])
      if (typeof keys[i] === 'string' && keys[i][0] !== '_' && typeof value === 'function') {
        defineProperty(out, keys[i], { __proto__: null, value, writable: true, enumerable: true, configurable: true })
      }
    }
    return out
  }
  return Console
}

// counting gives a console counts and timers of its own. What no count and no timer has the name of is passed over.
function counting(out) {
  const counts = new Map()
  const timers = new Map()
  const named = label => (label === undefined ? 'default' : '' + label)
  const said = (name, more) => {
    const ms = apply(now, performance, []) - mapGet(timers, name)
    const line = [name + ': ' + (ms < 1000 ? apply(toFixed, ms, [3]) + 'ms' : apply(toFixed, ms / 1000, [3]) + 's')]
    for (let i = 0; i < more.length; i++) append(line, more[i])
    apply(out.log, undefined, line)
  }
  out.count = label => {
    const name = named(label)
    const n = (mapGet(counts, name) ?? 0) + 1
    mapSet(counts, name, n)
    apply(out.log, undefined, [name + ': ' + n])
  }
  out.countReset = label => { mapDelete(counts, named(label)) }
  out.time = label => { if (mapGet(timers, named(label)) === undefined) mapSet(timers, named(label), apply(now, performance, [])) }
  out.timeLog = (label, ...more) => { if (mapGet(timers, named(label)) !== undefined) said(named(label), more) }
  out.timeEnd = label => {
    apply(out.timeLog, undefined, [label])
    mapDelete(timers, named(label))
  }
}
const INDENTED = ['log', 'info', 'debug', 'warn', 'error', 'trace']

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function webSocket(fence, views) {
  if (!('WebSocket' in realGlobal)) return undefined
  const F = function (url, protocols) {
    const u = urlParts(new URL('' + url))
    const secure = u.protocol === 'wss:' || u.protocol === 'https:'
    const e = checkMember(fence, 'globals', 'WebSocket')
    if (e !== null) throw e
    const ask = () => askConnect(fence,
      endpoint(secure ? 'wss' : 'ws', bareHost(u.hostname), u.port === '' ? (secure ? 443 : 80) : +u.port, u.pathname, ''), 'connect')
    const no = ask()
    if (no !== null) throw no
    const list = []
    if (isArray(protocols)) for (let i = 0; i < protocols.length; i++) append(list, '' + protocols[i])
    else if (typeof protocols === 'string') append(list, protocols)
    const init = { __proto__: null, protocols: list,
      dispatcher: require('./network/websockettransport.js').dispatcher(fence, u, require('node:http'), require('node:https')) }
    const socket = construct(load().WebSocket, [u.href, init])
    if (fence.observe) lasts(socket, ask)
    return views.adopt(socket, 'WebSocket',
      { settable: { onopen: true, onmessage: true, onclose: true, onerror: true, binaryType: true } })
  }
  // What was connected while everything was observed is asked for again when the policy holds.
  const lasts = (socket, ask) => {
    const { addEventListener, close } = socket
    const forget = keep(fence, () => { if (ask() !== null) apply(close, socket, []) })
    apply(addEventListener, socket, ['close', forget, { __proto__: null, once: true }])
  }
  F.CONNECTING = 0
  F.OPEN = 1
  F.CLOSING = 2
  F.CLOSED = 3
  return F
}

// WebAssembly computes; what it imports is JavaScript of the extension. Compiling
// it is a kind of code the policy names.
/** @param {Fence} fence */
function webAssembly(fence) {
  if (WebAssembly === undefined) return undefined
  const out = {}
  const keys = ownKeys(WebAssembly)
  const gated = { __proto__: null, compile: 'p', instantiate: 'p', compileStreaming: 'p', instantiateStreaming: 'p', Module: 'c' }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const real = WebAssembly[key]
    if (typeof key !== 'string') continue
    if (gated[key] === undefined) out[key] = real
    else if (gated[key] === 'p') {
      out[key] = (...args) => {
        const e = checkCode(fence, 'wasm')
        return e !== null ? reject(e) : apply(real, WebAssembly, args)
      }
    // the realm's own asks (functions.js)
    } else defineProperty(out, key, { __proto__: null, enumerable: false, configurable: true, get: () => WebAssembly[key] })
  }
  return out
}

module.exports = { __proto__: null, buildGlobals, isName }
