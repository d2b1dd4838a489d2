'use strict'

// Code from strings (invariant 4). The realm's Function and its kin are replaced
// once by a Proxy over themselves, the same value in the global and in every
// .constructor, so that identity and instanceof stay as they were. Called, it
// looks at the stack: with a file of a fence on it, or no file at all, the text
// is compiled as code of that fence; for everybody else nothing changes. This is
// the one place where a stack decides.

const util = require('node:util')
const {
  append, apply, construct, defineProperty, Error, getOwn, getPrototypeOf, indexOf, isArray, Proxy, RealFunction, startsWith,
} = require('./primordials.js')

const { getCallSites } = util
const FRAMES = 200

// files gives the names of the files on the stack, innermost first, or null when
// the stack cannot be read. Node 22 has a function of its own for it, which nobody
// can steer; before, the engine's hook is borrowed for a moment.
function files() {
  if (getCallSites === undefined) return borrowed()
  const sites = getCallSites(FRAMES)
  const out = []
  for (let i = 0; i < sites.length; i++) append(out, sites[i].scriptName)
  return out
}

// The hook is a property of Error; VS Code makes it an accessor that cannot be
// defined anew, and then it is set and set back through that.
const hook = getOwn(Error, 'prepareStackTrace')
const fixed = hook !== undefined && !hook.configurable && hook.set !== undefined ? hook : null

// In a host without such an accessor the loader makes one of its own: a fence's hook
// is given descriptions of call sites, never the engine's, whose getThis is the
// global of sloppy code.
const held = { __proto__: null, ours: false, current: undefined }
const DESCRIBED = ['getFileName', 'getLineNumber', 'getColumnNumber', 'getFunctionName', 'getTypeName', 'getMethodName', 'getEvalOrigin', 'getScriptNameOrSourceURL',
  'isNative', 'isEval', 'isConstructor', 'isToplevel', 'isAsync', 'isPromiseAll', 'getPromiseIndex', 'toString']

function described(f) {
  return (error, sites) => {
    const out = []
    for (let i = 0; i < sites.length; i++) {
      const site = { getThis: () => undefined, getFunction: () => undefined }
      for (let j = 0; j < DESCRIBED.length; j++) {
        const method = sites[i][DESCRIBED[j]]
        const value = typeof method === 'function' ? apply(method, sites[i], []) : undefined
        site[DESCRIBED[j]] = () => value
      }
      append(out, site)
    }
    return f(error, out)
  }
}

function holdHook(isFenced) {
  if (fixed !== null || held.ours) return
  const before = getOwn(Error, 'prepareStackTrace')
  held.current = before === undefined ? undefined : before.value
  held.ours = defineProperty(Error, 'prepareStackTrace', {
    __proto__: null, configurable: false, enumerable: false,
    get: () => held.current,
    set: v => { held.current = typeof v === 'function' && isFenced() ? described(v) : v },
  })
}

function withHook(f, make) {
  if (held.ours) {
    const before = held.current
    held.current = f
    const made = make()
    held.current = before
    return made
  }
  if (fixed !== null) {
    const before = apply(fixed.get, Error, [])
    apply(fixed.set, Error, [f])
    const made = make()
    apply(fixed.set, Error, [before])
    return made
  }
  const before = getOwn(Error, 'prepareStackTrace')
  if (!defineProperty(Error, 'prepareStackTrace', { __proto__: null, configurable: true, enumerable: false, writable: true, value: f })) return null
  const made = make()
  if (before === undefined) delete Error.prepareStackTrace
  else defineProperty(Error, 'prepareStackTrace', before)
  return made
}

function borrowed() {
  const out = []
  const limit = getOwn(Error, 'stackTraceLimit')
  if (!defineProperty(Error, 'stackTraceLimit', { __proto__: null, value: FRAMES, configurable: true, writable: true, enumerable: true })) return null
  const sites = withHook((_, all) => {
    for (let i = 0; i < all.length; i++) {
      // A call site is the engine's own object; the methods were taken before.
      const name = apply(getFileName, all[i], [])
      append(out, typeof name === 'string' ? name : apply(getEvalOrigin, all[i], []) || '')
    }
    return all
  }, () => new Error('').stack)
  if (limit === undefined) delete Error.stackTraceLimit
  else defineProperty(Error, 'stackTraceLimit', limit)
  return isArray(sites) ? out : null
}

let getFileName
let getEvalOrigin
if (getCallSites === undefined) {
  const sites = withHook((_, all) => all, () => new Error('').stack)
  if (isArray(sites)) {
    const proto = getPrototypeOf(sites[0])
    getFileName = proto.getFileName
    getEvalOrigin = proto.getEvalOrigin
  }
}

// Only a file's name speaks for somebody else: WebAssembly, eval and Node do not.
const isFile = name => name[0] === '/' || startsWith(name, 'file:') || name[1] === ':' || startsWith(name, '\\\\')

// owner says whose code is running: a fence, "nobody" when only Node is on the
// stack, or null for code that no fence holds. fences are asked in turn.
function owner(fences, ownFile) {
  const names = files()
  if (names === null || names.length === 0) return fences.length > 0 ? fences[0] : null
  let foreign = false
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    for (let j = 0; j < fences.length; j++) {
      if (indexOf(name, fences[j].prefix) >= 0 && name !== ownFile) return fences[j]
    }
    if (name !== ownFile && isFile(name)) foreign = true
  }
  return foreign ? null : fences.length > 0 ? fences[0] : null
}

// guard replaces the four constructors. fences is the loader's own list of
// { prefix, evaluate(kind, params, body) }, which grows.
function guard(fences, ownFile) {
  const kinds = [
    { __proto__: null, kind: '', real: RealFunction },
    { __proto__: null, kind: 'async ', real: getPrototypeOf(async function () {}).constructor },
    { __proto__: null, kind: '* ', real: getPrototypeOf(function * () {}).constructor },
    { __proto__: null, kind: 'async * ', real: getPrototypeOf(async function * () {}).constructor },
  ]
  for (let i = 0; i < kinds.length; i++) {
    const { kind, real } = kinds[i]
    const run = args => {
      const f = owner(fences, ownFile)
      if (f === null) return undefined
      const words = []
      for (let j = 0; j < args.length; j++) append(words, '' + args[j])
      return f.evaluate(kind, words)
    }
    const proxy = new Proxy(real, {
      __proto__: null,
      apply(target, self, args) {
        const made = run(args)
        return made === undefined ? apply(target, self, args) : made
      },
      construct(target, args, newTarget) {
        const made = run(args)
        return made === undefined ? construct(target, args, newTarget === proxy ? target : newTarget) : made
      },
    })
    defineProperty(real.prototype, 'constructor', { __proto__: null, value: proxy, writable: kind === '', configurable: true, enumerable: false })
    if (kind === '') defineProperty(globalThis, 'Function', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
  }
  // Whether a fence is what runs now.
  const isFenced = () => owner(fences, ownFile) !== null
  holdHook(isFenced)
  return isFenced
}

module.exports = { __proto__: null, guard, withHook }
