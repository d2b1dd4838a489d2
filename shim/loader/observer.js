'use strict'

// The class PerformanceObserver of a fence (invariant 3). What Node tells of requests and
// connections is about everybody's, with their headers: a fence is told of none.

const { append, apply, construct, defineProperty, isArray, isIn, TypeError, WeakMap, weakGet, weakSet } = require('./primordials.js')
const { freshOptions } = require('./gate.js')

const OTHERS = ['http', 'http2', 'net', 'dns', 'resource']

// createObserver gives the class, or undefined where Node has none.
function createObserver(Real) {
  if (Real === undefined) return undefined
  const { observe, disconnect, takeRecords } = Real.prototype
  const reals = new WeakMap()
  const real = self => {
    const r = weakGet(reals, self)
    if (r === undefined) throw new TypeError('Illegal invocation')
    return r
  }
  const own = list => {
    const out = []
    for (let i = 0; i < list.length; i++) if (!isIn(OTHERS, '' + list[i])) append(out, '' + list[i])
    return out
  }
  class PerformanceObserver {
    constructor(f) {
      if (typeof f !== 'function') throw new TypeError('The "callback" argument must be of type function.')
      weakSet(reals, this, construct(Real, [list => apply(f, this, [list, this])]))
    }
    observe(given) {
      const o = freshOptions(given)
      if (o === null || typeof o !== 'object') throw new TypeError('The "options" argument must be of type object.')
      if (isArray(o.entryTypes)) o.entryTypes = own(o.entryTypes)
      if (isIn(OTHERS, o.type) || (isArray(o.entryTypes) && o.entryTypes.length === 0)) return
      if (o.type !== undefined) o.type = '' + o.type
      apply(observe, real(this), [{ ...o }])
    }
    disconnect() { apply(disconnect, real(this), []) }
    takeRecords() { return apply(takeRecords, real(this), []) }
  }
  const kinds = own(Real.supportedEntryTypes)
  defineProperty(PerformanceObserver, 'supportedEntryTypes', { __proto__: null, get: () => own(kinds), enumerable: true, configurable: true })
  return PerformanceObserver
}

module.exports = { __proto__: null, createObserver }
