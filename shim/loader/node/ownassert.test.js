'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { ownAssert } = require('./ownassert.js')

const own = ownAssert(assert, v => ({ ...v }))
const said = f => {
  try {
    f()
    return 'nothing'
  } catch (e) {
    return [e.name, e.code, e.message, e instanceof assert.AssertionError]
  }
}

test('a fence asserts as Node does, and replaces it for nobody', () => {
  for (const f of [a => a(true), a => a(0, 'no'), a => a.equal(1, 2), a => a.strictEqual(1, '1'), a => a.strict.equal(1, '1'), a => a.ok(1),
    a => a.strict(false, 'x'), a => a.throws(() => {}), a => a.strict.strict.ok(0, 'y')]) {
    assert.deepStrictEqual(said(() => f(own)), said(() => f(assert)), String(f))
  }
  assert.strictEqual(said(() => own(false))[1], 'ERR_ASSERTION')
  own.equal = () => 'mine'
  own.strict.equal = () => 'mine'
  assert.throws(() => assert.equal(1, 2))
  assert.throws(() => assert.strict.equal(1, 2))
})
