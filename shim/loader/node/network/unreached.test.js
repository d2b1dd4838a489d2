'use strict'

const assert = require('node:assert')
const dns = require('node:dns')
const http = require('node:http')
const https = require('node:https')
const net = require('node:net')
const test = require('node:test')
const tls = require('node:tls')
const { createViews } = require('../../kernel/membrane.js')
const { createFence } = require('../../policy/fence.js')
const { buildNet } = require('./net.js')

const policy = { schemaVersion: 1, extension: 'acme.x', modules: { net: ['*'], tls: ['*'], http: ['*'], https: ['*'] },
  'network.connect': ['http://127.0.0.1:1/v1/**'] }
const fence = createFence({ extension: 'acme.x', mode: 'enforce', policy }, __dirname, [])
const { modules: fenced } = buildNet(fence, createViews())

// What a program hears, in order, of what it connects with.
const heard = made => new Promise(ok => {
  const seen = []
  for (const name of ['lookup', 'connect', 'secureConnect', 'ready', 'response', 'error', 'close']) {
    made.on(name, e => {
      seen.push(name === 'error' ? 'error ' + (e.ringfence === undefined ? e.syscall : e.code + ' ' + e.syscall) : name)
      if (name === 'close') ok(seen)
    })
  }
})

// Every form of asking; yes is what would be called of a connection.
const forms = (m, port, yes) => [
  () => m.net.connect(port, '127.0.0.1', yes),
  () => m.net.createConnection({ port, host: '127.0.0.1', autoSelectFamily: true }, yes),
  () => new m.net.Socket().connect(port, '127.0.0.1', yes),
  () => m.net.connect({ port, host: 'localhost', family: 4, lookup: dns.lookup }).on('connect', yes),
  () => m.net.connect('/tmp/ringfence-no-socket', yes),
  () => m.tls.connect({ port, host: '127.0.0.1', servername: 'x.example' }, yes),
  () => m.http.get('http://127.0.0.1:' + port + '/', yes),
  () => m.http.get({ port, host: '127.0.0.1', agent: new m.http.Agent({ keepAlive: true }) }, yes),
  () => m.http.get({ port, host: '127.0.0.1', agent: false }, yes),
  () => m.https.get({ port, host: '127.0.0.1', rejectUnauthorized: false }, yes),
  () => m.http.get({ socketPath: '/tmp/ringfence-no-socket' }, yes),
]

test('a connection that is refused fails as one where nobody listens, and nobody is asked', async () => {
  const yes = () => assert.fail('connected')
  const gone = net.createServer()
  await new Promise(ok => { gone.listen(0, '127.0.0.1', () => ok(0)) })
  const none = /** @type {net.AddressInfo} */ (gone.address()).port
  await new Promise(ok => { gone.close(ok) })
  let reached = 0
  const server = net.createServer(s => { reached++; s.destroy() })
  await new Promise(ok => { server.listen(0, '127.0.0.1', () => ok(0)) })
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const raw = forms({ net, tls, http, https }, none, yes)
  const own = forms(fenced, port, yes)
  for (let i = 0; i < own.length; i++) {
    const expected = (await heard(raw[i]())).filter(s => s !== 'lookup')
    assert.deepStrictEqual(expected, ['error connect', 'close'])
    const seen = (await heard(own[i]())).filter(s => s !== 'lookup')
    assert.deepStrictEqual(seen, ['error EACCES connect', 'close'], String(own[i]))
  }
  assert.strictEqual(reached, 0)
  server.close()
})

test('what is written to a request that is refused is sent to nobody, and its socket is a stand-in', async () => {
  const q = fenced.http.request({ host: '127.0.0.1', port: 1, path: '/v2', method: 'POST' })
  const socket = new Promise(ok => { q.on('socket', ok) })
  const ended = heard(q)
  q.write('a')
  q.end('b')
  assert.deepStrictEqual([await ended, (await socket) instanceof fenced.net.Socket], [['error EACCES connect', 'close'], false])
})

test('the name that stands for nowhere is nobody\'s, whatever the policy grants', async () => {
  const policy = { schemaVersion: 1, extension: 'acme.x', modules: { net: ['*'] }, 'network.connect': ['tcp://refused.invalid:9'] }
  const { modules: m } = buildNet(createFence({ extension: 'acme.x', mode: 'enforce', policy }, __dirname, []), createViews())
  assert.deepStrictEqual((await heard(m.net.connect(9, '192.0.2.1'))).at(-2), 'error EACCES connect')
})
