'use strict'

const assert = require('node:assert')
const buffer = require('node:buffer')
const test = require('node:test')
const { createFence } = require('../policy/fence.js')
const { createViews } = require('../kernel/membrane.js')
const { createGeneric } = require('./generic.js')

test('what is assigned to a copy of a module stays in the copy', () => {
  const policy = { schemaVersion: 1, extension: 'a.b' }
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy }, '/x', [])
  const { copied } = createGeneric(fence, createViews())
  const copy = copied(buffer)
  const before = buffer.INSPECT_MAX_BYTES
  assert.strictEqual(copy.INSPECT_MAX_BYTES, before)
  copy.INSPECT_MAX_BYTES = 1
  copy.INSPECT_MAX_BYTES = 2
  copy.Blob = 3
  assert.deepStrictEqual([copy.INSPECT_MAX_BYTES, copy.Blob, buffer.INSPECT_MAX_BYTES, typeof buffer.Blob], [2, 3, before, 'function'])
})

test('older names of what draws are read of getters', () => {
  const policy = { schemaVersion: 1, extension: 'a.b' }
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy }, '/x', [])
  const { generic } = createGeneric(fence, createViews())
  const lib = { drawn: n => n, get older() { return lib.drawn }, get opened() { throw new Error('asked') } }
  const drawn = { c: 'crypto', a: [] }
  const out = generic('crypto', lib, '', { drawn, older: drawn, opened: { c: 'file.read', a: [] } })
  assert.deepStrictEqual([out.older, out.opened], [lib.drawn, undefined])
})
