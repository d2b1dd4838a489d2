'use strict'

const assert = require('node:assert')
const net = require('node:net')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { settle } = require('../../policy/lasting.js')
const { createOutlasting } = require('./outlasting.js')

for (const granted of [false, true]) {
  test('a connection that a server took while everything was observed, ' + (granted ? 'granted' : 'not granted'), async () => {
    const policy = { schemaVersion: 1, extension: 'a.b', 'network.listen': granted ? ['127.0.0.1:*'] : [] }
    const fence = createFence({ extension: 'a.b', mode: 'observe', level: 'shared', policy }, '/x', [])
    const { asks, lasts } = createOutlasting(fence)
    const server = net.createServer(s => { s.on('data', () => {}).on('error', () => {}) })
    asks('network.listen', { __proto__: null, scheme: 'tcp', host: '127.0.0.1', port: 0, path: '', socket: '', pipe: '' })
    lasts(server, 'close')
    await new Promise(ok => server.listen(0, '127.0.0.1', ok))
    const client = net.connect(server.address().port, '127.0.0.1').on('error', () => {})
    await new Promise(ok => server.once('connection', ok))
    const closed = new Promise(ok => client.once('close', () => ok('closed')))
    fence.observe = false
    settle(fence)
    assert.strictEqual(await Promise.race([closed, new Promise(ok => setTimeout(ok, 300, 'open'))]), granted ? 'open' : 'closed')
    assert.strictEqual(server.listening, granted)
    client.destroy()
    server.close()
  })
}
