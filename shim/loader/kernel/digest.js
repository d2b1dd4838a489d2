'use strict'

// The digest of bytes, by methods of Node's that were there before an extension ran.

const { createHash } = require('node:crypto')
const { uncurryThis } = require('./primordials.js')

const hashPrototype = Object.getPrototypeOf(createHash('sha256'))
const update = uncurryThis(hashPrototype.update)
const digest = uncurryThis(hashPrototype.digest)

// sha256 gives the digest in hexadecimal letters.
const sha256 = bytes => digest(update(createHash('sha256'), bytes), 'hex')

module.exports = { __proto__: null, sha256 }
