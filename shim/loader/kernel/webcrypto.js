'use strict'

// Web cryptography is one object for everybody (invariant 13). It takes Node long to load, so that it is
// held when a fence first asks for a part of it.

const crypto = require('node:crypto')
const { defineProperty, isIn } = require('./primordials.js')
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

// putLazily gives the parts that Node makes when they are asked for.
function putLazily(out, lib) {
  const keys = ['webcrypto', 'subtle']
  for (let i = 0; i < keys.length; i++) {
    defineProperty(out, keys[i], { __proto__: null, enumerable: true, configurable: true, get: () => {
      holdCryptography(keys[i])
      return lib[keys[i]]
    } })
  }
}

module.exports = { __proto__: null, holdCryptography, putLazily }
