'use strict'

// What a view does itself (invariant 5): a real object that did it would be shown to the
// extension's own objects.

const { append, apply, getOwn, weakGet, weakSet } = require('./primordials.js')
const { ownList } = require('./internallists.js')
const { createInterface } = require('node:readline')
const { rawListeners, removeListener } = require('node:events').prototype

/** @typedef {import('./membrane.js').Membrane} Membrane */

// What is left to the real object.
const REAL = {}

// OWN are the methods that are the view's: of the membrane, the view, the real object and
// the arguments.
const OWN = {
  __proto__: null,
  // Events an extension makes reach the listeners it added, and nothing of Node's.
  emit: (s, v, self, args) => {
    const list = apply(rawListeners, self, [args[0]])
    const rest = []
    for (let i = 1; i < args.length; i++) append(rest, args[i])
    let any = false
    for (let i = 0; i < list.length; i++) {
      const inner = getOwn(list[i], 'listener')
      const w = inner === undefined ? list[i] : inner.value
      const own = weakGet(s.unwrapped, w)
      if (own === undefined) continue
      any = true
      if (inner !== undefined) apply(removeListener, self, [args[0], w])
      apply(own, v, rest)
    }
    if (!any && args[0] === 'error') throw args[1]
    return any
  },
  listeners: (s, v, self, args) => ownListeners(s, apply(rawListeners, self, [args[0]])),
  rawListeners: (s, v, self, args) => ownListeners(s, apply(rawListeners, self, [args[0]])),
  pipe: (s, v, self, args) => {
    if (weakGet(s.realOf, args[0]) === undefined) return piped(s, v, args[0], args[1])
    const state = self._readableState
    if (state !== null && typeof state === 'object') ownList(state.pipes)
    return REAL
  },
  // The lines of a file are read through a view of its stream.
  readLines: (s, v, self, args) => createInterface({ __proto__: null, crlfDelay: Infinity, input: v.createReadStream(args[0]) }),
  unpipe: (s, v, self, args) => {
    const undo = args[0] !== null && typeof args[0] === 'object' ? weakGet(s.pipes, args[0]) : undefined
    if (undo === undefined) return REAL
    undo()
    return v
  },
}

// ownListeners keeps the extension's own of a list of listeners.
/** @param {Membrane} s */
function ownListeners(s, list) {
  const out = []
  for (let i = 0; i < list.length; i++) {
    const inner = getOwn(list[i], 'listener')
    const own = weakGet(s.unwrapped, inner === undefined ? list[i] : inner.value)
    if (own !== undefined) append(out, own)
  }
  return out
}

// piped carries what a view gives into a stream of the extension's own.
/** @param {Membrane} s */
function piped(s, v, dest, options) {
  const data = chunk => { if (dest.write(chunk) === false) v.pause() }
  const drain = () => { v.resume() }
  const end = () => { dest.end() }
  const ends = options === undefined || options === null || options.end !== false
  v.on('data', data)
  dest.on('drain', drain)
  if (ends) v.on('end', end)
  weakSet(s.pipes, dest, () => {
    v.removeListener('data', data)
    v.removeListener('end', end)
    dest.removeListener('drain', drain)
  })
  dest.emit('pipe', v)
  return dest
}

module.exports = { __proto__: null, OWN, REAL }
