'use strict'

// How long stacks are (invariant 13). The engine has one number for everybody, a plain value of the realm's Error. A fence that sets
// it has one of its own: it reads that again, and what everybody has is made greater by it and never smaller.

const { defineProperty, Error, getOwn, WeakMap, weakGet, weakSet } = require('./primordials.js')

const LIMIT = 'stackTraceLimit'
// More than this is not made for everybody.
const MOST = 200

// createLimits keeps the number of each fence. owner says whose code runs, and is null for what no fence holds.
function createLimits(owner) {
  const own = new WeakMap()
  // What stands there because a fence wanted more, and what stood there before.
  let raised
  let before
  const real = () => { const d = getOwn(Error, LIMIT); return d === undefined ? undefined : d.value }
  const write = value => { defineProperty(Error, LIMIT, { __proto__: null, value, writable: true, enumerable: true, configurable: true }) }

  // get is what who asks reads; { value } or null where that is what everybody has.
  function get() {
    const whose = owner()
    return whose === null ? null : weakGet(own, whose) ?? null
  }
  // set keeps what a fence sets, and is false for anybody else.
  function set(value) {
    const whose = owner()
    if (whose === null) return false
    weakSet(own, whose, { __proto__: null, value })
    const now = real()
    if (now !== raised || before === undefined) before = now
    if (typeof before !== 'number') return true
    const most = typeof value === 'number' && value > before ? (value > MOST ? MOST : value) : before
    raised = most === before ? undefined : most
    if (most !== now) write(most)
    return true
  }
  return { __proto__: null, get, set }
}

module.exports = { __proto__: null, LIMIT, createLimits }
