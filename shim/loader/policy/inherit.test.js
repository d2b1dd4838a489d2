'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createFence, setRoot, rescope } = require('./fence.js')
const { inherit, inheritance } = require('./inherit.js')

const policy = { schemaVersion: 1, extension: 'acme.toy' }
const made = () => createFence({ extension: 'acme.toy', mode: 'observe', policy }, '/x/ext', [])

// childOf is the fence of a child that an observed extension starts.
function childOf(until) {
  const parent = made()
  parent.observe = true
  parent.until = until
  const child = made()
  inherit(child, inheritance(parent, []), { setRoot, rescope, store: () => {}, repolicy: () => {} })
  return child
}

test('a child is observed as long as its parent, by the clock, however long it took to start', () => {
  assert.strictEqual(childOf(() => Date.now() + 60000).observe, true)
  assert.strictEqual(childOf(() => Date.now() - 1).observe, false)
  assert.strictEqual(childOf(null).observe, true)
})

test('a child is told since when other names of files are nobody\'s', () => {
  const parent = made()
  const doubtsOf = () => {
    const child = made()
    inherit(child, inheritance(parent, []), { setRoot, rescope, store: () => {}, repolicy: () => {} })
    return child.doubts
  }
  assert.strictEqual(doubtsOf(), null)
  parent.doubts = { before: {}, doubted: undefined, from: 7, until: undefined, found() {} }
  assert.strictEqual(doubtsOf().from, 7)
})
