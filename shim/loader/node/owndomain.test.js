'use strict'

const assert = require('node:assert')
const events = require('node:events')
const test = require('node:test')
const { ownDomain } = require('./owndomain.js')

const { create, createDomain, active, Domain } = ownDomain()

test('nobody is in a domain, and what throws at once is told to its own', () => {
  assert.strictEqual(active, null)
  const told = []
  const d = createDomain().on('error', e => told.push(e.message))
  assert.ok(d instanceof Domain && d instanceof events)
  assert.strictEqual(d.run((a, b) => a + b, 1, 2), 3)
  d.run(() => { throw new Error('one') })
  d.bind(a => { throw new Error(a) })('two')
  d.intercept(() => 0)(new Error('three'))
  assert.strictEqual(d.intercept(a => a)(null, 4), 4)
  assert.deepStrictEqual(told, ['one', 'two', 'three'])
  assert.throws(() => create().run(() => { throw new Error('nobody hears it') }), /nobody hears it/)
})
