'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { load } = require('./web.js')

test('how headers and forms are walked is held', () => {
  load()
  const form = new FormData()
  form.append('a', 'b')
  for (const walked of [new Headers({ a: 'b' }), form]) {
    const P = Object.getPrototypeOf(walked.entries())
    assert.throws(() => { Object.defineProperty(P, 'next', { value: () => ({ done: true }) }) }, TypeError)
    assert.deepStrictEqual([...walked], [['a', 'b']])
  }
})
