'use strict'

const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const { Readable } = require('node:stream')
const test = require('node:test')
const { close } = require('./harden.js')

const told = Object.getOwnPropertyDescriptors(Object.prototype)
const { hasInstance } = Symbol
close()

test('prototypes that Node asks with a real object in hand take no new names', () => {
  for (const proto of [Object.prototype, Promise.prototype, EventEmitter.prototype, Readable.prototype]) {
    assert.throws(() => { proto.planted = 1 }, TypeError)
    assert.throws(() => Object.defineProperty(proto, 'planted', { get() { return 1 } }), TypeError)
    assert.throws(() => Object.setPrototypeOf(proto, new Proxy({}, {})), TypeError)
  }
  assert.throws(() => Object.defineProperty(Promise.prototype, 'constructor', { get() { return Promise } }), TypeError)
})

test('what was there stays as it was, and nothing is left behind', () => {
  assert.deepStrictEqual(Object.getOwnPropertyDescriptors(Object.prototype), told)
  assert.ok(!Object.hasOwn(EventEmitter, hasInstance))
  assert.ok(!Object.hasOwn(Object.getPrototypeOf(require('node:net').BlockList), hasInstance) || Object.getPrototypeOf(require('node:net').BlockList) === Function.prototype)
  class Mine extends EventEmitter {}
  assert.strictEqual(Object.assign(new Mine(), { added: 1 }).added, 1)
  const { then } = Promise.prototype
  Promise.prototype.then = function (...args) { return then.apply(this, args) }
  Promise.prototype.then = then
})

test('no file handle is asked for a "then" above its class', async () => {
  const handle = await fs.promises.open(__filename)
  assert.ok(Object.hasOwn(Object.getPrototypeOf(handle), 'then'))
  await handle.close()
})
