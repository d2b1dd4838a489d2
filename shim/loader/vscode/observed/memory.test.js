'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createMemory, isReserved } = require('./memory.js')

test('an editor without a storage remembers for a session', async () => {
  for (const secrets of [undefined, null, {}, { get() {} }]) {
    const memory = createMemory({ secrets })
    assert.strictEqual(memory.kept, false)
    await memory.write('x')
    assert.strictEqual(await memory.read(), 'x')
    assert.strictEqual(await createMemory({ secrets }).read(), undefined)
  }
})

test('what is kept lies under a name of the loader', async () => {
  const kept = new Map()
  // VS Code answers with objects of its own that have a then.
  const later = v => ({ then: ok => setImmediate(() => ok(v)) })
  const secrets = { get: key => later(kept.get(key)), store: (key, v) => { kept.set(key, v); return later() } }
  const memory = createMemory({ secrets })
  assert.strictEqual(await memory.read(), undefined)
  await memory.write('x')
  assert.strictEqual(await memory.read(), 'x')
  for (const key of kept.keys()) assert.ok(isReserved(key), key)
})

test('a storage that fails or does not answer is said', async () => {
  const state = e => e.ringfence === 'RF_STATE'
  const of = get => createMemory({ secrets: { get, store: get } }, 50)
  await assert.rejects(of(() => { throw new Error('no') }).read(), state)
  await assert.rejects(of(() => Promise.reject(new Error('no'))).write('x'), state)
  // The loader keeps no process alive by waiting.
  const alive = setInterval(() => {}, 1000)
  await assert.rejects(of(() => new Promise(() => {})).read(), state)
  clearInterval(alive)
})
