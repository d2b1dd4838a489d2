'use strict'

// Stacks: whose files are on one, and what a hook of Error.prepareStackTrace gets.
// A hook of anybody is given sites of the loader's making, which say where a call is
// and have no way to the object or the function of it: getThis of somebody's sloppy
// function is the global.

const util = require('node:util')
const {
  append, apply, bind, create, defineProperty, Error, getOwn, getPrototypeOf, has, isArray, ownKeys, preventExtensions, Proxy,
  reflectDelete, reflectGet, reflectSet, setPrototypeOf, startsWith, WeakMap, weakGet, weakSet,
} = require('./primordials.js')
const { LIMIT, createLimits } = require('./stacklimits.js')
const { liesIn } = require('./whereabouts.js')

const { getCallSites } = util
const FRAMES = 200
const HOOK = 'prepareStackTrace'

// VS Code makes the hook an accessor of its own that cannot be defined anew.
const before = getOwn(Error, 'prepareStackTrace')
const fixed = before !== undefined && !before.configurable && before.set !== undefined ? before : null
// Without one the loader makes it an accessor of its own.
const held = { __proto__: null, ours: false, current: undefined }

function withHook(f, make) {
  if (held.ours) {
    const was = held.current
    held.current = f
    const made = make()
    held.current = was
    return made
  }
  if (fixed !== null) {
    const was = apply(fixed.get, Error, [])
    apply(fixed.set, Error, [f])
    const made = make()
    apply(fixed.set, Error, [was])
    return made
  }
  const was = getOwn(Error, 'prepareStackTrace')
  if (!defineProperty(Error, 'prepareStackTrace', { __proto__: null, configurable: true, enumerable: false, writable: true, value: f })) {
    return null
  }
  const made = make()
  if (was === undefined) delete Error.prepareStackTrace
  else defineProperty(Error, 'prepareStackTrace', was)
  return made
}

// A call site is the engine's own object, whose methods cannot be replaced.
const NAMES = ['getFileName', 'getLineNumber', 'getColumnNumber', 'getFunctionName', 'getTypeName', 'getMethodName', 'getEvalOrigin',
  'getScriptNameOrSourceURL', 'getScriptHash',
  'getEnclosingLineNumber', 'getEnclosingColumnNumber', 'getPosition', 'isNative', 'isEval', 'isConstructor', 'isToplevel', 'isAsync',
  'isPromiseAll', 'getPromiseIndex', 'toString']
const natives = { __proto__: null }
{
  const sites = withHook((_, all) => all, () => new Error('').stack)
  const proto = isArray(sites) && sites.length > 0 ? getPrototypeOf(sites[0]) : {}
  for (let i = 0; i < NAMES.length; i++) if (typeof proto[NAMES[i]] === 'function') natives[NAMES[i]] = proto[NAMES[i]]
}

// Site is what stands for a call site.
class Site {
  #site
  constructor(site) { this.#site = site }
  getThis() { return undefined }
  getFunction() { return undefined }
  static ask(name) { return function () { return apply(natives[name], this.#site, []) } }
}
{
  const names = ownKeys(natives)
  for (let i = 0; i < names.length; i++) {
    const f = Site.ask(names[i])
    defineProperty(f, 'name', { __proto__: null, value: names[i], configurable: true })
    defineProperty(Site.prototype, names[i], { __proto__: null, value: f, writable: false, enumerable: false, configurable: false })
  }
  delete Site.ask
  delete Site.prototype.constructor
  setPrototypeOf(Site, null)
}

// described returns the hook that calls a hook with sites of the loader's making, the
// same for the same.
const standIns = new WeakMap()
const standsFor = new WeakMap()
function described(hook) {
  if (weakGet(standsFor, hook) !== undefined) return hook
  let f = weakGet(standIns, hook)
  if (f !== undefined) return f
  f = (error, sites) => {
    if (collecting !== null) {
      collect(sites)
      return ''
    }
    const out = []
    for (let i = 0; i < sites.length; i++) append(out, new Site(sites[i]))
    return apply(hook, ProxiedError === null ? Error : ProxiedError, [error, out])
  }
  weakSet(standIns, hook, f)
  weakSet(standsFor, f, hook)
  return f
}
let ProxiedError = null

// What the loader is told of each frame while it looks at the stack itself.
let collecting = null
function collect(sites) {
  const out = collecting
  collecting = null
  for (let i = 0; i < sites.length; i++) {
    // Who waits for what runs now did not call it.
    if (apply(natives.isAsync, sites[i], []) === true) continue
    const name = apply(natives.getFileName, sites[i], [])
    out.visit(typeof name === 'string' ? name : apply(natives.getEvalOrigin, sites[i], []) || '',
      apply(natives.getLineNumber, sites[i], []))
  }
  out.read = true
}

// limited returns what stands for the hook of a fence: it is told of errors that the fence's own code made.
// Of all others it is the hook that was there before who says how they look.
function limited(hook, whose, before, owner) {
  return (error, sites) => {
    // An error without frames is of nobody: whoever reads how it looks has it.
    const own = sites.length === 0 ? owner() === whose && typeof whose.prefix === 'string' : isOwn(sites, whose)
    if (own) return apply(hook, ProxiedError === null ? Error : ProxiedError, [plainly(error, sites), sites])
    if (typeof before === 'function') return apply(before, ProxiedError === null ? Error : ProxiedError, [error, sites])
    let text = '' + error
    for (let i = 0; i < sites.length; i++) text += '\n    at ' + ofSite('toString', sites[i])
    return text
  }
}

// Who sets a hook again and again has set one: what was there before its first stays what was before.
let limit = null
function limitedAfter(hook, whose, current, owner) {
  const before = limit !== null && limit.current === current ? limit.before : current
  limit = { __proto__: null, before, current: undefined }
  return limited(hook, whose, before, owner)
}

// plainly returns what stands for an error that Node made on the way: it may carry an object of Node's own, as a warning does
// whose emitter is the socket. What is no object is on the stand-in, too.
function plainly(error, sites) {
  const first = sites.length > 0 ? ofSite('getFileName', sites[0]) : 'node:'
  if (typeof first !== 'string' || !startsWith(first, 'node:') || !isThing(error)) return error
  const out = create(getPrototypeOf(error))
  const keys = ownKeys(error)
  let carries = false
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(error, keys[i])
    if (keys[i] === 'stack' || d === undefined) continue
    if ('value' in d && !isThing(d.value)) defineProperty(out, keys[i], { __proto__: null, ...d, configurable: true })
    else carries = true
  }
  return carries ? out : error
}
const isThing = x => (typeof x === 'object' && x !== null) || typeof x === 'function'

// isOwn reports an error whose innermost file is of a fence. Node and the loader only pass on.
function isOwn(sites, whose) {
  for (let i = 0; i < sites.length; i++) {
    const name = ofSite('getFileName', sites[i]) || ofSite('getEvalOrigin', sites[i])
    if (typeof name !== 'string' || startsWith(name, 'node:') || name === whose.file) continue
    return typeof whose.prefix === 'string' && liesIn(name, whose.prefix)
  }
  return false
}

// ofSite asks a call site of the engine's, or the loader's for one.
const ofSite = (name, site) => (site instanceof Site ? apply(Site.prototype[name], site, []) : apply(natives[name], site, []))

// holdHook puts itself between the hook and whoever sets it.
function holdHook(owner) {
  const isFenced = () => owner() !== null
  if (fixed !== null) {
    proxyError(owner, isFenced)
    return
  }
  if (held.ours) return
  held.current = before === undefined ? undefined : before.value
  held.ours = defineProperty(Error, 'prepareStackTrace', {
    __proto__: null, configurable: false, enumerable: false,
    get: () => held.current,
    // What was read here and is put back is described already.
    set(v) {
      // A class that inherits from Error has a hook of its own, which nobody calls.
      if (this !== Error && ((typeof this === 'object' && this !== null) || typeof this === 'function')) {
        defineProperty(this, 'prepareStackTrace', { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
      }
      else {
        const whose = typeof v === 'function' && weakGet(standsFor, v) === undefined ? owner() : null
        held.current = whose === null ? v : described(limitedAfter(v, whose, held.current, owner))
        if (whose !== null) limit.current = held.current
      }
    },
  })
}

// proxyError puts a Proxy in the place of the realm's Error, the same value in the
// global, in Error.prototype and above the other classes of errors. Node asks the
// global's Error for the hook, so that whatever way a hook was set, through this one
// or past it, what it is called with is described. What lies below the Proxy is Error
// bound to nothing: it makes the same errors without a frame of its own, and has no hook that
// cannot be defined anew, so that whoever lists the members of Error is told of a plain one.
function proxyError(owner, isFenced) {
  const { get: limitOf, set: setLimit } = createLimits(owner)
  const isLimit = (key, receiver) => key === LIMIT && (receiver === proxy || receiver === Error)
  const below = bind(Error, undefined)
  defineProperty(below, 'name', getOwn(Error, 'name'))
  defineProperty(below, 'prototype', { __proto__: null, value: Error.prototype, writable: false, enumerable: false, configurable: false })
  const hook = () => {
    const f = apply(fixed.get, Error, [])
    return typeof f === 'function' ? described(f) : f
  }
  const setHook = (value) => {
    const stood = (typeof value === 'object' && value !== null) || typeof value === 'function' ? weakGet(standsFor, value) : undefined
    const whose = stood === undefined && typeof value === 'function' ? owner() : null
    const next = whose === null ? value : limitedAfter(value, whose, apply(fixed.get, Error, []), owner)
    apply(fixed.set, Error, [stood === undefined ? next : stood])
    if (whose !== null) limit.current = apply(fixed.get, Error, [])
    return true
  }
  const proxy = new Proxy(below, {
    __proto__: null,
    get(_, key, receiver) {
      const limit = isLimit(key, receiver) ? limitOf() : null
      if (limit !== null) return limit.value
      return key === HOOK ? hook() : reflectGet(Error, key, receiver === proxy ? Error : receiver)
    },
    set(_, key, value, receiver) {
      if (isLimit(key, receiver) && setLimit(value)) return true
      return key === HOOK ? setHook(value) : reflectSet(Error, key, value, receiver === proxy ? Error : receiver)
    },
    has: (_, key) => has(Error, key),
    ownKeys: () => ownKeys(Error),
    getPrototypeOf: () => getPrototypeOf(Error),
    setPrototypeOf: (_, to) => setPrototypeOf(Error, to) && setPrototypeOf(below, to),
    getOwnPropertyDescriptor(_, key) {
      // The true descriptor would be the way past this.
      if (key === HOOK && isFenced()) return { __proto__: null, value: hook(), writable: true, enumerable: false, configurable: true }
      const d = getOwn(Error, key)
      const limit = key === LIMIT && d !== undefined ? limitOf() : null
      if (limit !== null) return { __proto__: null, value: limit.value, writable: true, enumerable: true, configurable: true }
      const kept = d === undefined || d.configurable ? undefined : getOwn(below, key)
      return d === undefined || (kept !== undefined && !kept.configurable) ? d : { __proto__: null, ...d, configurable: true }
    },
    // Nor does a fence take the number away, or end that anybody sets it.
    defineProperty(_, key, d) {
      if (key === HOOK && isFenced()) return 'value' in d && setHook(d.value)
      if (key === LIMIT && isFenced()) return 'value' in d && d.configurable !== false && d.writable !== false && setLimit(d.value)
      return defineProperty(Error, key, { __proto__: null, ...d }) &&
        (d.configurable !== false || defineProperty(below, key, getOwn(Error, key)))
    },
    deleteProperty(_, key) {
      return key === LIMIT && isFenced() ? setLimit(undefined) : reflectDelete(Error, key) && reflectDelete(below, key)
    },
    // What is no longer to be extended has to have below it all that it shows.
    preventExtensions() {
      if (isFenced() || !preventExtensions(Error)) return false
      const keys = ownKeys(Error)
      for (let i = 0; i < keys.length; i++) {
        const d = getOwn(Error, keys[i])
        if (d !== undefined) defineProperty(below, keys[i], { __proto__: null, ...d, configurable: true })
      }
      return preventExtensions(below) === below
    },
  })
  defineProperty(Error.prototype, 'constructor', { __proto__: null, value: proxy, writable: true, enumerable: false, configurable: true })
  const heirs = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]
  for (let i = 0; i < heirs.length; i++) setPrototypeOf(heirs[i], proxy)
  defineProperty(globalThis, 'Error', { __proto__: null, value: proxy, writable: true, enumerable: false, configurable: true })
  ProxiedError = proxy
}

// walk visits the frames of the stack, innermost first, with a file's name and a
// line; false when the stack cannot be read. Node 22 has a function of its own for
// it, which nobody can steer; before, the engine's hook is borrowed for a moment.
function walk(visit) {
  if (getCallSites === undefined) return borrowed(visit)
  const sites = getCallSites(FRAMES)
  for (let i = 0; i < sites.length; i++) visit(sites[i].scriptName, sites[i].lineNumber)
  return true
}

// files returns the names of the files on the stack, or null.
function files() {
  const out = []
  return walk(name => append(out, name)) ? out : null
}

function borrowed(visit) {
  const out = { __proto__: null, visit, read: false }
  const limit = getOwn(Error, 'stackTraceLimit')
  if (!defineProperty(Error, 'stackTraceLimit', { __proto__: null, value: FRAMES, configurable: true, writable: true, enumerable: true })) {
    return false
  }
  collecting = out
  const make = () => new Error('').stack
  // Behind the Proxy nothing is set: whoever's hook it is, it is not called.
  if (ProxiedError !== null) make()
  else withHook((_, all) => { if (collecting !== null) collect(all); return '' }, make)
  collecting = null
  if (limit === undefined) delete Error.stackTraceLimit
  else defineProperty(Error, 'stackTraceLimit', limit)
  return out.read
}

module.exports = { __proto__: null, files, walk, holdHook }
