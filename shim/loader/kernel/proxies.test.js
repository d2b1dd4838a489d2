'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createProxy } = require('./proxies.js')

const Own = createProxy('/one')
const files = () => { const was = Error.prepareStackTrace; Error.prepareStackTrace = (_, sites) => sites.map(s => s.getFileName());
  const { stack } = new Error(); Error.prepareStackTrace = was; return stack }

test('a trap has a caller with a name of the fence', () => {
  let seen
  const p = new Own({}, { get() { seen = files(); return 1 } })
  assert.strictEqual(p.x, 1)
  assert.ok(seen.includes('/one/ringfence-callback.js'))
})

test('a proxy is what the language makes', () => {
  const handler = { has(target, key) { assert.strictEqual(this, handler); return key === 'y' } }
  const p = new Own({ x: 1 }, handler)
  assert.deepStrictEqual(['x' in p, 'y' in p, p.x], [false, true, 1])
  delete handler.has
  assert.strictEqual('x' in p, true)
  assert.throws(() => Own({}, {}), TypeError)
  assert.throws(() => new Own(1, {}), TypeError)
  assert.throws(() => new Own({}, 1), TypeError)
  const { proxy, revoke } = Own.revocable({}, { get: () => 2 })
  assert.strictEqual(proxy.x, 2)
  revoke()
  assert.throws(() => proxy.x, TypeError)
  assert.deepStrictEqual([Own.name, Own.length], ['Proxy', 2])
})
