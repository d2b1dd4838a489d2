'use strict'

// Code from strings (invariant 4). The realm's Function and its kin are replaced
// once by a Proxy over themselves, the same value in the global and in every
// .constructor, so that identity and instanceof stay as they were. Called, it
// looks at the stack: with a file of a fence on it, or no file at all, the text
// is compiled as code of that fence; for everybody else nothing changes. This is
// the one place where a stack decides.

const { compileFunction } = require('node:vm')
const {
  append, apply, construct, create, defineProperty, endsWith, freeze, getOwn, getPrototypeOf, isArray, ownKeys, Proxy,
  RealFunction, setPrototypeOf, sourceOf, startsWith, typedTag, WeakMap, weakGet, weakSet,
} = require('./primordials.js')
const primordials = require('./primordials.js')
const patterns = require('../../pattern/primordials.js')
const { coded } = require('./errors.js')
const { files, holdHook } = require('./stacks.js')
const { isEvaluated, liesIn } = require('./whereabouts.js')

const FunctionPrototype = RealFunction.prototype

// Only a file's name speaks for somebody else: WebAssembly, eval and Node do not.
const isFile = name => !isEditors(name) && (name[0] === '/' || startsWith(name, 'file:') || name[1] === ':' || startsWith(name, '\\\\'))

// The editor's own files call what extensions gave them, builtins that are bound to
// something among it: they speak for nobody.
const editor = { __proto__: null, files: '' }
const isEditors = name => editor.files !== '' && liesIn(name, editor.files)
function inEditor(root) { editor.files = root }

// owner says whose code is running: a fence, NOBODY when only Node is on the stack and
// it may be one of several, or null for code that no fence holds. The loader's own
// files speak for nobody.
function owner(fences) {
  const alone = fences.length === 1
  if (alone && fences[0].always) return fences[0]
  const names = files()
  let foreign = false
  for (let i = 0; names !== null && i < names.length; i++) {
    const name = names[i]
    let loader = false
    for (let j = 0; j < fences.length; j++) if (name === fences[j].file) loader = true
    if (loader) continue
    const whose = ownerOf(name, fences)
    if (whose !== null) return whose
    if (name === NOBODYS) return NOBODY
    if (isFile(name)) foreign = true
  }
  if (foreign || fences.length === 0) return null
  return alone ? fences[0] : NOBODY
}
// ownerOf says in whose folder a file lies, or null. Evaluated code that could be of several is of nobody.
function ownerOf(name, fences) {
  let found = null
  for (let j = 0; j < fences.length; j++) {
    if (!liesIn(name, fences[j].prefix)) continue
    if (!isEvaluated(name)) return fences[j]
    if (found !== null) return NOBODY
    found = fences[j]
  }
  return found
}
const NOBODYS = '/ringfence-nobody.js'
const NOBODY = {
  __proto__: null,
  through: undefined,
  evaluate: () => { throw coded('RF_DENIED_CODE', 'Code generation from strings disallowed for this context') },
  wasm: () => coded('RF_DENIED_CODE', 'WebAssembly is not compiled for code that nobody answers for'),
}

// isParser says that Node's own client compiles the parser of answers that it has with it: once in a
// process, for whoever fetches first, with none of their files on the stack.
const PARSERS = 'node:internal/deps/undici/undici'
function isParser(fences) {
  const names = files()
  for (let i = 0; names !== null && i < names.length; i++) {
    let loader = false
    for (let j = 0; j < fences.length; j++) if (names[i] === fences[j].file) loader = true
    if (!loader) return names[i] === PARSERS
  }
  return false
}

// guardModules does the same for WebAssembly.Module, which is found on each of its
// instances.
function guardModules(fences) {
  const { WebAssembly } = globalThis
  if (WebAssembly === undefined) return
  const real = WebAssembly.Module
  const proxy = new Proxy(real, {
    __proto__: null,
    construct(target, args, newTarget) {
      const f = isParser(fences) ? null : owner(fences)
      const e = f === null ? null : f.wasm()
      if (e !== null) throw e
      return construct(target, args, newTarget === proxy ? target : newTarget)
    },
  })
  defineProperty(real.prototype, 'constructor', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
  defineProperty(WebAssembly, 'Module', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
}

// guardBind returns what a fence binds of the language's own a frame of the fence's: a
// builtin that is bound to something runs without one for whoever calls it, and text is
// then compiled for whoever that is. What others bind is as before.
function guardBind(fences) {
  const real = FunctionPrototype.bind
  NOBODY.through = createThrough('')
  const proxy = new Proxy(real, {
    __proto__: null,
    apply(target, self, args) {
      const bound = apply(target, self, args)
      if (!isNative(self)) return bound
      const f = owner(fences)
      return f === null || f.through === undefined ? bound : f.through(bound)
    },
  })
  defineProperty(FunctionPrototype, 'bind', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
}

// One installation for all fences of a host: the first loader leaves this on the
// global, which no fenced file sees, and later ones, of other versions too, join it.
// Its shape stays as it is.
const HOST = '__ringfence__'

// guard adds a fence, { prefix, file, always, evaluate(kind, words), wasm(), through(f) }, and
// gives what says whether a fence is what runs now.
function guard(fence) {
  const there = getOwn(globalThis, HOST)
  if (there !== undefined) {
    there.value.add(fence)
    return there.value.isFenced
  }
  const fences = []
  append(fences, fence)
  const isFenced = install(fences)
  // What a loader of another version takes of the language is what the first one took:
  // extensions have run since.
  const host = freeze({ __proto__: null, version: 1, add: f => { append(fences, f) }, isFenced, starts: { __proto__: null },
    primordials: freeze({ ...primordials }), patterns: freeze({ ...patterns }) })
  defineProperty(globalThis, HOST, { __proto__: null, value: host, writable: false, enumerable: false, configurable: false })
  return isFenced
}

// install replaces the four constructors.
function install(fences) {
  const kinds = [
    { __proto__: null, kind: '', real: RealFunction },
    { __proto__: null, kind: 'async ', real: getPrototypeOf(async function () {}).constructor },
    { __proto__: null, kind: '* ', real: getPrototypeOf(function * () {}).constructor },
    { __proto__: null, kind: 'async * ', real: getPrototypeOf(async function * () {}).constructor },
  ]
  let above = null
  for (let i = 0; i < kinds.length; i++) {
    const { kind, real } = kinds[i]
    const run = args => {
      const f = owner(fences)
      if (f === null) return undefined
      const texts = []
      for (let j = 0; j < args.length; j++) append(texts, '' + args[j])
      return f.evaluate(kind, texts)
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
    defineProperty(real.prototype, 'constructor',
      { __proto__: null, value: proxy, writable: kind === '', configurable: true, enumerable: false })
    if (kind === '') {
      defineProperty(globalThis, 'Function', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
      above = proxy
      // Above the classes of async functions and generators stands Function itself.
    } else setPrototypeOf(real, above)
  }
  guardModules(fences)
  guardBind(fences)
  // Whether a fence is what runs now.
  const isFenced = () => owner(fences) !== null
  holdHook(() => owner(fences))
  return isFenced
}

// createThrough returns what makes a function of a fence callable by others: called, it
// stands on the stack with a name of the fence's, which a bound native does not. A
// root of '' is nobody's.
const THROUGH = `return {
  call: f => function (...args) { return apply(f, this, args) },
  make: f => {
    const g = new Proxy(f, {
      __proto__: null, apply: (f, self, args) => apply(f, self, args),
      construct: (f, args, target) => construct(f, args, target === g ? f : target),
    })
    return g
  },
  build: (f, args, target) => { const made = construct(f, args, target); return made },
}`
const framed = root => compileFunction(THROUGH, ['apply', 'construct', 'Proxy'],
  { __proto__: null, filename: root === '' ? NOBODYS : root + '/ringfence-callback.js' })(apply, construct, Proxy)

// createMaking returns what makes an object of a class of the fence's for others: the constructor
// of a class that only extends a builtin has no frame of its own.
function createMaking(root) { return framed(root).build }

function createThrough(root) {
  const { call, make } = framed(root)
  const made = new WeakMap()
  return f => {
    if (typeof f !== 'function') return f
    let g = weakGet(made, f)
    // What is the language's own may be a class, and has a name and a length.
    if (g === undefined) weakSet(made, f, (g = isNative(f) ? make(f) : call(f)))
    return g
  }
}

const isNative = f => typeof f === 'function' && endsWith(sourceOf(f), '{ [native code] }')

// createSealed returns what puts through() in front of every builtin that an extension
// exports: bound to something, it would run for whoever calls it. Where an object is
// frozen (what VS Code gives often is), a copy takes its place.
function createSealed(through) {
  // sealed returns what stands in the place of a property, or the same.
  const sealed = (key, d, depth) => {
    if (!('value' in d)) return isNative(d.get) || isNative(d.set) ? { __proto__: null, ...d, get: through(d.get), set: through(d.set) } : d
    const s = key === 'prototype' || typedTag(d.value) !== undefined ? d.value : seal(d.value, depth + 1)
    return s === d.value ? d : { __proto__: null, ...d, value: s }
  }
  const seal = (v, depth) => {
    if (isNative(v)) return through(v)
    if (v === null || (typeof v !== 'object' && typeof v !== 'function') || depth > 3) return v
    const keys = ownKeys(v)
    for (let i = 0; i < keys.length && i < 2000; i++) {
      const d = getOwn(v, keys[i])
      if (d === undefined) continue
      const changed = sealed(keys[i], d, depth)
      if (changed !== d && !defineProperty(v, keys[i], changed)) return copied(v, keys, depth)
    }
    return v
  }
  function copied(v, keys, depth) {
    if (typeof v === 'function') throw coded('RF_DENIED_CODE', 'A builtin that cannot be replaced is exported by a function')
    const out = isArray(v) ? [] : create(getPrototypeOf(v))
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(v, keys[i])
      if (d !== undefined) defineProperty(out, keys[i], sealed(keys[i], d, depth))
    }
    return out
  }
  return v => seal(v, 0)
}

module.exports = { __proto__: null, createMaking, createSealed, createThrough, guard, inEditor }
