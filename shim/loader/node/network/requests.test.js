'use strict'

const assert = require('node:assert')
const http = require('node:http')
const http2 = require('node:http2')
const test = require('node:test')
const { createViews } = require('../../kernel/membrane.js')
const { createFence } = require('../../policy/fence.js')
const { buildNet } = require('./net.js')

// host gives http as an extension sees it under a policy that grants addresses, and asks a server that
// says what it was asked.
async function host(grants, use) {
  const asked = []
  const server = http.createServer((q, a) => { asked.push(q.method + ' ' + q.url + ' ' + q.headers['content-length']); a.end('answer') })
  await new Promise(ok => server.listen(0, '127.0.0.1', ok))
  const { port } = server.address()
  const policy = { schemaVersion: 1, extension: 'acme.x', modules: { http: ['*'] },
    'network.connect': grants.map(g => g + '://127.0.0.1:' + port + (g === 'tcp' ? '' : '/v1/**')) }
  const fence = createFence({ extension: 'acme.x', mode: 'enforce', policy }, __dirname, [])
  const seen = buildNet(fence, createViews()).modules.http
  try {
    return await use(seen, port, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
test('a session of HTTP/2 names no other server', async () => {
  const asked = []
  const server = http2.createServer()
  server.on('stream', (s, h) => { asked.push(h[':authority'] + h[':path']); s.respond({ ':status': 200 }); s.end('answer') })
  await new Promise(ok => server.listen(0, '127.0.0.1', ok))
  const { port } = server.address()
  const policy = { schemaVersion: 1, extension: 'acme.x', modules: { http2: ['*'] }, 'network.connect': ['http://127.0.0.1:' + port] }
  const fence = createFence({ extension: 'acme.x', mode: 'enforce', policy }, __dirname, [])
  const session = buildNet(fence, createViews()).modules.http2.connect('http://127.0.0.1:' + port)
  for (const headers of [{ ':path': '/a' }, { ':path': '/b', ':authority': '127.0.0.1:' + port }]) {
    await new Promise((ok, no) => { session.request(headers).on('error', no).on('end', ok).resume() })
  }
  for (const headers of [{ ':authority': 'other' }, { host: 'other' }, { ':method': 'CONNECT', ':authority': '127.0.0.1' }]) {
    assert.throws(() => session.request(headers), /RF_DENIED_CALL/)
  }
  session.close()
  server.close()
  // A session asks for any path: it takes more than the grant of some.
  for (const path of ['/', '/v1/**']) {
    const some = createFence({ extension: 'acme.x', mode: 'enforce',
      policy: { ...policy, 'network.connect': ['http://127.0.0.1:' + port + path] } }, __dirname, [])
    assert.throws(() => buildNet(some, createViews()).modules.http2.connect('http://127.0.0.1:' + port), /RF_DENIED_CALL/, path)
  }
  assert.deepStrictEqual(asked, [`127.0.0.1:${port}/a`, `127.0.0.1:${port}/b`])
})

const answer = q => new Promise((ok, no) => {
  q.on('error', no).on('response', r => {
    const { socket } = r
    assert.strictEqual(socket, q.socket)
    let text = ''
    r.on('data', d => { text += d })
    r.on('end', () => ok({ text, socket }))
  })
})

test('what programs ask of the socket of a request is answered', () => host(['http'], async (h, port) => {
  const q = h.get({ host: '127.0.0.1', port, path: '/v1/a' })
  const told = new Promise(ok => q.on('socket', s => { s.setKeepAlive(true).setNoDelay(true); s.on('connect', () => ok(s.remotePort)) }))
  const { text, socket } = await answer(q)
  assert.strictEqual(text, 'answer')
  assert.strictEqual(await told, port)
  assert.deepStrictEqual([socket.write, socket.end, socket.pipe, socket._handle, socket.encrypted], Array(5).fill(undefined))
}))

test('who is granted the connection has its socket', () => host(['http', 'tcp'], async (h, port) => {
  const { socket } = await answer(h.get({ host: '127.0.0.1', port, path: '/v1/a' }))
  assert.strictEqual(typeof socket.write, 'function')
}))

test('bodies go through as they did', () => host(['http'], async (h, port, asked) => {
  const send = (method, headers, ...parts) => {
    const q = h.request({ host: '127.0.0.1', port, path: '/v1/a', method, headers })
    const got = answer(q)
    for (const p of parts.slice(0, -1)) q.write(p)
    q.end(...parts.slice(-1))
    return got
  }
  await send('POST', {}, 'abc')
  await send('POST', { 'Content-Length': 6 }, 'abc', Buffer.from('def'))
  await send('PUT', { 'content-length': '4' }, 'äö')
  await send('DELETE', {}, 'abc', 'def')
  await send('GET', {})
  assert.deepStrictEqual(asked, ['POST /v1/a 3', 'POST /v1/a 6', 'PUT /v1/a 4', 'DELETE /v1/a undefined', 'GET /v1/a undefined'])
  const q = h.request({ host: '127.0.0.1', port, path: '/v1/a', method: 'POST', headers: { 'content-length': 2 } }).on('error', () => {})
  assert.throws(() => q.write('abc'), /RF_DENIED_CALL/)
  q.destroy()
}))

test('a request that another is made within, which fails, is held as it was', () => host(['http'], async (_, port) => {
  const policy = { schemaVersion: 1, extension: 'acme.x', modules: { http: ['*'] },
    'network.connect': ['http://127.0.0.1:' + port + '/v1/**', 'tcp://127.0.0.1:1', 'http://127.0.0.1:1'] }
  const fence = createFence({ extension: 'acme.x', mode: 'enforce', policy }, __dirname, [])
  const seen = buildNet(fence, createViews()).modules.http
  let failed = 0
  const auth = { valueOf() {
    try { seen.request({ host: '127.0.0.1', port: 1, method: 'no method' }) } catch { failed++ }
    return 'a:b'
  } }
  const { socket } = await answer(seen.get({ host: '127.0.0.1', port, path: '/v1/a', auth }))
  assert.ok(failed > 0)
  assert.strictEqual(socket.write, undefined)
}))

test('headers and trailers are what was checked', () => host(['http'], async (h, port, asked) => {
  const more = 'x\r\n\r\nGET /v2 HTTP/1.1\r\nHost: x\r\n\r\n'
  const q = h.request({ host: '127.0.0.1', port, path: '/v1/a', method: 'POST' })
  q.setHeader('x-a', ['b'])
  q.getHeader('x-a')[0] = more
  q.getHeaders()['x-a'].push(more)
  assert.deepStrictEqual(q.getHeader('x-a'), ['b'])
  q.setHeader('trailer', 'x-t')
  q.write('a')
  let said = 0
  q.addTrailers({ 'x-t': { toString: () => (said++ === 0 ? 'fine' : more) } })
  const got = answer(q)
  q.end()
  assert.strictEqual((await got).text, 'answer')
  await new Promise(ok => setTimeout(ok, 50))
  assert.deepStrictEqual(asked, ['POST /v1/a undefined'])
}))

test('what would reach something else is refused', () => host(['http'], async (h, port) => {
  const refused = more => assert.throws(() => h.request({ host: '127.0.0.1', port, path: '/v1/a', ...more }), /RF_DENIED_CALL/)
  for (const headers of [{ HOST: 'other' }, ['host', 'other'], [['Host', 'other']],
    { 'transfer-encoding': 'identity' }, { upgrade: 'h2c' },
    { 'content-length': '+1' }, { 'content-length': '1', 'transfer-encoding': 'chunked' },
    ['content-length', '1', 'content-length', '2']]) {
    refused({ headers })
  }
  // What is another address fails as a connection does.
  for (const path of ['/v2', 'http://other/v1/a']) {
    const error = await new Promise(ok => { h.request({ host: '127.0.0.1', port, path }).on('error', ok) })
    assert.strictEqual(error.ringfence, 'RF_DENIED_CALL')
  }
  refused({ method: 'CONNECT' })
  const q = h.request({ host: '127.0.0.1', port, path: '/v1/a', headers: { host: '127.0.0.1:' + port } })
  q.on('error', () => {})
  for (const f of [() => q.setHeader('Host', 'other'), () => q.setHeader('upgrade', 'h2c'), () => q.removeHeader('Host'),
    () => q.removeHeader('Content-Length'), () => { q.setHeader('content-length', 1); q.appendHeader('content-length', '2') }]) {
    assert.throws(f, /RF_DENIED_CALL/)
  }
  q.setHeader('x-own', ['a', 'b'])
  assert.deepStrictEqual(q.getHeader('x-own'), ['a', 'b'])
  q.destroy()
}))
