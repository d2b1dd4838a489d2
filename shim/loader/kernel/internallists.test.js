'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { ownList, ownSockets } = require('./internallists.js')

const replaced = (name, f) => { const was = Array.prototype[name]; Array.prototype[name] = () => { throw new Error('seen') };
  try { return f() } finally { Array.prototype[name] = was } }

test('a list with methods of its own shows nobody what is put into it', () => {
  const list = ownList([1])
  assert.strictEqual(replaced('push', () => list.push(2)), 2)
  assert.deepStrictEqual([...list], [1, 2])
  assert.ok(Array.isArray(list))
  assert.throws(() => replaced('push', () => [1].push(2)), /seen/)
})

test('so do those that an agent makes later', () => {
  const agent = { sockets: { __proto__: null, a: [] }, freeSockets: { __proto__: null }, requests: { __proto__: null } }
  ownSockets(agent)
  agent.freeSockets.b = []
  for (const list of [agent.sockets.a, agent.freeSockets.b]) assert.strictEqual(replaced('push', () => list.push(1)), 1)
  delete agent.freeSockets.b
  assert.deepStrictEqual([Object.keys(agent.sockets), Object.keys(agent.freeSockets)], [['a'], []])
})
