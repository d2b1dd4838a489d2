'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')
const { buildContext } = require('./extensioncontext.js')
const { createFence } = require('../policy/fence.js')
const { settle } = require('../policy/lasting.js')

// begun is a context with a variable for terminals, for an extension in some mode with lines of a policy.
function begun(mode, ...vscode) {
  const fence = createFence({ extension: 'a.b', mode, level: 'shared', policy: { schemaVersion: 1, extension: 'a.b', vscode } }, '/x', [])
  fence.through = f => f
  const put = new Map([['BASH_ENV', '/evil']])
  const collection = { forEach: f => { for (const [k, v] of put) f(k, v) }, clear: () => { put.clear() } }
  buildContext(fence, new Border(fence), { environmentVariableCollection: collection })
  return { fence, put }
}

test('variables for terminals that were put while everything was observed go, where terminals are not granted', () => {
  for (const [lines, left] of [[[], 0], [['terminal'], 1]]) {
    const { fence, put } = begun('observe', ...lines)
    assert.strictEqual(put.size, 1)
    fence.observe = false
    settle(fence)
    assert.strictEqual(put.size, left)
  }
})

test('and those that are left when it begins', () => {
  assert.strictEqual(begun('enforce').put.size, 0)
  assert.strictEqual(begun('enforce', 'terminal').put.size, 1)
})
