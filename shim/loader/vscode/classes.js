'use strict'

// The classes of the editor's API that the extension has (invariants 5 and 10): they are the
// fence's own. What they make is an object of VS Code's, seen as every other one.

const {
  append, apply, construct, create, defineProperty, Error, getOwn, getPrototypeOf, mapGet, mapSet, Object, ownKeys, TypeError, weakSet,
  weakGet,
} = require('../kernel/primordials.js')
const { ANY, anyMember, callable, declared } = require('./types.js')
const { made } = require('./hostviews.js')

/** @typedef {import('./border.js').Border} Border */

const ObjectPrototype = Object.prototype
const MAX_CHAIN = 20

// classSeen gives the class that the extension has for one of VS Code's. check is asked
// before it makes something: it throws where that is not granted.
/** @param {Border} border */
function classSeen(border, Real, name, check) {
  const had = mapGet(border.classes, Real.prototype)
  if (had !== undefined) return had.facade
  const type = declared(name)
  const takes = type === undefined || type === null || type.c === undefined ? [] : type.c
  const known = { __proto__: null, name, facade: undefined }
  const F = function (...args) {
    if (new.target === undefined) throw new TypeError('Class constructor ' + name + " cannot be invoked without 'new'")
    check(args)
    const given = []
    for (let i = 0; i < args.length; i++) append(given, border.inward(args[i], i < takes.length ? takes[i] : ANY))
    const real = border.thrown(() => construct(Real, given))
    const seen = made(border, real, known, [], new.target.prototype)
    weakGet(border.states, seen).constructed = true
    return seen
  }
  known.facade = F
  const above = getPrototypeOf(Real.prototype)
  const parent = above === null ? undefined : mapGet(border.classes, above)
  const proto = create(parent !== undefined ? parent.facade.prototype : above === Error.prototype ? Error.prototype : ObjectPrototype)
  // A mark: here begin the classes of the API.
  weakSet(border.states, proto, { __proto__: null, kinds: [] })
  defineProperty(proto, 'constructor', { __proto__: null, value: F, writable: true, configurable: true })
  if (type !== undefined && type !== null && type.m !== undefined) members(border, proto, Real.prototype, name, type.m)
  defineProperty(F, 'prototype', { __proto__: null, value: proto, writable: false })
  // Classes below it that a compiler wrote for ES5 call it: VS Code lets them, and constructs.
  if (getOwn(Real, 'call') !== undefined) {
    const called = (self, args) => construct(F, args, self === undefined || self === null ? F : self.constructor)
    const put = (key, value) => defineProperty(F, key, { __proto__: null, value, writable: true, configurable: true, enumerable: true })
    put('call', (self, ...args) => called(self, args))
    put('apply', (self, args) => called(self, args === undefined || args === null ? [] : args))
  }
  defineProperty(F, 'name', { __proto__: null, value: name, configurable: true })
  mapSet(border.classes, Real.prototype, known)
  if (type !== undefined && type !== null && type.s !== undefined) statics(border, F, Real, type.s)
  return F
}

// isOf reports an object of a class, by the prototype of the class.
function isOf(real, own) {
  for (let p = getPrototypeOf(real), n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) if (p === own) return true
  return false
}

// members puts on a prototype what super and Class.prototype.member name.
/** @param {Border} border */
function members(border, proto, own, name, list) {
  const keys = ownKeys(list)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const f = callable(list[key])
    if (f === undefined || f[0] !== 'f') continue
    defineProperty(proto, key, { __proto__: null, writable: true, configurable: true, value: function (...args) {
      const real = weakGet(border.realOf, this)
      // A member of one class says nothing about the objects of another.
      if (real === undefined || !isOf(real, own)) throw new TypeError('Illegal invocation')
      const kinds = [name]
      const way = border.ways[name + '.' + key]
      if (way !== undefined && way.call !== undefined) {
        return apply(way.call, undefined, [weakGet(border.states, this), args, real[key], f])
      }
      return border.allowed(weakGet(border.states, this), key, () => border.call(real[key], real, args, anyMember(kinds, key)))
    } })
  }
}

/** @param {Border} border */
function statics(border, F, Real, list) {
  const keys = ownKeys(list)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (getOwn(F, key) !== undefined && key !== 'name') continue
    const f = callable(list[key])
    const d = { __proto__: null, enumerable: true, configurable: true }
    if (f !== undefined) defineProperty(F, key, { ...d, writable: true, value: (...args) => border.call(Real[key], Real, args, f) })
    else defineProperty(F, key, { ...d, get: () => border.outward(Real[key], list[key]) })
  }
}

module.exports = { __proto__: null, classSeen }
