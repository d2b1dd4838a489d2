'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { jsonText } = require('./json.js')

test('nobody has a say in what is written', () => {
  const value = { a: [1, 'x', null, { b: true }], c: undefined, d: { toJSON: 'a name' } }
  const want = JSON.stringify(value)
  const put = o => { o.toJSON = () => 'forged' }
  for (const o of [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype]) put(o)
  try {
    assert.strictEqual(jsonText(value), want)
    assert.strictEqual(jsonText(['text', 1]), '["text",1]')
  } finally {
    for (const o of [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype]) delete o.toJSON
  }
})
