'use strict'

// How lists are walked (invariants 1 and 5). Whoever spreads a list asks Array.prototype
// how, and its iterator what comes next: a fence that replaces one of the two at level
// shared is shown what Node spreads, with sockets and streams in it. The iterator can be
// fixed and nobody notices: frozen as a whole, the engine walks as fast as before.
// Array.prototype cannot, since every way to fix a single property of it makes every walk ten
// times slower. So the places where Node walks a list with something real in it do without.

const { apply, bareList, defineProperty, freeze, getOwn, getPrototypeOf } = require('./primordials.js')

const { setImmediate, clearImmediate } = globalThis

const iterators = [[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ''[Symbol.iterator]()]

// fixIterators fixes what comes next, for lists, tables, sets and texts.
function fixIterators() {
  for (let i = 0; i < iterators.length; i++) freeze(getPrototypeOf(iterators[i]))
}

// ownArguments hands what Node calls later its arguments without walking a list:
// setImmediate spreads them, and nextTick where they are many.
function ownArguments() {
  const immediate = setImmediate(() => {})
  clearImmediate(immediate)
  const proto = getPrototypeOf(immediate)
  const d = getOwn(proto, 'ref')
  // The loader of another extension was here.
  if (d === undefined || !d.configurable) return
  // The constructor calls it when everything else is in its place.
  const toRef = d.value
  const { ref } = { ref() {
    /** @type {any} */
    const self = this
    const { _argv, _onImmediate } = self
    if (_argv !== undefined && _argv !== null) {
      self._argv = undefined
      self._onImmediate = () => apply(_onImmediate, self, _argv)
    }
    return apply(toRef, self, [])
  } }
  defineProperty(proto, 'ref', { __proto__: null, ...d, configurable: false, value: ref })

  const later = /** @type {Function} */ (process.nextTick)
  const { nextTick } = { nextTick(callback) {
    switch (arguments.length) {
      case 0: return later()
      case 1: return later(callback)
      case 2: return later(callback, arguments[1])
      case 3: return later(callback, arguments[1], arguments[2])
      case 4: return later(callback, arguments[1], arguments[2], arguments[3])
      case 5: return later(callback, arguments[1], arguments[2], arguments[3], arguments[4])
    }
    if (typeof callback !== 'function') return later(callback)
    const args = bareList()
    for (let i = 1; i < arguments.length; i++) args[i - 1] = arguments[i]
    return later(() => apply(callback, undefined, args))
  } }
  defineProperty(process, 'nextTick', { __proto__: null, ...getOwn(process, 'nextTick'), value: nextTick })
}

module.exports = { __proto__: null, fixIterators, ownArguments }
