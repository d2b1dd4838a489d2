'use strict'

// What extensions export to one another (invariants 5 and 10). A function of a neighbour's, as
// the extension has it, and one of the extension's, as neighbours have it: each may be a class
// that the other side constructs and extends, and may have members.

const {
  append, apply, construct, create, defineProperty, getOwn, getPrototypeOf, has, Map, Object, ownKeys, Proxy, RealFunction, reflectDelete,
  reflectGet, reflectSet, Symbol, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { ALL, anyMember } = require('./types.js')
const { handlerOf, made } = require('./hostviews.js')
const { isHidden, shown } = require('./places/leading.js')

/** @typedef {import('./border.js').Border} Border */

const ObjectPrototype = Object.prototype
const FunctionPrototype = RealFunction.prototype
const { hasInstance } = Symbol
const isInstance = FunctionPrototype[hasInstance]
const MAX_CHAIN = 20

// What stands above objects of either side, and is the language's.
const LANGUAGES = [ObjectPrototype, FunctionPrototype, Error.prototype, EvalError.prototype, RangeError.prototype, ReferenceError.prototype,
  SyntaxError.prototype, TypeError.prototype, URIError.prototype, AggregateError.prototype]

// isLanguages reports a prototype that both sides have.
function isLanguages(p) {
  for (let i = 0; i < LANGUAGES.length; i++) if (p === LANGUAGES[i]) return true
  return false
}

// isTheirs reports a member that a value has by itself or by its classes.
function isTheirs(v, key) {
  for (let p = v, n = 0; p !== null && !isLanguages(p) && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    if (getOwn(p, key) !== undefined) return true
  }
  return false
}

// target is what a proxy of a function is over: one that cannot be constructed, if that one cannot.
const target = f => (getOwn(f, 'prototype') === undefined ? () => {} : function () {})

// over is the error of what was handed out while everything was observed, and is not granted.
const over = () => coded('RF_DENIED_VSCODE', 'vscode extensions is not granted by the policy')

// functionShown gives the function that the extension calls for one of a neighbour's. self is
// what it was found on: without one of the extension's, a sloppy function would be called on
// the global of the host.
/** @param {Border} border */
function functionShown(border, f, self) {
  const had = self === undefined ? weakGet(border.seenOf, f) : undefined
  if (had !== undefined) return had
  const bare = target(f)
  const otherwise = self === undefined ? {} : self
  const state = { __proto__: null, real: f, kinds: [ALL], functions: new Map(), target: bare,
    observed: border.lasting.isObserved(), may: border.lasting.asking }
  const asked = (args, call) => {
    if (border.lasting.isOver(state)) throw over()
    if (!state.observed) return call()
    try {
      return border.lasting.since(true, state.may, call)
    } finally {
      // A neighbour that keeps what it is given tells it nothing any more then.
      for (let i = 0; i < args.length; i++) border.lasting.lend(args[i], state.may === undefined ? () => border.neighbours() : state.may)
    }
  }
  const out = new Proxy(bare, {
    ...handlerOf(border, state),
    apply(_, on, args) {
      return asked(args, () => border.call(f, on === undefined || on === null ? otherwise : border.inward(on, ALL), args, ALL))
    },
    construct(_, args, from) {
      return asked(args, () => constructedOf(border, f, args, from === out ? undefined : from, bare.prototype))
    },
  })
  // Its objects are known by what stands behind them, those of a class below it as usual.
  defineProperty(bare, hasInstance, { __proto__: null, configurable: true, value: function (v) {
    return apply(isInstance, this === out ? f : this, [this === out ? border.real(v) : v])
  } })
  if (bare.prototype !== undefined) {
    weakSet(border.states, bare.prototype, { __proto__: null, kinds: [] }) // a mark: here begin the neighbour's classes
    defineProperty(bare.prototype, 'constructor', { __proto__: null, value: out, writable: true, configurable: true, enumerable: false })
    inherited(bare.prototype, f.prototype, undefined, v => border.outward(v, ALL), isKept)
  }
  if (self === undefined) weakSet(border.seenOf, f, out)
  weakSet(border.realOf, out, f)
  weakSet(border.states, out, state)
  return out
}

// constructedOf makes an object of a neighbour's class for the extension; from is the
// extension's class below it, if there is one.
/** @param {Border} border */
function constructedOf(border, f, args, from, until) {
  const given = []
  for (let i = 0; i < args.length; i++) append(given, border.inward(args[i], ALL))
  if (from === undefined) {
    const real = border.thrown(() => construct(f, given), ALL)
    const known = weakGet(border.seenOf, real) !== undefined
    const seen = border.outward(real, ALL)
    const state = weakGet(border.states, seen)
    // What it made for the extension is the extension's to write to.
    if (!known && state !== undefined) state.own = true
    return seen
  }
  const below = derived(border, f, from, until, v => border.inward(v, ALL))
  const seen = made(border, border.thrown(() => construct(f, given, below), ALL), undefined, [ALL], from.prototype)
  const state = weakGet(border.states, seen)
  state.below = true
  state.own = true
  return seen
}

// functionExported gives the function that neighbours call for one of the extension's.
/** @param {Border} border */
function functionExported(border, f) {
  const { fence } = border
  const call = fence.through(f)
  const state = { __proto__: null, kinds: [ALL], observed: false, may: undefined }
  const w = new Proxy(target(f), {
    ...sharedHandler(border, f, state),
    apply: (_, self, args) => {
      if (border.lasting.isOver(state)) return undefined
      let answer
      const given = answered(border, () => (answer = apply(call, border.outward(self, ALL), border.outwardAll(args, ALL, 2))))
      // What a function that was lent answers is lent.
      if (state.observed && state.may !== undefined) border.lasting.lend(answer, state.may)
      return given
    },
    construct: (_, args, from) => answered(border, () => {
      const below = from === w ? f : derived(border, f, from, w.prototype, v => border.outward(v, ALL))
      // What the extension knows as the prototype of a neighbour's class is that prototype.
      if (below !== f) weakSet(border.realOf, below.prototype, from.prototype)
      return fence.making(f, border.outwardAll(args, ALL, 2), below)
    }),
  })
  weakSet(border.states, w, state)
  return w
}

/** @param {Border} border */
function answered(border, f, ref = ALL) {
  let answer
  try {
    answer = f()
  } catch (e) {
    throw border.inward(e, ALL)
  }
  return border.inward(answer, ref)
}

// derived gives a class below one side's, with the members that the other side's class below it
// has: who calls a method that is defined anew there means that one.
/** @param {Border} border */
function derived(border, base, from, until, turned) {
  const had = weakGet(border.derived, from)
  if (had !== undefined && had.base === base) return had.below
  const below = function () {}
  below.prototype = create(base.prototype)
  inherited(below.prototype, from.prototype, until, turned)
  defineProperty(below.prototype, 'constructor', { __proto__: null, value: turned(from), writable: true, configurable: true })
  weakSet(border.derived, from, { __proto__: null, base, below })
  return below
}

// isKept reports what objects of a class keep for themselves, by custom (hostviews.js): the class shows it no more than they do.
const isKept = key => typeof key === 'string' && (key[0] === '_' || key[0] === '$')

// inherited puts on a prototype what one of the other side and those above it have, up to one.
function inherited(proto, from, until, turned, hidden = key => false) {
  const levels = []
  for (let p = from, n = 0; p !== null && p !== undefined && p !== until && p !== ObjectPrototype && n < MAX_CHAIN; n++) {
    append(levels, p)
    p = getPrototypeOf(p)
  }
  for (let i = levels.length - 1; i >= 0; i--) {
    const keys = ownKeys(levels[i])
    for (let j = 0; j < keys.length; j++) {
      if (keys[j] !== 'constructor' && !hidden(keys[j])) defineProperty(proto, keys[j], turnedDescriptor(levels[i], keys[j], turned))
    }
  }
}

// turnedDescriptor is a property as the other side has it.
function turnedDescriptor(of, key, turned) {
  const d = getOwn(of, key)
  const out = { __proto__: null, configurable: true, enumerable: d.enumerable }
  return 'value' in d ? { ...out, value: turned(d.value), writable: true } : { ...out, get: turned(d.get), set: turned(d.set) }
}

// sharedHandler shows an object or a function of the extension's to its neighbours. They may
// put something on it as if it were theirs, and what is a class of its own is one for them.
/** @param {Border} border */
function sharedHandler(border, mine, state) {
  const refOf = key => {
    const ref = typeof key === 'symbol' ? undefined : anyMember(state.kinds, key)
    return ref === undefined ? ALL : ref
  }
  // What VS Code put on an object stays there.
  const kept = (bare, key) => typeof mine !== 'function' && getOwn(bare, key) !== undefined
  const leads = () => (state.given === undefined ? undefined : weakGet(border.leads, state.given))
  const self = receiver => { const m = weakGet(border.mineOf, receiver); return m === undefined ? mine : m }
  return {
    __proto__: null,
    get(bare, key, receiver) {
      const how = leads()
      if (kept(bare, key) || !isTheirs(mine, key) || isHidden(how, key) || border.lasting.isOver(state)) {
        return reflectGet(bare, key, receiver)
      }
      let v
      const read = () => (v = reflectGet(mine, key, self(receiver)))
      const given = how === undefined ? answered(border, read, refOf(key)) : shown(border, how, read(), x => border.inward(x, refOf(key)))
      if (state.lent !== undefined) border.lasting.lend(v, state.lent)
      return given
    },
    set(bare, key, v, receiver) {
      // One that inherits from it is set, unless a setter says otherwise.
      if (weakGet(border.mineOf, receiver) === undefined && !isSet(mine, key)) return reflectSet({}, key, v, receiver)
      return reflectSet(mine, key, border.outward(v, refOf(key)), self(receiver))
    },
    has: (bare, key) => has(bare, key) || isTheirs(mine, key),
    ownKeys(bare) {
      const out = ownKeys(mine)
      if (typeof mine === 'function') return out
      const more = ownKeys(bare)
      for (let i = 0; i < more.length; i++) if (getOwn(mine, more[i]) === undefined) append(out, more[i])
      return out
    },
    getOwnPropertyDescriptor(bare, key) {
      const own = getOwn(bare, key)
      if (own !== undefined && typeof mine !== 'function') return own
      if (getOwn(mine, key) === undefined) return undefined
      const d = turnedDescriptor(mine, key, v => shown(border, leads(), isHidden(leads(), key) ? undefined : v, x => border.inward(x, ALL)))
      return own !== undefined && !own.configurable ? { ...d, writable: true, configurable: false } : d
    },
    defineProperty(bare, key, d) {
      if (d.configurable === false) return false
      const out = { __proto__: null, ...d, configurable: true }
      if ('value' in d) out.value = border.outward(d.value, ALL)
      if (d.get !== undefined) out.get = border.outward(d.get, ALL)
      if (d.set !== undefined) out.set = border.outward(d.set, ALL)
      return defineProperty(mine, key, out)
    },
    deleteProperty: (bare, key) => reflectDelete(bare, key) && reflectDelete(mine, key),
    getPrototypeOf() {
      const p = getPrototypeOf(mine)
      return p === null || isLanguages(p) ? p : border.inward(p, ALL)
    },
    preventExtensions: () => false,
  }
}

// isSet reports a setter that a value has.
function isSet(v, key) {
  for (let p = v, n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    const d = getOwn(p, key)
    if (d !== undefined) return d.set !== undefined
  }
  return false
}

module.exports = { __proto__: null, functionExported, functionShown, isLanguages, isSet, over, sharedHandler }
