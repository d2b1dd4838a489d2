'use strict'

// What passes between the extension and VS Code (invariant 10). Functions of the extension
// are called through the fence, stand-ins are turned back into what they stand for, and
// what passes raw goes through rawOut or rawIn: those two names are where to look.

const {
  append, apply, getOwn, getPrototypeOf, indexOf, isArray, Object, ownKeys, Proxy, Set, setAdd, setHas, WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const ObjectPrototype = Object.prototype

// rawOut marks what an extension gets of VS Code as it is: an object with all its methods,
// which nothing of the loader stands before.
const rawOut = v => v

// rawIn marks what VS Code gets of the extension as it is: its functions are not called
// through the fence, its stand-ins stay stand-ins.
const rawIn = args => args

const isClass = f => typeof f === 'function' && getOwn(f, 'prototype') !== undefined && getOwn(f, 'prototype').writable === false

// Passing is the way from one extension to VS Code. Its fields are declared: an assignment
// in a constructor would ask the prototype of every object for a setter.
class Passing {
  /** @type {Fence} */
  fence
  api
  // What VS Code gets for a provider, the same each time.
  providers = new WeakMap()
  // The prototypes of VS Code's own classes, when somebody asked.
  classes = undefined
  // The stand-ins (documents.js).
  docs = null

  /** @param {Fence} fence */
  constructor(fence, api) {
    this.fence = fence
    this.api = api
  }

  // What VS Code calls later stands on the stack with a name of the fence's, and what it
  // was given a stand-in for is itself again.
  throughAll(args, member) {
    const { docs, fence } = this
    const registers = member !== undefined && indexOf(member, '.register') > 0
    const out = []
    for (let i = 0; i < args.length; i++) {
      const v = args[i]
      append(out, isClass(v) ? v : typeof v === 'function' ? fence.through(v) : registers ? this.guarded(docs.unwrap(v)) : docs.unwrap(v))
    }
    return out
  }

  // guarded gives what VS Code calls in the place of a provider: its functions, each
  // called through the fence, with what VS Code shows it of webviews.
  guarded(provider) {
    const { docs, fence } = this
    if (provider === null || typeof provider !== 'object' || isArray(provider) || !this.provides(provider)) return provider
    let p = weakGet(this.providers, provider)
    if (p !== undefined) return p
    const functions = new WeakMap()
    p = new Proxy({}, {
      __proto__: null,
      get: (_, key) => {
        const v = provider[key]
        if (typeof v !== 'function' || isClass(v)) return v
        let f = weakGet(functions, v)
        if (f === undefined) {
          const call = fence.through(v)
          weakSet(functions, v, (f = (...args) => {
            for (let i = 0; i < args.length; i++) args[i] = docs.panel(args[i])
            return apply(call, provider, args)
          }))
        }
        return f
      },
      set: (_, key, v) => { provider[key] = v; return true },
      has: (_, key) => key in provider,
      getPrototypeOf: () => getPrototypeOf(provider),
    })
    weakSet(this.providers, provider, p)
    return p
  }

  // provides reports an object that has a function of the extension's.
  provides(v) {
    for (let p = v, n = 0; p !== null && p !== ObjectPrototype && n < 6; p = getPrototypeOf(p), n++) {
      if (this.isVSCodes(p)) return false
      const keys = ownKeys(p)
      for (let i = 0; i < keys.length; i++) {
        const d = getOwn(p, keys[i])
        if (keys[i] !== 'constructor' && (typeof d.value === 'function' || d.get !== undefined)) return true
      }
    }
    return false
  }

  // isVSCodes reports the prototype of one of VS Code's own classes, whose objects it knows.
  isVSCodes(proto) {
    if (this.classes === undefined) {
      this.classes = new Set()
      const keys = ownKeys(this.api)
      for (let i = 0; i < keys.length; i++) {
        const d = getOwn(this.api, keys[i])
        const f = d === undefined ? undefined : 'value' in d ? d.value : undefined
        if (isClass(f)) setAdd(this.classes, f.prototype)
      }
    }
    return setHas(this.classes, proto)
  }
}

module.exports = { __proto__: null, Passing, isClass, rawIn, rawOut }
