'use strict'

// Code from strings (invariant 4). The realm's Function and its kin are replaced
// once by a Proxy over themselves, the same value in the global and in every
// .constructor, so that identity and instanceof stay as they were. Called, it
// looks at the stack: with a file of a fence on it, or no file at all, the text
// is compiled as code of that fence; for everybody else nothing changes. This is
// the one place where a stack decides.

const { append, apply, construct, defineProperty, getPrototypeOf, indexOf, Proxy, RealFunction, startsWith } = require('./primordials.js')
const { files, holdHook } = require('./stacks.js')

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

// guardModules does the same for WebAssembly.Module, which is found on each of its
// instances.
function guardModules(fences, ownFile) {
  const { WebAssembly } = globalThis
  if (WebAssembly === undefined) return
  const real = WebAssembly.Module
  const proxy = new Proxy(real, {
    __proto__: null,
    construct(target, args, newTarget) {
      const f = owner(fences, ownFile)
      const e = f === null ? null : f.wasm()
      if (e !== null) throw e
      return construct(target, args, newTarget === proxy ? target : newTarget)
    },
  })
  defineProperty(real.prototype, 'constructor', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
  defineProperty(WebAssembly, 'Module', { __proto__: null, value: proxy, writable: true, configurable: true, enumerable: false })
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
  guardModules(fences, ownFile)
  // Whether a fence is what runs now.
  const isFenced = () => owner(fences, ownFile) !== null
  holdHook(isFenced)
  return isFenced
}

module.exports = { __proto__: null, guard }
