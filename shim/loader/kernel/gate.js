'use strict'

// A gate stands for one function of a core module: it reads the arguments once,
// asks, and calls the original with what it read (invariant 6).

const { apply, bareList, construct, defineProperty, reject, startsWith, then } = require('./primordials.js')

const { nextTick } = process

// freshOptions copies an options object: every getter runs here and never again. A list or an array of bytes has
// getters where it was given some, and is copied too.
function freshOptions(value) {
  return value === null || typeof value !== 'object' ? value : { __proto__: null, ...value }
}

function rename(f, like, name) {
  defineProperty(f, 'name', { __proto__: null, value: name, configurable: true })
  if (like !== undefined) defineProperty(f, 'length', { __proto__: null, value: like.length, configurable: true })
  return f
}

// deliver gives an error in the form the function has.
function deliver(form, args, error) {
  if (form === 'promise') return reject(error)
  // What is no argument at all Node says at once.
  if (form === 'callback' && !(typeof error.code === 'string' && startsWith(error.code, 'ERR_'))) {
    for (let i = args.length - 1; i >= 0; i--) {
      const f = args[i]
      if (typeof f === 'function') {
        nextTick(() => f(error))
        return undefined
      }
    }
  }
  throw error
}

// gate makes the function an extension gets. read(fresh) replaces arguments by
// what was read and checked; it gives an error to deliver, or null. after(result, fresh) gives what the
// extension sees of the result.
function gate(views, name, real, form, read, after) {
  const f = function (...args) {
    const fresh = bareList()
    for (let i = 0; i < args.length; i++) fresh[i] = args[i]
    const error = read(fresh)
    if (error !== null) return deliver(form, args, error)
    for (let i = 0; i < fresh.length; i++) fresh[i] = views.inward(fresh[i])
    const result = new.target === undefined ? apply(real, undefined, fresh) : construct(real, fresh)
    if (form === 'promise') return then(result, v => (after === undefined ? views.outward(v, 0) : after(v, fresh)))
    return after === undefined ? views.outward(result, 0) : after(result, fresh)
  }
  return rename(f, real, name)
}

module.exports = { __proto__: null, gate, deliver, freshOptions, rename }
