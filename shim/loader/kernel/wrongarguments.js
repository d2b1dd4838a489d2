'use strict'

// What Node says of an argument that is none, in its words: programs read the code, and tests the text. Nothing is
// asked of Node itself, which would do what was asked where it can.

const { constants } = require('node:os')
const { inspect } = require('node:util')
const {
  defineProperty, Error, getOwn, getPrototypeOf, indexOf, jsonStringify, RangeError, slice, TypeError, typedTag,
} = require('./primordials.js')

const QUIET = { __proto__: null, colors: false }

// received describes what was given, as Node does: nothing of an object is called.
function received(value) {
  if (value === undefined || value === null) return ' Received ' + value
  if (typeof value === 'function') return ' Received function ' + nameOf(value)
  if (typeof value === 'object') return ' Received an instance of ' + classOf(value)
  if (typeof value === 'string') {
    const short = value.length > 28 ? slice(value, 0, 25) + '...' : value
    return ' Received type string (' + (indexOf(short, "'") < 0 ? "'" + short + "'" : jsonStringify(short)) + ')'
  }
  const text = inspect(value, QUIET)
  return ' Received type ' + typeof value + ' (' + (text.length > 28 ? slice(text, 0, 25) + '...' : text) + ')'
}

function nameOf(f) {
  const d = getOwn(f, 'name')
  return d !== undefined && typeof d.value === 'string' ? d.value : ''
}

function classOf(value) {
  for (let p = value, n = 0; p !== null && n < 8; p = getPrototypeOf(p), n++) {
    const d = getOwn(p, 'constructor')
    if (d !== undefined) return typeof d.value === 'function' ? nameOf(d.value) : 'Object'
  }
  return 'Object'
}

const put = (e, key, value) => defineProperty(e, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })

function known(e, code) {
  put(e, 'code', code)
  return e
}

const kindOf = name => (indexOf(name, '.') < 0 ? 'argument' : 'property')

const wrongType = (name, expected, value) =>
  known(new TypeError('The "' + name + '" ' + kindOf(name) + ' must be ' + expected + '.' + received(value)), 'ERR_INVALID_ARG_TYPE')

const wrongValue = (name, why, value) =>
  known(new TypeError('The ' + kindOf(name) + " '" + name + "' " + why + '. Received ' + shown(value)), 'ERR_INVALID_ARG_VALUE')
const shown = value => (typeof value === 'object' && value !== null ? 'an object' : inspect(value, QUIET))

const outOfRange = (name, range, value) =>
  known(new RangeError('The value of "' + name + '" is out of range. It must be ' + range + '. Received ' + inspect(value, QUIET)),
    'ERR_OUT_OF_RANGE')

// wrongPort is the error of a port that is none, or null.
function wrongPort(name, value) {
  if (typeof value !== 'number' && typeof value !== 'string') return wrongType('options.port', 'one of type number or string', value)
  const n = typeof value === 'number' || (typeof value === 'string' && trimmed(value) !== '') ? +value : -1
  if (n >= 0 && n < 65536 && n % 1 === 0) return null
  return known(new RangeError(name + ' should be >= 0 and < 65536.' + received(value) + '.'), 'ERR_SOCKET_BAD_PORT')
}
const trimmed = text => {
  let i = 0
  while (text[i] === ' ') i++
  return slice(text, i)
}

// failed is what the system says of a call, as Node words it.
function failed(code, words, syscall, path) {
  const e = new Error(code + ': ' + words + ', ' + syscall + (path === undefined ? '' : " '" + path + "'"))
  put(e, 'errno', -constants.errno[code])
  put(e, 'code', code)
  put(e, 'syscall', syscall)
  if (path !== undefined) put(e, 'path', path)
  return e
}

// wrongPath is the error of a path that is none, and null for one that only the loader cannot read.
function wrongPath(name, value, syscall) {
  if (value === '') return failed('ENOENT', 'no such file or directory', syscall, '')
  if (typeof value === 'string') {
    return indexOf(value, '\0') < 0 ? null : wrongValue(name, 'must be a string, Uint8Array, or URL without null bytes', value)
  }
  if (typeof value === 'object' && value !== null && typedTag(value) === 'Uint8Array') return null
  return wrongType(name, 'of type string or an instance of Buffer or URL', value)
}

// wrongDescriptor is the error of what is no number of an open file, or of one that is not the extension's: whether
// somebody else has it open is not told.
function wrongDescriptor(value, syscall) {
  if (typeof value !== 'number') return wrongType('fd', 'of type number', value)
  if ((value | 0) !== value) return outOfRange('fd', value % 1 === 0 ? '>= 0 && <= 2147483647' : 'an integer', value)
  return value < 0 ? outOfRange('fd', '>= 0 && <= 2147483647', value) : failed('EBADF', 'bad file descriptor', syscall, undefined)
}

module.exports = { __proto__: null, failed, outOfRange, wrongDescriptor, wrongPath, wrongPort, wrongType, wrongValue }
