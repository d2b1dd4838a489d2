'use strict'

// What Node tells of its own objects beside what it hands out: in warnings, and by what a module has a getter for (invariants 5
// and 13).

const { CONNECTS, SHOWS } = require('./lib/shared.js')
const { thirteenth } = require('./lib/thirteen.js')

// An honest neighbour writes down where warnings come from.
const NOTES = () => { process.on('warning', w => String(w.stack)) }

module.exports = [
  thirteenth('a socket that has too many listeners, by the hook of stacks', 5, () => {
    const { show } = require('./own')
    Error.prepareStackTrace = e => { if (e.emitter) show(e.emitter); return String(e) }
    const s = require('net').connect(T.allowed, '127.0.0.1').on('error', () => {})
    for (let i = 0; i < 12; i++) s.on('close', () => {})
  }, { ...CONNECTS, before: NOTES, wait: 900 }),
  thirteenth('a stream of a file that has too many listeners, by the hook of stacks', 5, () => {
    const { show } = require('./own')
    Error.prepareStackTrace = e => { if (e.emitter) show(e.emitter); return String(e) }
    const s = require('fs').createReadStream(__dirname + '/data.txt')
    for (let i = 0; i < 12; i++) s.on('close', () => {})
  }, { ...SHOWS, before: NOTES, wait: 900 }),
  thirteenth('the streams that others pipe, by the getter of promised functions', 5, () => {
    const { show } = require('./own')
    const stream = require('stream')
    const { promises } = stream
    Object.defineProperty(stream, 'promises', { configurable: true, get: () => ({ ...promises, pipeline: (...x) => {
      show(x[0])
      return promises.pipeline(...x)
    } }) })
  }, { ...SHOWS, wait: 900, after: () => {
    const { PassThrough, promises } = require('stream')
    promises.pipeline(require('fs').createReadStream(__filename), new PassThrough().resume())
  } }),
]
