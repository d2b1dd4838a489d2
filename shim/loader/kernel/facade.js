'use strict'

// The classes and methods an extension sees for Node's (invariant 5). A facade is the
// class; its kind says what the views of its objects may do.

const {
  apply, bareList, construct, create, defineProperty, Error, getOwn, getPrototypeOf, Map, mapGet, mapSet, Object, ownKeys,
  Promise, reflectGet, setPrototypeOf, weakGet, weakHas, weakSet,
} = require('./primordials.js')
const { answered, behind, inward, outward, property, view } = require('./crossing.js')
const { coded } = require('./errors.js')
const { OWN, REAL } = require('./viewevents.js')
const { MAX_CHAIN, hidden, membersOf } = require('./viewmembers.js')

/** @typedef {import('./membrane.js').Membrane} Membrane */
/** @typedef {import('./membrane.js').Kind} Kind */
/** @typedef {import('./membrane.js').FacadeOptions} FacadeOptions */

const ObjectPrototype = Object.prototype
const PromisePrototype = Promise.prototype

// called is one call of a method through a view: what the view does itself, or the real
// method on the real object, with what was checked.
/**
 * @param {Membrane} s
 * @param {Kind} kind
 */
function called(s, name, kind, f, v, args) {
  const self = behind(s, v)
  const own = OWN[name]
  if (own !== undefined && self !== v) {
    const answer = own(s, v, self, args)
    if (answer !== REAL) return answer
  }
  const fresh = bareList()
  for (let i = 0; i < args.length; i++) fresh[i] = inward(s, args[i])
  const check = typeof name === 'string' ? kind.checks[name] : undefined
  if (check !== undefined) {
    const answer = check(fresh, self)
    // What a method of promises refuses is rejected.
    if (answer !== undefined && answer !== null) {
      if (getPrototypeOf(answer) === PromisePrototype) return answer
      throw answer
    }
  }
  const result = apply(f, self, fresh)
  const as = typeof name === 'string' ? kind.adopts[name] : undefined
  if (as !== undefined && result !== null && typeof result === 'object') return adopt(s, result, as, { closed: { session: true } })
  return result === self ? v : answered(s, result)
}

// method returns what a view's method is, the same each time.
/**
 * @param {Membrane} s
 * @param {Kind} kind
 */
function method(s, name, kind, f) {
  let byName = weakGet(s.methods, f)
  if (byName === undefined) weakSet(s.methods, f, (byName = new Map()))
  const key = kind.name + '.' + (typeof name === 'string' ? name : '@')
  let m = mapGet(byName, key)
  if (m === undefined) {
    m = function (...args) { return called(s, name, kind, f, this, args) }
    defineProperty(m, 'name', { __proto__: null, value: name, configurable: true })
    mapSet(byName, key, m)
  }
  return m
}

// member reads what the object itself or its classes have. Anything else is looked
// up as if the view were all there is.
/**
 * @param {Membrane} s
 * @param {Kind} kind
 */
function member(s, value, kind, key, receiver) {
  if (hidden(key) || (typeof key === 'string' && kind.closed[key] === true)) return undefined
  let d = getOwn(value, key)
  if (d === undefined) d = membersOf(s, value)[key]
  if (d === undefined) return reflectGet(ObjectPrototype, key, receiver)
  const v = 'value' in d ? d.value : d.get === undefined ? undefined : apply(d.get, value, [])
  return typeof v === 'function' ? method(s, key, kind, v) : property(s, v)
}

// facade makes the class an extension sees for a real one. make(args) checks and
// gives what the real constructor is called with; null: it cannot be called.
/**
 * @param {Membrane} s
 * @param {FacadeOptions} options
 */
function facade(s, name, Real, options) {
  if (Real === undefined || Real === null || Real.prototype === null || typeof Real.prototype !== 'object') {
    throw new Error('no class ' + name)
  }
  const o = { __proto__: null, make: null, checks: {}, closed: {}, settable: {}, adopts: {}, ...options }
  const F = function (...args) {
    if (o.make === null) throw coded('RF_DENIED_CALL', name + ' cannot be constructed')
    const fresh = bareList()
    for (let i = 0; i < args.length; i++) fresh[i] = inward(s, args[i])
    const use = apply(o.make, undefined, [fresh])
    const v = construct(Real, use)
    const heir = new.target === undefined && inherits(s, this, F.prototype)
    const seen = heir ? within(s, v, kind, this)
      : view(s, v, kind, new.target === undefined || new.target === F ? undefined : new.target.prototype)
    const own = o.own === undefined ? undefined : o.own(args)
    if (own !== undefined) defineProperty(seen, own.name, { __proto__: null, value: own.value, writable: true, enumerable: true,
      configurable: true })
    return seen
  }
  const parent = getPrototypeOf(Real.prototype)
  const above = parent === null ? undefined : mapGet(s.kinds, parent)
  const kind = {
    __proto__: null, name, facade: F, checks: bareFrom(above, o.checks, 'checks'), closed: bareFrom(above, o.closed, 'closed'),
    settable: bareFrom(above, o.settable, 'settable'), adopts: bareFrom(above, o.adopts, 'adopts'),
  }
  const proto = create(above === undefined ? parent : above.facade.prototype)
  defineProperty(proto, 'constructor', { __proto__: null, value: F, writable: true, configurable: true })
  // For super.write() and Class.prototype.write.call(view).
  const names = ownKeys(Real.prototype)
  for (let i = 0; i < names.length; i++) {
    const key = names[i]
    const d = getOwn(Real.prototype, key)
    if (key === 'constructor' || typeof d.value !== 'function' || hidden(key) || kind.closed[key] === true) continue
    defineProperty(proto, key, { __proto__: null, value: method(s, key, kind, d.value), writable: true, configurable: true })
  }
  defineProperty(F, 'prototype', { __proto__: null, value: proto, writable: false })
  defineProperty(F, 'name', { __proto__: null, value: name, configurable: true })
  mapSet(s.kinds, Real.prototype, kind)
  weakSet(s.realOf, F, F)
  return F
}

// inherits reports an object of a function that inherits as ES5 has it, which calls the class on what it makes: it is
// nobody's view yet.
/** @param {Membrane} s */
function inherits(s, self, proto) {
  if (self === null || typeof self !== 'object' || self === proto) return false
  for (let p = self, n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    if (weakHas(s.realOf, p)) return false
    if (p === proto) return true
  }
  return false
}

// within puts the view of a value below such an object, which stands for the value from now on. What it has itself goes
// before the view, and what it inherits is what the view does.
/**
 * @param {Membrane} s
 * @param {Kind} kind
 */
function within(s, value, kind, self) {
  const v = view(s, value, kind, getPrototypeOf(self))
  if (!setPrototypeOf(self, v)) return v
  weakSet(s.realOf, self, value)
  weakSet(s.viewOf, value, self)
  return self
}

// bareFrom returns the fields of a kind and of the one above it.
function bareFrom(above, own, field) {
  const out = { __proto__: null }
  if (above !== undefined) {
    const keys = ownKeys(above[field])
    for (let i = 0; i < keys.length; i++) out[keys[i]] = above[field][keys[i]]
  }
  const keys = ownKeys(own)
  for (let i = 0; i < keys.length; i++) out[keys[i]] = own[keys[i]]
  return out
}

// adopt returns a view of an object whose class Node does not export.
/**
 * @param {Membrane} s
 * @param {FacadeOptions} options
 */
function adopt(s, value, name, options) {
  const proto = getPrototypeOf(value)
  if (mapGet(s.kinds, proto) === undefined) facade(s, name, { __proto__: null, prototype: proto }, options)
  return outward(s, value, 0)
}

// facadeOf returns the class an extension sees, or undefined.
/** @param {Membrane} s */
function facadeOf(s, Real) {
  const kind = mapGet(s.kinds, Real.prototype)
  return kind === undefined ? undefined : kind.facade
}

module.exports = { __proto__: null, adopt, facade, facadeOf, member }
