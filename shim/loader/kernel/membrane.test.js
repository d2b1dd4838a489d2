'use strict'

const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const test = require('node:test')
const { createViews } = require('./membrane.js')

class Real extends EventEmitter {
  #x = 1
  get x() { return this.#x }
  self() { return this }
  constructor() { super(); this.own = 2 }
}
const views = createViews()
views.facade('Real', Real, {})

test('a view has what the object and its classes have', () => {
  const real = new Real()
  const v = views.outward(real, 0)
  assert.deepStrictEqual([v.x, v.own, typeof v.on, v.self() === v, 'own' in v], [1, 2, 'function', true, true])
})

test('what is put on a prototype later is never called on the real object, nor shown it', () => {
  const real = new Real()
  const v = views.outward(real, 0)
  const seen = []
  for (const proto of [Object.prototype, EventEmitter.prototype, Function.prototype]) {
    proto.planted = function () { seen.push(this) }
    Object.defineProperty(proto, 'shown', { configurable: true, get() { seen.push(this) } })
    if (typeof v.planted === 'function') v.planted()
    assert.strictEqual(v.shown, undefined)
    delete proto.planted
    delete proto.shown
  }
  assert.ok(!seen.includes(real))
  assert.ok(seen.includes(v), 'the view is what Object.prototype is asked with')
})
