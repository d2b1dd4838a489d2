'use strict'

// The class Proxy of a fence (invariant 4). A trap that is one of the language's own
// functions would run without a frame for whoever touches the proxy, so that every trap
// is called by a function with a name of the fence's.

const { compileFunction } = require('node:vm')
const { apply, construct, defineProperty, Proxy, reflect } = require('./primordials.js')

const { revocable } = Proxy
const TRAPS = ['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'getPrototypeOf',
  'setPrototypeOf', 'isExtensible', 'preventExtensions', 'apply', 'construct']
// A trap that is taken away later leaves what the language does without one.
const TEXT = `return (handler, name, otherwise) => function (...args) {
  const f = handler[name]
  return apply(f === undefined || f === null ? otherwise : f, handler, args)
}`

// createProxy returns the class; root is the fence's folder.
function createProxy(root) {
  const caller = compileFunction(TEXT, ['apply'], { __proto__: null, filename: root + '/ringfence-callback.js' })(apply)
  const plain = { __proto__: null }
  for (let i = 0; i < TRAPS.length; i++) plain[TRAPS[i]] = reflect[TRAPS[i]]
  const guarded = handler => {
    if (handler === null || typeof handler !== 'object') return handler
    const out = { __proto__: null }
    for (let i = 0; i < TRAPS.length; i++) {
      const name = TRAPS[i]
      if (handler[name] !== undefined && handler[name] !== null) out[name] = caller(handler, name, plain[name])
    }
    return out
  }
  const own = (object, handler) => revocable(object, guarded(handler))
  defineProperty(own, 'name', { __proto__: null, value: 'revocable', configurable: true })
  return new Proxy(Proxy, {
    __proto__: null,
    construct: (_, args) => construct(Proxy, [args[0], guarded(args[1])]),
    get: (target, key) => (key === 'revocable' ? own : target[key]),
  })
}

module.exports = { __proto__: null, createProxy }
