'use strict'

const assert = require('node:assert')
const test = require('node:test')
const tty = require('node:tty')
const { createFence } = require('../policy/fence.js')
const { createViews } = require('../kernel/membrane.js')
const { createCore } = require('./core.js')

test('the classes of terminals are there to compare with, and make none', () => {
  const policy = { schemaVersion: 1, extension: 'a.b' }
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy }, '/x', [])
  const core = createCore(fence, createViews(), { __proto__: null, loaderFile: '/x/loader.js', globals: { shadows: {} } })
  const seen = core.requireCore('tty')
  assert.deepStrictEqual(Object.keys(seen), ['isatty', 'ReadStream', 'WriteStream'])
  for (const name of ['ReadStream', 'WriteStream']) {
    assert.strictEqual({} instanceof seen[name], false)
    assert.throws(() => new seen[name](1), { code: 'RF_DENIED_CALL' })
    for (let C = seen[name].prototype; C !== null; C = Object.getPrototypeOf(C)) {
      assert.ok(C !== tty[name].prototype && C !== require('node:net').Socket.prototype)
      if (Object.hasOwn(C, 'constructor')) assert.notStrictEqual(C.constructor, require('node:net').Socket)
    }
  }
})
