'use strict'

// What libraries read of process.binding that gives no power: names, numbers and questions about a value. Each is a
// new object; of natives, the sources of Node's own modules, there are the names alone.

const { constants: bufferConstants } = require('node:buffer')
const { constants: fsConstants } = require('node:fs')
const { builtinModules } = require('node:module')
const { constants: osConstants } = require('node:os')
const { getSystemErrorMap, getSystemErrorName, types } = require('node:util')
const { mapEach, ownKeys } = require('../kernel/primordials.js')

// copyOf is an object's members in a new one, and those of the objects in it.
function copyOf(from) {
  const out = {}
  const keys = ownKeys(from)
  for (let i = 0; i < keys.length; i++) {
    const value = from[keys[i]]
    out[keys[i]] = typeof value === 'object' && value !== null ? copyOf(value) : value
  }
  return out
}

function natives() {
  const out = {}
  for (let i = 0; i < builtinModules.length; i++) out[builtinModules[i]] = ''
  return out
}

function uv() {
  const out = { errname: code => getSystemErrorName(code) }
  mapEach(getSystemErrorMap(), (said, code) => { out['UV_' + said[0]] = code })
  return out
}

const KNOWN = {
  __proto__: null, natives, uv, util: () => copyOf(types),
  buffer: () => ({ kMaxLength: bufferConstants.MAX_LENGTH, kStringMaxLength: bufferConstants.MAX_STRING_LENGTH }),
  constants: () => ({ fs: copyOf(fsConstants), os: copyOf(osConstants) }),
}

// bindingOf gives what is known of a binding, or undefined.
function bindingOf(name) {
  const make = typeof name === 'string' ? KNOWN[name] : undefined
  return make === undefined ? undefined : make()
}

module.exports = { __proto__: null, bindingOf }
