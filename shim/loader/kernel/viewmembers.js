'use strict'

// What of a real object a view has (invariant 5): the object's own members and those of
// its classes as they were when the first such object was seen, without what is hidden.

const { getOwn, getPrototypeOf, Map, mapGet, mapSet, Object, ownKeys, slice, Symbol, symbolFor } = require('./primordials.js')
const events = require('node:events')
const stream = require('node:stream')

/** @typedef {import('./membrane.js').Membrane} Membrane */

const { EventTarget, MessagePort } = globalThis
const ObjectPrototype = Object.prototype
// How far a chain of prototypes is followed.
const MAX_CHAIN = 20

// An extension can reach these prototypes, so what they define is read now.
const early = new Map()
function descriptors(p) {
  const out = { __proto__: null }
  const keys = ownKeys(p)
  for (let i = 0; i < keys.length; i++) out[keys[i]] = getOwn(p, keys[i])
  return out
}
const reachable = [
  events.prototype, stream.prototype, stream.Readable.prototype, stream.Writable.prototype, stream.Duplex.prototype,
  stream.Transform.prototype,
  stream.PassThrough.prototype, EventTarget.prototype, getPrototypeOf(MessagePort.prototype),
]
for (let i = 0; i < reachable.length; i++) mapSet(early, reachable[i], descriptors(reachable[i]))

// The symbols that are no secret of Node's.
const visible = new Map()
const known = ['asyncIterator', 'iterator', 'toStringTag', 'toPrimitive', 'hasInstance', 'asyncDispose', 'dispose']
for (let i = 0; i < known.length; i++) if (Symbol[known[i]] !== undefined) mapSet(visible, Symbol[known[i]], true)
mapSet(visible, symbolFor('nodejs.rejection'), true)
// The members of Node's own naming that programs use.
const OPEN = { __proto__: null, _readableState: 1, _writableState: 1, _maxListeners: 1, _header: 1, _headerSent: 1,
  _connectionKey: 1 }
// What would take a connection over, or hand it to somebody.
const NEVER = {
  __proto__: null, onSocket: 1, removeSocket: 1, reuseSocket: 1, keepSocketAlive: 1, addRequest: 1, createSocket: 1,
  createConnection: 1, compose: 1, wrap: 1,
  readableWebStream: 1, setupHeartbeat: 1, assignSocket: 1, detachSocket: 1, _handle: 1,
}

const hidden = key => {
  if (typeof key === 'symbol') return mapGet(visible, key) !== true
  return NEVER[key] === 1 || key === '__proto__' || (slice(key, 0, 1) === '_' && OPEN[key] !== 1)
}

// membersOf returns what the classes of a value define, from its own prototype up to
// and without Object.prototype, taken when the first such value is seen: what
// somebody puts on a prototype later is never called on a real object.
/** @param {Membrane} s */
function membersOf(s, value) {
  const first = getPrototypeOf(value)
  let members = mapGet(s.tables, first)
  if (members !== undefined) return members
  members = { __proto__: null }
  for (let p = first, n = 0; p !== null && p !== ObjectPrototype && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    const before = mapGet(early, p)
    const own = before === undefined ? descriptors(p) : before
    const keys = ownKeys(own)
    for (let i = 0; i < keys.length; i++) if (members[keys[i]] === undefined) members[keys[i]] = own[keys[i]]
  }
  mapSet(s.tables, first, members)
  return members
}

// kindOf finds the innermost class of a value that is handed out as a view.
/** @param {Membrane} s */
function kindOf(s, value) {
  for (let p = getPrototypeOf(value), n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    const kind = mapGet(s.kinds, p)
    if (kind !== undefined) return kind
  }
  return undefined
}

// isEmitter reports that a value inherits from Node's emitter.
const isEmitter = v => {
  for (let p = v, n = 0; p !== null && typeof p === 'object' && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
    if (p === events.prototype) return true
  }
  return false
}

module.exports = { __proto__: null, MAX_CHAIN, hidden, isEmitter, kindOf, membersOf }
