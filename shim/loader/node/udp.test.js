'use strict'

const assert = require('node:assert')
const dgram = require('node:dgram')
const test = require('node:test')
const { createFence } = require('../policy/fence.js')
const { createViews } = require('../kernel/membrane.js')
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
