'use strict'

// Views (invariant 5): what stands for a socket, a child, a request. A view is a
// Proxy whose target is a stand-in; the real object is in a WeakMap that only the
// loader reads, so that nothing of it is on the target, the handler, or a trap's
// closure. What goes out through a view is seen through a view; what comes in
// through one (listeners, other views) is turned round.

const {
  append, apply, bareList, Buffer, symbolFor, construct, create, defineProperty, Error, freeze, getOwn, getPrototypeOf, has, isArray,
  mapGet, mapSet, Map, Object, ownKeys, Promise, Proxy, reflectGet, slice, Symbol, then, TypeError, typedTag, WeakMap, weakGet, weakHas, weakSet, WeakSet, setAddWeak, setHasWeak,
} = require('./primordials.js')

const events = require('node:events')
const stream = require('node:stream')
const { isData } = require('./data.js')
const { ownList } = require('./internallists.js')

const { EventTarget, MessagePort } = globalThis
const { createInterface } = require('node:readline')
const { rawListeners, removeListener } = events.prototype
const MAX_DEPTH = 5
const PromisePrototype = Promise.prototype
const ObjectPrototype = Object.prototype

// An extension can reach these prototypes, so what they define is read now.
const early = new Map()
function descriptors(p) {
  const out = { __proto__: null }
  const keys = ownKeys(p)
  for (let i = 0; i < keys.length; i++) out[keys[i]] = getOwn(p, keys[i])
  return out
}
const reachable = [events.prototype, stream.prototype, stream.Readable.prototype, stream.Writable.prototype, stream.Duplex.prototype, stream.Transform.prototype, stream.PassThrough.prototype,
  EventTarget.prototype, getPrototypeOf(MessagePort.prototype)]
for (let i = 0; i < reachable.length; i++) mapSet(early, reachable[i], descriptors(reachable[i]))

const ErrorPrototype = Error.prototype

// kinds: the prototype of a real class -> { name, facade, checks, closed }.
function createViews(fence) {
  const kinds = new Map()
  const realOf = new WeakMap()
  const viewOf = new WeakMap()
  const wrapped = new WeakMap()
  const unwrapped = new WeakMap()
  const methods = new WeakMap()
  const mine = new WeakSet() // what the extension gave

  const visible = new Map()
  const known = ['asyncIterator', 'iterator', 'toStringTag', 'toPrimitive', 'hasInstance', 'asyncDispose', 'dispose']
  for (let i = 0; i < known.length; i++) if (Symbol[known[i]] !== undefined) mapSet(visible, Symbol[known[i]], true)
  mapSet(visible, symbolFor('nodejs.rejection'), true)
  const open = { __proto__: null, _readableState: 1, _writableState: 1, _maxListeners: 1, _header: 1, _headerSent: 1 }

  // membersOf gives what the classes of a value define, from its own prototype up to
  // and without Object.prototype, taken when the first such value is seen: what
  // somebody puts on a prototype later is never called on a real object.
  const tables = new Map()
  const ownOf = p => {
    const d = mapGet(early, p)
    return d === undefined ? descriptors(p) : d
  }
  function membersOf(value) {
    const first = getPrototypeOf(value)
    let members = mapGet(tables, first)
    if (members !== undefined) return members
    members = { __proto__: null }
    for (let p = first, n = 0; p !== null && p !== ObjectPrototype && n < 20; p = getPrototypeOf(p), n++) {
      const own = ownOf(p)
      const keys = ownKeys(own)
      for (let i = 0; i < keys.length; i++) if (members[keys[i]] === undefined) members[keys[i]] = own[keys[i]]
    }
    mapSet(tables, first, members)
    return members
  }

  // kindOf finds the innermost class of a value that is handed out as a view.
  function kindOf(value) {
    for (let p = getPrototypeOf(value), n = 0; p !== null && n < 20; p = getPrototypeOf(p), n++) {
      const kind = mapGet(kinds, p)
      if (kind !== undefined) return kind
    }
    return undefined
  }

  const real = v => {
    if ((typeof v !== 'object' || v === null) && typeof v !== 'function') return v
    const r = weakGet(realOf, v)
    return r === undefined ? v : r
  }

  // inward turns what the extension gives into what Node gets.
  function inward(v) {
    if (typeof v === 'function') {
      const r = weakGet(realOf, v)
      return r !== undefined ? r : listener(v)
    }
    if (v === null || typeof v !== 'object') return v
    const r = weakGet(realOf, v)
    if (r !== undefined) return r
    setAddWeak(mine, v)
    return v
  }

  // listener gives the function that calls f with views, the same each time.
  function listener(f) {
    let w = weakGet(wrapped, f)
    if (w === undefined) {
      w = function (...args) {
        const answer = apply(f, outward(this, 0), outwardAll(args))
        // Of a promise an emitter would tell its classes, with what it emitted in a list.
        return answer !== null && typeof answer === 'object' && isEmitter(this) ? undefined : answer
      }
      weakSet(wrapped, f, w)
      weakSet(unwrapped, w, f)
      weakSet(realOf, w, w)
    }
    return w
  }

  const isEmitter = v => {
    for (let p = v, n = 0; p !== null && typeof p === 'object' && n < 20; p = getPrototypeOf(p), n++) if (p === events.prototype) return true
    return false
  }

  function outwardAll(args) {
    const out = []
    for (let i = 0; i < args.length; i++) append(out, outward(args[i], 0))
    return out
  }

  // before says what comes before the first object of an unknown class.
  let prepare = null
  const before = f => { prepare = f }

  // outward turns what Node gives into what the extension gets.
  function outward(v, depth) {
    if ((typeof v !== 'object' || v === null) && typeof v !== 'function') return v
    const seen = weakGet(viewOf, v)
    if (seen !== undefined) return seen
    if (typeof v === 'function') return classOf(v)
    if (typedTag(v) !== undefined || weakHas(realOf, v) || setHasWeak(mine, v)) return v
    if (isArray(v)) {
      if (depth >= MAX_DEPTH) return v
      let changed = false
      const out = []
      for (let i = 0; i < v.length; i++) {
        const o = outward(v[i], depth + 1)
        if (o !== v[i]) changed = true
        append(out, o)
      }
      return changed ? out : v
    }
    const p = getPrototypeOf(v)
    if (p === PromisePrototype) return then(v, x => outward(x, 0))
    if (p === null || getPrototypeOf(p) === null) return depth < MAX_DEPTH ? plain(v, depth) : v
    if (isData(p)) return v
    const kind = kindOf(v)
    if (kind !== undefined) return view(v, kind, undefined)
    for (let q = p, n = 0; q !== null && n < 20; q = getPrototypeOf(q), n++) if (q === ErrorPrototype) return v
    if (prepare !== null) {
      const first = prepare
      prepare = null
      first()
      return outward(v, depth)
    }
    facade('Object', { __proto__: null, prototype: p }, {})
    return view(v, mapGet(kinds, p), undefined)
  }

  // plain gives a plain object, or a copy when something in it is seen through a view.
  function plain(v, depth) {
    const keys = ownKeys(v)
    let copy = null
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(v, keys[i])
      if (d === undefined || !('value' in d)) continue
      const o = outward(d.value, depth + 1)
      if (o === d.value) continue
      if (copy === null) copy = { ...v }
      defineProperty(copy, keys[i], { __proto__: null, value: o, writable: true, enumerable: true, configurable: true })
    }
    return copy === null ? v : copy
  }

  // property gives what a property of a real object holds. A list that Node goes on
  // filling is copied: what it holds later would not be a view.
  function property(v) {
    if (isArray(v)) {
      const out = []
      for (let i = 0; i < v.length; i++) append(out, outward(v[i], 1))
      return out
    }
    const o = outward(v, 0)
    if (o !== v || o === null || typeof o !== 'object' || setHasWeak(mine, v)) return o
    const p = getPrototypeOf(v)
    return (p === null || getPrototypeOf(p) === null) && !weakHas(realOf, v) && !onlyText(v) ? { ...v } : v
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

  // classOf gives the class an extension knows for a class of Node's.
  function classOf(f) {
    const d = getOwn(f, 'prototype')
    const kind = d === undefined || d.value === null || typeof d.value !== 'object' ? undefined : mapGet(kinds, d.value)
    return kind === undefined ? f : kind.facade
  }

  function view(value, kind, proto) {
    const target = create(proto === undefined ? kind.facade.prototype : proto)
    const v = new Proxy(target, handler)
    weakSet(realOf, v, value)
    weakSet(realOf, target, value)
    weakSet(viewOf, value, v)
    return v
  }

  // What a view does itself: a real object that did it would be shown to the
  // extension's own objects.
  // behind gives the real object of a view, or of what inherits from one. Nothing else
  // is what Node's methods are called on: they would hand their insides to it.
  function behind(v) {
    for (let p = v, n = 0; p !== null && (typeof p === 'object' || typeof p === 'function') && n < 8; p = getPrototypeOf(p), n++) {
      const r = weakGet(realOf, p)
      if (r !== undefined) return r
    }
    throw new TypeError('Illegal invocation')
  }

  const REAL = {}
  const OWN = {
    __proto__: null,
    // Events an extension makes reach the listeners it added, and nothing of Node's.
    emit: (v, self, args) => {
      const list = apply(rawListeners, self, [args[0]])
      const rest = []
      for (let i = 1; i < args.length; i++) append(rest, args[i])
      let any = false
      for (let i = 0; i < list.length; i++) {
        const f = list[i]
        const inner = getOwn(f, 'listener')
        const w = inner === undefined ? f : inner.value
        const own = weakGet(unwrapped, w)
        if (own === undefined) continue
        any = true
        if (inner !== undefined) apply(removeListener, self, [args[0], w])
        apply(own, v, rest)
      }
      if (!any && args[0] === 'error') throw args[1]
      return any
    },
    listeners: (v, self, args) => ownListeners(apply(rawListeners, self, [args[0]])),
    rawListeners: (v, self, args) => ownListeners(apply(rawListeners, self, [args[0]])),
    pipe: (v, self, args) => {
      if (weakGet(realOf, args[0]) === undefined) return piped(v, args[0], args[1])
      const state = self._readableState
      if (state !== null && typeof state === 'object') ownList(state.pipes)
      return REAL
    },
    // The lines of a file are read through a view of its stream.
    readLines: (v, self, args) => createInterface({ __proto__: null, crlfDelay: Infinity, input: v.createReadStream(args[0]) }),
    unpipe: (v, self, args) => {
      const undo = args[0] !== null && typeof args[0] === 'object' ? weakGet(pipes, args[0]) : undefined
      if (undo === undefined) return REAL
      undo()
      return v
    },
  }
  const pipes = new WeakMap()
  function ownListeners(list) {
    const out = []
    for (let i = 0; i < list.length; i++) {
      const inner = getOwn(list[i], 'listener')
      const own = weakGet(unwrapped, inner === undefined ? list[i] : inner.value)
      if (own !== undefined) append(out, own)
    }
    return out
  }

  // piped carries what a view gives into a stream of the extension's own.
  function piped(v, dest, options) {
    const data = chunk => { if (dest.write(chunk) === false) v.pause() }
    const drain = () => { v.resume() }
    const end = () => { dest.end() }
    const ends = options === undefined || options === null || options.end !== false
    v.on('data', data)
    dest.on('drain', drain)
    if (ends) v.on('end', end)
    weakSet(pipes, dest, () => {
      v.removeListener('data', data)
      v.removeListener('end', end)
      dest.removeListener('drain', drain)
    })
    dest.emit('pipe', v)
    return dest
  }

  // method gives what a view's method is: the real one, called on the real object.
  function method(name, kind, f) {
    let byName = weakGet(methods, f)
    if (byName === undefined) weakSet(methods, f, (byName = new Map()))
    const key = kind.name + '.' + (typeof name === 'string' ? name : '@')
    let m = mapGet(byName, key)
    if (m === undefined) {
      m = function (...args) {
        const self = behind(this)
        const own = OWN[name]
        if (own !== undefined && self !== this) {
          const answer = own(this, self, args)
          if (answer !== REAL) return answer
        }
        const fresh = bareList()
        for (let i = 0; i < args.length; i++) fresh[i] = inward(args[i])
        const check = typeof name === 'string' ? kind.checks[name] : undefined
        if (check !== undefined) {
          const answer = check(fresh, self)
          if (answer !== undefined && answer !== null) throw answer
        }
        const result = apply(f, self, fresh)
        const as = typeof name === 'string' ? kind.adopts[name] : undefined
        if (as !== undefined && result !== null && typeof result === 'object') return adopt(result, as, { closed: { session: true } })
        return result === self ? this : outward(result, 0)
      }
      defineProperty(m, 'name', { __proto__: null, value: name, configurable: true })
      mapSet(byName, key, m)
    }
    return m
  }

  const handler = freeze({
    __proto__: null,
    get(target, key, receiver) {
      const own = getOwn(target, key)
      if (own !== undefined) return reflectGet(target, key, receiver)
      const value = weakGet(realOf, target)
      const kind = kindOf(value)
      if (key === 'constructor') return getPrototypeOf(target).constructor
      // What a class of the extension's own, derived from the facade, defines.
      for (let p = getPrototypeOf(target); p !== null && p !== kind.facade.prototype; p = getPrototypeOf(p)) {
        if (getOwn(p, key) !== undefined) return reflectGet(p, key, receiver)
      }
      if (getOwn(kind.facade.prototype, key) !== undefined) return reflectGet(kind.facade.prototype, key, receiver)
      return member(value, kind, key, receiver)
    },
    set(target, key, v, receiver) {
      const value = weakGet(realOf, target)
      const kind = kindOf(value)
      if (typeof key === 'string' && kind.settable[key] === true && (typeof v !== 'object' || v === null)) {
        value[key] = typeof v === 'function' ? listener(v) : v
        return true
      }
      const at = weakGet(realOf, receiver) === value ? target : receiver
      return defineProperty(at, key, { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
    },
    has(target, key) {
      return has(target, key) || (!hidden(key) && has(weakGet(realOf, target), key))
    },
    getPrototypeOf(target) {
      return getPrototypeOf(target)
    },
  })

  const NEVER = { __proto__: null, onSocket: 1, removeSocket: 1, reuseSocket: 1, keepSocketAlive: 1, addRequest: 1, createSocket: 1, createConnection: 1, compose: 1, wrap: 1,
    readableWebStream: 1, setupHeartbeat: 1, assignSocket: 1, detachSocket: 1, _handle: 1 }
  const hidden = key => (typeof key === 'string' && NEVER[key] === 1) || (typeof key === 'symbol' ? mapGet(visible, key) !== true
    : key === '__proto__' || (slice(key, 0, 1) === '_' && open[key] !== 1))

  // member reads what the object itself or its classes have. Anything else is looked
  // up as if the view were all there is.
  function member(value, kind, key, receiver) {
    if (hidden(key) || (typeof key === 'string' && kind.closed[key] === true)) return undefined
    let d = getOwn(value, key)
    if (d === undefined) d = membersOf(value)[key]
    if (d === undefined) return reflectGet(ObjectPrototype, key, receiver)
    const v = 'value' in d ? d.value : d.get === undefined ? undefined : apply(d.get, value, [])
    return typeof v === 'function' ? method(key, kind, v) : property(v)
  }

  // facade makes the class an extension sees for a real one. make(args) checks and
  // gives what the real constructor is called with; null: it cannot be called.
  function facade(name, Real, options) {
    if (Real === undefined || Real === null || Real.prototype === null || typeof Real.prototype !== 'object') throw new Error('no class ' + name)
    const o = { __proto__: null, make: null, checks: {}, closed: {}, settable: {}, adopts: {}, ...options }
    const F = function (...args) {
      if (o.make === null) throw fenceError(name)
      const fresh = bareList()
      for (let i = 0; i < args.length; i++) fresh[i] = inward(args[i])
      const use = apply(o.make, undefined, [fresh])
      const v = construct(Real, use)
      return view(v, kind, new.target === undefined || new.target === F ? undefined : new.target.prototype)
    }
    const parent = getPrototypeOf(Real.prototype)
    const above = parent === null ? undefined : mapGet(kinds, parent)
    const proto = create(above === undefined ? parent : above.facade.prototype)
    defineProperty(proto, 'constructor', { __proto__: null, value: F, writable: true, configurable: true })
    const names = ownKeys(Real.prototype)
    const kind = { __proto__: null, name, facade: F, checks: bareFrom(above, o.checks, 'checks'), closed: bareFrom(above, o.closed, 'closed'), settable: bareFrom(above, o.settable, 'settable'), adopts: bareFrom(above, o.adopts, 'adopts') }
    // For super.write() and Class.prototype.write.call(view).
    for (let i = 0; i < names.length; i++) {
      const key = names[i]
      const d = getOwn(Real.prototype, key)
      if (key === 'constructor' || typeof d.value !== 'function' || hidden(key) || kind.closed[key] === true) continue
      defineProperty(proto, key, { __proto__: null, value: method(key, kind, d.value), writable: true, configurable: true })
    }
    defineProperty(F, 'prototype', { __proto__: null, value: proto, writable: false })
    defineProperty(F, 'name', { __proto__: null, value: name, configurable: true })
    mapSet(kinds, Real.prototype, kind)
    weakSet(realOf, F, F)
    return F
  }

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

  const fenceError = name => {
    const { coded } = require('./errors.js')
    return coded('RF_DENIED_CALL', name + ' cannot be constructed')
  }
  // adopt gives a view of an object whose class Node does not export.
  function adopt(value, name, options) {
    const proto = getPrototypeOf(value)
    if (mapGet(kinds, proto) === undefined) facade(name, { __proto__: null, prototype: proto }, options)
    return outward(value, 0)
  }
  const facadeOf = Real => {
    const kind = mapGet(kinds, Real.prototype)
    return kind === undefined ? undefined : kind.facade
  }
  return { __proto__: null, before, facade, facadeOf, adopt, inward, outward, outwardAll, listener, real, Buffer, fence }
}

module.exports = { __proto__: null, createViews }
