'use strict'

const assert = require('node:assert')
const http = require('node:http')
const tls = require('node:tls')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { createViews } = require('../../kernel/membrane.js')
const { buildNet } = require('./net.js')

const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { net: ['*'], http: ['*'], https: ['*'], tls: ['*'] },
  'network.connect': ['*:*'], 'network.listen': ['*:*'] }
const { modules } = buildNet(createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', []), createViews())

test('what a server is told of keys later loads no library', () => {
  // Node would load it: that is what makes the rest of this test say something.
  assert.throws(() => tls.createSecureContext({ clientCertEngine: '/nowhere/engine.so' }))
  const context = modules.tls.createSecureContext({})
  for (const server of [modules.tls.createServer(), modules.https.createServer()]) {
    server.addContext('x.example', { clientCertEngine: '/nowhere/engine.so' })
    server.addContext('y.example', context)
    server.setSecureContext({ privateKeyEngine: '/nowhere/engine.so', privateKeyIdentifier: 'x' })
    assert.throws(() => server.addContext('z.example', { cert: 'no certificate' }))
  }
  assert.strictEqual(context.context, undefined)
})

test('what waits to be sent is not the extension\'s to write', () => {
  const request = modules.http.request({ host: '127.0.0.1', port: 9, path: '/granted' })
  request.on('error', () => {})
  request.flushHeaders()
  assert.strictEqual(request.outputData, undefined)
  assert.strictEqual(request.path, '/granted')
  request.destroy()
})

test('an agent says what it was made with, to the extension alone', async () => {
  const { http: seen, https: secure } = modules
  class Keep extends seen.Agent { constructor(o) { super(o); this.most = this.options.maxCachedSessions } }
  class Secure extends secure.Agent { constructor(o) { super(o); this.most = this.options.keepAlive } }
  assert.deepStrictEqual([new Keep({ maxCachedSessions: 7 }).most, new Secure({ keepAlive: true }).most, new Keep().most],
    [7, true, undefined])
  assert.strictEqual(seen.globalAgent.options.timeout, undefined)
  const agent = new seen.Agent({ keepAlive: true })
  agent.options.lookup = () => assert.fail('asked')
  agent.options.createConnection = agent.options.lookup
  // A name is looked up: what Node reads of its agent would be asked for it.
  const { code } = await new Promise(ok => { seen.get({ host: 'localhost', port: 9, family: 4, agent }).on('error', ok) })
  assert.deepStrictEqual([code, agent.options.keepAlive, http.globalAgent.options.lookup], ['ECONNREFUSED', true, undefined])
})

test('a fence keeps connections of its own', async () => {
  const server = http.createServer((_, a) => { a.end('x') })
  await new Promise(ok => { server.listen(0, '127.0.0.1', () => ok(undefined)) })
  const { port } = /** @type {any} */ (server.address())
  await new Promise(ok => { modules.http.get({ host: '127.0.0.1', port }, a => { a.resume().on('end', ok) }) })
  await new Promise(ok => { setImmediate(ok) })
  assert.deepStrictEqual(Object.keys(http.globalAgent.freeSockets), [])
  server.closeAllConnections()
  server.close()
})
