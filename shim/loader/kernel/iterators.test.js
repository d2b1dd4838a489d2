'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { settled } = require('./internallists.js')
const { fixIterators, ownArguments } = require('./iterators.js')

const walk = Object.getOwnPropertyDescriptor(Array.prototype, Symbol.iterator)
// walked calls f and gives the lists whose walk was asked of Array.prototype before done is called.
const walked = f => new Promise(done => {
  const seen = []
  Object.defineProperty(Array.prototype, Symbol.iterator,
    { ...walk, value() { seen[seen.length] = this; return Reflect.apply(walk.value, this, []) } })
  f(value => {
    Object.defineProperty(Array.prototype, Symbol.iterator, walk)
    done({ seen, value })
  })
})
const immediate = done => setImmediate((...args) => done(args.length), 1, 2)
const tick = done => process.nextTick((...args) => done(args.length), 1, 2, 3, 4, 5)

test('what Node calls later is walked by what everybody can replace, without this', async () => {
  assert.deepStrictEqual(await walked(immediate), { seen: [[1, 2]], value: 2 })
  assert.deepStrictEqual(await walked(tick), { seen: [[1, 2, 3, 4, 5]], value: 5 })
})

test('with it nobody is shown the arguments, and they arrive', async () => {
  ownArguments()
  const { nextTick } = process
  ownArguments()
  assert.strictEqual(process.nextTick, nextTick)
  assert.deepStrictEqual(await walked(immediate), { seen: [], value: 2 })
  assert.deepStrictEqual(await walked(tick), { seen: [], value: 5 })
  assert.deepStrictEqual(await walked(done => process.nextTick((...args) => done(args), 1)), { seen: [], value: [1] })
  assert.strictEqual(await new Promise(done => setImmediate(done)), undefined)
  assert.throws(() => process.nextTick(), { code: 'ERR_INVALID_ARG_TYPE' })
  assert.strictEqual(process.nextTick.name + process.nextTick.length, 'nextTick1')
})

test('what comes next of a list is nobody\'s to replace, and what inherits of its iterator may have its own', () => {
  fixIterators()
  for (const iterator of [[].values(), new Map().keys(), new Set().values(), ''[Symbol.iterator]()]) {
    const proto = Object.getPrototypeOf(iterator)
    assert.throws(() => { proto.next = () => ({ done: true }) }, TypeError)
    const own = Object.create(proto, { next: { value: () => ({ done: true }) } })
    assert.deepStrictEqual([...own], [])
  }
  assert.deepStrictEqual([...[1, 2]], [1, 2])
})

test('how lists are walked is put back, unless somebody fixed it', () => {
  const evil = { ...walk, value: () => [][Symbol.iterator]() }
  for (const d of [evil, { configurable: true, get: () => evil.value }]) {
    Object.defineProperty(Array.prototype, Symbol.iterator, d)
    assert.strictEqual(settled(), true)
    assert.deepStrictEqual(Object.getOwnPropertyDescriptor(Array.prototype, Symbol.iterator), walk)
  }
  Object.defineProperty(Array.prototype, Symbol.iterator,
    { value() { return Reflect.apply(walk.value, this, []) }, writable: false, configurable: false })
  assert.strictEqual(settled(), false)
})
