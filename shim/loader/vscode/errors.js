'use strict'

// Errors at the border of the editor (invariant 5): each side has a copy with the texts of the
// other's. What another extension throws has more, function by function.

const { defineProperty, Error, getOwn, getPrototypeOf, ownKeys, setPrototypeOf, weakGet, weakSet } = require('../kernel/primordials.js')
const { isLanguages } = require('./exported.js')
const { ALL } = require('./types.js')

/** @typedef {import('./border.js').Border} Border */

const ErrorPrototype = Error.prototype
const MAX_CHAIN = 20

const isPrimitive = v => (typeof v !== 'object' || v === null) && typeof v !== 'function'

// isError reports an error, and no prototype of errors.
function isError(v) {
  if (getOwn(v, 'constructor') !== undefined) return false
  for (let p = v, n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) if (p === ErrorPrototype) return true
  return false
}

// errorSeen is what the extension sees of an error.
/** @param {Border} border */
function errorSeen(border, e, ref) {
  const seen = weakGet(border.seenOf, e)
  if (seen !== undefined) return seen
  const out = new Error('' + e.message)
  const put = (key, value) => defineProperty(out, key, { __proto__: null, value, writable: true, configurable: true, enumerable: false })
  put('name', '' + e.name)
  put('stack', '' + e.stack)
  if (isPrimitive(e.code) && e.code !== undefined) put('code', e.code)
  weakSet(border.seenOf, e, out)
  weakSet(border.realOf, out, e)
  if (ref === ALL) rest(e, out, v => border.outward(v, ALL))
  return out
}

// errorGiven is what VS Code and neighbours see of an error of the extension's: VS Code asks it for
// its texts, and a neighbour for the class that it knows.
/** @param {Border} border */
function errorGiven(border, e, ref) {
  let out = weakGet(border.givenOf, e)
  if (out !== undefined) return out
  out = new Error(textOf(e, 'message'))
  const keys = ownKeys(e)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(e, keys[i])
    if (d === undefined || !('value' in d) || !isPrimitive(d.value)) continue
    defineProperty(out, keys[i], { __proto__: null, ...d, configurable: true })
  }
  defineProperty(out, 'name', { __proto__: null, value: textOf(e, 'name'), writable: true, configurable: true })
  weakSet(border.givenOf, e, out)
  weakSet(border.mineOf, out, e)
  if (ref === ALL) {
    rest(e, out, v => border.inward(v, ALL))
    const above = getPrototypeOf(e)
    setPrototypeOf(out, isLanguages(above) ? above : border.inward(above, ALL))
  }
  return out
}

// rest copies what an error has beside its texts.
function rest(e, out, turned) {
  const keys = ownKeys(e)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(e, keys[i])
    if (d === undefined || !('value' in d) || getOwn(out, keys[i]) !== undefined) continue
    defineProperty(out, keys[i], { __proto__: null, ...d, value: turned(d.value), configurable: true })
  }
}

function textOf(e, key) {
  const v = e[key]
  return typeof v === 'string' ? v : ''
}

module.exports = { __proto__: null, errorGiven, errorSeen, isError }
