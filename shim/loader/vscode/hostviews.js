'use strict'

// What the extension sees of an object of VS Code's (invariants 5 and 10): a proxy over
// an empty object of the fence's own. It has the members that the object's type has;
// what the extension puts on it beside them stays on its side.

const {
  append, apply, Array, create, defineProperty, getOwn, getPrototypeOf, has, isArray, isIn, Map, mapGet, mapSet, Object, ownKeys, Proxy,
  RealFunction, reflectDelete, reflectGet, reflectSet, Symbol, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { shown } = require('./places/leading.js')
const { ALL, ANY, anyMember, callable, entryOf, inside, isReadOnly, iterated } = require('./types.js')

/** @typedef {import('./border.js').Border} Border */

const ObjectPrototype = Object.prototype
const FunctionPrototype = RealFunction.prototype
const MAX_CHAIN = 20
const { asyncIterator, iterator } = Symbol
const eachOf = Array.prototype[iterator]
const copyOf = Array.prototype.slice
/** @type {any} */
const GeneratorPrototype = getPrototypeOf(function* () {}).prototype
const generatorNext = GeneratorPrototype.next
// What is of no type and plain: data, member by member.
const DATA = ['m', ANY]
// What leads from an object to the side that made it.
const REFUSED = { __proto__: null, constructor: true, prototype: true, caller: true, callee: true, arguments: true }

const isPlain = v => {
  const p = getPrototypeOf(v)
  return p === null || p === ObjectPrototype || getPrototypeOf(p) === null
}

// objectSeen gives the object, the same each time. known is the class of the API that it
// is of, kinds what else the place says that it comes from.
/** @param {Border} border */
function objectSeen(border, real, known, kinds) {
  const had = weakGet(border.seenOf, real)
  if (had !== undefined) {
    const state = weakGet(border.states, had)
    if (state !== undefined) for (let i = 0; i < kinds.length; i++) learn(border, state, kinds[i])
    return had
  }
  if (known === undefined || !isIn(LIVE, known.name)) return made(border, real, known, kinds, known === undefined ? ObjectPrototype
    : known.facade.prototype)
  const seen = made(border, twin(real), known, kinds, known.facade.prototype)
  weakSet(border.seenOf, real, seen)
  return seen
}

// What other extensions made and VS Code hands on as it is: what is seen of it is a copy, and so is what lies in it.
const LIVE = ['Diagnostic', 'DiagnosticRelatedInformation', 'Location']

// isData reports a table of the language's: the code of a report, with its address.
const isData = v => v !== null && typeof v === 'object' && getPrototypeOf(v) === ObjectPrototype

function twin(real) {
  const out = create(getPrototypeOf(real))
  const keys = ownKeys(real)
  for (let i = 0; i < keys.length; i++) {
    const { [keys[i]]: v } = real
    const value = isArray(v) ? apply(copyOf, v, []) : isData(v) ? { ...v } : v
    defineProperty(out, keys[i], { __proto__: null, value, writable: true, enumerable: true, configurable: true })
  }
  return out
}

/** @param {Border} border */
function made(border, real, known, kinds, proto) {
  const state = { __proto__: null, real, kinds: [], functions: new Map(), target: create(proto), constructed: false,
    observed: border.lasting.isObserved(), may: kinds[0] === ALL ? border.lasting.asking : undefined,
    telling: border.lasting.telling }
  if (known !== undefined) widen(state, known.name)
  for (let i = 0; i < kinds.length; i++) widen(state, kinds[i])
  // What is of no type and not plain has nothing.
  if (state.kinds.length === 0 && isPlain(real)) widen(state, DATA)
  const seen = new Proxy(state.target, handlerOf(border, state))
  weakSet(border.seenOf, real, seen)
  weakSet(border.realOf, seen, real)
  weakSet(border.states, seen, state)
  return seen
}

function widen(state, kind) {
  for (let i = 0; i < state.kinds.length; i++) if (state.kinds[i] === kind) return
  state.kinds[state.kinds.length] = kind
}

// learn is told what else an object is that was seen before. What is learnt of it by what only tells asks as that does.
/** @param {Border} border */
function learn(border, state, kind) {
  const before = state.kinds.length
  widen(state, kind)
  if (state.kinds.length > before && state.telling === undefined && state.constructed !== true) state.telling = border.lasting.telling
}

// isOpen reports a member that an object of no known type has, by itself or by its classes. What
// an object of a class keeps for itself begins with such a letter, by custom.
function isOpen(real, key) {
  if (REFUSED[key] === true || ((key[0] === '_' || key[0] === '$') && typeof real !== 'function' && !isPlain(real))) return false
  for (let p = real, n = 0; p !== null && p !== ObjectPrototype && p !== FunctionPrototype && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    if (getOwn(p, key) !== undefined) return true
  }
  return false
}

// refOf is what a member of the object is, or undefined: it has none. Of data everything is
// a member that is its own and no function.
/** @param {Border} border */
function refOf(border, state, key) {
  const ref = anyMember(state.kinds, key)
  if (ref !== undefined) return ref
  if (state.kinds[0] === ALL) return isOpen(state.real, key) ? ALL : undefined
  // What a proposal adds to a type is described nowhere that the loader knows of.
  if (border.proposals && key[0] !== '_' && key[0] !== '$' && isOpen(state.real, key)) return ALL
  const entry = entryOf(state.kinds)
  if (entry === undefined) return undefined
  const d = getOwn(state.real, key)
  return d === undefined || typeof d.value === 'function' ? undefined : entry
}

// isGone reports a member of what gives nothing any more. What was taken back may be given back as well.
const isGone = (border, state, key) => border.lasting.isOver(state) && (key !== 'dispose' || state.kinds[0] === ALL)

// isShown reports a member that is there for who goes through all of them.
const isShown = (border, state, key) => state.telling === undefined || border.told.shows(state, key)

// read gives a member of the object.
/** @param {Border} border */
function read(border, state, key, ref) {
  if (isGone(border, state, key)) return undefined
  const { observed } = state
  if (observed !== true && state.telling === undefined) return member(border, state, key, ref)
  const get = telling => border.lasting.since(observed, state.may, () => member(border, state, key, ref), telling)
  return state.telling === undefined ? get() : border.told.read(state, key, ref, get)
}

/** @param {Border} border */
function member(border, state, key, ref) {
  const way = wayOf(border, state, key)
  if (way !== undefined && way.get !== undefined) return apply(way.get, undefined, [state])
  const { real } = state
  const v = real[key]
  if (typeof v !== 'function') {
    if (!border.asked(state, key)) return isArray(v) ? [] : isArray(ref) && ref[0] === 'm' ? {} : undefined
    // A list is the object's: who puts something in it means the object.
    return isArray(v) && weakGet(border.mineOf, v) === undefined ? listSeen(border, v, inside(ref, 'a')) : border.outward(v, ref)
  }
  const mine = weakGet(border.mineOf, v)
  if (mine !== undefined) return mine
  let f = mapGet(state.functions, key)
  if (f === undefined || f.v !== v) {
    mapSet(state.functions, key, (f = { __proto__: null, v, f: method(border, state, key, v, callable(ref)) }))
  }
  return f.f
}

// method gives the function that a member is, which asks before it is called.
/** @param {Border} border */
function method(border, state, key, f, ref) {
  const way = wayOf(border, state, key)
  if (way !== undefined && way.call !== undefined) return (...args) => apply(way.call, undefined, [state, args, f, ref])
  if (ref === ALL) return border.functionSeen(f, ALL, state.real)
  const call = border.functionSeen(f, ref, state.real)
  return (...args) => border.allowed(state, key, () => apply(call, undefined, args))
}

/** @param {Border} border */
function wayOf(border, state, key) {
  if (typeof key !== 'string') return undefined
  for (let i = 0; i < state.kinds.length; i++) {
    const way = typeof state.kinds[i] === 'string' ? border.ways[state.kinds[i] + '.' + key] : undefined
    if (way !== undefined) return way
  }
  return undefined
}

// isOverridden reports a member that a class of the extension's own defines, between the
// object and the class of the API.
function isOverridden(border, state, key) {
  for (let p = getPrototypeOf(state.target), n = 0; p !== null && p !== ObjectPrototype && n < 20; p = getPrototypeOf(p), n++) {
    if (weakGet(border.states, p) !== undefined) return false // a prototype of a class of the API
    if (getOwn(p, key) !== undefined) return true
  }
  return false
}

/** @param {Border} border */
function handlerOf(border, state) {
  const { target, real } = state
  return {
    __proto__: null,
    get(_, key, receiver) {
      if (getOwn(target, key) !== undefined || isOverridden(border, state, key)) return reflectGet(target, key, receiver)
      if (isGone(border, state, key)) return reflectGet(target, key, receiver)
      const ref = typeof key === 'symbol' ? undefined : refOf(border, state, key)
      if (ref !== undefined) return read(border, state, key, ref)
      if (state.kinds[0] === ALL && (key === iterator || key === asyncIterator)) {
        return border.lasting.since(state.observed, state.may, () => border.outward(real[key], ALL))
      }
      if (key === iterator) return iteration(border, state)
      if (key === 'toJSON' && typeof real.toJSON === 'function' && isShown(border, state, key)) {
        return () => border.outward(apply(real.toJSON, real, []), ANY)
      }
      return reflectGet(target, key, receiver)
    },
    set(_, key, v, receiver) {
      const ref = typeof key === 'symbol' ? undefined : refOf(border, state, key)
      if (ref === undefined || getOwn(target, key) !== undefined || isOverridden(border, state, key)) {
        return reflectSet(target, key, v, target)
      }
      return !border.lasting.isFixed(state, key) && written(border, state, key, v, ref)
    },
    has: (_, key) => has(target, key) ||
      (typeof key === 'string' && !border.lasting.isOver(state) && refOf(border, state, key) !== undefined && key in real),
    ownKeys() {
      const out = ownKeys(target)
      const keys = border.lasting.isOver(state) ? [] : ownKeys(real)
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]
        if (typeof key !== 'string' || getOwn(target, key) !== undefined || !isShown(border, state, key)) continue
        if (refOf(border, state, key) !== undefined) append(out, key)
      }
      return out
    },
    getOwnPropertyDescriptor(_, key) {
      const own = getOwn(target, key)
      if (own !== undefined) return own
      const ref = typeof key === 'symbol' || border.lasting.isOver(state) ? undefined : refOf(border, state, key)
      const d = ref === undefined || !isShown(border, state, key) ? undefined : getOwn(real, key)
      if (d === undefined) return undefined
      return { value: read(border, state, key, ref), writable: !isReadOnly(state.kinds, key), enumerable: d.enumerable, configurable: true }
    },
    defineProperty(_, key, d) {
      const ref = typeof key === 'symbol' ? undefined : refOf(border, state, key)
      if (ref !== undefined && 'value' in d && getOwn(target, key) === undefined) {
        return !border.lasting.isFixed(state, key) && written(border, state, key, d.value, ref)
      }
      return defineProperty(target, key, { __proto__: null, ...d })
    },
    deleteProperty(_, key) {
      if (getOwn(target, key) !== undefined) return reflectDelete(target, key)
      const ref = typeof key === 'symbol' ? undefined : refOf(border, state, key)
      return ref === undefined || (!border.lasting.isFixed(state, undefined) && !isReadOnly(state.kinds, key) && reflectDelete(real, key))
    },
    preventExtensions: () => false,
  }
}

// written sets a member, where its type lets it be set.
/** @param {Border} border */
function written(border, state, key, v, ref) {
  const way = wayOf(border, state, key)
  if (way !== undefined && way.set !== undefined) {
    apply(way.set, undefined, [state, v])
    return true
  }
  if (isReadOnly(state.kinds, key)) return false
  const { real } = state
  real[key] = shown(border, weakGet(border.leads, real), v, x => border.inward(x, ref))
  return true
}

// iteration goes through what an object gives one by one.
/** @param {Border} border */
function iteration(border, state) {
  const of = iterated(state.kinds)
  if (of === undefined) return undefined
  const { real } = state
  return function () {
    const out = []
    const it = apply(real[iterator], real, [])
    // Of a generator the language's own next, which nobody replaced.
    const next = getPrototypeOf(getPrototypeOf(it)) === GeneratorPrototype ? generatorNext : it.next
    for (let step = apply(next, it, []); step.done !== true; step = apply(next, it, [])) append(out, border.outward(step.value, of))
    return apply(eachOf, out, [])
  }
}

// listSeen gives a list, live: what is read of it is what VS Code has in it.
/** @param {Border} border */
function listSeen(border, real, of) {
  const had = weakGet(border.seenOf, real)
  if (had !== undefined) return had
  const state = { __proto__: null, real, kinds: of === ALL ? [ALL] : [], functions: new Map(), target: undefined,
    observed: border.lasting.isObserved(), may: of === ALL ? border.lasting.asking : undefined }
  const out = v => border.lasting.since(state.observed, state.may, () => border.outward(v, of))
  const put = v => shown(border, weakGet(border.leads, real), v, x => border.inward(x, of))
  const isFixed = () => border.lasting.isFixed(state, undefined)
  const seen = new Proxy([], listHandler(real, out, put, () => border.lasting.isOver(state), isFixed))
  state.target = seen
  weakSet(border.seenOf, real, seen)
  weakSet(border.realOf, seen, real)
  weakSet(border.states, seen, state)
  return seen
}

// listHandler shows a list of one side to the other. isOver says that nothing of it is seen any more, isFixed that nothing
// in it is changed.
function listHandler(list, out, back, isOver = never, isFixed = never) {
  const isItem = key => typeof key === 'string' && key !== 'length' && !isOver() && getOwn(list, key) !== undefined
  const put = (key, v) => {
    if (isFixed()) return false
    list[key] = key === 'length' ? v : back(v)
    return true
  }
  const length = () => (isOver() ? 0 : list.length)
  return {
    __proto__: null,
    get: (target, key) => (key === 'length' ? length() : isItem(key) ? out(list[key]) : reflectGet(target, key)),
    set: (_, key, v) => put(key, v),
    has: (target, key) => isItem(key) || has(target, key),
    ownKeys() { return isOver() ? ['length'] : ownKeys(list) },
    getOwnPropertyDescriptor(_, key) {
      if (key === 'length') return { value: length(), writable: true, enumerable: false, configurable: false }
      const d = isOver() ? undefined : getOwn(list, key)
      return d === undefined ? undefined : { value: out(list[key]), writable: true, enumerable: d.enumerable, configurable: true }
    },
    defineProperty: (_, key, d) => 'value' in d && put(key, d.value),
    deleteProperty: (_, key) => !isFixed() && reflectDelete(list, key),
    preventExtensions: () => false,
  }
}
const never = () => false

module.exports = { __proto__: null, handlerOf, isPlain, listHandler, listSeen, made, objectSeen }
