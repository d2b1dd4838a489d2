'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { fencedFactory } = require('./debuggers.js')
const { createFence } = require('../policy/fence.js')

class Other {}
class DebugAdapterServer { constructor(port, host) { this.port = port; this.host = host } }
const api = {
  DebugAdapterServer, DebugAdapterInlineImplementation: Other, DebugAdapterExecutable: Other, DebugAdapterNamedPipeServer: Other,
}
const border = { real: v => v, outward: v => v }
const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy: { schemaVersion: 1, extension: 'a.b' } }, '/x', [])
const answer = (port, host) => fencedFactory({ api, border, fence },
  { createDebugAdapterDescriptor: () => new DebugAdapterServer(port, host) }).createDebugAdapterDescriptor()

test('the editor connects to a port of this machine that the extension listens on', () => {
  fence.ports.add(4711)
  assert.deepStrictEqual({ ...answer(4711) }, { port: 4711, host: '127.0.0.1' })
  assert.strictEqual(answer(4711, 'localhost').host, 'localhost')
})

test('and to no other port, and no other machine, unless that is granted', () => {
  assert.throws(() => answer(4712), /RF_DENIED_CALL/)
  assert.throws(() => answer(4711, '203.0.113.7'), /RF_DENIED_CALL/)
  fence.ports.delete(4711)
  assert.throws(() => answer(4711), /RF_DENIED_CALL/)
})
