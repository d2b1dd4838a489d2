'use strict'

// Views (invariant 5): what stands for a socket, a child, a request. A view is a
// Proxy whose target is a stand-in; the real object is in a WeakMap that only the
// loader reads, so that nothing of it is on the target, the handler, or a trap's
// closure. crossing.js says what is seen through a view, viewmembers.js what a view
// has, facade.js what its class and methods are, viewevents.js what it does itself.

const {
  defineProperty, freeze, getOwn, getPrototypeOf, has, Map, mapGet, reflectGet, WeakMap, weakGet, WeakSet, weakSet,
} = require('./primordials.js')
const { inward, listener, outward, outwardAll, real } = require('./crossing.js')
const { adopt, facade, facadeOf, member } = require('./facade.js')
const { hidden, kindOf } = require('./viewmembers.js')

/**
 * What the views of a class may do.
 * @typedef {object} Kind
 * @property {string} name
 * @property {Function} facade the class that the extension sees
 * @property {{ [method: string]: (args: any[], real: any) => any }} checks ask before a method is called; an answer is thrown, a
 *   promise is given in the place of the method's
 * @property {{ [member: string]: boolean }} closed members that nobody gets
 * @property {{ [member: string]: boolean }} settable members that are set on the real object
 * @property {{ [method: string]: string }} adopts the name of the class of what a method gives
 */

/**
 * How a facade is made: the fields of its kind; make, which checks the arguments of a
 * construction and gives those that Node gets; and own, which gives a property that what was made has for the extension alone.
 * @typedef {Partial<Kind> & { make?: ((args: any[]) => any[]) | null, own?: (args: any[]) => { name: string, value: any } }} FacadeOptions
 */

/**
 * What everybody else knows of a membrane.
 * @typedef {object} Views
 * @property {null} [__proto__]
 * @property {(f: () => void) => void} before what comes before the first object of an unknown class
 * @property {(name: string, Real: any, options: FacadeOptions) => any} facade
 * @property {(Real: any) => any} facadeOf
 * @property {(value: any, name: string, options: FacadeOptions) => any} adopt
 * @property {(v: any) => any} inward
 * @property {(v: any, depth: number) => any} outward
 * @property {(args: any[]) => any[]} outwardAll
 * @property {(f: Function) => any} listener
 * @property {(v: any) => any} real
 * @property {(v: any, other: any) => void} stand has something of the loader's stand for a real object, or its view again
 * @property {(v: any) => any} standIn what stands for a real object
 */

// Membrane is what the views of one fence know of each other. Its fields are declared: an
// assignment in a constructor would ask the prototype of every object for a setter.
class Membrane {
  // The prototype of a real class, and its kind: { name, facade, checks, closed, settable, adopts }.
  kinds = new Map()
  // The prototype of a real class, and what it and those above it define.
  tables = new Map()
  // A view, its target, a listener or a facade, and what Node gets for it.
  realOf = new WeakMap()
  // A real object, and its view.
  viewOf = new WeakMap()
  // A function of the extension's, and the listener that calls it; and back.
  wrapped = new WeakMap()
  unwrapped = new WeakMap()
  // A real method, and what the views of each kind have for it.
  methods = new WeakMap()
  // A stream of the extension's that a view is piped into, and what undoes that.
  pipes = new WeakMap()
  // What the extension gave.
  mine = new WeakSet()
  // What comes before the first object of an unknown class.
  /** @type {(() => void) | null} */
  prepare = null
  // unknown makes the kind of a prototype that nobody knows.
  /** @type {(proto: any) => Kind} */
  unknown = proto => {
    facade(this, 'Object', { __proto__: null, prototype: proto }, {})
    return mapGet(this.kinds, proto)
  }
  handler = createHandler(this)
}

// createHandler makes the traps that all views of a membrane share.
/** @param {Membrane} s */
function createHandler(s) {
  return freeze({
    __proto__: null,
    get(target, key, receiver) {
      const own = getOwn(target, key)
      if (own !== undefined) return reflectGet(target, key, receiver)
      const value = weakGet(s.realOf, target)
      const kind = kindOf(s, value)
      if (key === 'constructor') return getPrototypeOf(target).constructor
      // What a class of the extension's own, derived from the facade, defines.
      for (let p = getPrototypeOf(target); p !== null && p !== kind.facade.prototype; p = getPrototypeOf(p)) {
        if (getOwn(p, key) !== undefined) return reflectGet(p, key, receiver)
      }
      if (getOwn(kind.facade.prototype, key) !== undefined) return reflectGet(kind.facade.prototype, key, receiver)
      return member(s, value, kind, key, receiver)
    },
    set(target, key, v, receiver) {
      const value = weakGet(s.realOf, target)
      const kind = kindOf(s, value)
      if (typeof key === 'string' && kind.settable[key] === true && (typeof v !== 'object' || v === null)) {
        value[key] = typeof v === 'function' ? listener(s, v) : v
        return true
      }
      const at = weakGet(s.realOf, receiver) === value ? target : receiver
      return defineProperty(at, key, { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
    },
    has(target, key) {
      return has(target, key) || (!hidden(key) && has(weakGet(s.realOf, target), key))
    },
    getPrototypeOf(target) {
      return getPrototypeOf(target)
    },
  })
}

// createViews makes the membrane of a fence.
/** @returns {Views} */
function createViews() {
  const s = new Membrane()
  return {
    __proto__: null,
    before: f => { s.prepare = f },
    facade: (name, Real, options) => facade(s, name, Real, options),
    facadeOf: Real => facadeOf(s, Real),
    adopt: (value, name, options) => adopt(s, value, name, options),
    inward: v => inward(s, v),
    outward: (v, depth) => outward(s, v, depth),
    outwardAll: args => outwardAll(s, args),
    listener: f => listener(s, f),
    real: v => real(s, v),
    stand: (v, other) => { weakSet(s.viewOf, v, other) },
    standIn: v => weakGet(s.viewOf, v),
  }
}

module.exports = { __proto__: null, Membrane, createViews }
