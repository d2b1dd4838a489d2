'use strict'

// Addresses of VS Code, made and read by what their class had before an extension could
// change it (invariants 6 and 10): VS Code itself goes by their parts.

const { posix: { normalize } } = require('node:path')
const { apply, getOwn, getPrototypeOf, toLowerCase } = require('../../kernel/primordials.js')

const { platform } = process

// found gives a property of a value as one of its classes has it.
function found(value, key) {
  for (let p = getPrototypeOf(value), n = 0; p !== null && n < 8; p = getPrototypeOf(p), n++) {
    const d = getOwn(p, key)
    if (d !== undefined) return d
  }
  return undefined
}

/** @typedef {import('../border.js').Border} Border */

/** @param {Border} border */
function createAddresses(api, border) {
  const { Uri } = api
  const { file, from } = Uri
  const sample = apply(from, Uri, [{ __proto__: null, scheme: 'file', authority: '', path: '/x', query: '', fragment: '' }])
  const path = found(sample, 'fsPath')
  const text = found(sample, 'toString')
  const part = x => (typeof x === 'string' ? x : '')
  // made makes an address of what is read of another once.
  function made(v) {
    const { scheme, authority, path, query, fragment } = v
    return border.outward(apply(from, Uri,
      [{ __proto__: null, scheme: part(scheme), authority: part(authority), path: part(path), query: part(query),
      fragment: part(fragment) }]), 'Uri')
  }
  // ofFile is the address that VS Code makes of a path.
  const ofFile = name => border.outward(apply(file, Uri, ['' + name]), 'Uri')
  const own = path === undefined || path.get === undefined
  // Both are asked of what stands behind an address.
  function fsPath(u) {
    const real = border.real(u)
    return '' + (own ? real.fsPath : apply(path.get, real, []))
  }
  function textOf(u) {
    const real = border.real(u)
    return '' + (text === undefined || typeof text.value !== 'function' ? real : apply(text.value, real, [true]))
  }
  // keyOf is what the editor knows an address by: it shortens the path, and where systems take both it takes small
  // letters for capitals. What an address asks for beside its path makes no other document for this.
  function keyOf(u) {
    const { scheme, authority, path } = border.real(u)
    const short = normalize(part(path))
    return scheme + '://' + part(authority) + (platform === 'linux' ? short : toLowerCase(short))
  }
  return { __proto__: null, made, ofFile, fsPath, keyOf, textOf }
}

module.exports = { __proto__: null, createAddresses }
