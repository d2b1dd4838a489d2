'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { holdCryptography, holdKeys } = require('./webcrypto.js')

test('web cryptography is held, its getters are asked by their own object alone, and it works', async () => {
  holdCryptography('crypto')
  const { crypto } = globalThis
  assert.strictEqual(crypto.getRandomValues(new Uint8Array(4)).length, 4)
  assert.match(crypto.randomUUID(), /^[0-9a-f-]{36}$/)
  assert.strictEqual((await crypto.subtle.digest('SHA-256', new Uint8Array(1))).byteLength, 32)
  assert.throws(() => { Object.defineProperty(Object.getPrototypeOf(crypto), 'getRandomValues', { value: () => 4 }) }, TypeError)
  assert.throws(() => { Object.defineProperty(crypto, 'getRandomValues', { value: () => 4 }) }, TypeError)
})

test('the classes of keys that no module hands out are held', () => {
  const crypto = require('node:crypto')
  holdKeys()
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519')
  for (const key of [crypto.createSecretKey(Buffer.from('x')), privateKey, publicKey]) {
    const P = Object.getPrototypeOf(key)
    assert.notStrictEqual(P, crypto.KeyObject.prototype)
    assert.throws(() => { Object.defineProperty(P, 'export', { value: () => 'x' }) }, TypeError)
  }
  assert.strictEqual(String(crypto.createSecretKey(Buffer.from('x')).export()), 'x')
})
