'use strict'

// Web cryptography is one object for everybody (invariant 13). It takes Node long to load, so that it is
// held when a fence first asks for a part of it.

const crypto = require('node:crypto')
const { append, bufferFrom, defineProperty, getPrototypeOf, isIn } = require('./primordials.js')
const { holdClasses, holdObject } = require('./hold.js')

const NAMES = ['crypto', 'Crypto', 'SubtleCrypto', 'CryptoKey', 'webcrypto', 'subtle']

let done = false

// holdCryptography holds what a name leads to, where it is a name of web cryptography.
function holdCryptography(name) {
  if (done || !isIn(NAMES, name)) return
  done = true
  const { webcrypto } = crypto
  if (webcrypto === undefined) return
  holdObject(webcrypto)
  holdObject(webcrypto.subtle)
  holdClasses([/** @type {any} */ (webcrypto).CryptoKey])
}

// A key of 32 zeros, as PKCS #8 writes one of Ed25519.
const PRIVATE = '302e020100300506032b657004220420' + '00000000000000000000000000000000' + '00000000000000000000000000000000'

// holdKeys holds the classes of keys that no module hands out: those below KeyObject, of which each key is.
let keys = false
function holdKeys() {
  if (keys) return
  keys = true
  const samples = []
  const { createPrivateKey, createPublicKey, createSecretKey } = crypto
  const of = make => {
    try {
      append(samples, make())
    } catch {
      // An engine that makes no such key has none to hold.
    }
  }
  of(() => createSecretKey(bufferFrom(PRIVATE)))
  /** @type {any} */
  const written = { __proto__: null, key: bufferFrom(PRIVATE, 'hex'), format: 'der', type: 'pkcs8' }
  of(() => createPrivateKey(written))
  of(() => createPublicKey(samples[1]))
  for (let i = 0; i < samples.length; i++) holdClasses([getPrototypeOf(samples[i]).constructor])
}

// putLazily gives the parts that Node makes when they are asked for, to who has the module.
function putLazily(out, lib) {
  holdKeys()
  const keys = ['webcrypto', 'subtle']
  for (let i = 0; i < keys.length; i++) {
    defineProperty(out, keys[i], { __proto__: null, enumerable: true, configurable: true, get: () => {
      holdCryptography(keys[i])
      return lib[keys[i]]
    } })
  }
}

module.exports = { __proto__: null, holdCryptography, holdKeys, putLazily }
