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

test('an object of a function that inherits as ES5 has it, and calls the class, is what the class makes', () => {
  const own = createViews()
  const Base = own.facade('Real', Real, { make: f => f })
  function Heir() {
    this.before = 1
    Base.apply(this, arguments)
    this.after = this.x
  }
  Heir.prototype = Object.create(Base.prototype, { constructor: { value: Heir } })
  Heir.prototype.mine = function () { return this.after }
  const h = new Heir()
  const heard = []
  h.on('told', function (x) { heard.push(this === h, x) })
  h.emit('told', 3)
  assert.deepStrictEqual([h.before, h.after, h.own, h.mine(), h.self() === h, h instanceof Heir, h instanceof Base, heard],
    [1, 1, 2, 1, true, true, true, [true, 3]])
  assert.strictEqual(own.outward(own.real(h), 0), h)
  assert.notStrictEqual(own.real(h), h)
  // What is somebody's view already, or inherits nothing of the class, gets a view of its own.
  const second = Base.call(h)
  assert.ok(second !== h && own.real(second) !== own.real(h))
  assert.ok(Base.call({}) instanceof Base && Base.call(Base.prototype) !== Base.prototype)
  const fixed = Object.freeze(Object.create(Heir.prototype))
  assert.ok(Base.call(fixed) !== fixed && Base.call(fixed).mine !== undefined)
})
