'use strict'

// What crosses a membrane (invariant 5): what goes out is seen through a view, what comes
// in (listeners, other views) is turned round. Each value keeps its view, and each
// function its listener, so that both sides can compare them.

const {
  append, apply, create, defineProperty, Error, getOwn, getPrototypeOf, isArray, mapGet, ownKeys, Promise, Proxy, setAddWeak,
  setHasWeak, then, TypeError,
  typedTag, weakGet, weakHas, weakSet,
} = require('./primordials.js')
const { isData } = require('./data.js')
const { MAX_CHAIN, isEmitter, kindOf } = require('./viewmembers.js')

/** @typedef {import('./membrane.js').Membrane} Membrane */
/** @typedef {import('./membrane.js').Kind} Kind */

const MAX_DEPTH = 5
const PromisePrototype = Promise.prototype
const ErrorPrototype = Error.prototype

// real returns what stands behind a view; anything else stands for itself.
/** @param {Membrane} s */
function real(s, v) {
  if ((typeof v !== 'object' || v === null) && typeof v !== 'function') return v
  const r = weakGet(s.realOf, v)
  return r === undefined ? v : r
}

// behind returns the real object of a view, or of what inherits from one. Nothing else
// is what Node's methods are called on: they would hand their insides to it.
/** @param {Membrane} s */
function behind(s, v) {
  for (let p = v, n = 0; p !== null && (typeof p === 'object' || typeof p === 'function') && n < 8; p = getPrototypeOf(p), n++) {
    const r = weakGet(s.realOf, p)
    if (r !== undefined) return r
  }
  throw new TypeError('Illegal invocation')
}

// inward turns what the extension gives into what Node gets.
/** @param {Membrane} s */
function inward(s, v) {
  if (typeof v === 'function') {
    const r = weakGet(s.realOf, v)
    return r !== undefined ? r : listener(s, v)
  }
  if (v === null || typeof v !== 'object') return v
  const r = weakGet(s.realOf, v)
  if (r !== undefined) return r
  setAddWeak(s.mine, v)
  return v
}

// listener returns the function that calls f with views, the same each time.
/** @param {Membrane} s */
function listener(s, f) {
  let w = weakGet(s.wrapped, f)
  if (w === undefined) {
    w = function (...args) {
      const answer = apply(f, outward(s, this, 0), outwardAll(s, args))
      // Of a promise an emitter would tell its classes, with what it emitted in a list.
      return answer !== null && typeof answer === 'object' && isEmitter(this) ? undefined : answer
    }
    weakSet(s.wrapped, f, w)
    weakSet(s.unwrapped, w, f)
    weakSet(s.realOf, w, w)
  }
  return w
}

/** @param {Membrane} s */
function outwardAll(s, args) {
  const out = []
  for (let i = 0; i < args.length; i++) append(out, outward(s, args[i], 0))
  return out
}

// outward turns what Node gives into what the extension gets.
/** @param {Membrane} s */
function outward(s, v, depth) {
  if ((typeof v !== 'object' || v === null) && typeof v !== 'function') return v
  const seen = weakGet(s.viewOf, v)
  if (seen !== undefined) return seen
  if (typeof v === 'function') return classOf(s, v)
  if (typedTag(v) !== undefined || weakHas(s.realOf, v) || setHasWeak(s.mine, v)) return v
  if (isArray(v)) return depth >= MAX_DEPTH ? v : list(s, v, depth)
  const p = getPrototypeOf(v)
  if (p === PromisePrototype) return then(v, x => outward(s, x, 0))
  if (p === null || getPrototypeOf(p) === null) return depth < MAX_DEPTH ? plain(s, v, depth) : v
  if (isData(p)) return v
  const kind = kindOf(s, v)
  if (kind !== undefined) return view(s, v, kind, undefined)
  for (let q = p, n = 0; q !== null && n < MAX_CHAIN; q = getPrototypeOf(q), n++) if (q === ErrorPrototype) return v
  if (s.prepare !== null) {
    const first = s.prepare
    s.prepare = null
    first()
    return outward(s, v, depth)
  }
  return view(s, v, s.unknown(p), undefined)
}

// list returns a list, or a copy when something in it is seen through a view.
/** @param {Membrane} s */
function list(s, v, depth) {
  let changed = false
  const out = []
  for (let i = 0; i < v.length; i++) {
    const o = outward(s, v[i], depth + 1)
    if (o !== v[i]) changed = true
    append(out, o)
  }
  return changed ? out : v
}

// plain returns a plain object, or a copy when something in it is seen through a view.
/** @param {Membrane} s */
function plain(s, v, depth) {
  const keys = ownKeys(v)
  let copy = null
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(v, keys[i])
    if (d === undefined || !('value' in d)) continue
    const o = outward(s, d.value, depth + 1)
    if (o === d.value) continue
    if (copy === null) copy = { ...v }
    defineProperty(copy, keys[i], { __proto__: null, value: o, writable: true, enumerable: true, configurable: true })
  }
  return copy === null ? v : copy
}

// property returns what a property of a real object holds. A list or a plain object that Node goes on
// using is copied, as deep as it goes: what it holds later would not be a view, and what is
// written into it Node would read.
/** @param {Membrane} s */
function property(s, v) {
  return handed(s, v, 0)
}

// answered returns what a method of a real object gives: a list or a plain object of Node's own is copied, as
// req.getHeader('x') is the very list that is sent. What the extension gave comes back as it is.
/** @param {Membrane} s */
function answered(s, v) {
  if (typeof v !== 'object' || v === null || weakGet(s.viewOf, v) !== undefined || setHasWeak(s.mine, v)) return outward(s, v, 0)
  return handed(s, v, 1)
}

/** @param {Membrane} s */
function handed(s, v, depth) {
  if (isArray(v)) {
    if (depth >= MAX_DEPTH) return []
    const out = []
    for (let i = 0; i < v.length; i++) append(out, handed(s, v[i], depth + 1))
    return out
  }
  const o = outward(s, v, 0)
  if (o === null || typeof o !== 'object' || weakHas(s.realOf, o) || setHasWeak(s.mine, o)) return o
  const p = getPrototypeOf(o)
  const isPlain = typedTag(o) === undefined && (p === null || getPrototypeOf(p) === null)
  if (!isPlain || (depth === 0 && onlyText(o))) return o
  const copy = { __proto__: p }
  const keys = depth >= MAX_DEPTH ? [] : ownKeys(o)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(o, keys[i])
    if ('value' in d) d.value = handed(s, d.value, depth + 1)
    defineProperty(copy, keys[i], d)
  }
  return copy
}

// onlyText reports an object of texts and lists of texts, such as headers, which
// programs change in place.
function onlyText(v) {
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(v, keys[i])
    if (typeof d.value === 'function' || (typeof d.value === 'object' && d.value !== null && !isArray(d.value))) return false
  }
  return keys.length > 0
}

// classOf returns the class an extension knows for a class of Node's.
/** @param {Membrane} s */
function classOf(s, f) {
  const d = getOwn(f, 'prototype')
  const kind = d === undefined || d.value === null || typeof d.value !== 'object' ? undefined : mapGet(s.kinds, d.value)
  return kind === undefined ? f : kind.facade
}

// view makes the view of a value. The real object is in tables that only the loader
// reads, and nothing of it on the target or the handler.
/**
 * @param {Membrane} s
 * @param {Kind} kind
 */
function view(s, value, kind, proto) {
  const target = create(proto === undefined ? kind.facade.prototype : proto)
  const v = new Proxy(target, s.handler)
  weakSet(s.realOf, v, value)
  weakSet(s.realOf, target, value)
  weakSet(s.viewOf, value, v)
  return v
}

module.exports = { __proto__: null, answered, behind, inward, listener, outward, outwardAll, property, real, view }
