'use strict'

// Addresses of VS Code, made and read by what their class had before an extension could
// change it (invariants 6 and 10): VS Code itself goes by their parts.

const { apply, getOwn, getPrototypeOf } = require('../kernel/primordials.js')

// found gives a property of a value as one of its classes has it.
function found(value, key) {
  for (let p = getPrototypeOf(value), n = 0; p !== null && n < 8; p = getPrototypeOf(p), n++) {
    const d = getOwn(p, key)
    if (d !== undefined) return d
  }
  return undefined
}

function createAddresses(api) {
  const { Uri } = api
  const { from } = Uri
  const sample = apply(from, Uri, [{ __proto__: null, scheme: 'file', authority: '', path: '/x', query: '', fragment: '' }])
  const path = found(sample, 'fsPath')
  const text = found(sample, 'toString')
  const part = x => (typeof x === 'string' ? x : '')
  // made makes an address of what is read of another once.
  function made(v) {
    const { scheme, authority, path, query, fragment } = v
    return apply(from, Uri,
      [{ __proto__: null, scheme: part(scheme), authority: part(authority), path: part(path), query: part(query),
      fragment: part(fragment) }])
  }
  const own = path === undefined || path.get === undefined
  return {
    __proto__: null, made,
    fsPath: u => '' + (own ? u.fsPath : apply(path.get, u, [])),
    textOf: u => '' + (text === undefined || typeof text.value !== 'function' ? u : apply(text.value, u, [true])),
  }
}

module.exports = { __proto__: null, createAddresses }
