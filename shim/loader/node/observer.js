'use strict'

// The class PerformanceObserver and the timeline of a fence (invariant 3). What Node tells of
// requests and connections is about everybody's, with their headers and addresses: a fence
// is told of none.

const {
  append, apply, construct, create, defineProperty, getOwn, getPrototypeOf, isArray, isIn, Object, ownKeys, TypeError, WeakMap, weakGet,
  weakSet,
} = require('../kernel/primordials.js')
const { freshOptions } = require('../kernel/gate.js')

const OTHERS = ['http', 'http2', 'net', 'dns', 'resource']

// createObserver returns the class, or undefined where Node has none.
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
    for (let i = 0; i < list.length; i++) {
      const kind = '' + list[i]
      if (!isIn(OTHERS, kind)) append(out, kind)
    }
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
      if (o.type !== undefined) o.type = '' + o.type
      if (isArray(o.entryTypes)) o.entryTypes = own(o.entryTypes)
      if (isIn(OTHERS, o.type) || (isArray(o.entryTypes) && o.entryTypes.length === 0)) return
      apply(observe, real(this), [{ ...o }])
    }
    disconnect() { apply(disconnect, real(this), []) }
    takeRecords() { return apply(takeRecords, real(this), []) }
  }
  const kinds = own(Real.supportedEntryTypes)
  defineProperty(PerformanceObserver, 'supportedEntryTypes',
    { __proto__: null, get: () => own(kinds), enumerable: true, configurable: true })
  return PerformanceObserver
}

// createTimeline returns what stands for performance.
function createTimeline(real) {
  if (real === undefined) return undefined
  const kindOf = getOwn(globalThis.PerformanceEntry.prototype, 'entryType').get
  const out = create(getPrototypeOf(real))
  for (let p = real; p !== null && p !== Object.prototype; p = getPrototypeOf(p)) {
    const keys = ownKeys(p)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const d = getOwn(p, key)
      if (!isIn(TIMELINE, key) || getOwn(out, key) !== undefined) continue
      if (d.get !== undefined) defineProperty(out, key,
        { __proto__: null, enumerable: d.enumerable, configurable: true, get: () => apply(d.get, real, []),
        set: v => { if (d.set !== undefined) apply(d.set, real, [v]) } })
      else if (typeof d.value !== 'function') defineProperty(out, key, { __proto__: null, ...d, configurable: true })
      else {
        const returnsList = isIn(LISTS, key)
        const { f } = { f(...args) {
          const answer = apply(d.value, real, args)
          return returnsList ? theirs(answer) : answer
        } }
        defineProperty(f, 'name', { __proto__: null, value: key, configurable: true })
        defineProperty(out, key, { __proto__: null, value: f, writable: true, enumerable: d.enumerable, configurable: true })
      }
    }
  }
  // What it tells of is heard of a target of its own: the host's would lead back to the host's timeline.
  const target = new EventTarget()
  for (let i = 0; i < EVENTS.length; i++) {
    const f = EventTarget.prototype[EVENTS[i]]
    defineProperty(out, EVENTS[i], { __proto__: null, value: (...args) => apply(f, target, args), writable: true, enumerable: false,
      configurable: true })
  }
  function theirs(list) {
    const kept = []
    for (let i = 0; i < list.length; i++) if (!isIn(OTHERS, apply(kindOf, list[i], []))) append(kept, list[i])
    return kept
  }
  return out
}
const { EventTarget } = globalThis
const EVENTS = ['addEventListener', 'removeEventListener', 'dispatchEvent']
const TIMELINE = ['now', 'timeOrigin', 'mark', 'measure', 'clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries',
  'getEntriesByName', 'getEntriesByType', 'eventLoopUtilization', 'timerify', 'nodeTiming', 'toJSON', 'setResourceTimingBufferSize']
const LISTS = ['getEntries', 'getEntriesByName', 'getEntriesByType']

module.exports = { __proto__: null, createObserver, createTimeline }
