'use strict'

// The classes whose objects an extension gets as they are: they are data, or have
// no way to what Node keeps. Everything else that is neither plain nor the
// extension's own is seen through a view (membrane.js), whatever it is.

const { Dirent, statSync } = require('node:fs')
const { append, getOwn, getPrototypeOf, Map, mapGet, mapSet } = require('./primordials.js')

const DATA = ('Date RegExp Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView Boolean Number String URL ' +
  'URLSearchParams Blob File FormData Headers AbortSignal AbortController TextDecoder TextEncoder MessagePort ' +
  'MessageChannel CryptoKey').split(' ')

const asIs = new Map()
// What nobody has loaded has no objects yet, and is not loaded for this.
const lazyNames = []
for (let i = 0; i < DATA.length; i++) {
  const d = getOwn(globalThis, DATA[i])
  if (d !== undefined && 'value' in d) mapSet(asIs, d.value.prototype, true)
  else append(lazyNames, DATA[i])
}
mapSet(asIs, getPrototypeOf(statSync('/')), true)
mapSet(asIs, getPrototypeOf(statSync('/', { __proto__: null, bigint: true })), true)
mapSet(asIs, Dirent.prototype, true)

// isData reports the prototype of such a class.
function isData(proto) {
  if (mapGet(asIs, proto) === true) return true
  for (let i = 0; i < lazyNames.length; i++) {
    const d = getOwn(globalThis, lazyNames[i])
    if (d === undefined || typeof d.value !== 'function' || d.value.prototype !== proto) continue
    mapSet(asIs, proto, true)
    return true
  }
  return false
}

module.exports = { __proto__: null, isData }
