'use strict'

const assert = require('node:assert')
const dgram = require('node:dgram')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { settle } = require('../../policy/lasting.js')
const { createViews } = require('../../kernel/membrane.js')
const { buildNet } = require('./net.js')

const modulesOf = (more, mode = 'enforce') => buildNet(createFence({ extension: 'acme.toy', mode, policy: {
  schemaVersion: 1, extension: 'acme.toy', modules: { dgram: ['*'] }, 'network.connect': ['udp://localhost:*'], ...more,
} }, '/x/ext', []), createViews()).modules

// peer is a socket that answers, and tells a stranger to speak as well.
async function heard(modules, bind) {
  const peer = dgram.createSocket('udp4')
  const stranger = dgram.createSocket('udp4')
  await new Promise(ok => { peer.bind(0, '127.0.0.1', ok) })
  peer.on('message', (m, r) => {
    stranger.send('stranger', r.port, '127.0.0.1', () => peer.send('answer', r.port, '127.0.0.1'))
  })
  const got = []
  const socket = modules.dgram.createSocket({ type: 'udp4' })
  if (bind) await new Promise(ok => { socket.bind(0, '127.0.0.1', ok) })
  const over = new Promise(ok => { socket.on('message', m => { got.push(String(m)); if (String(m) === 'answer') ok(undefined) }) })
  socket.send('x', peer.address().port, 'localhost')
  await over
  for (const s of [socket, peer, stranger]) s.close()
  return got
}

test('a socket that only sends hears whom it sent to', async () => {
  assert.deepStrictEqual(await heard(modulesOf({}), false), ['answer'])
})

test('a socket that may listen hears everybody', async () => {
  assert.deepStrictEqual(await heard(modulesOf({ 'network.listen': ['udp://127.0.0.1:*'] }), true), ['stranger', 'answer'])
})

test('a socket of what is observed hears everybody, as without a loader', async () => {
  assert.deepStrictEqual(await heard(modulesOf({}, 'observe'), false), ['stranger', 'answer'])
})

test('what is sent goes to the address that was asked for, however Node reads the arguments', async () => {
  const denied = dgram.createSocket('udp4')
  const allowed = dgram.createSocket('udp4')
  await Promise.all([denied, allowed].map(s => new Promise(ok => { s.bind(0, '127.0.0.1', ok) })))
  const got = []
  denied.on('message', m => got.push('denied ' + m))
  allowed.on('message', m => got.push(String(m)))
  const { port } = allowed.address()
  const { dgram: fenced } = modulesOf({ 'network.connect': ['udp://127.0.0.1:9', 'udp://127.0.0.1:' + port] })
  const socket = fenced.createSocket('udp4')
  // Node takes 9 and the text for an offset and a length here, as another port follows.
  assert.throws(() => socket.send('secret', 9, '127.0.0.1', denied.address().port, () => {}), { code: 'EACCES' })
  const sent = (...args) => new Promise((ok, fail) => { socket.send(...args, e => (e ? fail(e) : ok(e))) })
  await sent('short', port, '127.0.0.1')
  await sent('a part', 2, 4, port, '127.0.0.1')
  await sent(['two ', 'pieces'], port, '127.0.0.1')
  await new Promise(ok => { socket.connect(port, '127.0.0.1', ok) })
  await sent('connected')
  await sent('of connected', 3, 9)
  while (got.length < 5) await new Promise(ok => { setTimeout(ok, 10) })
  assert.deepStrictEqual(got, ['short', 'part', 'two pieces', 'connected', 'connected'])
  for (const s of [socket, denied, allowed]) s.close()
})

test('a socket that listens or is connected since everything was observed ends with that', async () => {
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy: { schemaVersion: 1, extension: 'acme.toy',
    modules: { dgram: ['*'] }, 'network.listen': ['udp://127.0.0.2:*'] } }, '/x/ext', [])
  const { dgram: d } = buildNet(fence, createViews()).modules
  fence.observe = true
  const [listens, connected, granted] = [0, 0, 0].map(() => d.createSocket('udp4'))
  await new Promise(ok => { listens.bind(0, '127.0.0.1', ok) })
  await new Promise(ok => { granted.bind(0, '127.0.0.2', ok) })
  await new Promise(ok => { connected.connect(listens.address().port, '127.0.0.1', ok) })
  const ends = [listens, connected].map(s => new Promise(ok => { s.on('close', ok) }))
  fence.observe = false
  settle(fence)
  await Promise.all(ends)
  assert.strictEqual(granted.address().address, '127.0.0.2')
  granted.close()
})
