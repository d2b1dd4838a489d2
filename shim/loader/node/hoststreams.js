'use strict'

// What the host writes to (invariant 5): stdout and stderr are everybody's. A fence in a host that it shares has streams
// of its own, which write to them and hear nothing of who else does.

const { Readable, Writable } = require('node:stream')
const { append, apply, defineProperty } = require('../kernel/primordials.js')

const { write: writes } = Writable.prototype
/** @type {any} */
const { push } = Readable.prototype
// What a terminal says of itself.
const SAID = ['fd', 'isTTY', 'columns', 'rows']
const ASKED = ['getColorDepth', 'hasColors', 'getWindowSize', 'cursorTo', 'clearLine', 'clearScreenDown', 'moveCursor']

// plainly are arguments in words and numbers, and the function among them.
function plainly(args) {
  const out = []
  for (let i = 0; i < args.length; i++) {
    const kind = typeof args[i]
    const isWord = kind === 'number' || kind === 'string' || kind === 'boolean'
    append(out, isWord ? args[i] : kind === 'function' ? () => apply(args[i], undefined, []) : undefined)
  }
  return out
}

// ownStream is a stream that writes to one of the host's.
function ownStream(real) {
  const write = (chunk, encoding, done) => apply(real.write, real, [chunk, encoding, done])
  /** @type {any} */
  const options = { __proto__: null, decodeStrings: false, write }
  const out = new Writable(options)
  const put = (key, value) => defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
  // The host's is written to before the call returns, so that nothing is lost when the process ends.
  put('write', (chunk, encoding, done) => {
    const cb = typeof encoding === 'function' ? encoding : done
    if (out.writableEnded || out.destroyed) return apply(writes, out, [chunk, typeof encoding === 'function' ? undefined : encoding, cb])
    const told = typeof cb === 'function' ? e => apply(cb, undefined, [e]) : () => {}
    write(chunk, typeof encoding === 'string' ? encoding : undefined, told)
    return true
  })
  for (let i = 0; i < SAID.length; i++) {
    // What is said of it anew is said of this one.
    defineProperty(out, SAID[i], { __proto__: null, enumerable: true, configurable: true, get: () => real[SAID[i]],
      set: value => { put(SAID[i], value) } })
  }
  for (let i = 0; i < ASKED.length; i++) {
    if (typeof real[ASKED[i]] === 'function') put(ASKED[i], (...args) => apply(real[ASKED[i]], real, plainly(args)))
  }
  return out
}

// emptyStream stands for what the host reads, which is its own: it has ended.
function emptyStream() {
  /** @type {any} */
  const options = { __proto__: null, read: () => { apply(push, out, [null]) } }
  const out = new Readable(options)
  defineProperty(out, 'fd', { __proto__: null, value: 0, writable: true, enumerable: true, configurable: true })
  return out
}

module.exports = { __proto__: null, emptyStream, ownStream }
